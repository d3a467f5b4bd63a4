#include "graph/partition/fill_block.hpp"

#include <omp.h>

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <vector>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "graph/partition/block_edges.hpp"
#include "graph/partition/delegate_edges.hpp"
#include "graph/partition/edge_keys.hpp"
#include "graph/partition/row_sort.hpp"

namespace fathom {
namespace {

// Builds the rows of g.in; each thread processes ranges of rows that fit a cache. Weights, which only out-rows keep, are stored
// temporarily in the same order.
template <class Edge>
class in_rows {
 public:
  in_rows(partitioned_graph& g, std::uint64_t edges, int threads)
      : g_(g), threads_(threads), sorters_(static_cast<std::size_t>(threads)) {
    g.in.offsets = array<edge_offset>(g.row_ids() + 1);
    g.in.ends = array<local_vertex>(edges);
    if (has_weights) weights_ = array<edge_weight>(edges);
  }

  // For a symmetric graph with one grid column: the owned rows are those of the matrix block, and row ids are local ids.
  void fill(const owned_rows& rows, const column_names& names) {
    edge_offset* const offsets = g_.in.offsets.data();
    offsets[0] = 0;
    std::inclusive_scan(g_.out_degrees.begin(), g_.out_degrees.end(), offsets + 1, std::plus<>(), edge_offset{0});
    std::fill(offsets + g_.own_vertices + 1, offsets + g_.row_ids() + 1, offsets[g_.own_vertices]);
    exception_capture thrown;
#pragma omp parallel for num_threads(threads_) schedule(dynamic, 1)
    for (std::size_t i = 0; i < rows.num_ranges(); ++i) thrown.run([&] { fill_range(rows, rows.range(i), names); });
    thrown.rethrow();
  }

  // For any graph.
  void fill(array<Edge> edges) {
    const partitioned_entries<Edge> parted =
        partition_by_rows(edges, g_.row_ids(), threads_, [](const Edge& e) -> std::uint64_t { return e.target; });
    edges = {};
    g_.in.offsets[g_.row_ids()] = parted.entries.size();
    exception_capture thrown;
    parted.for_each(threads_, [&](index_range range, std::span<const Edge> of_range) {
      thrown.run([&] { fill_range(range, of_range, static_cast<edge_offset>(of_range.data() - parted.entries.data())); });
    });
    thrown.rethrow();
  }

  [[nodiscard]] const array<edge_weight>& weights() const { return weights_; }

 private:
  static constexpr bool has_weights = std::is_same_v<Edge, weighted_block_edge>;
  using key = std::conditional_t<has_weights, weighted_key, edge_key>;

  [[nodiscard]] key_sorter<key>& sorter() { return sorters_[static_cast<std::size_t>(omp_get_thread_num())]; }

  void fill_range(const owned_rows& rows, index_range range, const column_names& names) {
    const key_coding coding(range.last - range.first, g_.column_ids());
    const std::uint64_t size =
        std::accumulate(rows.lengths.data() + range.first, rows.lengths.data() + range.last, std::uint64_t{0});
    const std::span<const key> keys = sorter().sort(size, coding, [&](std::span<key> unsorted) {
      std::size_t next = 0;
      rows.for_each_target(rows.offsets[range.first], rows.offsets[range.last], [&](std::uint64_t row, std::uint64_t e) {
        const local_vertex place = names.place(rows.end(e), g_.blocks.owner(rows.end(e)));
        coding.set(unsorted[next], row - range.first, names.number_at(place));
        if constexpr (has_weights) unsorted[next].weight = rows.weights[e];
        ++next;
      });
    });
    std::size_t next = 0;
    for (std::uint64_t row = range.first; row < range.last; next += rows.lengths[row], ++row) {
      if (rows.lengths[row] > 0) store(g_.in.offsets[g_.to_local[row]], keys.subspan(next, rows.lengths[row]), coding);
    }
  }

  void fill_range(index_range range, std::span<const Edge> edges, edge_offset at) {
    const key_coding coding(range.last - range.first, g_.column_ids());
    const std::span<const key> keys = sorter().sort(edges.size(), coding, [&](std::span<key> unsorted) {
      for (std::size_t i = 0; i < edges.size(); ++i) {
        coding.set(unsorted[i], edges[i].target - range.first, edges[i].source);
        if constexpr (has_weights) unsorted[i].weight = edges[i].weight;
      }
    });
    std::size_t next = 0;
    for (std::uint64_t row = range.first; row < range.last; ++row) {
      const std::size_t first = next;
      while (next < keys.size() && coding.row(keys[next]) == row - range.first) ++next;
      g_.in.offsets[row] = at + first;
      store(at + first, keys.subspan(first, next - first), coding);
    }
  }

  void store(edge_offset at, std::span<const key> row, const key_coding& coding) {
    for (const key& k : row) {
      g_.in.ends[at] = column_id(g_, static_cast<local_vertex>(coding.end(k)));
      if constexpr (has_weights) weights_[at] = k.weight;
      ++at;
    }
  }

  partitioned_graph& g_;
  int threads_;
  std::vector<key_sorter<key>> sorters_;
  array<edge_weight> weights_;
};

template <class Edge>
void fill_out_rows(const array<edge_weight>& weights, partitioned_graph& g, int threads) {
  const block_rows& in = g.in;
  block_rows& out = g.out;
  const auto transposed = [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
    auto row = static_cast<std::uint64_t>(std::upper_bound(in.offsets.begin(), in.offsets.end(), first) - in.offsets.begin()) - 1;
    for (std::uint64_t e = first; e < last; ++row) {
      for (const std::uint64_t end = std::min(last, in.offsets[row + 1]); e < end; ++e) {
        Edge edge;
        edge.target = static_cast<local_vertex>(row);
        edge.source = in.ends[e];
        set_weight(edge, weights, e);
        emit(edge);
      }
    }
  };
  const auto source_of = [](const Edge& e) -> std::uint64_t { return e.source; };
  const partitioned_entries<Edge> parted = partition_by_rows<Edge>(in.ends.size(), g.column_ids(), threads, transposed, source_of);
  out.ends = array<local_vertex>(parted.entries.size());
  if (std::is_same_v<Edge, weighted_block_edge>) out.weights = array<edge_weight>(parted.entries.size());
  out.offsets = place_in_rows(parted, threads, source_of, [&out](edge_offset at, const Edge& e) {
    out.ends[at] = e.target;
    if constexpr (std::is_same_v<Edge, weighted_block_edge>) out.weights[at] = e.weight;
  });
}

template <class Edge>
array<Edge> block_edges(owned_rows& rows, partitioned_graph& g, int threads) {
  array<Edge> of_delegates;
  if (!g.delegates.empty()) of_delegates = take_delegate_edges<Edge>(rows, g, threads);
  array<Edge> edges = g.directed ? send_edges<Edge>(rows, g, threads) : send_transposed_edges<Edge>(rows, g, threads);
  if (g.delegates.empty()) return edges;
  array<Edge> all;
  on_all_processes(*g.ranks, [&] {
    all = array<Edge>(edges.size() + of_delegates.size());
    std::copy(of_delegates.begin(), of_delegates.end(), std::copy(edges.begin(), edges.end(), all.begin()));
  });
  return all;
}

template <class Edge>
void fill(owned_rows rows, partitioned_graph& g, int threads) {
  if (!g.directed && g.grid.columns == 1 && g.delegates.empty()) {
    const column_names names(g);
    on_all_processes(*g.ranks, [&] {
      in_rows<Edge> in(g, rows.num_targets, threads);
      in.fill(rows, names);
      rows = {};
      fill_out_rows<Edge>(in.weights(), g, threads);
    });
  } else {
    array<Edge> edges = block_edges<Edge>(rows, g, threads);
    rows = {};
    on_all_processes(*g.ranks, [&] {
      in_rows<Edge> in(g, edges.size(), threads);
      in.fill(std::move(edges));
      fill_out_rows<Edge>(in.weights(), g, threads);
    });
  }
  on_all_processes(*g.ranks, [&] { fill_heads(g, threads); });
}

}  // namespace

void fill_heads(partitioned_graph& g, int threads) {
  const std::uint64_t rows = g.row_ids();
  const auto no_source = static_cast<local_vertex>(g.column_ids());
  g.head = array<local_vertex>(rows);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t row = 0; row < rows; ++row) {
    g.head[row] = g.in.offsets[row] < g.in.offsets[row + 1] ? g.in.ends[g.in.offsets[row]] : no_source;
  }
}

void fill_block(owned_rows rows, partitioned_graph& g, int threads) {
  const bool has_weights = largest_of(*g.ranks, rows.weights.empty() ? 0 : 1) != 0;
  has_weights ? fill<weighted_block_edge>(std::move(rows), g, threads) : fill<block_edge>(std::move(rows), g, threads);
}

}  // namespace fathom
