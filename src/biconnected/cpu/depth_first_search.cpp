// Biconnected components by one depth-first search (Hopcroft and Tarjan, 1973). The path is a vector, so that deep paths cannot
// overflow the call stack.
//
// Vertices are numbered in the order of discovery, from 1; 0 means undiscovered. lowest[v] is the smallest number that a path from
// v reaches down the tree and over one back edge. If the search leaves v to its parent p and lowest[v] >= number[p], then the edge
// (p, v), with all vertices discovered since v that are in no component yet, is a component, and p its first vertex. Each vertex
// but a root is in exactly one component with its parent, whose index is component[v]; the component of a back edge is that of its
// deeper endpoint. No stack of edges is needed.
#include <algorithm>

#include "biconnected/engines.hpp"
#include "fathom/array.hpp"

namespace fathom::biconnected_engine {
namespace {

constexpr std::uint64_t steps_per_poll = 1u << 16;  // of the stop token

class block_search {
 public:
  block_search(const adjacency_view& rows, vertex_id n, bool list_edges, biconnected_result& result, const std::stop_token& stop)
      : rows_(rows), n_(n), list_edges_(list_edges), result_(result), stop_(stop), state_(n), parent_(n), cut_(n, 0) {
    std::fill(state_.begin(), state_.end(), vertex_state{0, 0, no_vertex});
    result_.offsets.push_back(0);
  }

  std::uint64_t run() {
    for (vertex_id root = 0; root < n_; ++root) {
      if (state_[root].number != 0) continue;
      if (!from(root)) return inspected_;
      open_.pop_back();  // the root, which is in components of its children only
    }
    list_bridges();
    for (vertex_id v = 0; v < n_; ++v) {
      if (cut_[v] != 0) result_.articulation_points.push_back(v);
    }
    if (list_edges_) sort_edges();
    return inspected_;
  }

 private:
  struct vertex_state {
    vertex_id number, lowest;
    vertex_id component;  // of the edge to the parent
  };

  struct step {
    vertex_id v;
    bool parent_seen;  // the edge back to the parent was skipped; a further one is a parallel edge
    const vertex_id* next;
  };

  // Searches all that `root` reaches; false if a stop was requested.
  bool from(vertex_id root) {
    vertex_id blocks_of_root = 0;
    enter(root, no_vertex);
    while (!path_.empty()) {
      step& now = path_.back();
      if (now.next == rows_.end(now.v)) {
        blocks_of_root += leave();
        continue;
      }
      if (++inspected_ % steps_per_poll == 0 && stop_.stop_requested()) return false;
      visit(now, *now.next++);
    }
    cut_[root] = blocks_of_root > 1;
    return true;
  }

  void visit(step& now, vertex_id w) {
    const vertex_id v = now.v, number = state_[w].number;
    if (w == v) return;
    if (number == 0) {
      if (list_edges_) met_.push_back({v, w});
      enter(w, v);
    } else if (w == parent_[v] && !now.parent_seen) {
      now.parent_seen = true;
    } else if (number < state_[v].number) {
      state_[v].lowest = std::min(state_[v].lowest, number);
      if (list_edges_) met_.push_back({v, w});
    }
  }

  void enter(vertex_id v, vertex_id parent) {
    ++discovered_;
    state_[v] = {discovered_, discovered_, no_vertex};
    parent_[v] = parent;
    open_.push_back(v);
    path_.push_back({v, false, rows_.begin(v)});
  }

  // Returns whether a component of the root ended.
  bool leave() {
    const vertex_id v = path_.back().v;
    path_.pop_back();
    if (path_.empty()) return false;
    const vertex_id p = path_.back().v;
    state_[p].lowest = std::min(state_[p].lowest, state_[v].lowest);
    if (state_[v].lowest < state_[p].number) return false;
    end_component(p, v);
    if (path_.size() == 1) return true;
    cut_[p] = 1;
    return false;
  }

  void end_component(vertex_id first, vertex_id v) {
    const auto index = static_cast<vertex_id>(result_.offsets.size() - 1);
    std::size_t begin = open_.size();
    do {
      state_[open_[--begin]].component = index;
    } while (open_[begin] != v);
    result_.vertices.push_back(first);
    result_.vertices.insert(result_.vertices.end(), open_.begin() + static_cast<std::ptrdiff_t>(begin), open_.end());
    result_.offsets.push_back(result_.vertices.size());
    open_.resize(begin);
  }

  [[nodiscard]] bool is_bridge_to_parent(vertex_id v) const {
    return parent_[v] != no_vertex && state_[v].lowest == state_[v].number;
  }

  void list_bridges() {
    // Only rows of vertices that are the smaller endpoint of a bridge are read.
    array<std::uint8_t> begins_bridge(n_);
    std::fill(begins_bridge.begin(), begins_bridge.end(), std::uint8_t{0});
    for (vertex_id v = 0; v < n_; ++v) {
      if (is_bridge_to_parent(v)) begins_bridge[std::min(v, parent_[v])] = 1;
    }
    for (vertex_id u = 0; u < n_; ++u) {
      if (begins_bridge[u] == 0) continue;
      for (const vertex_id* v = rows_.begin(u); v != rows_.end(u); ++v) {
        if (*v <= u) continue;
        if ((parent_[*v] == u && is_bridge_to_parent(*v)) || (parent_[u] == *v && is_bridge_to_parent(u)))
          result_.bridges.push_back({u, *v});
      }
    }
  }

  // Sorts the edges by component, and keeps their order within one.
  void sort_edges() {
    const auto component_of = [this](const vertex_pair& e) {
      return state_[state_[e.from].number > state_[e.to].number ? e.from : e.to].component;
    };
    std::vector<edge_offset>& offsets = result_.edge_offsets;
    offsets.assign(result_.offsets.size() + 1, 0);
    for (const vertex_pair& e : met_) ++offsets[component_of(e) + 2];
    for (std::size_t i = 2; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
    result_.edges.resize(met_.size());
    for (const vertex_pair& e : met_) result_.edges[offsets[component_of(e) + 1]++] = e;
    offsets.pop_back();
  }

  const adjacency_view rows_;
  const vertex_id n_;
  const bool list_edges_;
  biconnected_result& result_;
  const std::stop_token& stop_;
  array<vertex_state> state_;
  array<vertex_id> parent_;
  std::vector<std::uint8_t> cut_;  // whether a vertex is an articulation point
  std::vector<vertex_id> open_;    // discovered, in no component with the parent yet
  std::vector<step> path_;
  std::vector<vertex_pair> met_;  // edges in the order in which they were met
  vertex_id discovered_ = 0;
  std::uint64_t inspected_ = 0;
};

}  // namespace

std::uint64_t depth_first_search(const adjacency_view& rows, vertex_id n, bool list_edges, biconnected_result& result,
                                 const std::stop_token& stop) {
  return block_search(rows, n, list_edges, result, stop).run();
}

std::uint64_t search_bytes(vertex_id n, edge_offset m, bool list_edges) {
  // States, parents, marks, the stack of open vertices and the path, which is as long as the graph's longest path at worst;
  // results.
  constexpr std::uint64_t per_vertex = 3 * 4 + 4 + 2 + 4 + 16, of_results = 2 * 4 + 8 + 8 + 4;
  return n * (per_vertex + of_results) + (list_edges ? m / 2 * 2 * sizeof(vertex_pair) : 0);
}

}  // namespace fathom::biconnected_engine
