// Kernel 1: from shares of the edges to blocks of the adjacency matrix. Three exchanges, each of which sends an edge once:
//
//   1. to the owner of its source, where duplicates fall out and degrees are known (gather_rows);
//   2. with its source's local id to the owner of its target: each end is renamed by its owner, so that nobody has to ask;
//   3. along the grid's row to the rank whose block it belongs to; with one column it stays where it is.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <vector>

#include "core/memory.hpp"
#include "core/random.hpp"
#include "core/timer.hpp"
#include "distributed/agreement.hpp"
#include "distributed/home_rows.hpp"
#include "distributed/routing.hpp"
#include "distributed/row_sort.hpp"
#include "distributed/work_blocks.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

// Bytes at once for each directed edge of a rank's share: twice an entry of at most 16 bytes on its way, and its rows.
constexpr std::uint64_t bytes_an_edge = 48;
constexpr std::uint64_t word_bits = 64;

/// An edge with its target as the receiver knows it, its source as the sender does; then likewise of rows and columns.
struct plain_edge {
  std::uint32_t target;
  local_vertex source;
};
struct weighted_edge : plain_edge {
  edge_weight weight;
};

void set_weight(plain_edge&, const array<edge_weight>&, std::uint64_t) {}
void set_weight(weighted_edge& edge, const array<edge_weight>& weights, std::uint64_t at) { edge.weight = weights[at]; }
void set_weight(array<edge_weight>&, std::uint64_t, const plain_edge&) {}
void set_weight(array<edge_weight>& weights, std::uint64_t at, const weighted_edge& edge) { weights[at] = edge.weight; }

template <class Edge>
exchanged<Edge> send_to_targets(const home_rows& rows, const partitioned_graph& g, int threads, std::uint64_t& bytes_sent) {
  std::vector<std::uint64_t> firsts;
  for (int r = 0; r < g.ranks->size(); ++r) firsts.push_back(g.blocks.block(r).first);
  return deliver<Edge>(*g.ranks, rows.offsets.size() - 1, threads, bytes_sent,
                       [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                         for (std::uint64_t row = first; row < last; ++row) {
                           for (std::uint64_t e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e) {
                             const int owner = g.blocks.owner(rows.ends[e]);
                             Edge edge;
                             edge.target = static_cast<std::uint32_t>(rows.ends[e] - firsts[static_cast<std::size_t>(owner)]);
                             edge.source = g.to_local[row];
                             set_weight(edge, rows.weights, e);
                             emit(owner, edge);
                           }
                         }
                       });
}

// Renames targets to row ids and sources to column ids, and sends each edge along the row to the column of its source's owner.
template <class Edge>
exchanged<Edge> send_to_blocks(exchanged<Edge> edges, const partitioned_graph& g, int threads, std::uint64_t& bytes_sent) {
  const auto stride = static_cast<local_vertex>(g.stride);
  const std::vector<std::uint64_t> starts = starts_of(edges.counts);
  for (int rank = 0; rank < g.ranks->size(); ++rank) {
    const auto first_target = static_cast<local_vertex>(g.grid.column) * stride;
    const auto first_source = static_cast<local_vertex>(g.grid.row_of(rank)) * stride;
    Edge* const all = edges.values.data();
    const std::uint64_t first = starts[static_cast<std::size_t>(rank)], last = starts[static_cast<std::size_t>(rank) + 1];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t e = first; e < last; ++e) {
      all[e].target = first_target + g.to_local[all[e].target];
      all[e].source += first_source;
    }
  }
  if (g.grid.columns == 1) return edges;
  // By sender, since its column is where an edge goes; parts are few and long.
  return deliver<Edge>(*g.grid.along_row, *g.ranks, edges.values.size(), threads, bytes_sent,
                       [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                         auto sender = static_cast<int>(std::upper_bound(starts.begin(), starts.end(), first) - starts.begin()) - 1;
                         for (std::uint64_t e = first; e < last; ++e) {
                           while (e >= starts[static_cast<std::size_t>(sender) + 1]) ++sender;
                           emit(g.grid.column_of(sender), edges.values[e]);
                         }
                       });
}

template <class Edge>
void fill_out_rows(array<Edge> edges, partitioned_graph& g, int threads) {
  block_rows& out = g.out;
  const auto row_of = [](const Edge& e) -> std::uint64_t { return e.source; };
  const parted_entries<Edge> parted = part_by_rows(edges, g.column_ids(), threads, row_of);
  edges = {};
  out.ends = array<local_vertex>(parted.entries.size());
  if (sizeof(Edge) == sizeof(weighted_edge)) out.weights = array<edge_weight>(parted.entries.size());
  out.offsets = place_in_rows(parted, threads, row_of, [&out](edge_offset at, const Edge& e) {
    out.ends[at] = e.target;
    set_weight(out.weights, at, e);
  });
}

// Sources one degree after another, of all owners in turn, so that each row of `in` has its hubs first.
void fill_in_rows(partitioned_graph& g, int threads) {
  block_rows& in = g.in;
  const std::uint64_t rows = g.row_ids(), owners = static_cast<std::uint64_t>(g.grid.rows);
  const auto source_at = [&g, owners](std::uint64_t i) { return i % owners * g.stride + i / owners; };
  // Where each source's edges begin among all in this order, so that threads take as many each.
  std::vector<edge_offset> before(g.column_ids() + 1, 0);
  for (std::uint64_t i = 0; i < g.column_ids(); ++i) {
    before[i + 1] = before[i] + g.out.offsets[source_at(i) + 1] - g.out.offsets[source_at(i)];
  }
  const auto by_degree = [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
    auto i = static_cast<std::uint64_t>(std::upper_bound(before.begin(), before.end(), first) - before.begin()) - 1;
    for (std::uint64_t e = first; e < last; ++i) {
      const auto source = static_cast<local_vertex>(source_at(i));
      const local_vertex* const row = g.out.ends.data() + g.out.offsets[source];
      for (; e < std::min(last, before[i + 1]); ++e) emit(plain_edge{row[e - before[i]], source});
    }
  };
  const auto row_of = [](const plain_edge& e) -> std::uint64_t { return e.target; };
  const parted_entries<plain_edge> parted = part_by_rows<plain_edge>(g.out.ends.size(), rows, threads, by_degree, row_of);
  in.ends = array<local_vertex>(g.out.ends.size());
  in.offsets = place_in_rows(parted, threads, row_of, [&in](edge_offset at, const plain_edge& e) { in.ends[at] = e.source; });
  g.head = array<local_vertex>(rows);
  const auto no_source = static_cast<local_vertex>(g.column_ids());
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t row = 0; row < rows; ++row) {
    g.head[row] = in.offsets[row] < in.offsets[row + 1] ? in.ends[in.offsets[row]] : no_source;
  }
}

template <class Edge>
void fill_block(const home_rows& rows, partitioned_graph& g, int threads) {
  exchanged<Edge> edges = send_to_targets<Edge>(rows, g, threads, g.construction.bytes_sent);
  edges = send_to_blocks<Edge>(std::move(edges), g, threads, g.construction.bytes_sent);
  on_all_ranks(*g.ranks, [&] {
    fill_out_rows(std::move(edges.values), g, threads);
    fill_in_rows(g, threads);
  });
}

// Column ids name vertices only through their owners, who say where in their blocks they are.
void name_column_ids(partitioned_graph& g) {
  std::vector<std::uint32_t> mine;
  on_all_ranks(*g.ranks, [&] {
    mine.assign(g.stride, 0);
    for (std::uint64_t position = 0; position < g.to_local.size(); ++position) {
      if (g.to_local[position] != no_local_vertex) mine[g.to_local[position]] = static_cast<std::uint32_t>(position);
    }
    g.column_positions = array<std::uint32_t>(g.column_ids());
  });
  const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(g.grid.rows), g.stride * sizeof(std::uint32_t));
  g.grid.along_column->all_gather(std::as_bytes(std::span(mine)), sizes, std::as_writable_bytes(g.column_positions.view()));
}

std::uint64_t hash_of(global_vertex u, global_vertex v, std::uint32_t weight) { return mix64(mix64(mix64(u) ^ v) ^ weight); }

// Whether every edge has its reverse, of the same weight: then sums over all edges and over all reversed ones are equal, and
// otherwise they are not but for one case in 2^64.
bool is_mirrored(communicator& ranks, const vertex_blocks& blocks, const home_rows& rows, int threads) {
  const global_vertex first = blocks.block(ranks.rank()).first;
  const std::uint64_t size = rows.offsets.size() - 1;
  std::uint64_t forth = 0, back = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4096) reduction(+ : forth, back)
  for (std::uint64_t row = 0; row < size; ++row) {
    for (std::uint64_t e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e) {
      const std::uint32_t weight = rows.weights.empty() ? 0 : std::bit_cast<std::uint32_t>(rows.weights[e]);
      forth += hash_of(first + row, rows.ends[e], weight);
      back += hash_of(rows.ends[e], first + row, weight);
    }
  }
  std::uint64_t sums[2] = {forth, back};
  ranks.all_reduce(reduction::sum, std::span<std::uint64_t>(sums));
  return sums[0] == sums[1];
}

void require_narrow_ids(const partitioned_graph& g) {
  const std::uint64_t widest = std::max(g.row_ids(), g.column_ids());
  if (widest <= std::numeric_limits<local_vertex>::max()) return;
  throw error(
      error_category::usage,
      fmt::format("a row or column of {}x{} ranks would have {} vertices, more than ids of 32 bits tell apart; use more ranks, "
                  "or a grid nearer to a square",
                  g.grid.rows, g.grid.columns, widest));
}

}  // namespace

partitioned_graph partition(communicator& ranks, process_grid grid, const edge_share& share, const run_control& control) {
  const timer all;
  const int threads = thread_count(control);
  const std::uint64_t entries = (share.directed ? 1 : 2) * share.size();
  partitioned_graph g;
  g.ranks = &ranks;
  g.grid = std::move(grid);
  // Even blocks as if no vertex were isolated: others are cut so that they do not number more than these.
  g.stride = (share.num_vertices / static_cast<std::uint64_t>(ranks.size()) + word_bits) / word_bits * word_bits;
  on_all_ranks(ranks, [&] {
    check_stop(control);
    require_narrow_ids(g);
    require_host_memory(entries * bytes_an_edge, fmt::format("partitioning {} edges on a rank", share.size()));
  });
  report_progress(control, "building", 0, 3);
  g.blocks = work_blocks(ranks, g.grid, share, threads);
  const home_rows rows = gather_rows(ranks, g.blocks, share, threads, g.construction.bytes_sent);
  g.directed = share.directed && !is_mirrored(ranks, g.blocks, rows, threads);
  on_all_ranks(ranks, [&] { number_vertices(rows, g.directed, g); });
  g.num_edges = sum_of(ranks, rows.ends.size());
  g.stride = std::max<std::uint64_t>(1, (largest_of(ranks, g.own_vertices) + word_bits - 1) / word_bits) * word_bits;
  name_column_ids(g);
  report_progress(control, "building", 1, 3);
  const bool weighted = largest_of(ranks, rows.weights.empty() ? 0 : 1) != 0;
  weighted ? fill_block<weighted_edge>(rows, g, threads) : fill_block<plain_edge>(rows, g, threads);
  g.block_edges = g.out.ends.size();
  report_progress(control, "building", 3, 3);
  ranks.barrier();
  g.construction.seconds = all.seconds();
  return g;
}

}  // namespace fathom
