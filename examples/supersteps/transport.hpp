// Transport over edges of limited capacity: in each superstep a vertex divides its stock among its out-edges, where units wait, and
// an edge delivers at most its weight. A superstep program of edge_vertex() that changes values of edges (Zhong et al., section
// 3.2.3). No unit is lost: the sum over vertices and edges is constant.
#pragma once

#include <cstdint>
#include <fathom/visitor/edge_vertex.hpp>

struct transport {
  struct value {
    std::uint64_t stock = 0;  // units that stay at the vertex
    std::uint64_t share = 0;  // units that go to each out-edge in this superstep
  };
  using edge_value = std::uint64_t;  // units that wait on the edge
  using message = std::uint64_t;     // units delivered
  static constexpr auto combine = fathom::combiner::sum;

  const std::uint64_t* stock;  // initial, in the caller's ids

  FATHOM_CALLABLE static std::uint64_t delivered(std::uint64_t waiting, fathom::edge_weight weight) {
    const auto capacity = static_cast<std::uint64_t>(weight);
    return waiting < capacity ? waiting : capacity;
  }

  FATHOM_CALLABLE value initial_value(auto& v) const { return {stock[v.id()], 0}; }
  FATHOM_CALLABLE edge_value initial_edge_value(auto&) const { return 0; }

  FATHOM_CALLABLE void edge_compute(auto& e) const {
    const std::uint64_t units = delivered(e.value(), e.weight());
    if (units > 0) e.send(units);
  }

  FATHOM_CALLABLE void vertex_compute(auto& v, const message& arriving) const {
    const std::uint64_t units = v.value.stock + arriving, edges = v.out_degree();
    v.value = edges > 0 ? value{units % edges, units / edges} : value{units, 0};
    v.update_edges();
  }

  FATHOM_CALLABLE void update_edge(auto& e) const { e.value() += e.source_value().share - delivered(e.value(), e.weight()); }
};
