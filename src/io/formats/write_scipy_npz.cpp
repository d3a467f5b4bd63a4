// Writer of .npz files for scipy.sparse.load_npz: a CSR matrix whose entry (i, j) is the weight of the edge i -> j, or True.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "io/compression/decompress.hpp"
#include "io/compression/zip_archive.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/npy.hpp"

namespace fathom::io {
namespace {

// Elements converted per write: the buffer stays in cache.
constexpr std::uint64_t chunk_elements = 1 << 14;

void begin_array(zip_writer& zip, const std::string& name, std::string_view descr, std::string_view shape,
                 std::uint64_t data_bytes) {
  const std::string header = make_npy_header(descr, shape);
  zip.begin(name, header.size() + data_bytes);
  zip.write(header.data(), header.size());
}

// Writes `count` elements of type To; element i is make(i).
template <class To, class Make>
void write_elements(zip_writer& zip, std::uint64_t count, Make make) {
  std::vector<To> chunk(chunk_elements);
  for (std::uint64_t begin = 0; begin < count; begin += chunk_elements) {
    const std::uint64_t length = std::min(chunk_elements, count - begin);
    for (std::uint64_t i = 0; i < length; ++i) chunk[i] = make(begin + i);
    zip.write(chunk.data(), length * sizeof(To));
  }
}

template <class Index>
void write_indices(zip_writer& zip, std::string_view descr, const graph& g) {
  const std::uint64_t n = g.num_vertices();
  const std::uint64_t m = g.num_edges();
  const adjacency_view& out = g.view().out;
  begin_array(zip, "indices.npy", descr, fmt::format("({},)", m), m * sizeof(Index));
  write_elements<Index>(zip, m, [&](std::uint64_t e) { return static_cast<Index>(out.targets[e]); });
  begin_array(zip, "indptr.npy", descr, fmt::format("({},)", n + 1), (n + 1) * sizeof(Index));
  write_elements<Index>(zip, n + 1, [&](std::uint64_t v) { return v == 0 ? Index{0} : static_cast<Index>(out.offsets[v]); });
}

}  // namespace

void write_scipy_npz(output_file& out, const graph& g) {
  constexpr std::uint64_t largest = std::numeric_limits<std::int32_t>::max();
  const std::uint64_t m = g.num_edges();
  zip_writer zip(out);
  if (g.num_vertices() <= largest && m <= largest) {
    write_indices<std::int32_t>(zip, "<i4", g);
  } else {
    write_indices<std::int64_t>(zip, "<i8", g);
  }
  constexpr std::string_view format = "csr";
  begin_array(zip, "format.npy", "|S3", "()", format.size());
  zip.write(format.data(), format.size());
  const std::int64_t extents[] = {g.num_vertices(), g.num_vertices()};
  begin_array(zip, "shape.npy", "<i8", "(2,)", sizeof extents);
  zip.write(extents, sizeof extents);
  const std::string shape = fmt::format("({},)", m);
  if (g.has_wide_weights()) {
    begin_array(zip, "data.npy", "<f8", shape, m * sizeof(double));
    zip.write(g.view().out.wide_weights, m * sizeof(double));
  } else if (g.weighted()) {
    begin_array(zip, "data.npy", "<f4", shape, m * sizeof(edge_weight));
    zip.write(g.view().out.weights, m * sizeof(edge_weight));
  } else {
    begin_array(zip, "data.npy", "|b1", shape, m);
    write_elements<std::uint8_t>(zip, m, [](std::uint64_t) { return std::uint8_t{1}; });
  }
  zip.finish();
}

extern constinit const format_description scipy_npz_format{
    .format = file_format::scipy_npz,
    .names = {"npz", "scipy_npz"},
    .suffixes = {".npz"},
    .is_archive = true,
    .has_signature = [](const text_sample& sample) { return sample.start.starts_with(zip_magic); },
    .read_bytes = read_scipy_npz,
    .write = [](output_file& out, const write_request& request) { write_scipy_npz(out, request.g); },
    .loses = {.original_ids = true}};

}  // namespace fathom::io
