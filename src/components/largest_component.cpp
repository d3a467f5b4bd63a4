// Induced subgraphs and the largest component.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "graph/build/as_stored.hpp"

namespace fathom {
namespace {

constexpr int rows_per_chunk = 1024;

// The number of each vertex in the subgraph, or no_vertex if it is not part of it.
array<vertex_id> positions_of(const graph& g, std::span<const vertex_id> vertices) {
  array<vertex_id> position(g.num_vertices());
  std::fill(position.begin(), position.end(), no_vertex);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] >= g.num_vertices() || (i > 0 && vertices[i] <= vertices[i - 1])) {
      throw error(error_category::usage, fmt::format("vertices[{}] is {}; give distinct vertices below {} in ascending order", i,
                                                     vertices[i], g.num_vertices()));
    }
    position[vertices[i]] = static_cast<vertex_id>(i);
  }
  return position;
}

void take_rows(const graph& g, std::span<const vertex_id> vertices, const array<vertex_id>& position, int threads,
               graph_arrays& rows) {
  const adjacency_view& out = g.view().out;
  const std::size_t n = vertices.size();
  rows.offsets = array<edge_offset>(n + 1);
  rows.offsets[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_chunk)
  for (std::size_t i = 0; i < n; ++i) {
    edge_offset kept = 0;
    for (const vertex_id* t = out.begin(vertices[i]); t != out.end(vertices[i]); ++t) kept += position[*t] != no_vertex;
    rows.offsets[i + 1] = kept;
  }
  for (std::size_t i = 0; i < n; ++i) rows.offsets[i + 1] += rows.offsets[i];
  rows.targets = array<vertex_id>(rows.offsets[n]);
  if (out.wide_weights) {
    rows.wide_weights = array<double>(rows.offsets[n]);
  } else if (out.weights) {
    rows.weights = array<edge_weight>(rows.offsets[n]);
  }
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_chunk)
  for (std::size_t i = 0; i < n; ++i) {
    edge_offset at = rows.offsets[i];
    for (edge_offset e = out.offsets[vertices[i]]; e != out.offsets[vertices[i] + 1]; ++e) {
      const vertex_id target = position[out.targets[e]];
      if (target == no_vertex) continue;
      rows.targets[at] = target;
      if (out.wide_weights) {
        rows.wide_weights[at] = out.wide_weights[e];
      } else if (out.weights) {
        rows.weights[at] = out.weights[e];
      }
      ++at;
    }
  }
}

// Carries over the vertices' names from the input.
void take_names(const graph& g, std::span<const vertex_id> vertices, graph_arrays& rows) {
  const vertex_labels& labels = g.arrays().labels;
  const std::size_t n = vertices.size();
  if (labels.empty()) {
    if (n == 0 || g.original_id(vertices[n - 1]) == n - 1) return;  // ascending: they are 0 to n - 1
    rows.original_ids = array<std::uint64_t>(n);
    for (std::size_t i = 0; i < n; ++i) rows.original_ids[i] = g.original_id(vertices[i]);
    return;
  }
  rows.labels.offsets = array<std::uint64_t>(n + 1);
  rows.labels.offsets[0] = 0;
  for (std::size_t i = 0; i < n; ++i) rows.labels.offsets[i + 1] = rows.labels.offsets[i] + labels[vertices[i]].size();
  rows.labels.text = array<char>(rows.labels.offsets[n]);
  for (std::size_t i = 0; i < n; ++i) {
    std::ranges::copy(labels[vertices[i]], rows.labels.text.data() + rows.labels.offsets[i]);
  }
}

std::vector<vertex_id> members_of(const components_result& found) {
  std::vector<vertex_id> members;
  members.reserve(found.largest.size);
  for (std::size_t v = 0; v < found.labels.size(); ++v) {
    if (found.labels[v] == found.largest.label) members.push_back(static_cast<vertex_id>(v));
  }
  return members;
}

}  // namespace

std::string_view to_string(component_kind kind) { return kind == component_kind::strong ? "strong" : "weak"; }

graph induced_subgraph(const graph& g, std::span<const vertex_id> vertices, const run_control& control) {
  check_stop(control);
  require_host_memory(g.num_vertices() * sizeof(vertex_id) + vertices.size() * (sizeof(edge_offset) + sizeof(std::uint64_t)) +
                          g.num_edges() * (sizeof(vertex_id) + (g.weighted() ? sizeof(edge_weight) : 0)),
                      fmt::format("a subgraph of {} vertices", vertices.size()));
  graph_arrays rows;
  take_rows(g, vertices, positions_of(g, vertices), thread_count(control), rows);
  take_names(g, vertices, rows);
  return from_csr(std::move(rows), g.directed(), as_stored(g, control)).g;
}

largest_component_result largest_component(const graph& g, component_kind kind, const components_options& options) {
  components_options with_sizes = options;
  with_sizes.sizes = true;
  with_sizes.most_components = 1;  // the list is not needed
  with_sizes.keep_on_device = false;
  const components_result found =
      kind == component_kind::strong ? strongly_connected_components(g, with_sizes) : weakly_connected_components(g, with_sizes);
  if (found.count <= 1) return {g, found.count};
  return {induced_subgraph(g, members_of(found), options.control), found.count};
}

}  // namespace fathom
