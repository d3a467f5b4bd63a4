#include "graph/partition/delegate_edges.hpp"

#include <vector>

#include "comm/agreement.hpp"
#include "comm/routing.hpp"

namespace fathom {
namespace {

void keep(owned_rows& rows, edge_offset from, edge_offset to) {
  rows.target_low[to] = rows.target_low[from];
  if (!rows.target_high.empty()) rows.target_high[to] = rows.target_high[from];
  if (!rows.weights.empty()) rows.weights[to] = rows.weights[from];
}

// Removes edges of delegates; their space remains unused after each row.
void drop_edges(owned_rows& rows, const partitioned_graph& g, int threads) {
  const std::uint64_t size = rows.size();
  std::uint64_t left = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4096) reduction(+ : left)
  for (std::uint64_t row = 0; row < size; ++row) {
    const edge_offset first = rows.offsets[row], last = first + rows.lengths[row];
    edge_offset next = first;
    if (!g.is_delegate(g.to_local[row])) {
      for (edge_offset e = first; e < last; ++e) {
        if (!g.delegates.has(rows.end(e))) keep(rows, e, next++);
      }
    }
    rows.lengths[row] = static_cast<std::uint32_t>(next - first);
    left += next - first;
  }
  rows.num_targets = left;
}

}  // namespace

template <class Edge>
array<Edge> take_delegate_edges(owned_rows& rows, partitioned_graph& g, int threads) {
  // Targets are sent as positions in the owner's vertex block, offset by the number of delegate ids.
  const auto delegates = static_cast<local_vertex>(g.delegates.ids());
  const auto ranks = static_cast<local_vertex>(g.ranks->size());
  std::vector<std::uint64_t> firsts;
  for (int r = 0; r < g.ranks->size(); ++r) firsts.push_back(g.blocks.block(r).first);
  const auto visit = [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
    rows.for_each_target(first, last, [&](std::uint64_t row, std::uint64_t e) {
      const local_vertex source = g.to_local[row], target = g.delegates.find(rows.end(e));
      const bool from_delegate = g.is_delegate(source), to_delegate = target != delegate_table::none;
      if (!from_delegate && !to_delegate) return;
      Edge edge;
      edge.source = source;
      edge.target = target;
      set_weight(edge, rows.weights, e);
      int to = g.ranks->rank();
      if (from_delegate && to_delegate) {
        to = static_cast<int>((source + target) % ranks);
      } else if (from_delegate) {
        to = g.blocks.owner(rows.end(e));
        edge.target = delegates + static_cast<local_vertex>(rows.end(e) - firsts[static_cast<std::size_t>(to)]);
      }
      emit(to, edge);
    });
  };
  array<Edge> edges = deliver<Edge>(*g.ranks, rows.room(), threads, g.construction.bytes_sent, visit).values;
  const auto first_target = static_cast<local_vertex>(static_cast<std::uint64_t>(g.grid.column) * g.stride);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t e = 0; e < edges.size(); ++e) {
    Edge& edge = edges[e];
    edge.target = first_target + (edge.target < delegates ? edge.target : g.to_local[edge.target - delegates]);
    edge.source = degree_number(g, g.grid.row, edge.source);
  }
  drop_edges(rows, g, threads);
  return edges;
}

template array<block_edge> take_delegate_edges<block_edge>(owned_rows&, partitioned_graph&, int);
template array<weighted_block_edge> take_delegate_edges<weighted_block_edge>(owned_rows&, partitioned_graph&, int);

}  // namespace fathom
