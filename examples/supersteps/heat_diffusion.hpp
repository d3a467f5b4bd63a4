// Heat equation on an undirected graph with weights as conductances: one explicit Euler step per superstep. A superstep program of
// edge_vertex() with edge values.
#pragma once

#include <fathom/visitor/edge_vertex.hpp>

struct heat_diffusion {
  using value = double;       // temperature
  using edge_value = double;  // fraction of the temperature difference that flows per step
  struct flow {
    double heat = 0, share = 0;
  };
  struct sum_of_flows {
    template <class T>
    FATHOM_CALLABLE static constexpr T identity() {
      return {};
    }
    FATHOM_CALLABLE static constexpr void combine(flow& into, const flow& other) {
      into.heat += other.heat, into.share += other.share;
    }
  };
  using message = flow;
  static constexpr sum_of_flows combine{};

  const double* temperature;  // initial, in the caller's ids
  double step;                // stable if step times the sum of weights at every vertex is below 1

  FATHOM_CALLABLE value initial_value(auto& v) const { return temperature[v.id()]; }
  FATHOM_CALLABLE edge_value initial_edge_value(auto& e) const { return step * static_cast<double>(e.weight()); }

  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send({e.value() * e.source_value(), e.value()}); }

  FATHOM_CALLABLE void vertex_compute(auto& v, const message& in) const { v.value += in.heat - in.share * v.value; }
};
