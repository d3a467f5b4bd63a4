#include "io/formats/fathom_header.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <string_view>

#include "fathom/layout.hpp"
#include "io/input_error.hpp"
#include "io/section_table.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view remedy = "the file is truncated or corrupted; write it again";

void check_identity(const byte_source& source, const fathom_header& h) {
  if (std::string_view(h.magic.data(), h.magic.size()) != fathom_magic) {
    bad_input(source.file, "does not begin with the signature of a .fathom file; choose its format with --format");
  }
  if (h.byte_order != byte_order_mark) {
    bad_input(source.file, "was written on a machine with a different byte order; convert it there to another format");
  }
  if (h.version > fathom_version) {
    bad_input(source.file, "has version {} of the .fathom format, but this library reads versions up to {}; use a newer library",
              h.version, fathom_version);
  }
  if (h.version == 0) bad_input(source.file, "has version 0 of the .fathom format, which does not exist; {}", remedy);
}

// Checks for a section of `count` elements of `element_bytes`; if `optional`, it may be absent.
void expect(const fathom_contents& contents, section_kind kind, std::uint64_t count, std::uint32_t element_bytes, bool optional) {
  const section_entry& entry = contents[kind];
  if (entry.bytes == 0 && (optional || count == 0)) return;
  if (entry.bytes == count * element_bytes && entry.element_bytes == element_bytes) return;
  bad_input(contents.source->file, "section {} has {} bytes in elements of {} bytes, expected {} elements of {} bytes; {}",
            to_string(kind), entry.bytes, entry.element_bytes, count, element_bytes, remedy);
}

void expect_absent(const fathom_contents& contents, std::initializer_list<section_kind> kinds, std::string_view why) {
  for (const section_kind kind : kinds) {
    if (contents.has(kind)) bad_input(contents.source->file, "has a section {} although {}; {}", to_string(kind), why, remedy);
  }
}

void check_graph_sections(const fathom_contents& contents) {
  using enum section_kind;
  const std::uint64_t n = contents.header.num_vertices;
  const std::uint64_t m = contents.header.num_edges;
  expect(contents, offsets, n + 1, sizeof(edge_offset), false);
  expect(contents, targets, m, sizeof(vertex_id), false);
  expect(contents, weights, m, sizeof(edge_weight), true);
  expect(contents, wide_weights, m, sizeof(double), true);
  if (!contents.has(weights)) expect_absent(contents, {wide_weights}, "it has no section weights");
  if ((contents.header.flags & flag_directed) == 0) {
    expect_absent(contents, {in_offsets, in_targets, in_weights, in_wide_weights, layout_in_offsets, layout_in_targets},
                  "the graph is undirected");
  }
  const bool in_edges = contents.has(in_offsets);
  if (!in_edges) expect_absent(contents, {in_targets, in_weights}, "it has no section in_offsets");
  expect(contents, in_offsets, n + 1, sizeof(edge_offset), true);
  expect(contents, in_targets, in_edges ? m : 0, sizeof(vertex_id), false);
  expect(contents, in_weights, m, sizeof(edge_weight), true);
  expect(contents, in_wide_weights, contents.has(wide_weights) && in_edges ? m : 0, sizeof(double), false);
  expect(contents, original_ids, n, sizeof(std::uint64_t), true);
  expect(contents, label_offsets, n + 1, sizeof(std::uint64_t), true);
  if (!contents.has(label_offsets)) expect_absent(contents, {label_text}, "it has no section label_offsets");
  expect(contents, label_text, contents[label_text].bytes, sizeof(char), true);
}

void check_layout_sections(const fathom_contents& contents) {
  using enum section_kind;
  const fathom_header& h = contents.header;
  if ((h.flags & flag_layout) == 0) {
    return expect_absent(contents,
                         {layout_offsets, layout_targets, layout_in_offsets, layout_in_targets, layout_heads, layout_to_caller,
                          layout_to_internal, layout_reason},
                         "its flags declare no layout");
  }
  const bool by_degree = h.layout_order == 2;
  const std::uint64_t n = h.layout_vertices;
  if (!by_degree) {
    expect_absent(contents,
                  {layout_offsets, layout_targets, layout_in_offsets, layout_in_targets, layout_to_caller, layout_to_internal},
                  "its layout is in the caller's order");
  }
  expect(contents, layout_offsets, by_degree ? n + 1 : 0, sizeof(edge_offset), false);
  expect(contents, layout_targets, by_degree ? h.num_edges : 0, sizeof(vertex_id), false);
  // The layout has in-edges if the graph has them, and heads if there are in-edges: engines do not check further.
  const bool directed = (h.flags & flag_directed) != 0;
  const bool in_edges = !directed || contents.has(in_offsets);
  const bool own_in_edges = directed && in_edges && by_degree;
  expect(contents, layout_in_offsets, own_in_edges ? n + 1 : 0, sizeof(edge_offset), false);
  expect(contents, layout_in_targets, own_in_edges ? h.num_edges : 0, sizeof(vertex_id), false);
  expect(contents, layout_heads, in_edges ? n * h.layout_head_width : 0, sizeof(vertex_id), false);
  expect(contents, layout_to_caller, by_degree ? n + 1 : 0, sizeof(vertex_id), false);
  expect(contents, layout_to_internal, by_degree ? h.num_vertices : 0, sizeof(vertex_id), false);
  if (contents[layout_reason].bytes > max_reason_bytes) {
    bad_input(contents.source->file, "section layout_reason has {} bytes, more than the allowed {}; {}",
              contents[layout_reason].bytes, max_reason_bytes, remedy);
  }
}

// Checks the counts first, so that products in the section checks cannot overflow: every count is below the file's size.
void check_counts(const fathom_contents& contents) {
  const fathom_header& h = contents.header;
  const std::filesystem::path& file = contents.source->file;
  const std::uint64_t size = contents.source->bytes.size();
  if (h.vertex_id_bytes != sizeof(vertex_id) || h.offset_bytes != sizeof(edge_offset) || h.weight_bytes != sizeof(edge_weight)) {
    bad_input(file, "has ids of {}, offsets of {} and weights of {} bytes; this version supports 4, 8 and 4", h.vertex_id_bytes,
              h.offset_bytes, h.weight_bytes);
  }
  const bool clean = h.zero == 0 && std::ranges::all_of(h.reserved, [](std::uint8_t byte) { return byte == 0; });
  if (!clean || (h.flags & ~all_flags) != 0)
    bad_input(file, "sets flags {:#x} or reserved bytes that version {} does not define", h.flags, h.version);
  if (h.file_bytes != size) bad_input(file, "is {} bytes long, but was written with {}; {}", size, h.file_bytes, remedy);
  if (h.num_vertices > max_vertices || h.num_vertices > size / sizeof(edge_offset) || h.num_edges > size / sizeof(vertex_id)) {
    bad_input(file, "declares {} vertices and {} edges in {} bytes; {}", h.num_vertices, h.num_edges, size, remedy);
  }
  const auto& bins = h.out_degree_histogram;
  const bool bins_fit = std::ranges::all_of(bins, [&](std::uint64_t count) { return count <= h.num_vertices; }) &&
                        std::accumulate(bins.begin(), bins.end(), std::uint64_t{0}) == h.num_vertices;
  const bool hub_fits = h.max_out_degree_vertex < h.num_vertices || (h.max_out_degree == 0 && h.max_out_degree_vertex == no_vertex);
  if (!bins_fit || !hub_fits || h.isolated > h.num_vertices ||
      std::max({h.self_loops, h.duplicates, h.max_out_degree, h.max_in_degree}) > h.num_edges) {
    bad_input(file, "states properties that are impossible for {} vertices and {} edges; {}", h.num_vertices, h.num_edges, remedy);
  }
}

void check_layout_scalars(const fathom_contents& contents) {
  const fathom_header& h = contents.header;
  bool good = false;
  if ((h.flags & flag_layout) == 0) {
    good = (h.layout_vertices | h.layout_hub_degree | h.layout_hubs | h.layout_order | h.layout_head_width) == 0 &&
           std::bit_cast<std::uint64_t>(h.layout_seconds) == 0;
  } else {
    const bool same_size = h.layout_vertices == h.num_vertices;
    good = h.layout_vertices <= h.num_vertices && h.layout_hubs <= h.layout_vertices && known_head_width(h.layout_head_width) &&
           h.layout_seconds >= 0 && (h.layout_order == 2 || (h.layout_order == 1 && same_size));
  }
  if (!good) bad_input(contents.source->file, "describes a layout that does not fit its graph; {}", remedy);
}

}  // namespace

fathom_contents open_fathom(const byte_source& source) {
  fathom_contents contents;
  contents.source = &source;
  if (source.bytes.size() < sizeof(fathom_header)) {
    bad_input(source.file, "is {} bytes long, shorter than the {} bytes of a .fathom header; {}", source.bytes.size(),
              sizeof(fathom_header), remedy);
  }
  std::memcpy(&contents.header, source.bytes.data(), sizeof(fathom_header));
  check_identity(source, contents.header);
  const auto table = read_section_table<section_kinds>(source.file, source.bytes, contents.header, remedy);
  check_counts(contents);
  check_layout_scalars(contents);
  const std::uint32_t known = contents.header.version == first_fathom_version ? first_section_kinds : section_kinds;
  contents.sections =
      placed_sections<section_kind, section_alignment>(source.file, source.bytes.size(), contents.header, table, known, remedy);
  check_graph_sections(contents);
  check_layout_sections(contents);
  return contents;
}

}  // namespace fathom::io
