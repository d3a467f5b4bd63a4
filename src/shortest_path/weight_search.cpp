// Dijkstra's algorithm from both ends, until no undiscovered path can be shorter than the best one found.
#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "fathom/array.hpp"
#include "shortest_path/engines.hpp"

namespace fathom {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::uint64_t visits_per_poll = 4096;

struct label {
  double distance;  // from this end
  vertex_id before;
  std::uint32_t stamp;  // of the pair for which the label was written
};
static_assert(2 * sizeof(label) == weight_search_bytes);

using entry = std::pair<double, vertex_id>;

struct weight_end {
  adjacency_view rows;
  array<label> labels;
  std::vector<entry> waiting;  // a heap; an entry is outdated once the vertex has a smaller distance

  [[nodiscard]] double distance(vertex_id v, std::uint32_t stamp) const noexcept {
    return labels[v].stamp == stamp ? labels[v].distance : infinite;
  }
  [[nodiscard]] double nearest() const noexcept { return waiting.empty() ? infinite : waiting.front().first; }

  void push(double distance, vertex_id v) {
    waiting.emplace_back(distance, v);
    std::push_heap(waiting.begin(), waiting.end(), std::greater<>());
  }
  entry pop() {
    std::pop_heap(waiting.begin(), waiting.end(), std::greater<>());
    const entry nearest = waiting.back();
    waiting.pop_back();
    return nearest;
  }
};

class weight_search final : public pair_search {
 public:
  explicit weight_search(const graph_view& g) {
    ends_[0].rows = g.out;
    ends_[1].rows = g.in;
    for (weight_end& e : ends_) e.labels = array<label>(g.num_vertices);
    clear();
  }

  found_path find(vertex_id source, vertex_id target, const std::stop_token& stop) override {
    begin(source, target);
    found_path found;
    while (ends_[0].nearest() + ends_[1].nearest() < best_) {
      const int side = smaller();
      const auto [distance, u] = ends_[side].pop();
      if (distance > ends_[side].labels[u].distance) continue;
      if (found.visited++ % visits_per_poll == 0 && stop.stop_requested()) return found;
      relax(ends_[side], ends_[1 - side], distance, u, found);
    }
    if (best_ < infinite) join(found.vertices);
    return found;
  }

 private:
  void clear() {
    for (weight_end& e : ends_) std::fill(e.labels.begin(), e.labels.end(), label{infinite, no_vertex, 0});
  }

  void begin(vertex_id source, vertex_id target) {
    if (++stamp_ == 0) clear(), stamp_ = 1;
    best_ = infinite;
    const vertex_id firsts[] = {source, target};
    for (int side : {0, 1}) {
      ends_[side].waiting.assign(1, {0.0, firsts[side]});
      ends_[side].labels[firsts[side]] = {0, no_vertex, stamp_};
    }
  }

  // Which end goes on is free; few waiting vertices are a small part of the graph. An end without rows waits at its vertex.
  [[nodiscard]] int smaller() const noexcept {
    return ends_[1].rows.offsets != nullptr && ends_[1].waiting.size() < ends_[0].waiting.size() ? 1 : 0;
  }

  void relax(weight_end& e, const weight_end& other, double distance, vertex_id u, found_path& found) {
    for (edge_offset i = e.rows.offsets[u]; i < e.rows.offsets[u + 1]; ++i) {
      ++found.edges_inspected;
      const vertex_id v = e.rows.targets[i];
      const double there = distance + e.rows.weight(i);
      if (there >= e.distance(v, stamp_) || there >= best_) continue;
      e.labels[v] = {there, u, stamp_};
      const double whole = there + other.distance(v, stamp_);
      if (whole < best_) best_ = whole, meeting_ = v;
      e.push(there, v);
    }
  }

  void join(std::vector<vertex_id>& path) const {
    for (vertex_id v = meeting_; v != no_vertex; v = ends_[0].labels[v].before) path.push_back(v);
    std::reverse(path.begin(), path.end());
    for (vertex_id v = ends_[1].labels[meeting_].before; v != no_vertex; v = ends_[1].labels[v].before) path.push_back(v);
  }

  weight_end ends_[2];
  std::uint32_t stamp_ = 0;
  double best_ = infinite;
  vertex_id meeting_ = no_vertex;
};

}  // namespace

std::unique_ptr<pair_search> make_weight_search(const graph_view& g) { return std::make_unique<weight_search>(g); }

}  // namespace fathom
