// Serial strongly connected components: Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1(2),
// 1972. The stack is a vector, so that deep paths cannot overflow the call stack.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Visits the vertices v with part_of[v] == no_vertex, which are in no component yet. Calls emit(members) for each component in
/// reverse topological order; emit must set part_of for the members.
template <class Emit>
class depth_first_search {
 public:
  depth_first_search(const adjacency_view& out, std::span<const vertex_id> part_of, Emit emit)
      : out_(out), part_of_(part_of), emit_(std::move(emit)), lowest_(part_of.size(), 0) {}

  [[nodiscard]] bool is_open(vertex_id v) const { return part_of_[v] == no_vertex; }

  /// Emits the component of the open vertex `root`, and all open components reachable from it.
  void from(vertex_id root) {
    enter(root);
    while (!path_.empty()) {
      step& now = path_.back();
      if (now.next == out_.end(now.v)) {
        leave();
        continue;
      }
      const vertex_id w = *now.next++;
      if (!is_open(w)) continue;
      if (lowest_[w] == 0)
        enter(w);
      else
        lowest_[now.v] = std::min(lowest_[now.v], lowest_[w]);
    }
  }

 private:
  struct step {
    vertex_id v;
    vertex_id number;  // in the order of entering, from 1
    const vertex_id* next;
  };

  void enter(vertex_id v) {
    lowest_[v] = ++entered_;
    open_.push_back(v);
    path_.push_back({v, entered_, out_.begin(v)});
  }

  void leave() {
    const step done = path_.back();
    path_.pop_back();
    if (!path_.empty()) lowest_[path_.back().v] = std::min(lowest_[path_.back().v], lowest_[done.v]);
    if (lowest_[done.v] != done.number) return;
    std::size_t first = open_.size();
    while (open_[--first] != done.v) {
    }
    emit_(std::span<const vertex_id>(open_).subspan(first));
    open_.resize(first);
  }

  const adjacency_view out_;
  const std::span<const vertex_id> part_of_;
  Emit emit_;
  std::vector<vertex_id> lowest_;  // lowest number known to be reachable from a vertex; 0 before it is entered
  std::vector<vertex_id> open_;    // entered, but in no component yet
  std::vector<step> path_;
  vertex_id entered_ = 0;
};

}  // namespace fathom::components_engine
