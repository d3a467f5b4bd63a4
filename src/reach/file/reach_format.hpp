// Layout of the `.reach` file, described in docs/reach-format.md; a change here requires a new version there. All values are
// little-endian. Header, section table, then sections, so that a mapped file can be used as the index.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "fathom/types.hpp"
#include "io/formats/fathom_format.hpp"

namespace fathom::io {

/// Like the signature of .fathom: detects transfers that strip bit 7 or convert LF to CR LF.
inline constexpr std::string_view reach_magic{
    "\x89"
    "FREACH\n",
    8};
inline constexpr std::uint32_t reach_version = 1;
/// Sections begin at multiples of this many bytes (a cache line), with zeros between them.
inline constexpr std::uint64_t reach_alignment = 64;

enum class reach_section : std::uint32_t {
  selected = 1,       ///< u32[selected], ascending
  row_table = 2,      ///< reach_row[selected]
  rows = 3,           ///< u64 words
  original_ids = 4,   ///< u64[n]
  label_offsets = 5,  ///< u64[n + 1]
  label_text = 6,     ///< UTF-8
};
inline constexpr std::uint32_t reach_sections = 6;

[[nodiscard]] constexpr std::string_view to_string(reach_section section) noexcept {
  constexpr std::array<std::string_view, reach_sections + 1> names{
      "", "selected", "row_table", "rows", "original_ids", "label_offsets", "label_text"};
  return names[static_cast<std::uint32_t>(section)];
}

struct reach_header {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint32_t section_count;
  std::uint8_t vertex_id_bytes;
  std::uint8_t code_bits;
  std::uint16_t zero;
  std::uint32_t k;
  std::uint64_t file_bytes;
  std::uint64_t num_vertices;    ///< of the graph
  std::uint64_t num_edges;       ///< of the graph
  std::uint64_t graph_checksum;  ///< graph_checksum() of the graph
  std::uint64_t num_selected;
  std::uint64_t pairs;  ///< sum of the rows' counts
  std::array<std::uint8_t, 40> reserved;
  std::uint64_t checksum;  ///< of the header up to here and the section table
};
static_assert(sizeof(reach_header) == 128 && offsetof(reach_header, checksum) == 120 && std::is_trivial_v<reach_header>);

enum class reach_form : std::uint32_t {
  dense = 0,   ///< a code for each of the n vertices
  sparse = 1,  ///< the vertices within k hops, ascending, then their codes
};

/// The row of a selected vertex.
struct reach_row {
  std::uint64_t offset;  ///< from the start of the section of rows; equals the end of the previous row
  std::uint32_t count;   ///< vertices within k hops, including the selected vertex
  reach_form form;
  std::uint64_t checksum;  ///< XXH3 of the row
};
static_assert(sizeof(reach_row) == 24 && std::is_trivial_v<reach_row>);

/// Codes are the distances 0 to k, and k + 1 for vertices farther away.
[[nodiscard]] constexpr int code_bits_for(hop_count k) noexcept { return std::bit_width(static_cast<std::uint32_t>(k) + 1); }

/// The number of 64-bit words of `count` codes.
[[nodiscard]] constexpr std::uint64_t code_words(std::uint64_t count, int bits) noexcept {
  return (count * static_cast<std::uint64_t>(bits) + 63) / 64;
}
/// The number of words of a sparse row's vertex list, with two vertices per word.
[[nodiscard]] constexpr std::uint64_t list_words(std::uint64_t count) noexcept { return (count + 1) / 2; }

[[nodiscard]] constexpr std::uint64_t row_words(reach_form form, std::uint64_t num_vertices, std::uint64_t count,
                                                int bits) noexcept {
  return form == reach_form::dense ? code_words(num_vertices, bits) : list_words(count) + code_words(count, bits);
}

/// The smaller form; dense if both are equal, since dense rows are faster to query.
[[nodiscard]] constexpr reach_form smaller_form(std::uint64_t num_vertices, std::uint64_t count, int bits) noexcept {
  const std::uint64_t dense = row_words(reach_form::dense, num_vertices, count, bits);
  return row_words(reach_form::sparse, num_vertices, count, bits) < dense ? reach_form::sparse : reach_form::dense;
}

}  // namespace fathom::io
