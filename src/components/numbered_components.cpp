#include "components/numbered_components.hpp"

#include <algorithm>
#include <span>

#include "components/cpu/depth_first_search.hpp"
#include "fathom/components.hpp"

namespace fathom {
namespace {

constexpr vertex_id vertices_per_poll = 1u << 16;  // of the stop token

// A component's label is its first vertex.
void number_connected(const graph& g, const run_control& control, numbered_components& parts) {
  components_options options;
  options.sizes = false;
  options.control = control;
  const array<vertex_id> labels = connected_components(g, options).labels;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (labels[v] == v) {
      parts.of[v] = static_cast<vertex_id>(parts.sizes.size());
      parts.sizes.push_back(0);
    } else {
      parts.of[v] = parts.of[labels[v]];
    }
    ++parts.sizes[parts.of[v]];
  }
}

// Depth-first search completes components in the required (reverse topological) order, which parallel searches do not.
void number_strong(const graph& g, const run_control& control, numbered_components& parts) {
  components_engine::depth_first_search walk(g.view().out, parts.of, [&parts](std::span<const vertex_id> members) {
    for (const vertex_id v : members) parts.of[v] = static_cast<vertex_id>(parts.sizes.size());
    parts.sizes.push_back(static_cast<vertex_id>(members.size()));
  });
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (v % vertices_per_poll == 0) check_stop(control);
    if (walk.is_open(v)) walk.from(v);
  }
}

}  // namespace

numbered_components number_components(const graph& g, const run_control& control) {
  numbered_components parts;
  if (g.num_vertices() == 0) return parts;
  parts.of.assign(g.num_vertices(), no_vertex);
  g.directed() ? number_strong(g, control, parts) : number_connected(g, control, parts);
  const vertex_id most = *std::max_element(parts.sizes.begin(), parts.sizes.end());
  parts.largest = *std::find_if(parts.of.begin(), parts.of.end(), [&](vertex_id c) { return parts.sizes[c] == most; });
  return parts;
}

}  // namespace fathom
