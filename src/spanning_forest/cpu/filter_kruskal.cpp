// Filter-Kruskal (Osipov, Sanders, Singler, 2009): a quicksort that joins trees by the lighter part before it reads the heavier
// part, and first removes from that part the edges within a tree.
#include <algorithm>
#include <span>

#include "fathom/array.hpp"
#include "spanning_forest/engines.hpp"

namespace fathom::forest_engine {
namespace {

// Smaller parts are sorted: 24 bytes per edge, so that a part fits in the L2 cache.
constexpr std::size_t most_sorted = 1u << 13;
// Parts that are this deep, which bad pivots cause, are sorted.
constexpr int deepest = 64;

struct candidate {
  double key;  // the weight, negated for a maximum
  edge_offset position;
  vertex_id from, to;

  // Edges of equal weight are in the order of their positions.
  friend bool operator<(const candidate& a, const candidate& b) {
    return a.key < b.key || (a.key == b.key && a.position < b.position);
  }
};

class kruskal {
 public:
  kruskal(const adjacency_view& rows, vertex_id n, forest_weight total, spanning_forest_result& result, const std::stop_token& stop)
      : rows_(rows), n_(n), sign_(total == forest_weight::maximum ? -1 : 1), result_(result), stop_(stop), parent_(n) {
    for (vertex_id v = 0; v < n; ++v) parent_[v] = v;
    result.trees = n;
  }

  std::uint64_t run() {
    array<candidate> all = collect();
    join_lightest_first(all.view(), 0);
    for (const forest_edge& e : result_.edges) result_.weight += e.weight;
    return sorted_;
  }

 private:
  array<candidate> collect() const {
    edge_offset count = 0;
    for (vertex_id u = 0; u < n_; ++u)
      count += static_cast<edge_offset>(std::count_if(rows_.begin(u), rows_.end(u), [u](vertex_id v) { return u < v; }));
    array<candidate> all(count);
    candidate* next = all.data();
    for (vertex_id u = 0; u < n_; ++u) {
      for (edge_offset e = rows_.offsets[u]; e < rows_.offsets[u + 1]; ++e) {
        if (u < rows_.targets[e]) *next++ = {sign_ * rows_.weight(e), e, u, rows_.targets[e]};
      }
    }
    return all;
  }

  [[nodiscard]] bool done() const { return result_.trees <= 1 || stop_.stop_requested(); }

  // Recursion is at most `deepest` deep: the lighter part is a call, the heavier part the next round.
  void join_lightest_first(std::span<candidate> part, int depth) {
    while (!done()) {
      if (part.size() <= most_sorted || ++depth > deepest) return sort_and_join(part);
      const candidate pivot = pivot_of(part);
      const auto middle = std::partition(part.begin(), part.end(), [&](const candidate& c) { return c < pivot; });
      join_lightest_first({part.begin(), middle}, depth);
      if (done()) return;
      const auto last = std::remove_if(middle, part.end(), [this](const candidate& c) { return root(c.from) == root(c.to); });
      part = {middle, last};
    }
  }

  // Median of nine candidates at equal distances.
  static candidate pivot_of(std::span<const candidate> part) {
    candidate sample[9];
    for (std::size_t i = 0; i < 9; ++i) sample[i] = part[i * (part.size() - 1) / 8];
    std::nth_element(sample, sample + 4, sample + 9);
    return sample[4];
  }

  void sort_and_join(std::span<candidate> part) {
    sorted_ += part.size();
    std::sort(part.begin(), part.end());
    for (const candidate& c : part) {
      const vertex_id a = root(c.from), b = root(c.to);
      if (a == b) continue;
      parent_[std::max(a, b)] = std::min(a, b);
      result_.edges.push_back({c.from, c.to, sign_ * c.key});
      if (--result_.trees == 1) return;
    }
  }

  vertex_id root(vertex_id v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];  // path halving
    return v;
  }

  const adjacency_view rows_;
  const vertex_id n_;
  const double sign_;
  spanning_forest_result& result_;
  const std::stop_token& stop_;
  array<vertex_id> parent_;
  std::uint64_t sorted_ = 0;
};

}  // namespace

std::uint64_t filter_kruskal(const adjacency_view& rows, vertex_id n, forest_weight total, spanning_forest_result& result,
                             const std::stop_token& stop) {
  return kruskal(rows, n, total, result, stop).run();
}

std::uint64_t filter_kruskal_bytes(vertex_id n, edge_offset m) {
  return m / 2 * sizeof(candidate) + n * (sizeof(vertex_id) + 2 * sizeof(forest_edge));
}

}  // namespace fathom::forest_engine
