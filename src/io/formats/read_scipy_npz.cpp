// Reader of CSR matrices saved by scipy.sparse.save_npz: a .zip archive of .npy arrays named format, shape, indptr, indices and
// data. Entry (i, j) is the edge i -> j. SciPy does not state whether the graph is directed: a symmetric matrix is recognized as
// undirected when the graph is built.
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "base/mapped_file.hpp"
#include "base/memory.hpp"
#include "graph/build/wide_weights.hpp"
#include "io/compression/zip_archive.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/npy.hpp"
#include "io/input_error.hpp"

namespace fathom::io {
namespace {

// Deflate compresses by a factor of at most 1032 (zlib documentation): a larger declared size is invalid.
constexpr std::uint64_t max_inflation = 1032;
constexpr std::uint64_t no_element = std::numeric_limits<std::uint64_t>::max();

struct member {
  std::string what;  // its name in messages
  npy_header header;
  array<std::byte> bytes;

  [[nodiscard]] const std::byte* data() const noexcept { return bytes.data() + header.data_begin; }
};

struct members {
  std::optional<member> format, shape, indptr, indices, data;

  std::optional<member>* find(std::string_view name) noexcept {
    if (name == "format.npy") return &format;
    if (name == "shape.npy") return &shape;
    if (name == "indptr.npy") return &indptr;
    if (name == "indices.npy") return &indices;
    if (name == "data.npy") return &data;
    return nullptr;
  }
};

// The header determines the total length, so the start is read separately and the array is allocated once.
member read_member(zip_reader& zip, const byte_source& source) {
  member m;
  m.what = source.file.string() + ": member " + zip.name();
  array<std::byte> start(max_npy_header_bytes);
  start.truncate(zip.read(start.data(), start.size()));
  const std::uint64_t size = source.bytes.size();
  const bool overflows = size > no_element / max_inflation;
  m.header = parse_npy_header(start.view(), m.what, overflows ? no_element / 2 : size * max_inflation);
  const std::uint64_t total = m.header.total_bytes();
  require_host_memory(total, m.what);
  m.bytes = array<std::byte>(total);
  const std::uint64_t have = std::min<std::uint64_t>(start.size(), total);
  std::memcpy(m.bytes.data(), start.data(), have);
  const std::uint64_t got = have + (have < total ? zip.read(m.bytes.data() + have, total - have) : 0);
  std::byte beyond;
  if (got < total || start.size() > total || zip.read(&beyond, 1) != 0) {
    throw error(error_category::input, m.what + ": is not as long as its .npy header says; it is truncated or corrupted");
  }
  return m;
}

members read_members(const byte_source& source, const run_control& control) {
  members all;
  zip_reader zip(source.file, source.bytes);
  while (zip.next()) {
    check_stop(control);
    std::optional<member>* wanted = all.find(zip.name());
    if (wanted == nullptr) continue;
    if (wanted->has_value()) bad_input(source.file, "has two members {}", zip.name());
    *wanted = read_member(zip, source);
  }
  const auto require = [&](const std::optional<member>& m, std::string_view name) {
    if (!m) bad_input(source.file, "has no member {}.npy; save a CSR matrix with scipy.sparse.save_npz", name);
  };
  require(all.format, "format");
  require(all.shape, "shape");
  if (all.indptr || all.indices) {
    require(all.indptr, "indptr");
    require(all.indices, "indices");
    require(all.data, "data");
  }
  return all;
}

// The format, such as 'csr', stored as bytes, or as UCS-4 text by very old versions.
std::string format_of(const member& m) {
  std::string format;
  const std::uint64_t step = m.header.kind == 'U' ? 4 : 1;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(m.header.item_bytes, 4 * step) && m.header.items == 1; i += step) {
    const char c = static_cast<char>(m.data()[i]);
    if (c >= 'a' && c <= 'z') format += c;
  }
  return format;
}

// Calls `use` with a value of the C++ type that corresponds to the member's elements.
template <class Use>
void with_type(const member& m, Use use) {
  switch (m.header.kind) {
    case 'b':
      if (m.header.item_bytes == 1) return use(std::uint8_t{});
      break;
    case 'i':
      if (m.header.item_bytes == 1) return use(std::int8_t{});
      if (m.header.item_bytes == 2) return use(std::int16_t{});
      if (m.header.item_bytes == 4) return use(std::int32_t{});
      if (m.header.item_bytes == 8) return use(std::int64_t{});
      break;
    case 'u':
      if (m.header.item_bytes == 1) return use(std::uint8_t{});
      if (m.header.item_bytes == 2) return use(std::uint16_t{});
      if (m.header.item_bytes == 4) return use(std::uint32_t{});
      if (m.header.item_bytes == 8) return use(std::uint64_t{});
      break;
    case 'f':
      if (m.header.item_bytes == 4) return use(float{});
      if (m.header.item_bytes == 8) return use(double{});
      break;
    default:
      break;
  }
  throw error(error_category::input,
              fmt::format("{}: has elements of type '{}{}'; bool, integers and floating point of 4 or 8 bytes are "
                          "supported",
                          m.what, m.header.kind, m.header.item_bytes));
}

// Converts the first `count` elements with `convert`, which returns false for an invalid one; the first invalid element is
// reported.
template <class To, class Convert>
array<To> convert_elements(const member& m, std::uint64_t count, int threads, std::string_view wrong, Convert convert) {
  array<To> to(count);
  std::uint64_t first_bad = no_element;
  with_type(m, [&]<class From>(From) {
    const std::byte* from = m.data();
#pragma omp parallel for num_threads(threads) reduction(min : first_bad)
    for (std::uint64_t i = 0; i < count; ++i) {
      From value;
      std::memcpy(&value, from + i * sizeof(From), sizeof value);
      if (!convert(value, to[i])) first_bad = std::min(first_bad, i);
    }
    if (first_bad == no_element) return;
    From value;
    std::memcpy(&value, from + first_bad * sizeof(From), sizeof value);
    throw error(error_category::input, fmt::format("{}: element {} is {}, which is {}", m.what, first_bad, value, wrong));
  });
  return to;
}

template <class To>
array<To> convert_indices(const member& m, std::uint64_t count, std::uint64_t limit, int threads, std::string_view wrong) {
  if (m.header.kind != 'i' && m.header.kind != 'u') throw error(error_category::input, m.what + ": does not hold integers");
  return convert_elements<To>(m, count, threads, wrong, [limit](auto value, To& to) {
    if constexpr (std::is_integral_v<decltype(value)>) {
      const auto wide = static_cast<std::uint64_t>(value);  // negative ones become huge
      to = static_cast<To>(wide);
      return wide < limit;
    } else {
      return false;
    }
  });
}

// Converts to single precision if that represents the elements' type exactly, otherwise to double precision.
void convert_weights(const member& m, std::uint64_t count, int threads, graph_arrays& rows, std::vector<std::string>& notes) {
  const std::string_view wrong = "not a finite weight";
  const bool is_narrow =
      m.header.kind == 'f' ? m.header.item_bytes == sizeof(edge_weight) : m.header.item_bytes < sizeof(edge_weight);
  if (is_narrow) {
    rows.weights = convert_elements<edge_weight>(m, count, threads, wrong, [](auto value, edge_weight& to) {
      to = static_cast<edge_weight>(value);
      return std::isfinite(to);
    });
    return;
  }
  std::atomic<bool> changed{false};
  rows.wide_weights = convert_elements<double>(m, count, threads, wrong, [&changed](auto value, double& to) {
    to = static_cast<double>(value);
    if constexpr (std::is_integral_v<decltype(value)> && sizeof(value) == sizeof(double)) {
      if (std::fabs(to) >= exact_doubles && is_changed(value, to)) changed.store(true, std::memory_order_relaxed);
    }
    return std::isfinite(to);
  });
  if (changed.load()) notes.push_back("some weights are whole numbers above 2^53, which were rounded to double precision");
}

std::uint64_t square_size(const byte_source& source, const member& shape, int threads) {
  if (shape.header.items != 2) bad_input(source.file, "member shape.npy holds {} numbers, expected 2", shape.header.items);
  const auto extents =
      convert_indices<std::uint64_t>(shape, 2, max_vertices + 1, threads, "more than the largest number of vertices");
  if (extents[0] == extents[1]) return extents[0];
  bad_input(source.file, "holds a matrix of {} rows and {} columns; the matrix of a graph must be square", extents[0], extents[1]);
}

}  // namespace

parsed read_scipy_npz(const byte_source& source, const read_options& options) {
  const run_control& control = options.build.control;
  const int threads = thread_count(control);
  report_progress(control, "reading", 0, source.bytes.size());
  read_ahead(source.bytes);
  members all = read_members(source, control);
  const std::string format = format_of(*all.format);
  if (format != "csr" || !all.indptr) {
    bad_input(source.file, "holds a sparse matrix in the format '{}'; save matrix.tocsr() with scipy.sparse.save_npz", format);
  }
  const std::uint64_t n = square_size(source, *all.shape, threads);
  const std::uint64_t stored = std::min(all.indices->header.items, all.data->header.items);
  if (all.indptr->header.items != n + 1) {
    bad_input(source.file, "member indptr.npy has {} elements, but {} rows need {}", all.indptr->header.items, n, n + 1);
  }
  parsed result;
  graph_arrays& rows = result.rows.emplace();
  rows.offsets = convert_indices<edge_offset>(*all.indptr, n + 1, stored + 1, threads, "beyond the stored entries");
  const edge_offset m = rows.offsets[n];
  for (std::uint64_t v = 0; v <= n; ++v) {
    if (v == 0 ? rows.offsets[v] == 0 : rows.offsets[v] >= rows.offsets[v - 1]) continue;
    bad_input(source.file, "member indptr.npy: element {} is {}; elements must ascend from 0", v, rows.offsets[v]);
  }
  rows.targets = convert_indices<vertex_id>(*all.indices, m, n, threads, "outside the matrix");
  all.indices.reset();
  if (all.data->header.kind == 'b') {
    result.notes.push_back("the matrix holds truth values: the graph has no weights");
  } else {
    convert_weights(*all.data, m, threads, rows, result.notes);
  }
  return result;
}

}  // namespace fathom::io
