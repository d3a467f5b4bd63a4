// Programs that change values of edges, and the same computations as serial loops.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "../../../examples/supersteps/transport.hpp"

namespace fathom::test {

struct transported {
  std::vector<std::uint64_t> stock, waiting;  ///< per vertex; per out-edge
};

inline transported transport_by_hand(const graph& g, const std::vector<std::uint64_t>& stock, int supersteps) {
  const adjacency_view& out = g.view().out;
  transported t{stock, std::vector<std::uint64_t>(g.num_edges())};
  for (int step = 0; step < supersteps; ++step) {
    const std::vector<std::uint64_t> before = t.waiting;
    for (vertex_id u = 0; u < g.num_vertices(); ++u) {
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
        const std::uint64_t units = std::min(before[e], out.weights ? static_cast<std::uint64_t>(out.weights[e]) : 1);
        t.waiting[e] -= units, t.stock[out.targets[e]] += units;
      }
    }
    for (vertex_id u = 0; u < g.num_vertices(); ++u) {
      if (out.degree(u) == 0) continue;
      const std::uint64_t share = t.stock[u] / out.degree(u);
      t.stock[u] %= out.degree(u);
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) t.waiting[e] += share;
    }
  }
  return t;
}

// Shortest arrivals over roads whose toll changes each time that their source improves: few vertices are active, others are not
// called, and a toll that is read too early, too late or at another edge changes the result.
struct tolls {
  using value = std::uint64_t;
  using message = std::uint64_t;
  using edge_value = std::uint64_t;
  static constexpr auto combine = combiner::minimum;
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  vertex_id from;

  FATHOM_CALLABLE static std::uint64_t first_toll(vertex_id u, vertex_id v, edge_weight w) {
    return 100 + (std::uint64_t{u} * 7919 + std::uint64_t{v} * 104'729) % 64 + static_cast<std::uint64_t>(w);
  }
  FATHOM_CALLABLE static std::uint64_t next_toll(std::uint64_t toll, vertex_id u, vertex_id v, edge_weight w, std::uint64_t at,
                                                 std::uint64_t superstep) {
    return (toll * 31 + 3 * u + 5 * v + 7 * static_cast<std::uint64_t>(w) + at + superstep) % 997 / (1 + superstep % 4);
  }

  FATHOM_CALLABLE value initial_value(auto& v) const { return v.id() == from ? 0 : never; }
  FATHOM_CALLABLE bool initially_active(auto& v) const { return v.id() == from; }
  FATHOM_CALLABLE edge_value initial_edge_value(auto& e) const { return first_toll(e.source(), e.target(), e.weight()); }
  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send(e.source_value() + e.value()); }
  FATHOM_CALLABLE void vertex_compute(auto& v, const message& first) const {
    if (!(first < v.value)) return v.vote_to_halt();
    v.value = first;
    v.update_edges();
  }
  FATHOM_CALLABLE void update_edge(auto& e) const {
    e.value() = next_toll(e.value(), e.source(), e.target(), e.weight(), e.source_value(), e.superstep());
  }
};

struct travelled {
  std::vector<std::uint64_t> arrivals, tolls;
  std::uint64_t supersteps = 0;
};

inline travelled tolls_by_hand(const graph& g, vertex_id from, std::uint64_t max_supersteps) {
  const vertex_id n = g.num_vertices();
  const adjacency_view& out = g.view().out;
  const auto weight = [&](edge_offset e) { return out.weights ? out.weights[e] : edge_weight{1}; };
  travelled t{std::vector<std::uint64_t>(n, tolls::never), std::vector<std::uint64_t>(g.num_edges())};
  for (vertex_id u = 0; u < n; ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) t.tolls[e] = tolls::first_toll(u, out.targets[e], weight(e));
  }
  t.arrivals[from] = 0;
  for (std::vector<vertex_id> active{from}; !active.empty() && t.supersteps < max_supersteps; ++t.supersteps) {
    std::vector<std::uint64_t> next = t.arrivals;
    for (const vertex_id u : active) {
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
        next[out.targets[e]] = std::min(next[out.targets[e]], t.arrivals[u] + t.tolls[e]);
      }
    }
    active.clear();
    for (vertex_id u = 0; u < n; ++u) {
      if (next[u] == t.arrivals[u]) continue;
      active.push_back(u);
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
        t.tolls[e] = tolls::next_toll(t.tolls[e], u, out.targets[e], weight(e), next[u], t.supersteps);
      }
    }
    t.arrivals = std::move(next);
  }
  return t;
}

}  // namespace fathom::test
