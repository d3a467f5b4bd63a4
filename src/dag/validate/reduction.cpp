// Validator of transitive reductions, by sets of 64 vertices that reach a vertex.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "fathom/dag.hpp"

namespace fathom {
namespace {

constexpr std::size_t sources_at_once = 64;  // bits of a word

class reduction_checker : private rule_checker<dag_validation> {
 public:
  reduction_checker(const graph& g, const graph& reduced, const run_control& control)
      : g_(g), all_(g.view().out), kept_(reduced.view().out), reduced_(reduced), control_(control) {}

  [[nodiscard]] dag_validation run() {
    verdict_.valid = kept_edges_are_edges();
    if (!verdict_.valid) return verdict_;
    order_vertices();
    reached_by_.assign(g_.num_vertices(), 0);
    has_edge_to_.assign(g_.num_vertices(), 0);
    for (std::size_t first = 0; verdict_.valid && first < order_.size(); first += sources_at_once) {
      check_stop(control_);
      verdict_.valid = paths_from(first, std::min(first + sources_at_once, order_.size()));
    }
    return verdict_;
  }

 private:
  bool kept_edges_are_edges() {
    constexpr dag_rule rule = dag_rule::kept_edges_are_edges;
    if (reduced_.num_vertices() != g_.num_vertices())
      return fail(rule, "it has {} vertices, and the graph {}", reduced_.num_vertices(), g_.num_vertices());
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      std::vector<vertex_id> row(kept_.begin(u), kept_.end(u));
      std::sort(row.begin(), row.end());
      if (const auto twice = std::adjacent_find(row.begin(), row.end()); twice != row.end())
        return fail(rule, "'{}' -> '{}' is listed twice", g_.name(u), g_.name(*twice));
      for (const vertex_id w : row) {
        if (std::find(all_.begin(u), all_.end(u), w) == all_.end(u))
          return fail(rule, "'{}' -> '{}' is not an edge of the graph", g_.name(u), g_.name(w));
      }
    }
    return true;
  }

  // Depth first: a vertex is placed before all that it reaches.
  void order_vertices() {
    const vertex_id n = g_.num_vertices();
    std::vector<edge_offset> next(all_.offsets, all_.offsets + n);
    std::vector<std::uint8_t> state(n, 0);  // 1: on the path, 2: placed
    std::vector<vertex_id> path;
    for (vertex_id root = 0; root < n; ++root) {
      if (state[root] == 0) path.push_back(root), state[root] = 1;
      while (!path.empty()) {
        const vertex_id u = path.back();
        if (next[u] == all_.offsets[u + 1]) {
          order_.push_back(u), state[u] = 2, path.pop_back();
          continue;
        }
        const vertex_id w = all_.targets[next[u]++];
        if (state[w] == 1)
          fail_usage("the graph has a cycle through '{}'; transitive reductions are those of acyclic graphs", g_.name(w));
        if (state[w] == 0) path.push_back(w), state[w] = 1;
      }
    }
    std::reverse(order_.begin(), order_.end());
    position_.resize(n);
    for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  }

  // Bit i of reached_by_[v] says that order_[first + i] reaches v by edges of the reduction; each vertex reaches itself.
  bool paths_from(std::size_t first, std::size_t last) {
    std::size_t end = last;  // behind all neighbors
    for (std::size_t i = first; i < last; ++i) {
      const vertex_id u = order_[i];
      const std::uint64_t bit = std::uint64_t{1} << (i - first);
      reached_by_[u] |= bit;
      for (const vertex_id* w = kept_.begin(u); w != kept_.end(u); ++w) has_edge_to_[*w] |= bit;
      for (const vertex_id* w = all_.begin(u); w != all_.end(u); ++w) end = std::max(end, position_[*w] + 1);
    }
    for (std::size_t i = first; i < end; ++i) {
      const vertex_id x = order_[i];
      for (const vertex_id* w = kept_.begin(x); w != kept_.end(x); ++w) {
        if (position_[*w] >= end) continue;
        if (!no_detour(x, *w, first)) return false;
        reached_by_[*w] |= reached_by_[x];
      }
    }
    for (std::size_t i = first; i < last; ++i) {
      const vertex_id u = order_[i];
      for (const vertex_id* w = all_.begin(u); w != all_.end(u); ++w) {
        if ((reached_by_[*w] >> (i - first) & 1) == 0)
          return fail(dag_rule::removed_edges_have_paths, "there is no path from '{}' to '{}'", g_.name(u), g_.name(*w));
      }
    }
    for (std::size_t i = first; i < end; ++i) reached_by_[order_[i]] = has_edge_to_[order_[i]] = 0;
    return true;
  }

  // A vertex that reaches x, other than x itself, needs no edge to the neighbor w of x.
  bool no_detour(vertex_id x, vertex_id w, std::size_t first) {
    const std::size_t own = position_[x] - first;
    const std::uint64_t others = own < sources_at_once ? ~(std::uint64_t{1} << own) : ~std::uint64_t{0};
    const std::uint64_t needless = reached_by_[x] & has_edge_to_[w] & others;
    if (needless == 0) return true;
    const vertex_id u = order_[first + static_cast<std::size_t>(std::countr_zero(needless))];
    return fail(dag_rule::kept_edges_have_no_detour, "'{}' -> '{}' is kept, and there is a path through '{}'", g_.name(u),
                g_.name(w), g_.name(x));
  }

  const graph& g_;
  const adjacency_view& all_;
  const adjacency_view& kept_;
  const graph& reduced_;
  const run_control& control_;
  std::vector<vertex_id> order_;
  std::vector<std::size_t> position_;
  std::vector<std::uint64_t> reached_by_;
  std::vector<std::uint64_t> has_edge_to_;  // bit i: the reduction has an edge from order_[first + i]
};

}  // namespace

dag_validation validate_transitive_reduction(const graph& g, const graph& reduced, const run_control& control) {
  check_stop(control);
  const timer clock;
  require_host_memory(g.num_vertices() * (sizeof(std::uint64_t) * 4 + 2 * sizeof(vertex_id) + 1),
                      fmt::format("validating a reduction of {} vertices", g.num_vertices()));
  dag_validation validation = reduction_checker(g, reduced, control).run();
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
