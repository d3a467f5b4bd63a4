// Writer of .fathom files: computes checksums first, in parallel, then writes header, table and sections as one stream.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "fathom/error.hpp"
#include "io/formats/fathom_format.hpp"
#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/section_writer.hpp"

namespace fathom::io {
namespace {

class section_list : public section_writer<section_kind, section_alignment> {
 public:
  template <class T>
  void add(section_kind kind, const T* values, std::uint64_t count) {
    if (values != nullptr) section_writer::add(kind, std::span(values, count), thread_count({}));
  }
};

[[noreturn]] void refuse(const std::string& why) { throw error(error_category::output, "cannot be written as .fathom: " + why); }

void check_layout(const layout& l, const graph& g) {
  if (l.where.kind != device_kind::cpu) {
    refuse(fmt::format("the layout is in the memory of {}; prepare one for the cpu", to_string(l.where)));
  }
  const bool same_in_edges = (l.in.offsets != nullptr) == (g.view().in.offsets != nullptr);
  if (l.caller_vertices == g.num_vertices() && l.num_edges == g.num_edges() && l.directed == g.directed() && same_in_edges) return;
  refuse(fmt::format("the layout belongs to another graph, with {} vertices and {} edges, but this one has {} and {}",
                     l.caller_vertices, l.num_edges, g.num_vertices(), g.num_edges()));
}

void add_graph(section_list& sections, const graph& g) {
  using enum section_kind;
  static constexpr edge_offset no_offsets[] = {0};  // for a graph without vertices
  const std::uint64_t n = g.num_vertices();
  const graph_view& view = g.view();
  const graph_arrays& arrays = g.arrays();
  sections.add(offsets, view.out.offsets != nullptr ? view.out.offsets : no_offsets, n + 1);
  sections.add(targets, view.out.targets, view.num_edges);
  sections.add(weights, view.out.weights, view.num_edges);
  sections.add(wide_weights, view.out.wide_weights, view.num_edges);
  if (g.directed()) {
    sections.add(in_offsets, view.in.offsets, n + 1);
    sections.add(in_targets, view.in.targets, view.num_edges);
    sections.add(in_weights, view.in.weights, view.num_edges);
    sections.add(in_wide_weights, view.in.wide_weights, view.num_edges);
  }
  sections.add(original_ids, arrays.original_ids.data(), arrays.original_ids.size());
  sections.add(label_offsets, arrays.labels.offsets.data(), arrays.labels.offsets.size());
  sections.add(label_text, arrays.labels.text.data(), arrays.labels.text.size());
}

void add_layout(section_list& sections, const layout& l) {
  using enum section_kind;
  const std::uint64_t n = l.num_vertices;
  const std::uint64_t heads = n * static_cast<std::uint64_t>(l.head_width);
  const bool in_edges = l.directed && l.in.offsets != nullptr;
  if (l.order == vertex_order::degree) {
    sections.add(layout_offsets, l.out.offsets, n + 1);
    sections.add(layout_targets, l.out.targets, l.num_edges);
    if (in_edges) sections.add(layout_in_offsets, l.in.offsets, n + 1);
    if (in_edges) sections.add(layout_in_targets, l.in.targets, l.num_edges);
  }
  sections.add(layout_heads, l.heads, heads);
  if (l.order == vertex_order::degree) sections.add(layout_to_caller, l.to_caller, n + 1);
  sections.add(layout_to_internal, l.to_internal, l.caller_vertices);
  sections.add(layout_reason, l.reason.data(), std::min<std::uint64_t>(l.reason.size(), max_reason_bytes));
}

void describe_graph(fathom_header& h, const graph& g) {
  const graph_properties& p = g.properties();
  const auto& bins = p.out_degree_histogram;
  if (std::accumulate(bins.begin(), bins.end(), std::uint64_t{0}) != g.num_vertices()) {
    refuse("the graph's properties are not set; create the graph with build() or from_csr()");
  }
  h.flags = (p.directed ? flag_directed : 0) | (p.sorted ? flag_sorted : 0);
  h.num_vertices = g.num_vertices();
  h.num_edges = g.num_edges();
  h.self_loops = p.self_loops;
  h.duplicates = p.duplicates;
  h.isolated = p.isolated;
  h.max_out_degree = p.max_out_degree;
  h.max_out_degree_vertex = p.max_out_degree_vertex;
  h.max_in_degree = p.max_in_degree;
  h.out_degree_histogram = bins;
}

void describe_layout(fathom_header& h, const layout& l) {
  h.flags |= flag_layout;
  h.layout_vertices = l.num_vertices;
  h.layout_hub_degree = l.hub_degree;
  h.layout_hubs = l.num_hubs;
  h.layout_seconds = 0;  // so that the same graph produces the same bytes
  h.layout_order = l.order == vertex_order::degree ? 2 : 1;
  h.layout_head_width = static_cast<std::uint32_t>(l.head_width);
}

fathom_header new_header() {
  fathom_header h{};
  std::ranges::copy(fathom_magic, h.magic.begin());
  h.byte_order = byte_order_mark;
  h.version = fathom_version;
  h.header_bytes = sizeof(fathom_header);
  h.vertex_id_bytes = sizeof(vertex_id);
  h.offset_bytes = sizeof(edge_offset);
  h.weight_bytes = sizeof(edge_weight);
  return h;
}

}  // namespace

void write_fathom(output_file& out, const graph& g, const layout* prepared) {
  fathom_header h = new_header();
  if (!g.has_wide_weights()) h.version = first_fathom_version;
  section_list sections;
  describe_graph(h, g);
  add_graph(sections, g);
  if (prepared != nullptr) {
    check_layout(*prepared, g);
    describe_layout(h, *prepared);
    add_layout(sections, *prepared);
  }
  sections.write(out, h);
}

extern constinit const format_description own_format{
    .format = file_format::fathom,
    .names = {"fathom"},
    .suffixes = {".fathom"},
    .read_in_parts = true,
    .has_signature = [](const text_sample& sample) { return sample.start.starts_with(fathom_magic); },
    .read_bytes = read_fathom,
    .write = [](output_file& out, const write_request& request) { write_fathom(out, request.g, request.options.prepared); },
    .loses = {.labels = false}};

}  // namespace fathom::io
