#include "pagerank/distributed/vertices.hpp"

#include <fmt/format.h>

#include <numeric>

#include "bfs/distributed/work_clock.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

void check_weights(const partitioned_graph& g) {
  for (std::uint64_t u = 0; u < g.column_ids(); ++u) {
    for (edge_offset e = g.out.offsets[u]; e < g.out.offsets[u + 1]; ++e) {
      if (g.out.weights[e] >= 0) continue;
      throw error(
          error_category::usage,
          fmt::format("an edge from {} has the weight {}; pagerank needs weights of 0 or more; use --no-weights to ignore them",
                      g.column_vertex(static_cast<local_vertex>(u)), g.out.weights[e]));
    }
  }
}

// Isolated vertices are numbered after the local ids.
std::vector<std::uint32_t> positions_in_block(const partitioned_graph& g, int threads) {
  const std::uint64_t size = g.to_local.size();
  std::vector<std::uint32_t> positions(g.own_vertices + size - g.owned_vertices(), ranked_vertices::no_position);
  std::vector<std::uint64_t> isolated(static_cast<std::size_t>(threads) + 1);
  const auto each_of = [&](std::uint64_t part, const auto& visit) {
    const index_range mine = part_of(size, static_cast<std::uint64_t>(threads), part);
    for (std::uint64_t position = mine.first; position < mine.last; ++position) visit(position, g.to_local[position]);
  };
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t part = 0; part < isolated.size() - 1; ++part) {
    std::uint64_t count = 0;
    each_of(part, [&](std::uint64_t, local_vertex id) { count += id == no_local_vertex; });
    isolated[part + 1] = count;
  }
  std::partial_sum(isolated.begin(), isolated.end(), isolated.begin());
#pragma omp parallel for num_threads(threads)
  for (std::uint64_t part = 0; part < isolated.size() - 1; ++part) {
    std::uint64_t next = g.own_vertices + isolated[part];
    each_of(part, [&](std::uint64_t position, local_vertex id) {
      positions[id == no_local_vertex ? next++ : id] = static_cast<std::uint32_t>(position);
    });
  }
  return positions;
}

void place_distributions(const partitioned_graph& g, const pagerank_request& r, int threads, ranked_vertices& v) {
  const auto by_id = [&](std::span<const double> values) {
    std::vector<double> moved(values.empty() ? 0 : v.size());
#pragma omp parallel for num_threads(threads)
    for (std::uint64_t i = 0; i < moved.size(); ++i) moved[i] = v.is_own(i) ? values[v.positions[i]] : 0;
    return moved;
  };
  v.jump = by_id(r.personalization);
  v.drop = r.dangling.empty() ? v.jump : by_id(r.dangling);
  v.ranks = by_id(r.start);
  v.uniform = 1.0 / static_cast<double>(g.blocks.num_vertices());
  if (!r.start.empty()) return;
  v.ranks.assign(v.size(), v.uniform);
  for (std::uint64_t i = 0; i < g.delegates.ids(); ++i) v.ranks[i] = v.is_own(i) ? v.uniform : 0;
}

// Weights in the order of `in`, which is stored without them: replays the order in which partition.cpp fills it.
array<edge_weight> transposed_weights(const partitioned_graph& g) {
  array<edge_weight> weights(g.in.ends.size());
  std::vector<edge_offset> next(g.in.offsets.begin(), g.in.offsets.end() - 1);
  for (std::uint64_t rank_by_degree = 0; rank_by_degree < g.stride; ++rank_by_degree) {
    for (std::uint64_t source = rank_by_degree; source < g.column_ids(); source += g.stride) {
      for (edge_offset e = g.out.offsets[source]; e < g.out.offsets[source + 1]; ++e) {
        weights[next[g.out.ends[e]]++] = g.out.weights[e];
      }
    }
  }
  return weights;
}

// A vertex's out-edges are in the blocks of its grid column.
void add_up_weights(const partitioned_graph& g, ranked_vertices& v, work_clock& clock) {
  std::vector<double> mine, theirs;
  on_all_processes(*g.ranks, [&] { mine.resize(g.column_ids()), theirs.resize(g.column_ids()); });
  const auto* const weights = g.out.weights.data();
  for (std::uint64_t u = 0; u < mine.size(); ++u)
    mine[u] = std::accumulate(weights + g.out.offsets[u], weights + g.out.offsets[u + 1], 0.0);
  sum_at_owners(g, *g.grid.along_column, mine, theirs, clock);
  sum_delegates(g, theirs, clock);
  for (std::uint64_t i = 0; i < g.own_vertices; ++i) v.out[i] = v.is_own(i) ? theirs[i] : 0;
}

}  // namespace

std::uint64_t ranked_vertices::bytes(const partitioned_graph& g, const pagerank_request& r) {
  return g.to_local.size() * (4 * sizeof(double) + sizeof(std::uint32_t)) +
         (r.weighted
              ? g.in.ends.size() * sizeof(edge_weight) + g.row_ids() * sizeof(edge_offset) + 2 * g.column_ids() * sizeof(double)
              : 0);
}

ranked_vertices place_vertices(const partitioned_graph& g, const pagerank_request& r, int threads, work_clock& clock) {
  ranked_vertices v;
  on_all_processes(*g.ranks, [&] {
    if (r.weighted) check_weights(g);
    v.positions = positions_in_block(g, threads);
    v.out.assign(v.size(), 0);
    for (std::uint64_t id = 0; id < g.own_vertices; ++id) v.out[id] = g.out_degrees[id];
    place_distributions(g, r, threads, v);
    if (r.weighted) v.in_weights = transposed_weights(g);
  });
  if (r.weighted) add_up_weights(g, v, clock);
  return v;
}

void sum_delegates(const partitioned_graph& g, std::span<double> mine, work_clock& clock) {
  const std::uint64_t size = g.delegates.size(), peers = static_cast<std::uint64_t>(g.ranks->size());
  if (size == 0 || peers == 1) return;
  clock.computed();
  std::vector<double> all;
  on_all_processes(*g.ranks, [&] { all.resize(size * peers); });
  const std::vector<std::uint64_t> sizes(peers, size * sizeof(double));
  g.ranks->all_gather(std::as_bytes(mine.first(size)), sizes, std::as_writable_bytes(std::span(all)));
  clock.sent(size * sizeof(double) * (peers - 1));
  clock.exchanged();
  std::copy_n(all.begin(), size, mine.begin());
  for (std::uint64_t peer = 1; peer < peers; ++peer) {
    for (std::uint64_t id = 0; id < size; ++id) mine[id] += all[peer * size + id];
  }
}

void sum_at_owners(const partitioned_graph& g, communicator& line, std::span<const double> mine, std::span<double> theirs,
                   work_clock& clock) {
  const auto peers = static_cast<std::uint64_t>(line.size());
  clock.computed();
  const std::vector<std::uint64_t> sizes(peers, g.stride * sizeof(double));
  line.all_to_all(std::as_bytes(mine), sizes, std::as_writable_bytes(theirs), sizes);
  clock.sent(g.stride * sizeof(double) * (peers - 1));
  clock.exchanged();
  for (std::uint64_t peer = 1; peer < peers; ++peer) {
    for (std::uint64_t id = 0; id < g.own_vertices; ++id) theirs[id] += theirs[peer * g.stride + id];
  }
}

}  // namespace fathom::ranks_engine
