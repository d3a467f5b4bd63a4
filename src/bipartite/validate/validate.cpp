// Validator of two-colorings and odd cycles.
#include <algorithm>
#include <vector>

#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "fathom/bipartite.hpp"

namespace fathom {
namespace {

constexpr vertex_id vertices_between_polls = 1u << 16;  // of the stop token

class coloring_checker : private rule_checker<bipartite_validation> {
 public:
  coloring_checker(const graph& g, const bipartite_result& result, const run_control& control)
      : g_(g), out_(g.view().out), result_(result), control_(control) {}

  [[nodiscard]] bipartite_validation run() {
    verdict_.valid = one_color_per_vertex() && (result_.bipartite() ? edges_join_both_colors() : cycle_is_an_odd_cycle());
    return verdict_;
  }

 private:
  bool one_color_per_vertex() {
    constexpr bipartite_rule rule = bipartite_rule::one_color_per_vertex;
    const std::size_t expected = result_.bipartite() ? g_.num_vertices() : 0;
    if (result_.colors.size() != expected)
      return fail(rule, "there are {} colors for {} vertices, and a cycle of {}", result_.colors.size(), g_.num_vertices(),
                  result_.odd_cycle.size());
    for (vertex_id v = 0; v < expected; ++v) {
      if (result_.colors[v] > 1) return fail(rule, "'{}' has the color {}", g_.name(v), result_.colors[v]);
    }
    return true;
  }

  bool edges_join_both_colors() {
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      if (u % vertices_between_polls == 0) check_stop(control_);
      for (const vertex_id* w = out_.begin(u); w != out_.end(u); ++w) {
        if (result_.colors[u] == result_.colors[*w])
          return fail(bipartite_rule::edges_join_both_colors, "'{}' and '{}' both have the color {}", g_.name(u), g_.name(*w),
                      result_.colors[u]);
      }
    }
    return true;
  }

  [[nodiscard]] bool has_edge(vertex_id u, vertex_id w) const { return std::find(out_.begin(u), out_.end(u), w) != out_.end(u); }

  bool cycle_is_an_odd_cycle() {
    constexpr bipartite_rule rule = bipartite_rule::cycle_is_an_odd_cycle;
    const std::vector<vertex_id>& cycle = result_.odd_cycle;
    if (cycle.size() % 2 == 0) return fail(rule, "it has {} vertices", cycle.size());
    std::vector<bool> seen(g_.num_vertices(), false);
    for (const vertex_id v : cycle) {
      if (v >= g_.num_vertices()) return fail(rule, "vertex {} is outside the graph", v);
      if (seen[v]) return fail(rule, "'{}' is listed twice", g_.name(v));
      seen[v] = true;
    }
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const vertex_id u = cycle[i], w = cycle[(i + 1) % cycle.size()];
      if (!has_edge(u, w) && !has_edge(w, u)) return fail(rule, "no edge joins '{}' and '{}'", g_.name(u), g_.name(w));
    }
    return true;
  }

  const graph& g_;
  const adjacency_view& out_;
  const bipartite_result& result_;
  const run_control& control_;
};

}  // namespace

std::string_view to_string(bipartite_rule rule) {
  switch (rule) {
    case bipartite_rule::one_color_per_vertex:
      return "each vertex has one of two colors, or there is an odd cycle";
    case bipartite_rule::edges_join_both_colors:
      return "edges join vertices of different colors";
    case bipartite_rule::cycle_is_an_odd_cycle:
      return "the cycle is a cycle of an odd number of edges";
    case bipartite_rule::none:
      break;
  }
  return "none";
}

bipartite_validation validate_two_coloring(const graph& g, const bipartite_result& result, const run_control& control) {
  check_stop(control);
  const timer clock;
  bipartite_validation validation = coloring_checker(g, result, control).run();
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
