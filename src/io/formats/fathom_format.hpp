// Layout of the `.fathom` file, described in docs/fathom-format.md; a change here requires a new version there. All values are
// little-endian. Header, section table, then sections at page boundaries, so that a mapped file can be used as the graph.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "fathom/graph.hpp"

namespace fathom::io {

/// The first byte is above ASCII and the last is a line feed, as in PNG: transfers that strip bit 7 or convert LF to CR LF are
/// detected.
inline constexpr std::string_view fathom_magic{
    "\x89"
    "FATHOM\n",
    8};
inline constexpr std::uint32_t fathom_version = 2;
/// The version of a graph without sections of version 2, so that older libraries can read it.
inline constexpr std::uint32_t first_fathom_version = 1;
inline constexpr std::uint32_t byte_order_mark = 0x01020304;
/// Sections begin at multiples of this many bytes: a page, so that no two sections share one and every array is aligned.
inline constexpr std::uint64_t section_alignment = 4096;
/// The layout::head_width values that prepare() produces and engines are compiled for: 1 in degree order, 4 in the caller's order.
/// An engine would misread rows of another width, so a file with one is refused.
[[nodiscard]] constexpr bool known_head_width(std::uint32_t width) noexcept { return width == 1 || width == 4; }
/// Maximum bytes of layout::reason: one sentence.
inline constexpr std::uint64_t max_reason_bytes = 1024;

inline constexpr std::uint32_t flag_directed = 1;
inline constexpr std::uint32_t flag_sorted = 2;
inline constexpr std::uint32_t flag_layout = 4;
inline constexpr std::uint32_t all_flags = flag_directed | flag_sorted | flag_layout;

enum class section_kind : std::uint32_t {
  offsets = 1,              ///< u64[n + 1]
  targets = 2,              ///< u32[m]
  weights = 3,              ///< f32[m]
  in_offsets = 4,           ///< u64[n + 1]
  in_targets = 5,           ///< u32[m]
  in_weights = 6,           ///< f32[m]
  original_ids = 7,         ///< u64[n]
  label_offsets = 8,        ///< u64[n + 1]
  label_text = 9,           ///< UTF-8
  layout_offsets = 10,      ///< u64[layout n + 1]; these four in degree order only
  layout_targets = 11,      ///< u32[m]
  layout_in_offsets = 12,   ///< u64[layout n + 1]
  layout_in_targets = 13,   ///< u32[m]
  layout_heads = 14,        ///< u32[layout n * head width]
  layout_to_caller = 15,    ///< u32[layout n + 1], the last is no_vertex
  layout_to_internal = 16,  ///< u32[n]
  layout_reason = 17,       ///< UTF-8
  wide_weights = 18,        ///< f64[m]; this and the next from version 2 on
  in_wide_weights = 19,     ///< f64[m]
};
inline constexpr std::uint32_t section_kinds = 19;
/// The number of section kinds in version 1.
inline constexpr std::uint32_t first_section_kinds = 17;

[[nodiscard]] constexpr std::string_view to_string(section_kind kind) noexcept {
  constexpr std::array<std::string_view, section_kinds + 1> names{"",
                                                                  "offsets",
                                                                  "targets",
                                                                  "weights",
                                                                  "in_offsets",
                                                                  "in_targets",
                                                                  "in_weights",
                                                                  "original_ids",
                                                                  "label_offsets",
                                                                  "label_text",
                                                                  "layout_offsets",
                                                                  "layout_targets",
                                                                  "layout_in_offsets",
                                                                  "layout_in_targets",
                                                                  "layout_heads",

                                                                  "layout_to_caller",
                                                                  "layout_to_internal",
                                                                  "layout_reason",
                                                                  "wide_weights",
                                                                  "in_wide_weights"};
  return names[static_cast<std::uint32_t>(kind)];
}

struct fathom_header {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint32_t section_count;
  std::uint8_t vertex_id_bytes;
  std::uint8_t offset_bytes;
  std::uint8_t weight_bytes;
  std::uint8_t zero;
  std::uint32_t flags;
  std::uint64_t file_bytes;
  std::uint64_t num_vertices;
  std::uint64_t num_edges;
  std::uint64_t self_loops;
  std::uint64_t duplicates;
  std::uint64_t isolated;
  std::uint64_t max_out_degree;
  std::uint64_t max_out_degree_vertex;
  std::uint64_t max_in_degree;
  std::array<std::uint64_t, graph_properties::histogram_bins> out_degree_histogram;
  std::uint64_t layout_vertices;
  std::uint64_t layout_hub_degree;
  std::uint64_t layout_hubs;
  double layout_seconds;
  std::uint32_t layout_order;  ///< 0 no layout, 1 the caller's order, 2 by degree
  std::uint32_t layout_head_width;
  std::array<std::uint8_t, 88> reserved;  ///< zero
  std::uint64_t checksum;                 ///< XXH3 of everything before it, then of the section table that follows
};
static_assert(sizeof(fathom_header) == 512 && offsetof(fathom_header, layout_vertices) == 376 && std::is_trivial_v<fathom_header>);

struct section_entry {
  std::uint32_t kind;
  std::uint32_t element_bytes;
  std::uint64_t offset;    ///< from the start of the file; a multiple of section_alignment
  std::uint64_t bytes;     ///< never 0: an empty array has no section
  std::uint64_t checksum;  ///< see checksum()
};
static_assert(sizeof(section_entry) == 32 && std::is_trivial_v<section_entry>);

}  // namespace fathom::io
