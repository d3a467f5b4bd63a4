#include "output/result_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "base/mapped_file.hpp"
#include "base/text.hpp"
#include "fathom/error.hpp"
#include "io/formats/npy.hpp"
#include "output/result_table.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {
namespace {

constexpr std::int64_t nothing = -1;  // unreached, or no predecessor

// Receives the value at each position. All encodings of a missing value have been replaced by `nothing`.
using value_sink = std::function<void(std::uint64_t position, std::int64_t value)>;

// The elements of a .npy file.
struct npy_elements {
  const std::filesystem::path& file;
  const std::byte* data;
  std::uint64_t count;
};

template <class Number>
void each_number(const npy_elements& elements, const value_sink& sink) {
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    Number value;
    std::memcpy(&value, elements.data + i * sizeof(Number), sizeof(Number));
    bool none = value == std::numeric_limits<Number>::max();
    if constexpr (std::is_signed_v<Number>) none = none || value < 0;
    if constexpr (std::is_floating_point_v<Number>) {
      none = none || !std::isfinite(value);
      if (!none && (value != std::trunc(value) || value > 0x1p53)) {
        throw error(error_category::input,
                    fmt::format("{}: {} at position {} is not an integer", elements.file.string(), value, i));
      }
    }
    sink(i, none ? nothing : static_cast<std::int64_t>(value));
  }
}

using number_reader = void (*)(const npy_elements&, const value_sink&);

// The reader for an element type; null if the type is not numeric.
number_reader reader_of(char kind, std::uint64_t item_bytes) {
  switch (item_bytes) {
    case 1:
      return kind == 'i' ? each_number<std::int8_t> : kind == 'u' ? each_number<std::uint8_t> : nullptr;
    case 2:
      return kind == 'i' ? each_number<std::int16_t> : kind == 'u' ? each_number<std::uint16_t> : nullptr;
    case 4:
      return kind == 'i'   ? each_number<std::int32_t>
             : kind == 'u' ? each_number<std::uint32_t>
             : kind == 'f' ? each_number<float>
                           : nullptr;
    case 8:
      return kind == 'i'   ? each_number<std::int64_t>
             : kind == 'u' ? each_number<std::uint64_t>
             : kind == 'f' ? each_number<double>
                           : nullptr;
    default:
      return nullptr;
  }
}

// Reads a .npy file's numbers in order; returns their count. Reads none if there are more than `most`.
std::uint64_t each_npy_number(const std::filesystem::path& file, std::uint64_t most, const value_sink& sink) {
  const mapped_file mapped = mapped_file::open(file);
  const io::npy_header header = io::parse_npy_header(mapped.bytes, file.string(), mapped.bytes.size());
  if (header.total_bytes() > mapped.bytes.size()) {
    throw error(error_category::input, fmt::format("{}: ends at byte {}, but its header states {} bytes; the file is incomplete",
                                                   file.string(), mapped.bytes.size(), header.total_bytes()));
  }
  const number_reader read = reader_of(header.kind, header.item_bytes);
  if (!read) {
    throw error(error_category::input,
                fmt::format("{}: has elements of {} bytes and kind '{}'; save it as integers or floating-point numbers",
                            file.string(), header.item_bytes, header.kind));
  }
  if (header.fortran_order && header.shape.size() > 1) {
    throw error(error_category::input, fmt::format("{}: is in Fortran order; save it in C order", file.string()));
  }
  if (header.items <= most) read({file, mapped.bytes.data() + header.data_begin, header.items}, sink);
  return header.items;
}

// Reads integers separated by white space; returns their count.
std::uint64_t each_text_number(const std::filesystem::path& file, const value_sink& sink) {
  const mapped_file mapped = mapped_file::open(file);
  const char* at = reinterpret_cast<const char*>(mapped.bytes.data());
  const char* const end = at + mapped.bytes.size();
  std::uint64_t position = 0, line = 1;
  while (true) {
    for (; at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'); ++at) line += *at == '\n';
    if (at == end) return position;
    std::int64_t value = 0;
    const auto [stop, status] = std::from_chars(at, end, value);
    if (status != std::errc{} || (stop < end && !std::strchr(" \n\t\r", *stop))) {
      const char* word = at;
      while (at < end && !std::strchr(" \n\t\r", *at) && at - word < 20) ++at;
      throw error(error_category::input, fmt::format("{}:{}: '{}' is not an integer", file.string(), line, std::string(word, at)));
    }
    at = stop;
    const bool none =
        value < 0 || value == std::numeric_limits<std::int32_t>::max() || value == std::numeric_limits<std::int64_t>::max();
    sink(position++, none ? nothing : value);
  }
}

// Reads all values of a .npy or text file. Throws if there are not sources * n of them.
void each_value(const std::filesystem::path& file, std::uint64_t sources, std::uint64_t n, const value_sink& sink) {
  const std::uint64_t expected = sources * n;
  const auto check_count = [&](std::uint64_t found) {
    if (found == expected) return;
    throw error(error_category::input,
                fmt::format("{}: has {}; {} in a graph of {} need {}", file.string(), counted(found, "value"),
                            counted(sources, "source"), counted(n, "vertex", "vertices"), grouped(expected)));
  };
  if (result_suffix(file) == ".npy") return check_count(each_npy_number(file, expected, sink));
  // Surplus values are counted, not stored.
  check_count(each_text_number(file, [&](std::uint64_t i, std::int64_t value) {
    if (i < expected) sink(i, value);
  }));
}

hop_count as_distance(const std::filesystem::path& file, std::uint64_t vertex, std::int64_t value) {
  if (value <= std::numeric_limits<hop_count>::max()) return static_cast<hop_count>(value);
  throw error(error_category::input,
              fmt::format("{}: distance {} of vertex {} is larger than any graph's", file.string(), value, vertex));
}

vertex_id as_predecessor(const graph& g, const std::filesystem::path& file, vertex_id v, std::int64_t value) {
  if (value == nothing) return no_vertex;
  const auto id = static_cast<std::uint64_t>(value);
  if (!g.arrays().labels.empty() && id < g.num_vertices())
    return static_cast<vertex_id>(id);  // a position, as result files have it
  if (const auto known = g.find_vertex(id)) return *known;
  throw error(error_category::input,
              fmt::format("{}: predecessor {} of vertex {} is not in the graph", file.string(), value, g.original_id(v)));
}

}  // namespace

void check_result_files(const std::filesystem::path& distances, const std::filesystem::path& predecessors) {
  if (is_table(predecessors)) {
    throw error(error_category::usage,
                fmt::format("--predecessors '{}': a table holds both arrays; use it with --distances", predecessors.string()));
  }
  if (is_table(distances) && !predecessors.empty()) {
    throw error(error_category::usage, fmt::format("--distances '{}' is a table, which also holds the predecessors; leave out "
                                                   "--predecessors, or use .npy or text for both",
                                                   distances.string()));
  }
}

std::vector<stored_result> read_results(const graph& g, std::span<const vertex_id> sources, const std::filesystem::path& distances,
                                        const std::filesystem::path& predecessors) {
  if (is_table(distances)) return read_table(g, sources, distances);
  const std::uint64_t n = g.num_vertices();
  std::vector<stored_result> results(sources.size());
  if (!distances.empty()) {
    for (stored_result& result : results) result.distances = array<hop_count>(n);
    each_value(distances, sources.size(), n, [&](std::uint64_t i, std::int64_t value) {
      results[i / n].distances[i % n] = as_distance(distances, g.original_id(static_cast<vertex_id>(i % n)), value);
    });
  }
  if (!predecessors.empty()) {
    for (stored_result& result : results) result.predecessors = array<vertex_id>(n);
    each_value(predecessors, sources.size(), n, [&](std::uint64_t i, std::int64_t value) {
      results[i / n].predecessors[i % n] = as_predecessor(g, predecessors, static_cast<vertex_id>(i % n), value);
    });
  }
  return results;
}

}  // namespace fathom::program
