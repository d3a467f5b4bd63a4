#include "graph/partition/edge_slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/memory.hpp"
#include "fathom/error.hpp"
#include "graph/build/wide_weights.hpp"
#include "graph/generators/kron_edges.hpp"
#include "graph/partition/uniform_weight.hpp"

namespace fathom {
namespace {

edge_slice new_share(std::uint64_t vertices, std::uint64_t edges, bool directed, bool weights, int rank, int ranks) {
  const index_range mine = part_of(edges, static_cast<std::uint64_t>(ranks), static_cast<std::uint64_t>(rank));
  const std::uint64_t count = mine.last - mine.first;
  require_host_memory(saturating_product(count, sizeof(packed_edge) + (weights ? sizeof(edge_weight) : 0)),
                      fmt::format("one process's edge slice ({} of {} edges)", count, edges));
  edge_slice share{vertices, edges, mine.first, directed, array<packed_edge>(count), {}, false};
  if (weights) share.weights = array<edge_weight>(count);
  return share;
}

}  // namespace

edge_slice kron_slice(int scale, int edge_factor, std::uint64_t seed, bool weights, int rank, int ranks,
                      const run_control& control) {
  if (scale < 1 || scale > largest_rank_scale) {
    throw error(error_category::usage,
                fmt::format("scale {} is outside 1 to {} (a graph has 2^scale vertices)", scale, largest_rank_scale));
  }
  require_edge_factor("kron", edge_factor);
  const std::uint64_t n = std::uint64_t{1} << scale;
  edge_slice share = new_share(n, saturating_product(n, static_cast<std::uint64_t>(edge_factor)), false, weights, rank, ranks);
  const kron_edges edge_at(scale, {}, seed);
  const int threads = thread_count(control);
  packed_edge* const edges = share.edges.data();
  edge_weight* const weight = share.weights.data();
  const std::uint64_t first = share.first_edge;
  in_steps(control, share.size(), edges_per_step, [&](std::uint64_t begin, std::uint64_t end) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t i = begin; i < end; ++i) {
      const edge_ends e = edge_at(first + i);
      edges[i] = packed_edge(e.source, e.target);
      if (weights) weight[i] = uniform_weight(seed, first + i);
    }
  });
  return share;
}

void require_single_range(std::span<const double> weights) {
  using limits = std::numeric_limits<edge_weight>;
  for (const double w : weights) {
    const double size = std::fabs(w);
    if (size == 0 || (size >= double{limits::min()} && size <= double{limits::max()})) continue;
    throw error(
        error_category::input,
        fmt::format(
            "weight {} is outside the range of single precision, which partitioned graphs use; use one process, or --no-weights",
            w));
  }
}

edge_slice share_of(const edge_list& list, int rank, int ranks, const run_control& control) {
  require_single_range(list.wide_weights.view());
  const bool wide = !list.wide_weights.empty();
  const bool rounds = wide && count_needing_double(list.wide_weights, false, control) > 0;
  edge_slice share = new_share(list.num_vertices, list.size(), list.directed, wide || !list.weights.empty(), rank, ranks);
  share.rounded_weights = rounds;
  const int threads = thread_count(control);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t i = 0; i < share.size(); ++i) {
    share.edges[i] = packed_edge(list.sources[share.first_edge + i], list.targets[share.first_edge + i]);
    if (share.weights.empty()) continue;
    const std::uint64_t e = share.first_edge + i;
    share.weights[i] = wide ? rounded_to_single(list.wide_weights[e]) : list.weights[e];
  }
  return share;
}

edge_slice share_of(const graph& g, bool weights, int rank, int ranks) {
  const adjacency_view& out = g.view().out;
  const index_range ends = part_of(g.num_edges(), static_cast<std::uint64_t>(ranks), static_cast<std::uint64_t>(rank));
  const auto for_each = [&](const auto& visit) {
    const edge_offset* const after = std::upper_bound(out.offsets, out.offsets + g.num_vertices() + 1, ends.first);
    auto u = static_cast<std::uint64_t>(after - out.offsets) - 1;
    for (edge_offset e = ends.first; e < ends.last; ++e) {
      while (e >= out.offsets[u + 1]) ++u;
      if (g.directed() || u <= out.targets[e]) visit(u, e);
    }
  };
  std::uint64_t count = 0;
  for_each([&](std::uint64_t, edge_offset) { ++count; });
  weights = weights && g.weighted();
  if (weights && g.has_wide_weights()) require_single_range(g.arrays().wide_weights.view());
  require_host_memory(count * (sizeof(packed_edge) + (weights ? sizeof(edge_weight) : 0)),
                      fmt::format("one process's edge slice ({} edges)", count));
  edge_slice share;
  share.num_vertices = g.num_vertices();
  share.num_edges = g.num_edges();
  share.directed = g.directed();
  share.edges = array<packed_edge>(count);
  if (weights) share.weights = array<edge_weight>(count);
  share.rounded_weights = weights && g.has_wide_weights();
  std::uint64_t next = 0;
  for_each([&](std::uint64_t u, edge_offset e) {
    if (weights) share.weights[next] = out.weights[e];
    share.edges[next++] = packed_edge(u, out.targets[e]);
  });
  return share;
}

}  // namespace fathom
