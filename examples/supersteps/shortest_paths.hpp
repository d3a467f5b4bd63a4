// Shortest paths from one vertex by nonnegative weights: Algorithm 1 of Zhong et al., as a superstep program of edge_vertex().
#pragma once

#include <fathom/visitor/edge_vertex.hpp>
#include <limits>

struct shortest_paths {
  using value = float;
  using message = float;
  static constexpr auto combine = fathom::combiner::minimum;

  static constexpr float infinitely_far = std::numeric_limits<float>::infinity();

  fathom::vertex_id from;

  FATHOM_CALLABLE value initial_value(auto& v) const { return v.id() == from ? 0 : infinitely_far; }
  FATHOM_CALLABLE bool initially_active(auto& v) const { return v.id() == from; }

  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send(e.source_value() + e.weight()); }

  FATHOM_CALLABLE void vertex_compute(auto& v, const message& shortest) const {
    if (!(shortest < v.value)) return v.vote_to_halt();
    v.value = shortest;
    v.vote_to_active();
  }
};
