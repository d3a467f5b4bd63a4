// Binary CSR of the GAP benchmark suite (.sg, and .wsg with weights); the layout follows its src/writer.h:
//   byte directed; int64 m; int64 n; int64 offsets[n + 1]; neighbor[m]; and if directed, offsets and neighbors of the inverse
//   graph.
// A neighbor is an int32 id, in .wsg followed by an int32 weight. m counts stored neighbors, in both directions for undirected
// graphs. Nothing is aligned, so arrays are copied, and validated while they are copied.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/mapped_file.hpp"
#include "fathom/error.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/input_error.hpp"
#include "io/row_part.hpp"
#include "io/text/text_writer.hpp"

namespace fathom::io {
namespace {

constexpr std::uint64_t header_bytes = 1 + 8 + 8;
constexpr std::uint64_t id_bytes = 4;
constexpr std::uint64_t weighted_bytes = 8;
constexpr std::uint64_t largest_count = std::numeric_limits<std::int32_t>::max();  // ids are int32
constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();

template <class T>
T load(const std::byte* place) noexcept {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

struct shape {
  bool directed = false;
  std::uint64_t edges = 0;
  std::uint64_t vertices = 0;
  bool weighted = false;

  [[nodiscard]] std::uint64_t neighbor_bytes() const noexcept { return weighted ? weighted_bytes : id_bytes; }
  [[nodiscard]] std::uint64_t side_bytes() const noexcept {
    return (vertices + 1) * sizeof(edge_offset) + edges * neighbor_bytes();
  }
  [[nodiscard]] std::uint64_t file_bytes() const noexcept { return header_bytes + side_bytes() * (directed ? 2 : 1); }
};

bool fits(shape s, bool weighted, std::uint64_t size) {
  s.weighted = weighted;
  return s.file_bytes() == size;
}

// Both counts are checked against the file's size before they are multiplied. The suffix determines whether there are weights; the
// size must agree.
shape read_shape(const byte_source& source, file_format format) {
  const std::uint64_t size = source.bytes.size();
  if (size < header_bytes + sizeof(edge_offset)) {
    bad_input(source.file, "is {} bytes long, but a .sg file has at least {}; the file is truncated", size,
              header_bytes + sizeof(edge_offset));
  }
  const auto directed = load<std::uint8_t>(source.bytes.data());
  shape s{directed == 1, load<std::uint64_t>(source.bytes.data() + 1), load<std::uint64_t>(source.bytes.data() + 9)};
  if (directed > 1) bad_input(source.file, "byte 0 is {}; it must be 0 (undirected) or 1 (directed)", directed);
  if (s.edges > size / id_bytes || s.vertices > size / sizeof(edge_offset) || s.vertices > largest_count) {
    bad_input(source.file, "declares {} vertices and {} edges in {} bytes; the file is truncated or corrupted",
              static_cast<std::int64_t>(s.vertices), static_cast<std::int64_t>(s.edges), size);
  }
  s.weighted = format == file_format::gap_weighted || (format != file_format::gap_serialized && fits(s, true, size));
  if (fits(s, s.weighted, size)) return s;
  if (fits(s, !s.weighted, size)) {
    bad_input(source.file, "has the size of a graph {} weights; read it with --format {}", s.weighted ? "without" : "with",
              to_string(s.weighted ? file_format::gap_serialized : file_format::gap_weighted));
  }
  bad_input(source.file, "is {} bytes long, but {} vertices and {} edges need {}; the file is truncated or corrupted", size,
            s.vertices, s.edges, s.file_bytes());
}

[[noreturn]] void refuse_offset(const byte_source& source, const shape& s, std::uint64_t v, edge_offset offset) {
  bad_input(source.file, "offset {} (byte {}) is {}; offsets must ascend from 0 to {}", v, header_bytes + v * sizeof(edge_offset),
            static_cast<std::int64_t>(offset), s.edges);
}

[[noreturn]] void refuse_neighbor(const byte_source& source, const shape& s, std::uint64_t e, std::uint64_t place, vertex_id v) {
  bad_input(source.file, "edge {} (byte {}) leads to vertex {}, but the graph has {} vertices", e, place,
            static_cast<std::int32_t>(v), s.vertices);
}

array<edge_offset> read_offsets(const byte_source& source, const shape& s, int threads) {
  constexpr std::uint64_t place = header_bytes;
  array<edge_offset> offsets(s.vertices + 1);
  std::memcpy(offsets.data(), source.bytes.data() + place, offsets.bytes());
  std::uint64_t bad = nothing;  // the smallest
#pragma omp parallel for num_threads(threads) reduction(min : bad)
  for (std::uint64_t v = 0; v <= s.vertices; ++v) {
    const bool good = v == 0 ? offsets[v] == 0 : offsets[v] >= offsets[v - 1] && offsets[v] <= s.edges;
    if (!good || (v == s.vertices && offsets[v] != s.edges)) bad = std::min(bad, v);
  }
  if (bad == nothing) return offsets;
  refuse_offset(source, s, bad, offsets[bad]);
}

void read_neighbors(const byte_source& source, const shape& s, int threads, array<vertex_id>& targets, array<edge_weight>& weights,
                    array<double>& wide_weights) {
  const std::uint64_t place = header_bytes + (s.vertices + 1) * sizeof(edge_offset);
  targets = array<vertex_id>(s.edges);
  if (s.weighted) weights = array<edge_weight>(s.edges);
  const std::byte* neighbors = source.bytes.data() + place;
  const std::uint64_t stride = s.neighbor_bytes();
  std::uint64_t bad = nothing;  // the smallest
  std::uint64_t rounded = 0;
#pragma omp parallel for num_threads(threads) reduction(min : bad) reduction(+ : rounded)
  for (std::uint64_t e = 0; e < s.edges; ++e) {
    targets[e] = load<vertex_id>(neighbors + e * stride);
    if (targets[e] >= s.vertices) bad = std::min(bad, e);
    if (!s.weighted) continue;
    const auto weight = load<std::int32_t>(neighbors + e * stride + id_bytes);
    weights[e] = static_cast<edge_weight>(weight);
    rounded += static_cast<double>(weights[e]) != weight;
  }
  if (bad != nothing) refuse_neighbor(source, s, bad, place + bad * stride, targets[bad]);
  if (rounded == 0) return;
  weights = {};
  wide_weights = array<double>(s.edges);
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t e = 0; e < s.edges; ++e) wide_weights[e] = load<std::int32_t>(neighbors + e * stride + id_bytes);
}

// Reads the edges of this part's rows, one by one.
parsed read_rows(const byte_source& source, const shape& s) {
  const auto offset_at = [&](std::uint64_t v) {
    return load<edge_offset>(source.bytes.data() + header_bytes + v * sizeof(edge_offset));
  };
  const index_range rows = row_part(s.vertices, s.edges, source.part, offset_at);
  if (const std::uint64_t bad = bad_offset(rows, s.vertices, s.edges, offset_at); bad != no_bad_offset) {
    refuse_offset(source, s, bad, offset_at(bad));
  }
  const std::uint64_t first = offset_at(rows.first), count = offset_at(rows.last) - first, stride = s.neighbor_bytes();
  const std::uint64_t place = header_bytes + (s.vertices + 1) * sizeof(edge_offset);
  read_ahead(source.bytes.subspan(place + first * stride, count * stride));
  parsed result;
  edge_list& list = result.edges.emplace();
  list.num_vertices = s.vertices;
  list.sources = array<vertex_id>(count);
  list.targets = array<vertex_id>(count);
  if (s.weighted) list.wide_weights = array<double>(count);
  for (std::uint64_t u = rows.first; u < rows.last; ++u) {
    for (std::uint64_t e = offset_at(u); e < offset_at(u + 1); ++e) {
      const std::byte* const at = source.bytes.data() + place + e * stride;
      const auto v = load<vertex_id>(at);
      if (v >= s.vertices) refuse_neighbor(source, s, e, place + e * stride, v);
      list.sources[e - first] = static_cast<vertex_id>(u);
      list.targets[e - first] = v;
      if (s.weighted) list.wide_weights[e - first] = load<std::int32_t>(at + id_bytes);
    }
  }
  result.part.entries = count, result.part.announced = s.edges, result.part.are_rows = true, result.part.rows_directed = s.directed;
  return result;
}

}  // namespace

parsed read_gap_serialized(const byte_source& source, const read_options& options) {
  const int threads = thread_count(options.build.control);
  const shape s = read_shape(source, options.format);
  report_progress(options.build.control, "reading", 0, source.bytes.size());
  if (!source.part.is_whole()) return read_rows(source, s);
  read_ahead(source.bytes);
  parsed result;
  result.rows_directed = s.directed;
  graph_arrays& rows = result.rows.emplace();
  rows.offsets = read_offsets(source, s, threads);
  read_neighbors(source, s, threads, rows.targets, rows.weights, rows.wide_weights);
  return result;
}

namespace {

void write_side(output_file& out, const adjacency_view& side, std::uint64_t n, std::uint64_t m, bool weighted) {
  static constexpr edge_offset no_offsets[] = {0};  // for a graph without vertices
  out.write(side.offsets != nullptr ? side.offsets : no_offsets, (n + 1) * sizeof(edge_offset));
  if (!weighted) return out.write(side.targets, m * sizeof(vertex_id));
  for (edge_offset e = 0; e < m; ++e) {
    const std::int32_t weight = side.weights != nullptr ? static_cast<std::int32_t>(side.weight(e)) : 1;
    out.write(&side.targets[e], sizeof(vertex_id));
    out.write(&weight, sizeof weight);
  }
}

}  // namespace

void write_gap_serialized(output_file& out, const graph& g, file_format format) {
  const bool weighted = format == file_format::gap_weighted;
  const std::uint64_t n = g.num_vertices();
  const std::uint64_t m = g.num_edges();
  if (n > largest_count) {
    throw error(error_category::output,
                fmt::format("cannot be written as .sg: the graph has {} vertices, but .sg holds at most {}; write "
                            ".fathom instead",
                            n, largest_count));
  }
  if (g.directed() && !g.has_in_edges()) {
    throw error(error_category::output,
                "cannot be written as .sg: the graph was built without in-edges; build it with in_edges::automatic");
  }
  constexpr double limit = 0x1p31;  // of 32-bit integers
  if (weighted) require_whole_weights(g, ".wsg", -limit, limit);
  const std::uint8_t directed = g.directed() ? 1 : 0;
  out.write(&directed, sizeof directed);
  out.write(&m, sizeof m);
  out.write(&n, sizeof n);
  write_side(out, g.view().out, n, m, weighted);
  if (g.directed()) write_side(out, g.view().in, n, m, weighted);
}

namespace {

void write_requested(output_file& out, const write_request& request) { write_gap_serialized(out, request.g, request.format); }

}  // namespace

extern constinit const format_description gap_serialized_format{.format = file_format::gap_serialized,
                                                                .names = {"sg", "gap_serialized"},
                                                                .suffixes = {".sg"},
                                                                .read_in_parts = true,
                                                                .read_bytes = read_gap_serialized,
                                                                .write = write_requested,
                                                                .loses = {.original_ids = true, .weights = true}};

extern constinit const format_description gap_weighted_format{.format = file_format::gap_weighted,
                                                              .names = {"wsg", "gap_weighted"},
                                                              .suffixes = {".wsg"},
                                                              .read_in_parts = true,
                                                              .read_bytes = read_gap_serialized,
                                                              .write = write_requested,
                                                              .loses = {.original_ids = true}};

}  // namespace fathom::io
