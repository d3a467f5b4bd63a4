// Breadth-first searches from both ends, one level at a time, until they meet.
//
// All vertices within `a` hops of the source and within `b` of the target are known before a level begins, and the searches have
// not met. Therefore the first edge between them closes a path of a + b + 1 hops, and no path is shorter.
#include <algorithm>
#include <limits>

#include "fathom/array.hpp"
#include "shortest_path/engines.hpp"

namespace fathom {
namespace {

// Belongs to the search from the end that `stamp` names. Stamps of earlier pairs are smaller, so that nothing has to be cleared.
struct mark {
  std::uint32_t stamp;
  vertex_id before;  // neighbor through which that search found the vertex
};
static_assert(sizeof(mark) == hop_search_bytes);

struct hop_end {
  adjacency_view rows;
  std::uint32_t stamp = 0;
  std::vector<vertex_id> frontier, next;
  edge_offset edges = 0;  // out of the frontier
};

// An edge between the searches, or none.
struct meeting {
  vertex_id here = no_vertex, there = no_vertex;
};

class hop_search final : public pair_search {
 public:
  explicit hop_search(const graph_view& g) : marks_(g.num_vertices) {
    ends_[0].rows = g.out;
    ends_[1].rows = g.in;
    clear();
  }

  found_path find(vertex_id source, vertex_id target, const std::stop_token& stop) override {
    begin(source, target);
    found_path found;
    while (!stop.stop_requested()) {
      const int side = cheaper();
      if (ends_[side].frontier.empty()) break;  // all that this end reaches
      const meeting met = expand(ends_[side], ends_[1 - side].stamp, found);
      if (met.here == no_vertex) continue;
      join(side == 0 ? met.here : met.there, side == 0 ? met.there : met.here, found.vertices);
      break;
    }
    return found;
  }

 private:
  void clear() { std::fill(marks_.begin(), marks_.end(), mark{0, no_vertex}); }

  void begin(vertex_id source, vertex_id target) {
    if (ends_[1].stamp >= std::numeric_limits<std::uint32_t>::max() - 2) clear(), ends_[1].stamp = 0;
    ends_[0].stamp = ends_[1].stamp + 1;
    ends_[1].stamp += 2;
    const vertex_id firsts[] = {source, target};
    for (int side : {0, 1}) {
      hop_end& e = ends_[side];
      e.frontier.assign(1, firsts[side]);
      e.edges = e.rows.offsets != nullptr ? e.rows.degree(firsts[side]) : std::numeric_limits<edge_offset>::max();
      marks_[firsts[side]] = {e.stamp, no_vertex};
    }
  }

  // Without in-edges the target's frontier counts as infinitely large.
  [[nodiscard]] int cheaper() const noexcept { return ends_[1].edges < ends_[0].edges ? 1 : 0; }

  meeting expand(hop_end& e, std::uint32_t other, found_path& found) {
    e.next.clear();
    edge_offset edges = 0;
    for (const vertex_id u : e.frontier) {
      ++found.visited;
      for (const vertex_id *v = e.rows.begin(u), *const last = e.rows.end(u); v != last; ++v) {
        ++found.edges_inspected;
        mark& m = marks_[*v];
        if (m.stamp == e.stamp) continue;
        if (m.stamp == other) return {u, *v};
        m = {e.stamp, u};
        e.next.push_back(*v);
        edges += e.rows.degree(*v);
      }
    }
    e.frontier.swap(e.next);
    e.edges = edges;
    return {};
  }

  void join(vertex_id from_source, vertex_id from_target, std::vector<vertex_id>& path) const {
    for (vertex_id v = from_source; v != no_vertex; v = marks_[v].before) path.push_back(v);
    std::reverse(path.begin(), path.end());
    for (vertex_id v = from_target; v != no_vertex; v = marks_[v].before) path.push_back(v);
  }

  array<mark> marks_;
  hop_end ends_[2];
};

}  // namespace

std::unique_ptr<pair_search> make_hop_search(const graph_view& g) { return std::make_unique<hop_search>(g); }

}  // namespace fathom
