#include "io/formats/scipy_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/memory.hpp"
#include "graph/build/wide_weights.hpp"
#include "io/compression/zip_archive.hpp"
#include "io/input_error.hpp"

namespace fathom::io {
namespace {

// Deflate compresses by a factor of at most 1032 (zlib documentation): a larger declared size is invalid.
constexpr std::uint64_t max_inflation = 1032;
constexpr std::uint64_t no_element = std::numeric_limits<std::uint64_t>::max();

std::optional<npz_member>* find(npz_members& all, std::string_view name) noexcept {
  if (name == "format.npy") return &all.format;
  if (name == "shape.npy") return &all.shape;
  if (name == "indptr.npy") return &all.indptr;
  if (name == "indices.npy") return &all.indices;
  if (name == "row.npy") return &all.row;
  if (name == "col.npy") return &all.col;
  if (name == "data.npy") return &all.data;
  return nullptr;
}

// The header determines the total length, so the start is read separately and the array is allocated once.
npz_member read_member(zip_reader& zip, const byte_source& source) {
  npz_member m;
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

// Calls `use` with a value of the C++ type that corresponds to the member's elements.
template <class Use>
void with_type(const npz_member& m, Use use) {
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
array<To> convert_elements(const npz_member& m, std::uint64_t count, int threads, std::string_view wrong, Convert convert) {
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

}  // namespace

npz_members read_npz_members(const byte_source& source, const run_control& control) {
  npz_members all;
  zip_reader zip(source.file, source.bytes);
  while (zip.next()) {
    check_stop(control);
    std::optional<npz_member>* wanted = find(all, zip.name());
    if (wanted == nullptr) continue;
    if (wanted->has_value()) bad_input(source.file, "has two members {}", zip.name());
    *wanted = read_member(zip, source);
  }
  const char* missing = !all.format ? "format" : !all.shape ? "shape" : nullptr;
  if (missing != nullptr) bad_input(source.file, "has no member {}.npy; save a matrix with scipy.sparse.save_npz", missing);
  return all;
}

// The text is stored as bytes, or as UCS-4 by very old versions.
std::string matrix_format_of(const npz_member& m) {
  std::string format;
  const std::uint64_t step = m.header.kind == 'U' ? 4 : 1;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(m.header.item_bytes, 4 * step) && m.header.items == 1; i += step) {
    const char c = static_cast<char>(m.data()[i]);
    if (c >= 'a' && c <= 'z') format += c;
  }
  return format;
}

template <class To>
array<To> npz_indices(const npz_member& m, std::uint64_t count, std::uint64_t limit, int threads, std::string_view wrong) {
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

template array<vertex_id> npz_indices(const npz_member&, std::uint64_t, std::uint64_t, int, std::string_view);
template array<std::uint64_t> npz_indices(const npz_member&, std::uint64_t, std::uint64_t, int, std::string_view);

npz_weights npz_weights_of(const npz_member& m, std::uint64_t count, int threads, std::vector<std::string>& notes) {
  npz_weights weights;
  if (m.header.kind == 'b') {
    notes.push_back("the matrix holds truth values: the graph has no weights");
    return weights;
  }
  const std::string_view wrong = "not a finite weight";
  const bool is_narrow =
      m.header.kind == 'f' ? m.header.item_bytes == sizeof(edge_weight) : m.header.item_bytes < sizeof(edge_weight);
  if (is_narrow) {
    weights.single = convert_elements<edge_weight>(m, count, threads, wrong, [](auto value, edge_weight& to) {
      to = static_cast<edge_weight>(value);
      return std::isfinite(to);
    });
    return weights;
  }
  std::atomic<bool> changed{false};
  weights.wide = convert_elements<double>(m, count, threads, wrong, [&changed](auto value, double& to) {
    to = static_cast<double>(value);
    if constexpr (std::is_integral_v<decltype(value)> && sizeof(value) == sizeof(double)) {
      if (std::fabs(to) >= exact_doubles && is_changed(value, to)) changed.store(true, std::memory_order_relaxed);
    }
    return std::isfinite(to);
  });
  if (changed.load()) notes.push_back("some weights are whole numbers above 2^53, which were rounded to double precision");
  return weights;
}

}  // namespace fathom::io
