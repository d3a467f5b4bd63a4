#include "algorithm/components.hpp"

#include <algorithm>

#include "fathom/bfs.hpp"

namespace fathom {
namespace {

constexpr vertex_id vertices_between_looks = 1u << 16;  // for a request to stop

// Most vertices of most graphs are in one component, which the engine finds on all threads; a stack finds the rest.
class flood {
 public:
  flood(const graph& g, components& parts) : out_(g.view().out), parts_(parts) {}

  void mark_searched(const layout& prepared, vertex_id source, const run_control& control) {
    bfs_options options;
    options.return_predecessors = options.count_edges = false;
    options.where = prepared.where;
    options.control = control;
    const bfs_result found = bfs(prepared, source, options);
    parts_.sizes.push_back(static_cast<vertex_id>(found.report.reached));
    for (std::size_t v = 0; v < parts_.of.size(); ++v) {
      if (found.distances[v] != unreachable) parts_.of[v] = 0;
    }
  }

  void mark_from(vertex_id start) {
    const auto number = static_cast<vertex_id>(parts_.sizes.size());
    vertex_id size = 0;
    parts_.of[start] = number;
    for (waiting_.push_back(start); !waiting_.empty(); ++size) {
      const vertex_id u = waiting_.back();
      waiting_.pop_back();
      for (const vertex_id* w = out_.begin(u); w != out_.end(u); ++w) {
        if (parts_.of[*w] != no_vertex) continue;
        parts_.of[*w] = number;
        waiting_.push_back(*w);
      }
    }
    parts_.sizes.push_back(size);
  }

 private:
  const adjacency_view& out_;
  components& parts_;
  std::vector<vertex_id> waiting_;
};

// Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1(2), 1972, with a stack of its own.
// Components end in the order that the numbers need: those that others lead to first.
class depth_first_walk {
 public:
  depth_first_walk(const graph& g, components& parts) : out_(g.view().out), parts_(parts), lowest_(g.num_vertices(), 0) {}

  [[nodiscard]] bool has_seen(vertex_id v) const { return lowest_[v] != 0; }

  void from(vertex_id root) {
    enter(root);
    while (!path_.empty()) {
      step& now = path_.back();
      if (now.next == out_.end(now.v)) {
        leave();
        continue;
      }
      const vertex_id w = *now.next++;
      if (!has_seen(w))
        enter(w);
      else if (parts_.of[w] == no_vertex)
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
    const auto number = static_cast<vertex_id>(parts_.sizes.size());
    vertex_id size = 0;
    for (vertex_id v = no_vertex; v != done.v; ++size) {
      v = open_.back();
      open_.pop_back();
      parts_.of[v] = number;
    }
    parts_.sizes.push_back(size);
  }

  const adjacency_view& out_;
  components& parts_;
  std::vector<vertex_id> lowest_;  // number that a vertex is known to lead back to; 0 before it is entered
  std::vector<vertex_id> open_;    // entered, and in no component yet
  std::vector<step> path_;
  vertex_id entered_ = 0;
};

vertex_id largest_of(const components& parts) {
  const vertex_id most = *std::max_element(parts.sizes.begin(), parts.sizes.end());
  return *std::find_if(parts.of.begin(), parts.of.end(), [&](vertex_id c) { return parts.sizes[c] == most; });
}

}  // namespace

components find_components(const graph& g, const layout& prepared, const run_control& control) {
  const vertex_id n = g.num_vertices();
  components parts;
  if (n == 0) return parts;
  parts.of.assign(n, no_vertex);
  if (g.directed()) {
    depth_first_walk walk(g, parts);
    for (vertex_id v = 0; v < n; ++v) {
      if (v % vertices_between_looks == 0) check_stop(control);
      if (!walk.has_seen(v)) walk.from(v);
    }
  } else {
    flood rest(g, parts);
    rest.mark_searched(prepared, g.properties().max_out_degree_vertex, control);
    for (vertex_id v = 0; v < n; ++v) {
      if (v % vertices_between_looks == 0) check_stop(control);
      if (parts.of[v] == no_vertex) rest.mark_from(v);
    }
  }
  parts.largest = largest_of(parts);
  return parts;
}

}  // namespace fathom
