// Programs with one fault each, which the compiler must name; without a fault selected, all is correct.
#include <vector>

#include "fathom/visitor/edge_vertex.hpp"

namespace {

struct program {
#ifdef FAULT_container
  using value = std::vector<int>;
#elif !defined(FAULT_no_types)
  using value = double;
#endif
  using message = double;
#ifndef FAULT_no_combiner
  static constexpr auto combine = fathom::combiner::sum;
#endif
#if defined(FAULT_no_edge_value) || defined(FAULT_update_edge_type) || defined(FAULT_update_of_no_message)
  using edge_value = float;
#endif
#ifndef FAULT_no_edge_value
  float initial_edge_value(auto&) const { return 0; }
#endif
#ifdef FAULT_update_edge_type
  int update_edge(auto& e) const { return e.value() = 1, 0; }
#elif defined(FAULT_update_without_edge_value) || defined(FAULT_update_of_no_message)
  void update_edge(auto& e) const { e.value() = 1; }
#endif
#ifdef FAULT_update_of_no_message
  static constexpr bool same_for_all_edges = true;
#endif
#ifdef FAULT_aggregate_without_combine
  struct aggregate {
    int changes = 0;
  };
#endif
#ifndef FAULT_no_initial_value
  auto initial_value(auto&) const {
#ifdef FAULT_container
    return value{};
#else
    return 0.0;
#endif
  }
#endif
#ifdef FAULT_initially_active_type
  void initially_active(auto&) const {}
#endif
#ifdef FAULT_broken_promise
  static constexpr bool same_for_all_edges = true;
  void edge_compute(auto& e) const requires requires { e.weight(); }
  { e.send(1); }
#elif defined(FAULT_not_const)
  void edge_compute(auto& e) { e.send(1); }
#else
  void edge_compute(auto& e) const { e.send(1); }
#endif
#ifdef FAULT_no_message
  void vertex_compute(auto& v) const { v.vote_to_halt(); }
#else
  void vertex_compute(auto& v, const double&) const { v.vote_to_halt(); }
#endif
};

}  // namespace

void run(const fathom::graph& g) { static_cast<void>(fathom::edge_vertex(g, program{})); }
