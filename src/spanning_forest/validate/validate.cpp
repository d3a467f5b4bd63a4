// Validator of spanning forests, by the cycle property.
//
// A union-find without path compression joins the forest's edges from the best weight to the worst; each link keeps the time at
// which it was made. Two vertices became connected by the worst edge of the tree path between them, which is the latest link on
// their ways up to the vertex where these meet. Links are later towards the root, and ways are O(log n) long.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "fathom/spanning_forest.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_poll = 1u << 14;  // of the stop token

constexpr vertex_id never = no_vertex;

class link_forest {
 public:
  explicit link_forest(vertex_id n) : above_(n, no_vertex), size_(n, 1), made_at_(n, never) {}

  /// Joins the trees of u and v; false if they are one already. Times of successive calls ascend.
  bool join(vertex_id u, vertex_id v, vertex_id time) {
    u = root(u), v = root(v);
    if (u == v) return false;
    if (size_[u] < size_[v]) std::swap(u, v);
    above_[v] = u, made_at_[v] = time, size_[u] += size_[v];
    return true;
  }

  /// Time at which u and v, which differ, were joined; never if they are in different trees.
  [[nodiscard]] vertex_id joined_at(vertex_id u, vertex_id v) const {
    vertex_id time = never;
    while (u != v) {
      if (made_at_[u] > made_at_[v]) std::swap(u, v);  // the earlier link is climbed first
      time = made_at_[u];
      if (time == never) return never;
      u = above_[u];
    }
    return time;
  }

 private:
  [[nodiscard]] vertex_id root(vertex_id v) const {
    while (above_[v] != no_vertex) v = above_[v];
    return v;
  }

  std::vector<vertex_id> above_, size_;
  std::vector<vertex_id> made_at_;  // time of the link to above_
};

class forest_checker : private rule_checker<spanning_forest_validation> {
 public:
  forest_checker(const graph& g, const spanning_forest_result& result, forest_weight total, const run_control& control)
      : g_(g), result_(result), sign_(total == forest_weight::maximum ? -1 : 1), control_(control), links_(g.num_vertices()) {}

  [[nodiscard]] spanning_forest_validation run() {
    verdict_.valid = edges_are_of_the_graph() && forest_has_no_cycle() && trees_span_components_and_no_edge_improves();
    return verdict_;
  }

 private:
  [[nodiscard]] bool has_edge(const forest_edge& wanted) const {
    const adjacency_view& rows = g_.view().out;
    if (wanted.from >= g_.num_vertices() || wanted.to >= g_.num_vertices()) return false;
    for (edge_offset e = rows.offsets[wanted.from]; e < rows.offsets[wanted.from + 1]; ++e) {
      if (rows.targets[e] == wanted.to && rows.weight(e) == wanted.weight) return true;
    }
    return false;
  }

  bool edges_are_of_the_graph() {
    constexpr spanning_forest_rule rule = spanning_forest_rule::edges_are_of_the_graph;
    double weight = 0;
    for (const forest_edge& e : result_.edges) {
      if (!has_edge(e)) return fail(rule, "the graph has no edge {} - {} of weight {}", e.from, e.to, e.weight);
      weight += e.weight;
    }
    if (weight != result_.weight) return fail(rule, "the weights add up to {}, not to {}", weight, result_.weight);
    if (result_.edges.size() + result_.trees != g_.num_vertices())
      return fail(rule, "{} edges among {} vertices do not make {} trees", result_.edges.size(), g_.num_vertices(), result_.trees);
    return true;
  }

  bool forest_has_no_cycle() {
    costs_.reserve(result_.edges.size());
    std::vector<std::size_t> order(result_.edges.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto better = [&](std::size_t a, std::size_t b) { return cost(result_.edges[a].weight) < cost(result_.edges[b].weight); };
    std::sort(order.begin(), order.end(), better);
    for (const std::size_t i : order) {
      const forest_edge& e = result_.edges[i];
      if (!links_.join(e.from, e.to, static_cast<vertex_id>(costs_.size())))
        return fail(spanning_forest_rule::forest_has_no_cycle, "'{}' - '{}' closes a cycle", g_.name(e.from), g_.name(e.to));
      costs_.push_back(cost(e.weight));
    }
    return true;
  }

  bool trees_span_components_and_no_edge_improves() {
    const adjacency_view& rows = g_.view().out;
    std::string improving;  // reported only if no edge leads from one tree to another
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      if (u % vertices_per_poll == 0) check_stop(control_);
      for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
        const vertex_id v = rows.targets[e];
        if (v <= u) continue;
        const vertex_id time = links_.joined_at(u, v);
        if (time == never)
          return fail(spanning_forest_rule::trees_span_components, "'{}' - '{}' leads from one tree to another", g_.name(u),
                      g_.name(v));
        if (improving.empty() && cost(rows.weight(e)) < costs_[time])
          improving = fmt::format("'{}' - '{}' of weight {} would replace an edge of weight {}", g_.name(u), g_.name(v),
                                  rows.weight(e), sign_ * costs_[time]);
      }
    }
    return improving.empty() || fail(spanning_forest_rule::no_edge_improves, "{}", improving);
  }

  [[nodiscard]] double cost(double weight) const { return sign_ * weight; }

  const graph& g_;
  const spanning_forest_result& result_;
  const double sign_;
  const run_control& control_;
  link_forest links_;
  std::vector<double> costs_;  // by time
};

}  // namespace

std::string_view to_string(spanning_forest_rule rule) {
  switch (rule) {
    case spanning_forest_rule::edges_are_of_the_graph:
      return "the edges are edges of the graph";
    case spanning_forest_rule::forest_has_no_cycle:
      return "the forest has no cycle";
    case spanning_forest_rule::trees_span_components:
      return "each connected component has one tree";
    case spanning_forest_rule::no_edge_improves:
      return "no other edge improves the forest";
    case spanning_forest_rule::none:
      break;
  }
  return "none";
}

spanning_forest_validation validate_spanning_forest(const graph& g, const spanning_forest_result& result, forest_weight total,
                                                    const run_control& control) {
  if (g.directed()) fail_usage("this graph is directed, but spanning forests need an undirected graph; symmetrize it");
  check_stop(control);
  const timer clock;
  require_host_memory(g.num_vertices() * 12 + result.edges.size() * 16,
                      fmt::format("validating a spanning forest of {} vertices", g.num_vertices()));
  spanning_forest_validation validation = forest_checker(g, result, total, control).run();
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
