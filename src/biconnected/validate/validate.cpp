// Validator of biconnected components.
//
// The edges of a breadth-first tree that lie on a cycle closed by one further edge are in one block, and the blocks are the finest
// partition of the tree's edges with this property: the cycle space is the sum of its parts in the classes, and a simple cycle is
// in only one of them. A tree edge is named by its lower endpoint.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "fathom/biconnected.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_poll = 1u << 16;  // of the stop token

class block_partition {
 public:
  block_partition(const graph& g, const run_control& control)
      : rows_(g.view().out),
        n_(g.num_vertices()),
        control_(control),
        parent_(n_, no_vertex),
        depth_(n_, 0),
        united_(n_),
        top_(n_),
        size_(n_, 1),
        on_cycle_(n_, false) {
    std::iota(united_.begin(), united_.end(), vertex_id{0});
    grow_trees();
    top_ = parent_;
    unite_cycles();
  }

  [[nodiscard]] bool is_root(vertex_id v) const { return parent_[v] == no_vertex; }
  /// The block of the tree edge above `v`, which is not a root.
  [[nodiscard]] vertex_id block_above(vertex_id v) {
    while (united_[v] != v) v = united_[v] = united_[united_[v]];
    return v;
  }
  [[nodiscard]] vertex_id block_of_edge(vertex_id u, vertex_id w) { return block_above(depth_[u] >= depth_[w] ? u : w); }
  /// The highest vertex of a block, and the number of its other vertices.
  [[nodiscard]] vertex_id top(vertex_id block) const { return top_[block]; }
  [[nodiscard]] vertex_id size(vertex_id block) const { return size_[block]; }
  [[nodiscard]] vertex_id depth(vertex_id v) const { return depth_[v]; }
  [[nodiscard]] vertex_id parent(vertex_id v) const { return parent_[v]; }
  /// Whether the tree edge above `v`, which is not a root, is on a cycle.
  [[nodiscard]] bool on_cycle(vertex_id v) { return on_cycle_[block_above(v)]; }

 private:
  void grow_trees() {
    std::vector<bool> seen(n_, false);
    std::vector<vertex_id> queue;
    queue.reserve(n_);
    for (vertex_id root = 0; root < n_; ++root) {
      if (seen[root]) continue;
      seen[root] = true;
      queue.push_back(root);
      for (std::size_t i = queue.size() - 1; i < queue.size(); ++i) {
        const vertex_id v = queue[i];
        if (i % vertices_per_poll == 0) check_stop(control_);
        for (const vertex_id* w = rows_.begin(v); w != rows_.end(v); ++w) {
          if (seen[*w]) continue;
          seen[*w] = true;
          parent_[*w] = v, depth_[*w] = depth_[v] + 1;
          queue.push_back(*w);
        }
      }
    }
  }

  void unite_cycles() {
    for (vertex_id u = 0; u < n_; ++u) {
      if (u % vertices_per_poll == 0) check_stop(control_);
      bool parent_seen = false;
      for (const vertex_id* w = rows_.begin(u); w != rows_.end(u); ++w) {
        if (*w == u || parent_[*w] == u) continue;  // a parallel tree edge is found in the row of the lower endpoint
        if (*w == parent_[u] && !std::exchange(parent_seen, true)) continue;
        unite_cycle(u, *w);
      }
    }
  }

  // Both ends climb to their lowest common ancestor, block by block. An end that jumps beyond it stays in the block of the cycle.
  void unite_cycle(vertex_id u, vertex_id w) {
    vertex_id cycle = no_vertex;
    while (u != w) {
      if (depth_[u] < depth_[w]) std::swap(u, w);
      const vertex_id block = block_above(u);
      cycle = cycle == no_vertex ? block : unite(cycle, block);
      u = top_[block];
    }
    if (cycle != no_vertex) on_cycle_[block_above(cycle)] = true;
  }

  vertex_id unite(vertex_id a, vertex_id b) {
    a = block_above(a), b = block_above(b);
    if (a == b) return a;
    if (size_[a] < size_[b]) std::swap(a, b);
    united_[b] = a;
    size_[a] += size_[b];
    if (depth_[top_[b]] < depth_[top_[a]]) top_[a] = top_[b];
    on_cycle_[a] = on_cycle_[a] || on_cycle_[b];
    return a;
  }

  const adjacency_view rows_;
  const vertex_id n_;
  const run_control& control_;
  std::vector<vertex_id> parent_, depth_, united_, top_, size_;
  std::vector<bool> on_cycle_;
};

class block_checker : private rule_checker<biconnected_validation> {
 public:
  block_checker(const graph& g, const biconnected_result& result, const run_control& control)
      : g_(g), result_(result), control_(control), blocks_(g, control) {}

  [[nodiscard]] biconnected_validation run() {
    verdict_.valid = lists_are_well_formed() && components_are_blocks() && bridges_are_cuts() && articulation_points_are_shared() &&
                     edges_are_in_their_blocks();
    return verdict_;
  }

 private:
  [[nodiscard]] bool ascend_to(const std::vector<edge_offset>& offsets, std::size_t entries, std::size_t size) const {
    return offsets.size() == entries && offsets.front() == 0 && offsets.back() == size &&
           std::is_sorted(offsets.begin(), offsets.end());
  }

  [[nodiscard]] bool outside(vertex_id v) const { return v >= g_.num_vertices(); }

  bool lists_are_well_formed() {
    constexpr biconnected_rule rule = biconnected_rule::lists_are_well_formed;
    if (result_.offsets.empty() || !ascend_to(result_.offsets, result_.offsets.size(), result_.vertices.size()))
      return fail(rule, "the offsets of {} components do not lead through {} vertices", result_.components(),
                  result_.vertices.size());
    listed_in_.assign(g_.num_vertices(), 0);
    std::vector<std::size_t> last(g_.num_vertices(), 0);
    for (std::size_t i = 0; i < result_.components(); ++i) {
      for (const vertex_id u : result_.vertices_of(i)) {
        if (outside(u)) return fail(rule, "component {} lists vertex {}, which is outside the graph", i, u);
        if (last[u] == i + 1) return fail(rule, "component {} lists vertex '{}' twice", i, g_.name(u));
        last[u] = i + 1;
        ++listed_in_[u];
      }
    }
    return true;
  }

  bool components_are_blocks() {
    constexpr biconnected_rule rule = biconnected_rule::components_are_blocks;
    vertex_id blocks = 0;
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) blocks += !blocks_.is_root(u) && blocks_.block_above(u) == u;
    component_of_.assign(g_.num_vertices(), no_component);
    for (std::size_t i = 0; i < result_.components(); ++i) {
      if (!is_block(i)) return fail(rule, "component {} does not have the vertices of a block", i);
    }
    if (result_.components() != blocks)
      return fail(rule, "there are {} components, but the graph has {} blocks", result_.components(), blocks);
    return true;
  }

  // Whether the component has all vertices of one block that no earlier component has, and no others.
  bool is_block(std::size_t component) {
    const std::span<const vertex_id> vertices = result_.vertices_of(component);
    const auto deeper = [this](vertex_id a, vertex_id b) { return blocks_.depth(a) < blocks_.depth(b); };
    const auto lowest = std::max_element(vertices.begin(), vertices.end(), deeper);
    if (lowest == vertices.end() || blocks_.is_root(*lowest)) return false;
    const vertex_id block = blocks_.block_above(*lowest), top = blocks_.top(block);
    if (component_of_[block] != no_component || vertices.size() != std::size_t{blocks_.size(block)} + 1) return false;
    component_of_[block] = component;
    return std::all_of(vertices.begin(), vertices.end(),
                       [&](vertex_id u) { return u == top || (!blocks_.is_root(u) && blocks_.block_above(u) == block); });
  }

  bool bridges_are_cuts() {
    constexpr biconnected_rule rule = biconnected_rule::bridges_are_cuts;
    std::vector<bool> listed(g_.num_vertices(), false);
    for (const vertex_pair& e : result_.bridges) {
      if (outside(e.from) || outside(e.to) || e.from >= e.to) return fail(rule, "({}, {}) is not an edge", e.from, e.to);
      const vertex_id lower = blocks_.parent(e.to) == e.from ? e.to : e.from;
      if (blocks_.parent(lower) != e.from + e.to - lower || blocks_.on_cycle(lower))
        return fail(rule, "'{}' - '{}' is not a bridge", g_.name(e.from), g_.name(e.to));
      if (listed[lower]) return fail(rule, "'{}' - '{}' is listed twice", g_.name(e.from), g_.name(e.to));
      listed[lower] = true;
    }
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      if (!blocks_.is_root(u) && !blocks_.on_cycle(u) && !listed[u])
        return fail(rule, "'{}' - '{}' is a bridge, but is not listed", g_.name(u), g_.name(blocks_.parent(u)));
    }
    return true;
  }

  bool articulation_points_are_shared() {
    constexpr biconnected_rule rule = biconnected_rule::articulation_points_are_shared;
    auto next = result_.articulation_points.begin();
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      const bool listed = next != result_.articulation_points.end() && *next == u;
      if (listed) ++next;
      if (listed != (listed_in_[u] > 1))
        return fail(rule, "vertex '{}' is in {} components, and is {}listed", g_.name(u), listed_in_[u], listed ? "" : "not ");
    }
    return next == result_.articulation_points.end() || fail(rule, "the list is not ascending, or leaves the graph");
  }

  bool edges_are_in_their_blocks() {
    constexpr biconnected_rule rule = biconnected_rule::edges_are_in_their_blocks;
    if (result_.edge_offsets.empty() && result_.edges.empty()) return true;  // not listed
    if (!ascend_to(result_.edge_offsets, result_.offsets.size(), result_.edges.size()))
      return fail(rule, "the offsets do not lead through {} edges", result_.edges.size());
    std::vector<std::pair<vertex_id, vertex_id>> expected, found;
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      for (const vertex_id* w = g_.view().out.begin(u); w != g_.view().out.end(u); ++w) {
        if (u < *w) expected.emplace_back(u, *w);
      }
    }
    for (const vertex_pair& e : result_.edges) found.emplace_back(std::min(e.from, e.to), std::max(e.from, e.to));
    std::sort(expected.begin(), expected.end());
    check_stop(control_);
    std::sort(found.begin(), found.end());
    if (expected != found) return fail(rule, "the listed edges are not the {} edges of the graph", expected.size());
    for (std::size_t i = 0; i < result_.components(); ++i) {
      for (const vertex_pair& e : result_.edges_of(i)) {
        if (component_of_[blocks_.block_of_edge(e.from, e.to)] != i)
          return fail(rule, "'{}' - '{}' is not an edge of component {}", g_.name(e.from), g_.name(e.to), i);
      }
    }
    return true;
  }

  static constexpr std::size_t no_component = static_cast<std::size_t>(-1);

  const graph& g_;
  const biconnected_result& result_;
  const run_control& control_;
  block_partition blocks_;
  std::vector<vertex_id> listed_in_;       // number of components that list a vertex
  std::vector<std::size_t> component_of_;  // by block
};

}  // namespace

std::string_view to_string(biconnected_rule rule) {
  switch (rule) {
    case biconnected_rule::lists_are_well_formed:
      return "components list vertices of the graph, each once";
    case biconnected_rule::components_are_blocks:
      return "the components are the blocks of the graph";
    case biconnected_rule::bridges_are_cuts:
      return "the bridges are the edges on no cycle";
    case biconnected_rule::articulation_points_are_shared:
      return "the articulation points are the vertices of several components";
    case biconnected_rule::edges_are_in_their_blocks:
      return "each edge is listed in the component of its block";
    case biconnected_rule::none:
      break;
  }
  return "none";
}

biconnected_validation validate_biconnected(const graph& g, const biconnected_result& result, const run_control& control) {
  if (g.directed()) fail_usage("this graph is directed, but biconnected components need an undirected graph; symmetrize it");
  check_stop(control);
  const timer clock;
  require_host_memory(g.num_vertices() * 48 + result.edges.size() * 16,
                      fmt::format("validating the biconnected components of {} vertices", g.num_vertices()));
  biconnected_validation validation = block_checker(g, result, control).run();
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
