// Kernel 1: from edge slices to matrix blocks. Edges are sent to the owners of their sources, where duplicates are removed and
// degrees become known (gather_rows), and from there to their matrix blocks (fill_block).
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/error.hpp"
#include "graph/generators/random_weight.hpp"
#include "graph/partition/fill_block.hpp"
#include "graph/partition/owned_rows.hpp"
#include "graph/partition/work_blocks.hpp"

namespace fathom {
namespace {

// Peak bytes per directed edge of a process's edge slice: two message entries of at most 16 bytes each, and the rows.
constexpr std::uint64_t bytes_per_edge = 48;
constexpr std::uint64_t word_bits = 64;

std::uint64_t hash_of(global_vertex u, global_vertex v, std::uint32_t weight) { return mix64(mix64(mix64(u) ^ v) ^ weight); }

// Whether every edge has its reverse with the same weight, by comparing hash sums over all edges and over all reversed edges. For
// an asymmetric graph the sums are equal only with probability 2^-64.
bool is_mirrored(communicator& ranks, const vertex_blocks& blocks, const owned_rows& rows, int threads) {
  const global_vertex first = blocks.block(ranks.rank()).first;
  const std::uint64_t size = rows.size();
  std::uint64_t forward = 0, reverse = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4096) reduction(+ : forward, reverse)
  for (std::uint64_t row = 0; row < size; ++row) {
    for (std::uint64_t e = rows.offsets[row]; e < rows.offsets[row] + rows.lengths[row]; ++e) {
      const std::uint32_t weight = rows.weights.empty() ? 0 : std::bit_cast<std::uint32_t>(rows.weights[e]);
      forward += hash_of(first + row, rows.end(e), weight);
      reverse += hash_of(rows.end(e), first + row, weight);
    }
  }
  std::uint64_t sums[2] = {forward, reverse};
  ranks.all_reduce(reduction::sum, std::span<std::uint64_t>(sums));
  return sums[0] == sums[1];
}

// Checks that local ids suffice, including those offset by the delegates (delegate_edges.cpp).
void require_narrow_ids(const partitioned_graph& g) {
  const std::uint64_t widest = std::max(g.row_ids(), g.column_ids()) + g.delegates.ids();
  if (widest <= std::numeric_limits<local_vertex>::max()) return;
  throw error(
      error_category::usage,
      fmt::format("a row or column of the grid of {}x{} processes would have {} vertices, too many for 32-bit ids; use more "
                  "processes, or a more nearly square grid",
                  g.grid.rows, g.grid.columns, widest));
}

void check_random_weights(const random_weight_range& range, std::uint64_t vertices) {
  check_weight_range(range.low, range.high);
  if (vertices > max_vertices)
    throw error(error_category::usage,
                fmt::format("random weights are drawn for 32-bit ids, but the graph has {} vertices", vertices));
}

// Replaces the weights of all edges; whether the graph is directed is known.
void draw_weights(const random_weight_range& range, const partitioned_graph& g, int threads, owned_rows& rows) {
  const global_vertex first = g.own_block().first;
  const std::uint64_t size = rows.size();
  rows.weights = array<edge_weight>(rows.room());
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4096)
  for (std::uint64_t row = 0; row < size; ++row) {
    for (std::uint64_t e = rows.offsets[row]; e < rows.offsets[row] + rows.lengths[row]; ++e) {
      rows.weights[e] = random_weight(range.seed, range.low, range.high, static_cast<vertex_id>(first + row),
                                      static_cast<vertex_id>(rows.end(e)), g.directed);
    }
  }
}

std::uint64_t kept_loops(const edge_slice& share, int threads) {
  if (share.loops == self_loops::remove) return 0;
  std::uint64_t loops = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : loops)
  for (std::uint64_t i = 0; i < share.size(); ++i) loops += share.edges[i].source() == share.edges[i].target();
  return loops;
}

}  // namespace

void require_no_delegates(const partitioned_graph& g, std::string_view who) {
  if (g.delegates.empty()) return;
  on_all_processes(*g.ranks, [&] {
    throw error(error_category::usage, fmt::format("{}: delegated hubs ({} here) are not supported; construct the graph without "
                                                   "delegates",
                                                   who, g.delegates.size()));
  });
}

void require_no_loops(const partitioned_graph& g, std::string_view who) {
  if (g.num_loops == 0) return;
  on_all_processes(*g.ranks, [&] {
    throw error(error_category::usage,
                fmt::format("{}: self-loops ({} here) are not supported; construct the graph without them", who, g.num_loops));
  });
}

std::uint64_t partitioned_graph::owned_vertices() const {
  const index_range own = own_block();
  const auto delegated = std::count_if(delegates.vertices().begin(), delegates.vertices().end(),
                                       [own](global_vertex v) { return v >= own.first && v < own.last; });
  return own_vertices - delegates.ids() + static_cast<std::uint64_t>(delegated);
}

// Column ids can be mapped to vertices only by their owners, who send the positions in their vertex blocks.
void name_column_ids(partitioned_graph& g) {
  std::vector<std::uint32_t> mine;
  on_all_processes(*g.ranks, [&] {
    mine.assign(g.stride, 0);
    for (std::uint64_t position = 0; position < g.to_local.size(); ++position) {
      if (g.to_local[position] != no_local_vertex) mine[g.to_local[position]] = static_cast<std::uint32_t>(position);
    }
    const std::uint64_t first_delegate = g.places().first_delegate;
    for (std::uint64_t i = 0; i < g.delegates.size(); ++i) mine[i] = static_cast<std::uint32_t>(first_delegate + i);
    g.column_positions = array<std::uint32_t>(g.column_ids());
  });
  const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(g.grid.rows), g.stride * sizeof(std::uint32_t));
  g.grid.along_column->all_gather(std::as_bytes(std::span(mine)), sizes, std::as_writable_bytes(g.column_positions.view()));
}

partitioned_graph partition(communicator& ranks, process_grid grid, const edge_slice& share, const run_control& control,
                            std::uint64_t delegate_degree, parallel_edges parallel,
                            const std::optional<random_weight_range>& random_weights) {
  const timer all;
  const int threads = thread_count(control);
  const std::uint64_t entries = (share.directed ? 1 : 2) * share.size();
  partitioned_graph g;
  g.ranks = &ranks;
  g.grid = std::move(grid);
  // An upper bound from vertex blocks of equal size without isolated vertices: other blocks are cut so that they do not exceed it.
  g.stride = (share.num_vertices / static_cast<std::uint64_t>(ranks.size()) + word_bits) / word_bits * word_bits;
  on_all_processes(ranks, [&] {
    check_stop(control);
    require_narrow_ids(g);
    if (random_weights) check_random_weights(*random_weights, share.num_vertices);
    require_host_memory(entries * bytes_per_edge, fmt::format("partitioning the {} edges of one process", share.size()),
                        "use processes on more hosts, or a smaller graph");
  });
  report_progress(control, "building", 0, 3);
  work_division divided = divide_work(ranks, g.grid, share, delegate_degree, threads);
  g.blocks = std::move(divided.blocks);
  g.delegates = std::move(divided.delegates);
  g.wide_codes = !g.places().are_narrow(g.grid.rows);
  owned_rows rows = gather_rows(ranks, g.blocks, share, parallel == parallel_edges::sum, threads, g.construction.bytes_sent);
  g.directed = share.directed && !is_mirrored(ranks, g.blocks, rows, threads);
  on_all_processes(ranks, [&] { number_vertices(rows, g.directed, g); });
  if (random_weights) {
    on_all_processes(ranks, [&] { draw_weights(*random_weights, g, threads, rows); });
  } else {
    g.rounded_weights = largest_of(ranks, share.rounded_weights || rows.rounded_sums) != 0;
  }
  g.num_edges = sum_of(ranks, rows.num_targets);
  g.num_loops = sum_of(ranks, kept_loops(share, threads));
  g.merged_edges = sum_of(ranks, rows.room() - rows.num_targets);
  g.stride = std::max<std::uint64_t>(1, (largest_of(ranks, g.own_vertices) + word_bits - 1) / word_bits) * word_bits;
  on_all_processes(ranks, [&] { require_narrow_ids(g); });
  name_column_ids(g);
  report_progress(control, "building", 1, 3);
  fill_block(std::move(rows), g, threads);
  g.block_edges = g.out.ends.size();
  report_progress(control, "building", 3, 3);
  ranks.barrier();
  g.construction.seconds = all.seconds();
  return g;
}

}  // namespace fathom
