// Reader of sparse matrices saved by scipy.sparse.save_npz in the formats CSR, CSC and COO: a .zip archive of .npy arrays. Entry
// (i, j) is the edge i -> j. SciPy does not state whether the graph is directed: a symmetric matrix is recognized as undirected
// when the graph is built.
#include <algorithm>
#include <cstring>
#include <utility>

#include "base/mapped_file.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/scipy_members.hpp"
#include "io/input_error.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view outside = "outside the matrix";

// A matrix of `n` rows and columns.
struct matrix {
  const byte_source& source;
  const run_control& control;
  npz_members all;
  std::uint64_t n = 0;
  int threads = 0;
};

const npz_member& required(const matrix& a, const std::optional<npz_member>& m, std::string_view name) {
  if (!m) bad_input(a.source.file, "has no member {}.npy; save the matrix again with scipy.sparse.save_npz", name);
  return *m;
}

std::uint64_t square_size(const matrix& a) {
  const npz_member& shape = *a.all.shape;
  if (shape.header.items != 2) {
    bad_input(a.source.file, "member shape.npy holds {} numbers, expected 2", shape.header.items);
  }
  const array<std::uint64_t> extents =
      npz_indices<std::uint64_t>(shape, 2, max_vertices + 1, a.threads, "more than the largest number of vertices");
  if (extents[0] == extents[1]) return extents[0];
  bad_input(a.source.file, "holds a matrix of {} rows and {} columns; the matrix of a graph must be square", extents[0],
            extents[1]);
}

// The first entry of each row of CSR or column of CSC, and the number of entries.
array<edge_offset> read_offsets(const matrix& a, std::string_view rows) {
  const npz_member& indptr = required(a, a.all.indptr, "indptr");
  // SciPy permits unused capacity after the last entry.
  const std::uint64_t stored =
      std::min(required(a, a.all.indices, "indices").header.items, required(a, a.all.data, "data").header.items);
  if (indptr.header.items != a.n + 1) {
    bad_input(a.source.file, "member indptr.npy has {} elements, but {} {} need {}", indptr.header.items, a.n, rows, a.n + 1);
  }
  array<edge_offset> offsets = npz_indices<edge_offset>(indptr, a.n + 1, stored + 1, a.threads, "beyond the stored entries");
  for (std::uint64_t v = 0; v <= a.n; ++v) {
    if (v == 0 ? offsets[v] == 0 : offsets[v] >= offsets[v - 1]) continue;
    bad_input(a.source.file, "member indptr.npy: element {} is {}; elements must ascend from 0", v, offsets[v]);
  }
  return offsets;
}

parsed read_csr(matrix& a) {
  parsed result;
  graph_arrays& rows = result.rows.emplace();
  rows.offsets = read_offsets(a, "rows");
  const edge_offset m = rows.offsets[a.n];
  rows.targets = npz_indices<vertex_id>(*a.all.indices, m, a.n, a.threads, outside);
  a.all.indices.reset();
  npz_weights weights = npz_weights_of(*a.all.data, m, a.threads, result.notes);
  rows.weights = std::move(weights.single), rows.wide_weights = std::move(weights.wide);
  return result;
}

// An edge list whose sources and targets are still to be filled in.
edge_list& add_edges(parsed& result, const matrix& a, std::uint64_t entries) {
  edge_list& edges = result.edges.emplace();
  edges.num_vertices = a.n;
  npz_weights weights = npz_weights_of(*a.all.data, entries, a.threads, result.notes);
  edges.weights = std::move(weights.single), edges.wide_weights = std::move(weights.wide);
  return edges;
}

parsed read_csc(matrix& a) {
  const array<edge_offset> offsets = read_offsets(a, "columns");
  const edge_offset m = offsets[a.n];
  parsed result;
  edge_list& edges = add_edges(result, a, m);
  a.all.data.reset();
  edges.sources = npz_indices<vertex_id>(*a.all.indices, m, a.n, a.threads, outside);
  a.all.indices.reset();
  edges.targets = array<vertex_id>(m);
#pragma omp parallel for num_threads(a.threads) schedule(dynamic, 1024)
  for (std::uint64_t column = 0; column < a.n; ++column) {
    std::fill(edges.targets.data() + offsets[column], edges.targets.data() + offsets[column + 1], static_cast<vertex_id>(column));
  }
  return result;
}

parsed read_coo(matrix& a) {
  const std::uint64_t m = required(a, a.all.data, "data").header.items;
  for (const auto& [ids, name] : {std::pair(&a.all.row, "row"), std::pair(&a.all.col, "col")}) {
    const std::uint64_t items = required(a, *ids, name).header.items;
    if (items != m) bad_input(a.source.file, "member {}.npy has {} elements, but data.npy has {}", name, items, m);
  }
  parsed result;
  edge_list& edges = add_edges(result, a, m);
  a.all.data.reset();
  edges.sources = npz_indices<vertex_id>(*a.all.row, m, a.n, a.threads, outside);
  a.all.row.reset();
  edges.targets = npz_indices<vertex_id>(*a.all.col, m, a.n, a.threads, outside);
  return result;
}

}  // namespace

parsed read_scipy_npz(const byte_source& source, const read_options& options) {
  const run_control& control = options.build.control;
  report_progress(control, "reading", 0, source.bytes.size());
  read_ahead(source.bytes);
  matrix a{source, control, read_npz_members(source, control), 0, thread_count(control)};
  a.n = square_size(a);
  const std::string format = matrix_format_of(*a.all.format);
  if (format == "csr") return read_csr(a);
  if (format == "csc") return read_csc(a);
  if (format == "coo") return read_coo(a);
  // SciPy's conversion keeps the zeros that fill up the blocks of BSR; they would become edges.
  const std::string_view padding = format == "bsr" ? " after eliminate_zeros()" : "";
  bad_input(source.file,
            "holds a sparse matrix in the format '{}'; CSR, CSC and COO can be read: save matrix.tocsr(){} with "
            "scipy.sparse.save_npz",
            format, padding);
}

}  // namespace fathom::io
