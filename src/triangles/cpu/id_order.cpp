// Triangle counting without orientation by degree, as in GAP's `tc` where degrees are uniform. Each triangle u > v > w is found at
// u: the neighbors of u below u are put into a small table, and each w in the row of v is looked up there. Rows of neighbors are
// prefetched one vertex ahead; on random graphs their cache misses take most of the time.
#include "triangles/cpu/id_order.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

#include "base/parallel.hpp"
#include "base/thread_team.hpp"
#include "base/zeroed_array.hpp"

namespace fathom::triangles_engine {
namespace {

// Degrees are uniform if the largest is at most this many times the average plus a constant, which admits roads and lattices.
constexpr edge_offset most_times_average = 4, most_above_average = 16;

constexpr edge_offset slots_per_neighbor = 16;       // lookups that miss rarely find an occupied slot
constexpr std::ptrdiff_t short_row = 8;              // rows of lattices and roads: their neighbors are compared one by one
constexpr std::uint64_t rows_of_ids_at_once = 1024;  // chunk size
constexpr std::ptrdiff_t prefetched_entries = 16;    // a cache line

std::uint64_t slots_for(const graph& g) { return std::bit_ceil(slots_per_neighbor * g.properties().max_out_degree + 1); }

/// Positions of the neighbors of one vertex in its row.
class neighbor_table {
 public:
  explicit neighbor_table(std::uint64_t slots) : slots_(slots, 0), mask_(slots - 1) {}

  void insert(const vertex_id* first, const vertex_id* last) {
    first_ = first, last_ = last;
    for (const vertex_id* v = first; v != last; ++v) slots_[*v & mask_] = static_cast<vertex_id>(v - first) + 1;
  }
  void clear() {
    for (const vertex_id* v = first_; v != last_; ++v) slots_[*v & mask_] = 0;
  }

  /// Whether v is a neighbor; then `at` is its address in the row.
  [[nodiscard]] bool find(vertex_id v, const vertex_id*& at) const {
    const vertex_id position = slots_[v & mask_];
    if (position == 0) return false;
    at = first_ + (position - 1);
    if (*at == v) return true;
    at = std::lower_bound(first_, last_, v);  // another neighbor occupies the slot
    return at != last_ && *at == v;
  }

 private:
  std::vector<vertex_id> slots_;  // position + 1; 0: empty
  std::uint64_t mask_;
  const vertex_id *first_ = nullptr, *last_ = nullptr;
};

class counter_in_id_order {
 public:
  counter_in_id_order(const graph& g, id_order_counts& counts)
      : rows_(g.view().out),
        table_(slots_for(g)),
        found_(g.properties().max_out_degree, 0),
        triangles_(counts.triangles.data()),
        degrees_(counts.neighbors.degrees.data()) {}

  void count(vertex_id first, vertex_id last) {
    if (first < last) prefetch(first);
    for (vertex_id u = first; u < last; ++u) {
      if (u + 1 < last) prefetch(u + 1);
      count(u);
    }
  }

  /// Sums over the counted vertices.
  [[nodiscard]] std::uint64_t triangles() const { return sum_; }
  [[nodiscard]] std::uint64_t wedges() const { return wedges_; }

 private:
  // GCC takes a function that only prefetches for one without effects, and deletes calls that it has not inlined by then.
  [[gnu::always_inline]] void prefetch(vertex_id u) const {
    if (rows_.end(u) - rows_.begin(u) <= short_row) return;  // ids of neighbors are mostly close together
    for (const vertex_id* v = rows_.begin(u); v != rows_.end(u) && *v < u; ++v) {
      const vertex_id* const row = rows_.begin(*v);
      __builtin_prefetch(row);
      __builtin_prefetch(row + prefetched_entries);
    }
  }

  void count(vertex_id u) {
    const vertex_id* const first = rows_.begin(u);
    const vertex_id* const end = rows_.end(u);
    const vertex_id* last = first;
    while (last != end && *last < u) ++last;
    const bool has_self_loop = last != end && *last == u;
    degrees_[u] = static_cast<vertex_id>(end - first) - (has_self_loop ? 1 : 0);
    wedges_ += pairs_of(degrees_[u]);
    if (last - first < 2) return;  // no pair
    std::uint64_t of_u = 0;
    if (last - first <= short_row) {
      of_u = count_pairs(first, last, [](vertex_id w, const vertex_id*& at) {
        while (*at < w) ++at;  // ends: w is not above the neighbor of u before v
        return *at == w;
      });
    } else {
      table_.insert(first, last);
      of_u = count_pairs(first, last, [this](vertex_id w, const vertex_id*& at) { return table_.find(w, at); });
      table_.clear();
    }
    if (of_u == 0) return;
    sum_ += of_u;
    add(u, of_u);
    for (const vertex_id* v = first; v != last; ++v) {
      std::uint64_t& of_v = found_[static_cast<std::size_t>(v - first)];
      if (of_v > 0) add(*v, of_v);
      of_v = 0;
    }
  }

  // Triangles of u with pairs of its neighbors in [first, last). find(w, at) says whether w is one of them, and sets `at` to its
  // address; it may continue a search at `at`, since the calls for one v ascend.
  template <class Find>
  std::uint64_t count_pairs(const vertex_id* first, const vertex_id* last, const Find& find) {
    std::uint64_t of_u = 0;
    for (const vertex_id* v = first + 1; v < last; ++v) {
      const vertex_id before = v[-1];
      const vertex_id *const row = rows_.begin(*v), *const end = rows_.end(*v), *at = first;
      std::uint64_t of_pair = 0;
      for (const vertex_id* w = row; w != end && *w <= before; ++w) {
        if (!find(*w, at)) continue;
        ++found_[static_cast<std::size_t>(at - first)];
        ++of_pair;
      }
      if (of_pair == 0) continue;
      found_[static_cast<std::size_t>(v - first)] += of_pair;
      of_u += of_pair;
    }
    return of_u;
  }

  void add(vertex_id v, std::uint64_t count) { std::atomic_ref(triangles_[v]).fetch_add(count, std::memory_order_relaxed); }

  const adjacency_view rows_;
  neighbor_table table_;
  std::vector<std::uint64_t> found_;  // triangles found for each neighbor of one vertex, by its position in the row
  std::uint64_t* const triangles_;
  vertex_id* const degrees_;
  std::uint64_t sum_ = 0, wedges_ = 0;
};

}  // namespace

bool suits_id_order(const graph& g) {
  if (g.num_vertices() == 0 || g.properties().duplicates > 0) return false;
  return g.properties().max_out_degree <= most_times_average * (g.num_edges() / g.num_vertices()) + most_above_average;
}

std::uint64_t id_order_bytes(const graph& g) {
  return slots_for(g) * sizeof(vertex_id) + g.properties().max_out_degree * sizeof(std::uint64_t);
}

id_order_counts count_in_id_order(const graph& g, int threads, const std::stop_token& stop) {
  const std::uint64_t n = g.num_vertices();
  id_order_counts counts{zeroed_array<std::uint64_t>(n), {array<vertex_id>(n), {}, 0}, 0};
  std::vector<counter_in_id_order> of_thread(static_cast<std::size_t>(threads), counter_in_id_order(g, counts));
  chunk_cursor cursor;
  run_team(threads, [&](int thread, int) {
    counter_in_id_order& counter = of_thread[static_cast<std::size_t>(thread)];
    cursor.for_chunks(n, rows_of_ids_at_once, [&](std::uint64_t first, std::uint64_t last) {
      if (!stop.stop_requested()) counter.count(static_cast<vertex_id>(first), static_cast<vertex_id>(last));
    });
  });
  for (const counter_in_id_order& counter : of_thread) {
    counts.count += counter.triangles();
    counts.neighbors.wedges += counter.wedges();
  }
  return counts;
}

}  // namespace fathom::triangles_engine
