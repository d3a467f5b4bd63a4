#include "fathom/diameter.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "centrality/bounding_searches.hpp"
#include "comm/shared_call.hpp"
#include "fathom/distributed/over_devices.hpp"
#include "graph/sampled_hash.hpp"
#include "graph/sources/vertex_list.hpp"

namespace fathom {
namespace {

// Bounds on diameter and radius, and the vertices that keep them from being exact.
struct open_ends {
  hop_count largest_lower = 0, largest_upper = 0;    // over all vertices
  hop_count smallest_lower = 0, smallest_upper = 0;  // over the largest component
  std::vector<vertex_id> high;                       // may have a larger eccentricity than the largest known one
  std::vector<vertex_id> low;                        // in the largest component, may have one smaller than the smallest known one

  [[nodiscard]] bool is_closed() const { return high.empty() && low.empty(); }
};

open_ends find_open_ends(const graph& g, const bounding_searches& run) {
  const eccentricity_bounds& b = run.bounds();
  const numbered_components& parts = run.parts();
  open_ends ends;
  ends.smallest_lower = ends.smallest_upper = std::numeric_limits<hop_count>::max();
  ends.largest_lower = b.largest_lower();
  ends.largest_upper = b.largest_upper();
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (parts.of[v] != parts.largest) continue;
    ends.smallest_lower = std::min(ends.smallest_lower, b.lower(v));
    ends.smallest_upper = std::min(ends.smallest_upper, b.upper(v));
  }
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (b.upper(v) > ends.largest_lower) ends.high.push_back(v);
    if (parts.of[v] == parts.largest && b.lower(v) < ends.smallest_upper) ends.low.push_back(v);
  }
  return ends;
}

std::vector<vertex_id> known_centre(const graph& g, const bounding_searches& run, hop_count radius) {
  constexpr std::size_t most_examples = 10;
  std::vector<vertex_id> centre;
  for (vertex_id v = 0; v < g.num_vertices() && centre.size() < most_examples; ++v) {
    if (run.parts().of[v] == run.parts().largest && run.bounds().upper(v) == radius) centre.push_back(v);
  }
  return centre;
}

vertex_id first_of_lower(const graph& g, const eccentricity_bounds& bounds, hop_count wanted) {
  vertex_id v = 0;
  while (v + 1 < g.num_vertices() && bounds.lower(v) != wanted) ++v;
  return v;
}

// Vertices are hashed only where several processes must agree.
void require_same_vertices(const graph& g, std::span<const vertex_id> vertices, const shared_call& call) {
  if (!call.is_shared()) return;
  const argument arguments[] = {{"number of vertices", g.num_vertices()},
                                {"number of edges", g.num_edges()},
                                {"edges", hash_of(g)},
                                {"vertices", hash_of(vertices)}};
  call.require_same(arguments);
}

diameter_result shared_diameter(const graph& g, const execution& exec) {
  shared_call call(exec);
  require_same_vertices(g, {}, call);
  diameter_result result;
  if (g.num_vertices() == 0) return result;
  bounding_searches run(g, call);
  const vertex_id hub = run.hub();
  run.search({&hub, 1});
  open_ends ends;
  call.run([&] { ends = find_open_ends(g, run); });
  const std::size_t open_at_first = ends.high.size() + ends.low.size();
  while (!ends.is_closed()) {
    call.run([&] {
      report_progress(call.control(), "bounding", open_at_first - std::min(open_at_first, ends.high.size() + ends.low.size()),
                      open_at_first);
    });
    run.advance(ends.high, ends.low);
    call.run([&] { ends = find_open_ends(g, run); });
  }
  result.diameter = ends.largest_lower;
  result.radius = ends.smallest_upper;
  if (run.farthest().distance < result.diameter) {
    // The bound came from a leaf's neighbor or from a backward search, so no forward search has this depth yet.
    const vertex_id end = first_of_lower(g, run.bounds(), result.diameter);
    run.search({&end, 1});
  }
  result.from = run.farthest().from;
  result.to = run.farthest().to;
  result.centre = known_centre(g, run, result.radius);
  result.components = static_cast<vertex_id>(run.parts().sizes.size());
  result.connected = result.components == 1;
  result.radius_vertices = run.parts().sizes[run.parts().largest];
  result.report = run.report();
  return result;
}

eccentricity_result shared_eccentricity(const graph& g, const eccentricity_options& options, const execution& exec) {
  shared_call call(exec);
  call.run([&] { check_vertices(g, options.vertices); });
  require_same_vertices(g, options.vertices, call);
  eccentricity_result result;
  if (g.num_vertices() == 0) return result;
  bounding_searches run(g, call);
  std::vector<vertex_id> requested, open;
  call.run([&] {
    requested = given_or_all(g, options.vertices);
    open = requested;
    std::sort(open.begin(), open.end());
    open.erase(std::unique(open.begin(), open.end()), open.end());
  });
  const std::size_t wanted = open.size();
  const auto drop_closed = [&] { std::erase_if(open, [&](vertex_id v) { return !run.bounds().is_open(v); }); };
  drop_closed();
  // A search from a hub tightens the bounds of many vertices; for few vertices it is faster to search from each.
  constexpr std::size_t few = 8;
  if (open.size() > few) {
    const vertex_id hub = run.hub();
    run.search({&hub, 1});
    drop_closed();
  }
  while (!open.empty()) {
    std::vector<vertex_id> high, low;
    call.run([&] {
      report_progress(call.control(), "bounding", wanted - open.size(), wanted);
      high = low = open;
    });
    run.advance(high, low);
    drop_closed();
  }
  call.run([&] {
    for (const vertex_id v : requested) result.values.push_back(run.bounds().lower(v));
  });
  result.report = run.report();
  return result;
}

}  // namespace

diameter_result diameter(const graph& g, const execution& exec) {
  return over_devices(exec, [&](const execution& here) { return shared_diameter(g, here); });
}

eccentricity_result eccentricity(const graph& g, const eccentricity_options& options, const execution& exec) {
  return over_devices(exec, [&](const execution& here) { return shared_eccentricity(g, options, here); });
}

}  // namespace fathom
