// Reader of .fathom files: the graph's arrays are views into the mapped file; nothing is copied.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "base/mapped_file.hpp"
#include "io/formats/fathom_check.hpp"
#include "io/formats/fathom_header.hpp"
#include "io/formats/formats.hpp"
#include "io/input_error.hpp"
#include "io/row_part.hpp"

namespace fathom::io {
namespace {

// Copies the source if it is not aligned in memory: sections are aligned only relative to the start of the file, and a decompressed
// file may start at any address.
byte_source aligned(const byte_source& source) {
  constexpr std::uintptr_t alignment = alignof(std::uint64_t);
  if (reinterpret_cast<std::uintptr_t>(source.bytes.data()) % alignment == 0) return source;
  byte_source copy{source.file, {}, host_allocate(source.bytes.size())};
  std::memcpy(copy.owner.get(), source.bytes.data(), source.bytes.size());
  copy.bytes = {static_cast<const std::byte*>(copy.owner.get()), source.bytes.size()};
  return copy;
}

template <class T>
array<T> adopt(const fathom_contents& contents, section_kind kind) {
  const auto values = contents.view<T>(kind);
  if (values.empty()) return {};
  return array<T>::adopt(const_cast<T*>(values.data()), values.size(), contents.source->owner);
}

graph_properties properties_of(const fathom_header& h) {
  graph_properties p;
  p.directed = (h.flags & flag_directed) != 0;
  p.self_loops = h.self_loops;
  p.duplicates = h.duplicates;
  p.isolated = static_cast<vertex_id>(h.isolated);
  p.max_out_degree = h.max_out_degree;
  p.max_out_degree_vertex = static_cast<vertex_id>(h.max_out_degree_vertex);
  p.max_in_degree = h.max_in_degree;
  p.sorted = (h.flags & flag_sorted) != 0;
  p.out_degree_histogram = h.out_degree_histogram;
  return p;
}

graph_arrays graph_of(const fathom_contents& contents, const build_options& options) {
  using enum section_kind;
  graph_arrays a;
  a.offsets = adopt<edge_offset>(contents, offsets);
  a.targets = adopt<vertex_id>(contents, targets);
  if (options.in == in_edges::automatic) {
    a.in_offsets = adopt<edge_offset>(contents, in_offsets);
    a.in_targets = adopt<vertex_id>(contents, in_targets);
  }
  if (options.keep_weights) {
    a.weights = adopt<edge_weight>(contents, weights);
    a.wide_weights = adopt<double>(contents, wide_weights);
    if (!a.in_offsets.empty()) a.in_weights = adopt<edge_weight>(contents, in_weights);
    if (!a.in_offsets.empty()) a.in_wide_weights = adopt<double>(contents, in_wide_weights);
  }
  a.original_ids = adopt<std::uint64_t>(contents, original_ids);
  a.labels.offsets = adopt<std::uint64_t>(contents, label_offsets);
  a.labels.text = adopt<char>(contents, label_text);
  a.properties = properties_of(contents.header);
  return a;
}

layout_arrays layout_arrays_of(const fathom_contents& contents) {
  using enum section_kind;
  layout_arrays a;
  a.offsets = adopt<edge_offset>(contents, layout_offsets);
  a.targets = adopt<vertex_id>(contents, layout_targets);
  a.in_offsets = adopt<edge_offset>(contents, layout_in_offsets);
  a.in_targets = adopt<vertex_id>(contents, layout_in_targets);
  a.heads = adopt<vertex_id>(contents, layout_heads);
  a.to_caller = adopt<vertex_id>(contents, layout_to_caller);
  a.to_internal = adopt<vertex_id>(contents, layout_to_internal);
  return a;
}

layout_adjacency as_layout(const adjacency_view& adjacency) { return {adjacency.offsets, adjacency.targets}; }

// Creates the views of prepare(), over arrays that prepare() made in another process.
layout layout_of(const fathom_contents& contents, const graph& g) {
  const fathom_header& h = contents.header;
  const auto shared = std::make_shared<const layout_arrays>(layout_arrays_of(contents));
  const layout_arrays& a = *shared;
  layout made;
  made.num_vertices = static_cast<vertex_id>(h.layout_vertices);
  made.caller_vertices = static_cast<vertex_id>(h.num_vertices);
  made.num_edges = h.num_edges;
  made.directed = g.directed();
  made.order = h.layout_order == 2 ? vertex_order::degree : vertex_order::caller;
  made.head_width = static_cast<int>(h.layout_head_width);
  if (made.order == vertex_order::degree) {
    made.out = {a.offsets.data(), a.targets.data()};
    made.in = {a.in_offsets.data(), a.in_targets.data()};
    made.to_caller = a.to_caller.data();
    made.to_internal = a.to_internal.data();
  } else {
    made.source = g;
    made.out = as_layout(g.view().out);
    made.in = as_layout(g.view().in);
  }
  if (!made.directed) made.in = made.out;
  made.heads = a.heads.data();
  made.hub_degree = h.layout_hub_degree;
  made.num_hubs = static_cast<vertex_id>(h.layout_hubs);
  const auto reason = contents.view<char>(section_kind::layout_reason);
  made.reason.assign(reason.begin(), reason.end());
  made.seconds = h.layout_seconds;
  made.bytes = a.offsets.bytes() + a.targets.bytes() + a.in_offsets.bytes() + a.in_targets.bytes() + a.heads.bytes() +
               a.to_caller.bytes() + a.to_internal.bytes();
  made.arrays = shared;
  return made;
}

// Validates the indices of ids and labels. Checksums cover whole sections, which are not read here.
void check_names(const fathom_contents& contents, const edge_list& list) {
  const std::filesystem::path& file = contents.source->file;
  const auto falls = [](const auto& values) {
    return std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) != values.end();
  };
  if (falls(list.original_ids)) bad_input(file, "section original_ids does not ascend; the file is corrupted, write it again");
  const array<std::uint64_t>& places = list.labels.offsets;
  if (places.empty()) return;
  if (!std::is_sorted(places.begin(), places.end()) || places[0] != 0 || places[places.size() - 1] != list.labels.text.size()) {
    bad_input(file, "section label_offsets does not ascend to the length of the labels; the file is corrupted, write it again");
  }
}

// Reads the edges of this part's rows, one by one; the names of all vertices are views into the mapped file.
parsed read_rows(const fathom_contents& contents, file_part part, bool keep_weights) {
  using enum section_kind;
  const fathom_header& h = contents.header;
  const auto starts = contents.view<edge_offset>(offsets);
  const auto ends = contents.view<vertex_id>(targets);
  const auto all_wide = keep_weights ? contents.view<double>(wide_weights) : std::span<const double>();
  const auto all_weights = keep_weights ? contents.view<edge_weight>(weights) : std::span<const edge_weight>();
  const auto offset_at = [&](std::uint64_t v) { return starts.empty() ? 0 : starts[v]; };
  const index_range rows = row_part(h.num_vertices, h.num_edges, part, offset_at);
  if (const std::uint64_t bad = bad_offset(rows, h.num_vertices, h.num_edges, offset_at); bad != no_bad_offset) {
    bad_input(contents.source->file, "section offsets: element {} (byte {}) is {}; offsets must ascend from 0 to {}", bad,
              contents[offsets].offset + bad * sizeof(edge_offset), offset_at(bad), h.num_edges);
  }
  const std::uint64_t first = offset_at(rows.first), count = offset_at(rows.last) - first;
  read_ahead(std::as_bytes(ends.subspan(first, count)));
  parsed result;
  edge_list& list = result.edges.emplace();
  list.num_vertices = h.num_vertices;
  list.sources = array<vertex_id>(count);
  list.targets = array<vertex_id>(count);
  if (!all_weights.empty()) list.weights = array<edge_weight>(count);
  if (!all_wide.empty()) list.weights = {}, list.wide_weights = array<double>(count);
  for (std::uint64_t u = rows.first; u < rows.last; ++u) {
    for (std::uint64_t e = starts[u]; e < starts[u + 1]; ++e) {
      if (ends[e] >= h.num_vertices) {
        bad_input(contents.source->file,
                  "section targets: element {} (byte {}) is {}, which is outside the graph; the file is corrupted, write it again",
                  e, contents[targets].offset + e * sizeof(vertex_id), ends[e]);
      }
      list.sources[e - first] = static_cast<vertex_id>(u);
      list.targets[e - first] = ends[e];
      if (all_weights.empty()) continue;
      const double w = all_wide.empty() ? double{all_weights[e]} : all_wide[e];
      if (!std::isfinite(w)) bad_input(contents.source->file, "section weights: element {} is {}; weights must be finite", e, w);
      if (all_wide.empty()) {
        list.weights[e - first] = all_weights[e];
      } else {
        list.wide_weights[e - first] = w;
      }
    }
  }
  list.original_ids = adopt<std::uint64_t>(contents, original_ids);
  list.labels.offsets = adopt<std::uint64_t>(contents, label_offsets);
  list.labels.text = adopt<char>(contents, label_text);
  check_names(contents, list);
  list.notes.push_back("checksums were not verified: they cover whole sections, and each process read only its own rows");
  result.part.entries = count, result.part.announced = h.num_edges, result.part.are_rows = true,
  result.part.rows_directed = (h.flags & flag_directed) != 0;
  return result;
}

// A stored graph is used as is unless the options require different edges.
bool must_be_rebuilt(const fathom_header& h, const read_options& options) {
  const bool directed = (h.flags & flag_directed) != 0;
  const bool merged = options.merge_stored && h.duplicates > 0 && options.build.parallel != parallel_edges::keep;
  return merged || (directed && (options.build.symmetrize || options.direction == stated_direction::undirected));
}

}  // namespace

parsed read_fathom(const byte_source& source, const read_options& options) {
  const byte_source bytes = aligned(source);
  const fathom_contents contents = open_fathom(bytes);
  if (!source.part.is_whole()) return read_rows(contents, source.part, options.build.keep_weights);
  read_ahead(bytes.bytes);
  if (!options.trust) check_sections(contents, options.build.control);
  parsed result;
  graph_arrays arrays = graph_of(contents, options.build);
  if (must_be_rebuilt(contents.header, options)) {
    result.rows = std::move(arrays);
    result.rows_directed = (contents.header.flags & flag_directed) != 0;
    return result;
  }
  const bool in_edges_dropped = arrays.in_offsets.empty() && contents.has(section_kind::in_offsets);
  result.finished = graph(std::move(arrays));
  if ((contents.header.flags & flag_layout) != 0 && !in_edges_dropped) result.prepared = layout_of(contents, *result.finished);
  if (options.trust) result.notes.push_back("checksums and bounds were not checked, as requested");
  return result;
}

}  // namespace fathom::io
