#include "graph/partition/block_edges.hpp"

#include <algorithm>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/routing.hpp"

namespace fathom {
namespace {

template <class Edge>
exchanged<Edge> send_to_targets(const owned_rows& rows, partitioned_graph& g, int threads) {
  std::vector<std::uint64_t> firsts;
  for (int r = 0; r < g.ranks->size(); ++r) firsts.push_back(g.blocks.block(r).first);
  return deliver<Edge>(*g.ranks, rows.room(), threads, g.construction.bytes_sent,
                       [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                         rows.for_each_target(first, last, [&](std::uint64_t row, std::uint64_t e) {
                           const int owner = g.blocks.owner(rows.end(e));
                           Edge edge;
                           edge.target = static_cast<local_vertex>(rows.end(e) - firsts[static_cast<std::size_t>(owner)]);
                           edge.source = g.to_local[row];
                           set_weight(edge, rows.weights, e);
                           emit(owner, edge);
                         });
                       });
}

}  // namespace

column_names::column_names(const partitioned_graph& g) {
  std::vector<std::uint64_t> sizes;
  on_all_processes(*g.ranks, [&] {
    std::vector<std::uint64_t> heights(static_cast<std::size_t>(g.grid.columns), 0);
    for (int rank = 0; rank < g.ranks->size(); ++rank) {
      const index_range block = g.blocks.block(rank);
      std::uint64_t& height = heights[static_cast<std::size_t>(g.grid.column_of(rank))];
      firsts_.push_back(block.first);
      bases_.push_back(static_cast<local_vertex>(height));
      height += block.last - block.first;
      if (g.grid.column_of(rank) == g.grid.column) sizes.push_back((block.last - block.first) * sizeof(local_vertex));
    }
    numbers_ = array<local_vertex>(heights[static_cast<std::size_t>(g.grid.column)]);
  });
  g.grid.along_column->all_gather(std::as_bytes(g.to_local.view()), sizes, std::as_writable_bytes(numbers_.view()));
  for (int row = 0; row < g.grid.rows; ++row) {
    local_vertex* const first = numbers_.data() + bases_[static_cast<std::size_t>(g.grid.rank_at(row, g.grid.column))];
    const std::uint64_t size = sizes[static_cast<std::size_t>(row)] / sizeof(local_vertex);
    std::transform(first, first + size, first, [&g, row](local_vertex local) { return degree_number(g, row, local); });
  }
}

template <class Edge>
array<Edge> send_edges(const owned_rows& rows, partitioned_graph& g, int threads) {
  exchanged<Edge> edges = send_to_targets<Edge>(rows, g, threads);
  const std::vector<std::uint64_t> starts = starts_of(edges.counts);
  for (int rank = 0; rank < g.ranks->size(); ++rank) {
    const auto first_target = static_cast<local_vertex>(g.grid.column) * static_cast<local_vertex>(g.stride);
    Edge* const all = edges.values.data();
    const std::uint64_t first = starts[static_cast<std::size_t>(rank)], last = starts[static_cast<std::size_t>(rank) + 1];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t e = first; e < last; ++e) {
      all[e].target = first_target + g.to_local[all[e].target];
      all[e].source = degree_number(g, g.grid.row_of(rank), all[e].source);
    }
  }
  if (g.grid.columns == 1) return std::move(edges.values);
  // Grouped by sender, because the sender's column is the edge's destination; the groups are few and long.
  return deliver<Edge>(*g.grid.along_row, *g.ranks, edges.values.size(), threads, g.construction.bytes_sent,
                       [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                         auto sender = static_cast<int>(std::upper_bound(starts.begin(), starts.end(), first) - starts.begin()) - 1;
                         for (std::uint64_t e = first; e < last; ++e) {
                           while (e >= starts[static_cast<std::size_t>(sender) + 1]) ++sender;
                           emit(g.grid.column_of(sender), edges.values[e]);
                         }
                       })
      .values;
}

template <class Edge>
array<Edge> send_transposed_edges(const owned_rows& rows, partitioned_graph& g, int threads) {
  const column_names names(g);
  exchanged<Edge> edges = deliver<Edge>(*g.grid.along_row, *g.ranks, rows.room(), threads, g.construction.bytes_sent,
                                        [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                                          rows.for_each_target(first, last, [&](std::uint64_t row, std::uint64_t e) {
                                            const int owner = g.blocks.owner(rows.end(e));
                                            Edge edge;
                                            edge.target = g.to_local[row];
                                            edge.source = names.place(rows.end(e), owner);
                                            set_weight(edge, rows.weights, e);
                                            emit(g.grid.column_of(owner), edge);
                                          });
                                        });
  const std::vector<std::uint64_t> starts = starts_of(edges.counts);
  for (std::size_t column = 0; column < edges.counts.size(); ++column) {
    const auto first_target = static_cast<local_vertex>(column * g.stride);
    Edge* const all = edges.values.data();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t e = starts[column]; e < starts[column + 1]; ++e) {
      all[e].target += first_target;
      all[e].source = names.number_at(all[e].source);
    }
  }
  return std::move(edges.values);
}

template array<block_edge> send_edges<block_edge>(const owned_rows&, partitioned_graph&, int);
template array<weighted_block_edge> send_edges<weighted_block_edge>(const owned_rows&, partitioned_graph&, int);
template array<block_edge> send_transposed_edges<block_edge>(const owned_rows&, partitioned_graph&, int);
template array<weighted_block_edge> send_transposed_edges<weighted_block_edge>(const owned_rows&, partitioned_graph&, int);

}  // namespace fathom
