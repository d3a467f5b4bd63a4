#include "triangles/undirected_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "fathom/build.hpp"
#include "fathom/reversed.hpp"

namespace fathom::triangles_engine {
namespace {

constexpr int rows_merged_at_once = 256;  // chunk size

// Calls found(w, mutual) for each distinct neighbor w of v other than v, in ascending order.
template <class Found>
void for_each_neighbor(const adjacency_view& out, const adjacency_view& in, vertex_id v, const Found& found) {
  const vertex_id *to = out.begin(v), *from = in.begin(v);
  const vertex_id *const last_to = out.end(v), *const last_from = in.end(v);
  while (to != last_to || from != last_from) {
    const vertex_id w = std::min(to != last_to ? *to : no_vertex, from != last_from ? *from : no_vertex);
    bool is_target = false, is_source = false;
    for (; to != last_to && *to == w; ++to) is_target = true;
    for (; from != last_from && *from == w; ++from) is_source = true;
    if (w != v) found(w, is_target && is_source);
  }
}

}  // namespace

undirected_rows join_directions(const graph& g, int threads, const run_control& control) {
  const vertex_id n = g.num_vertices();
  const graph backward = reversed(g, control);
  const adjacency_view &out = g.view().out, &in = backward.view().out;
  require_host_memory((std::uint64_t{n} + 1) * sizeof(edge_offset) + 2 * g.num_edges() * (sizeof(vertex_id) + 1),
                      fmt::format("joining the directions of {} edges", g.num_edges()));
  graph_arrays joined;
  joined.offsets = array<edge_offset>(std::size_t{n} + 1);
  edge_offset* const offsets = joined.offsets.data();
  offsets[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_merged_at_once)
  for (vertex_id v = 0; v < n; ++v) {
    edge_offset count = 0;
    if (!control.stop.stop_requested()) for_each_neighbor(out, in, v, [&](vertex_id, bool) { ++count; });
    offsets[v + 1] = count;
  }
  check_stop(control);
  for (vertex_id v = 0; v < n; ++v) offsets[v + 1] += offsets[v];
  joined.targets = array<vertex_id>(offsets[n]);
  array<std::uint8_t> mutual(offsets[n]);
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_merged_at_once)
  for (vertex_id v = 0; v < n; ++v) {
    if (control.stop.stop_requested()) continue;
    edge_offset e = offsets[v];
    for_each_neighbor(out, in, v, [&](vertex_id w, bool both) {
      joined.targets[e] = w;
      mutual[e++] = both ? 1 : 0;
    });
  }
  check_stop(control);
  const adjacency_view rows{offsets, joined.targets.data()};
  joined.properties = measure(rows, n, &rows, control);
  return {graph(std::move(joined)), std::move(mutual)};
}

}  // namespace fathom::triangles_engine
