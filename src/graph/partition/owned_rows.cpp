#include "graph/partition/owned_rows.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "comm/agreement.hpp"
#include "comm/routing.hpp"
#include "fathom/error.hpp"
#include "graph/build/wide_weights.hpp"
#include "graph/partition/edge_keys.hpp"
#include "graph/partition/row_sort.hpp"

namespace fathom {
namespace {

/// An edge in a message to the owner of its source, with the source's position in the owner's vertex block. Most graphs' ids fit 32
/// bits.
struct narrow_edge {
  std::uint32_t position;
  std::uint32_t target_low;
  void set_target(global_vertex v) { target_low = static_cast<std::uint32_t>(v); }
  [[nodiscard]] global_vertex target() const { return target_low; }
};
struct wide_edge {
  std::uint32_t position;
  std::uint32_t target_low;
  std::uint16_t target_high;
  void set_target(global_vertex v) {
    target_low = static_cast<std::uint32_t>(v), target_high = static_cast<std::uint16_t>(v >> 32);
  }
  [[nodiscard]] global_vertex target() const { return std::uint64_t{target_high} << 32 | target_low; }
};
template <class Edge>
struct weighted : Edge {
  edge_weight weight;
};

template <class Edge>
void set_weight(Edge&, const edge_slice&, std::uint64_t) {}
template <class Edge>
void set_weight(weighted<Edge>& edge, const edge_slice& share, std::uint64_t i) {
  edge.weight = share.weights[i];
}
template <class Edge>
void set_weight(edge_key&, const Edge&) {}
template <class Edge>
void set_weight(weighted_key& key, const weighted<Edge>& edge) {
  key.weight = edge.weight;
}
void keep_lighter(edge_key&, const edge_key&) {}
void keep_lighter(weighted_key& kept, const weighted_key& other) { kept.weight = std::min(kept.weight, other.weight); }
void store_weight(array<edge_weight>&, std::uint64_t, const edge_key&) {}
void store_weight(array<edge_weight>& weights, std::uint64_t at, const weighted_key& key) { weights[at] = key.weight; }

constexpr std::uint64_t narrow_ids = std::uint64_t{1} << std::numeric_limits<std::uint32_t>::digits;

constexpr auto row_of_edge = [](const auto& e) -> std::uint64_t { return e.position; };

// Calls emit(owner, edge) for the edges [first, last) of an edge slice, for an undirected edge in both directions.
template <class Edge>
class sent_edges {
 public:
  sent_edges(const vertex_blocks& blocks, const edge_slice& share) : blocks_(blocks), share_(share) {
    for (int r = 0; r < blocks.size(); ++r) firsts_.push_back(blocks.block(r).first);
  }

  template <class Emit>
  void operator()(std::uint64_t first, std::uint64_t last, const Emit& emit) const {
    for (std::uint64_t i = first; i < last; ++i) {
      const global_vertex u = share_.edges[i].source(), v = share_.edges[i].target();
      if (u == v && share_.loops == self_loops::remove) continue;
      send(i, u, v, emit);
      if (!share_.directed && u != v) send(i, v, u, emit);
    }
  }

 private:
  template <class Emit>
  void send(std::uint64_t i, global_vertex from, global_vertex to, const Emit& emit) const {
    const int owner = blocks_.owner(from);
    Edge edge;
    edge.position = static_cast<std::uint32_t>(from - firsts_[static_cast<std::size_t>(owner)]);
    edge.set_target(to);
    set_weight(edge, share_, i);
    emit(owner, edge);
  }

  const vertex_blocks& blocks_;
  const edge_slice& share_;
  std::vector<std::uint64_t> firsts_;
};

// The edges whose sources this process owns, grouped by ranges of sources.
template <class Edge>
partitioned_entries<Edge> part_own_edges(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, int threads,
                                         std::uint64_t& bytes_sent) {
  const index_range own = blocks.block(ranks.rank());
  const std::uint64_t rows = own.last - own.first;
  const sent_edges<Edge> all(blocks, share);
  partitioned_entries<Edge> parted;
  if (ranks.size() == 1) {
    const auto visit = [&all](std::uint64_t first, std::uint64_t last, const auto& emit) {
      all(first, last, [&emit](int, const Edge& e) { emit(e); });
    };
    on_all_processes(ranks, [&] { parted = partition_by_rows<Edge>(share.size(), rows, threads, visit, row_of_edge); });
    return parted;
  }
  const exchanged<Edge> mine = deliver<Edge>(ranks, share.size(), threads, bytes_sent, all);
  on_all_processes(ranks, [&] { parted = partition_by_rows(mine.values, rows, threads, row_of_edge); });
  return parted;
}

// Replaces each run of parallel edges by one edge with the sum of their weights. The sum is computed in double precision in
// ascending order, so that it depends neither on the number of processes nor on the direction of the edge. Returns false if a sum
// is outside the range of single precision. Sets `rounded` if a sum needs double precision.
bool add_up_duplicates(std::span<edge_key>&, bool&) { return true; }
bool add_up_duplicates(std::span<weighted_key>& sorted, bool& rounded) {
  bool all_fit = true;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted[end].bits == sorted[i].bits) ++end;
    const auto lighter = [](const weighted_key& a, const weighted_key& b) { return a.weight < b.weight; };
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(i), sorted.begin() + static_cast<std::ptrdiff_t>(end), lighter);
    double sum = 0;
    for (std::size_t j = i; j < end; ++j) sum += sorted[j].weight;
    all_fit = all_fit && std::fabs(sum) <= std::numeric_limits<edge_weight>::max();
    rounded = rounded || needs_double(sum);
    weighted_key one = sorted[i];
    one.weight = rounded_to_single(sum);
    sorted[kept++] = one;
    i = end;
  }
  sorted = sorted.first(kept);
  return all_fit;
}

template <class Key>
std::span<Key> without_duplicates(std::span<Key> sorted) {
  std::size_t kept = 0;
  for (const Key& key : sorted) {
    if (kept > 0 && sorted[kept - 1].bits == key.bits) {
      keep_lighter(sorted[kept - 1], key);
    } else {
      sorted[kept++] = key;
    }
  }
  return sorted.first(kept);
}

// Sorts rows range by range, each range within a cache.
template <class Edge, class Key>
class row_sorter {
 public:
  row_sorter(const partitioned_entries<Edge>& parted, std::uint64_t num_vertices, bool add_up, int threads)
      : parted_(parted),
        num_vertices_(num_vertices),
        add_up_(add_up && std::is_same_v<Key, weighted_key>),
        sorters_(static_cast<std::size_t>(threads)) {
    const std::uint64_t size = parted.first_rows.back(), room = parted.entries.size();
    rows_.offsets = array<edge_offset>(size + 1);
    rows_.offsets[size] = room;
    rows_.lengths = array<std::uint32_t>(size);
    rows_.target_low = array<std::uint32_t>(room);
    if (num_vertices > narrow_ids) rows_.target_high = array<std::uint16_t>(room);
    rows_.first_rows = parted.first_rows;
    if (std::is_same_v<Key, weighted_key>) rows_.weights = array<edge_weight>(room);
  }

  owned_rows sort(int threads) {
    exception_capture thrown;
    parted_.for_each(threads, [&](index_range range, std::span<const Edge> edges) {
      thrown.run([&] { sort_range(range, edges, sorters_[static_cast<std::size_t>(omp_get_thread_num())]); });
    });
    thrown.rethrow();
    if (!sums_fit_.load()) {
      throw error(error_category::input,
                  "the weights of some parallel edges add up to a sum outside the range of single precision; use one process");
    }
    rows_.rounded_sums = sums_rounded_.load();
    rows_.num_targets = std::accumulate(rows_.lengths.begin(), rows_.lengths.end(), std::uint64_t{0});
    return std::move(rows_);
  }

 private:
  void sort_range(index_range range, std::span<const Edge> edges, key_sorter<Key>& sorter) {
    const key_coding coding(range.last - range.first, num_vertices_);
    std::span<Key> sorted = sorter.sort(edges.size(), coding, [&](std::span<Key> unsorted) {
      for (std::size_t i = 0; i < edges.size(); ++i) {
        coding.set(unsorted[i], edges[i].position - range.first, edges[i].target());
        set_weight(unsorted[i], edges[i]);
      }
    });
    if (!add_up_) {
      sorted = without_duplicates(sorted);
    } else {
      bool rounded = false;
      if (!add_up_duplicates(sorted, rounded)) sums_fit_.store(false, std::memory_order_relaxed);
      if (rounded) sums_rounded_.store(true, std::memory_order_relaxed);
    }
    const std::span<const Key> keys = sorted;
    auto at = static_cast<edge_offset>(edges.data() - parted_.entries.data());
    auto key = keys.begin();
    for (std::uint64_t row = range.first; row < range.last; ++row) {
      rows_.offsets[row] = at;
      for (; key != keys.end() && coding.row(*key) == row - range.first; ++key, ++at) {
        const global_vertex end = coding.end(*key);
        rows_.target_low[at] = static_cast<std::uint32_t>(end);
        if (!rows_.target_high.empty()) rows_.target_high[at] = static_cast<std::uint16_t>(end >> 32);
        store_weight(rows_.weights, at, *key);
      }
      rows_.lengths[row] = static_cast<std::uint32_t>(at - rows_.offsets[row]);
    }
  }

  const partitioned_entries<Edge>& parted_;
  std::uint64_t num_vertices_;
  const bool add_up_;
  std::atomic<bool> sums_fit_{true}, sums_rounded_{false};
  std::vector<key_sorter<Key>> sorters_;
  owned_rows rows_;
};

template <class Edge, class Key>
owned_rows gather(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, bool add_up, int threads,
                  std::uint64_t& bytes_sent) {
  const partitioned_entries<Edge> mine = part_own_edges<Edge>(ranks, blocks, share, threads, bytes_sent);
  owned_rows rows;
  on_all_processes(ranks, [&] { rows = row_sorter<Edge, Key>(mine, blocks.num_vertices(), add_up, threads).sort(threads); });
  return rows;
}

template <class Edge>
owned_rows gather_rows_of(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, bool add_up, int threads,
                          std::uint64_t& bytes_sent) {
  // A process without edges has no weights, even if the graph has weights.
  const bool has_weights = largest_of(ranks, share.weights.empty() ? 0 : 1) != 0;
  return has_weights ? gather<weighted<Edge>, weighted_key>(ranks, blocks, share, add_up, threads, bytes_sent)
                     : gather<Edge, edge_key>(ranks, blocks, share, add_up, threads, bytes_sent);
}

}  // namespace

owned_rows gather_rows(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, bool add_up, int threads,
                       std::uint64_t& bytes_sent) {
  return blocks.num_vertices() <= narrow_ids ? gather_rows_of<narrow_edge>(ranks, blocks, share, add_up, threads, bytes_sent)
                                             : gather_rows_of<wide_edge>(ranks, blocks, share, add_up, threads, bytes_sent);
}

void number_vertices(const owned_rows& rows, bool directed, partitioned_graph& g) {
  const std::uint64_t size = rows.size();
  const index_range block = g.own_block();
  g.to_local = array<local_vertex>(size);
  std::fill(g.to_local.begin(), g.to_local.end(), no_local_vertex);
  std::uint64_t own_delegates = 0;
  for (std::uint64_t i = 0; i < g.delegates.size(); ++i) {
    const global_vertex v = g.delegates.vertex(i);
    if (v < block.first || v >= block.last) continue;
    g.to_local[v - block.first] = static_cast<local_vertex>(i);
    ++own_delegates;
  }
  const std::uint32_t largest = size > 0 ? *std::max_element(rows.lengths.begin(), rows.lengths.end()) : 0;
  // Counting sort of the other vertices by degree; isolated vertices are at the end.
  std::vector<std::uint32_t> starts(std::size_t{largest} + 2, 0);
  for (std::uint64_t row = 0; row < size; ++row) {
    if (g.to_local[row] == no_local_vertex) ++starts[largest - rows.lengths[row] + 1];
  }
  starts[0] = static_cast<std::uint32_t>(g.delegates.ids());
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  g.own_vertices = directed ? g.delegates.ids() + size - own_delegates : starts[largest];
  g.out_degrees = array<std::uint32_t>(g.own_vertices);
  std::fill_n(g.out_degrees.begin(), g.delegates.ids(), 0);
  for (std::uint64_t row = 0; row < size; ++row) {
    if (g.to_local[row] == no_local_vertex) {
      const local_vertex id = starts[largest - rows.lengths[row]]++;
      if (id >= g.own_vertices) continue;
      g.to_local[row] = id;
    }
    g.out_degrees[g.to_local[row]] = rows.lengths[row];
  }
}

}  // namespace fathom
