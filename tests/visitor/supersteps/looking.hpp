// Programs that check the framework's promises.
#pragma once

#include <cstdint>

#include "fathom/visitor/edge_vertex.hpp"

namespace fathom::test {

// Counts messages and everything else a vertex can observe.
struct looking {
  struct value {
    std::uint64_t messages = 0, in = 0, out = 0;
    std::uint32_t calls = 0, calls_without_messages = 0;
    bool wrong = false;
  };
  using message = std::uint64_t;
  static constexpr auto combine = combiner::sum;

  std::uint64_t supersteps;
  vertex_id n;
  bool even_vertices_send;

  FATHOM_CALLABLE value initial_value(auto& v) const {
    return {.in = v.in_degree(), .out = v.out_degree(), .wrong = v.num_vertices() != n};
  }
  FATHOM_CALLABLE void edge_compute(auto& e) const {
    if (!even_vertices_send || e.source() % 2 == 0) e.send(1);
  }
  FATHOM_CALLABLE void vertex_compute(auto& v, const message& sum) const {
    ++v.value.calls;
    v.value.messages += sum;
    v.value.calls_without_messages += !v.received();
    v.value.wrong |= v.received() != (sum > 0) || v.in_degree() != v.value.in || v.out_degree() != v.value.out;
    v.value.wrong |= v.superstep() + 1 != v.value.calls;
    if (v.superstep() + 1 == supersteps) v.vote_to_halt();
  }
};

// Same with a message that depends only on its source.
struct looking_at_sources : looking {
  static constexpr bool same_for_all_edges = true;
};

// A value of each edge, from both of its endpoints and its weight.
struct edge_values {
  using value = double;
  using message = double;
  using edge_value = double;
  static constexpr auto combine = combiner::maximum;
  FATHOM_CALLABLE value initial_value(auto&) const { return -1; }
  FATHOM_CALLABLE edge_value initial_edge_value(auto& e) const {
    return 1e6 * e.source() + 1e3 * e.target() + static_cast<double>(e.weight()) +
           0.125 * static_cast<double>(e.source_out_degree());
  }
  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send(e.value() + (e.target() == e.source() + 1 ? 0.5 : 0)); }
  FATHOM_CALLABLE void vertex_compute(auto& v, const double& most) const { v.value = v.received() ? most : 0, v.vote_to_halt(); }
};

}  // namespace fathom::test
