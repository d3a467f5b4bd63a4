// Validator of topological orders.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "base/memory.hpp"
#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "fathom/dag.hpp"

namespace fathom {
namespace {

constexpr vertex_id polled_vertices = 1u << 16;  // of the stop token

class order_checker : private rule_checker<dag_validation> {
 public:
  order_checker(const graph& g, const topological_order_result& result, const run_control& control)
      : g_(g), out_(g.view().out), result_(result), control_(control), generation_(g.num_vertices(), unlisted) {}

  [[nodiscard]] dag_validation run() {
    verdict_.valid = order_lists_vertices_once() && edges_lead_to_later_generations() && generations_are_earliest() &&
                     cycle_is_a_cycle() && unlisted_follow_cycles();
    return verdict_;
  }

 private:
  static constexpr std::size_t unlisted = static_cast<std::size_t>(-1);

  template <class Visit>
  bool for_edges(const Visit& visit) const {
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      if (u % polled_vertices == 0) check_stop(control_);
      for (const vertex_id* w = out_.begin(u); w != out_.end(u); ++w) {
        if (!visit(u, *w)) return false;
      }
    }
    return true;
  }

  bool order_lists_vertices_once() {
    constexpr dag_rule rule = dag_rule::order_lists_vertices_once;
    const std::vector<vertex_id>& offsets = result_.offsets;
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != result_.order.size() ||
        std::adjacent_find(offsets.begin(), offsets.end(), std::greater_equal<>()) != offsets.end())
      return fail(rule, "the offsets of {} generations do not lead through {} vertices", result_.generations(),
                  result_.order.size());
    for (std::size_t i = 0; i < result_.generations(); ++i) {
      for (const vertex_id v : result_.generation(i)) {
        if (v >= g_.num_vertices()) return fail(rule, "vertex {} is outside the graph", v);
        if (generation_[v] != unlisted) return fail(rule, "vertex '{}' is listed twice", g_.name(v));
        generation_[v] = i;
      }
    }
    return true;
  }

  // The generation of an unlisted vertex is the largest number, so that an edge from it fails.
  bool edges_lead_to_later_generations() {
    return for_edges([this](vertex_id u, vertex_id w) {
      return generation_[w] == unlisted || generation_[u] < generation_[w] ||
             fail(dag_rule::edges_lead_to_later_generations, "'{}' -> '{}' does not", g_.name(u), g_.name(w));
    });
  }

  bool generations_are_earliest() {
    std::vector<bool> follows(g_.num_vertices(), false);
    for_edges([&](vertex_id u, vertex_id w) {
      if (generation_[u] != unlisted && generation_[u] + 1 == generation_[w]) follows[w] = true;
      return true;
    });
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (generation_[v] != unlisted && generation_[v] > 0 && !follows[v])
        return fail(dag_rule::generations_are_earliest, "vertex '{}' is in generation {}, but could be in an earlier one",
                    g_.name(v), generation_[v]);
    }
    return true;
  }

  bool cycle_is_a_cycle() {
    constexpr dag_rule rule = dag_rule::cycle_is_a_cycle;
    const std::vector<vertex_id>& cycle = result_.cycle;
    if (cycle.empty() != (result_.order.size() == g_.num_vertices()))
      return fail(rule, "{} of {} vertices are listed, and a cycle is {}given", result_.order.size(), g_.num_vertices(),
                  cycle.empty() ? "not " : "");
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const vertex_id u = cycle[i], w = cycle[(i + 1) % cycle.size()];
      if (u >= g_.num_vertices() || std::find(out_.begin(u), out_.end(u), w) == out_.end(u))
        return fail(rule, "there is no edge {} -> {}", u, w);
    }
    return true;
  }

  bool unlisted_follow_cycles() {
    std::vector<bool> follows(g_.num_vertices(), false);
    for_edges([&](vertex_id u, vertex_id w) {
      if (generation_[u] == unlisted) follows[w] = true;
      return true;
    });
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (generation_[v] == unlisted && !follows[v])
        return fail(dag_rule::unlisted_follow_cycles, "vertex '{}' is not listed, but its predecessors are", g_.name(v));
    }
    return true;
  }

  const graph& g_;
  const adjacency_view& out_;
  const topological_order_result& result_;
  const run_control& control_;
  std::vector<std::size_t> generation_;
};

}  // namespace

std::string_view to_string(dag_rule rule) {
  switch (rule) {
    case dag_rule::order_lists_vertices_once:
      return "the order lists vertices of the graph, each once";
    case dag_rule::edges_lead_to_later_generations:
      return "edges lead to later generations";
    case dag_rule::generations_are_earliest:
      return "each vertex is in the earliest possible generation";
    case dag_rule::cycle_is_a_cycle:
      return "a cycle is given if vertices are not listed, and only then";
    case dag_rule::unlisted_follow_cycles:
      return "vertices that are not listed are on cycles, or follow them";
    case dag_rule::kept_edges_are_edges:
      return "the reduction has the graph's vertices, and edges of the graph, each once";
    case dag_rule::removed_edges_have_paths:
      return "the reduction has a path between the endpoints of each edge";
    case dag_rule::kept_edges_have_no_detour:
      return "no edge of the reduction has another path between its endpoints";
    case dag_rule::none:
      break;
  }
  return "none";
}

dag_validation validate_topological_order(const graph& g, const topological_order_result& result, const run_control& control) {
  check_stop(control);
  const timer clock;
  require_host_memory(g.num_vertices() * (sizeof(std::size_t) + 1),
                      fmt::format("validating an order of {} vertices", g.num_vertices()));
  dag_validation validation = order_checker(g, result, control).run();
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
