#include "bfs/validate/distributed/validator.hpp"

#include <cmath>

#include "bfs/validate/distributed/tree_levels.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr int rows_per_chunk = 512;
constexpr std::uint64_t validated_per_thread = 1u << 13;

/// The rule that an edge violates, and whether it can be the edge from a vertex's predecessor.
struct edge_check {
  bfs_rule broken = bfs_rule::none;
  bool leads = false;
};

edge_check check_levels(hop_count above, hop_count here, hop_count depth_limit) {
  if (above == unreachable) return {};
  if (here == unreachable) return {above < depth_limit ? bfs_rule::component_is_spanned : bfs_rule::none, false};
  return {here > above + 1 ? bfs_rule::edges_span_one_level : bfs_rule::none, here == above + 1};
}

}  // namespace

// Checks the predecessors by themselves.
void rank_validator::check_vertices(global_vertex source, std::span<const std::int64_t> predecessors, offence& worst) const {
  for (std::uint64_t i = 0; i < predecessors.size(); ++i) {
    const global_vertex v = edges_.block().first + i;
    const auto from = static_cast<global_vertex>(predecessors[i]);
    if ((from == v) != (v == source)) worst.take({bfs_rule::tree_has_no_cycle, from, v});
    if (predecessors[i] != -1 && from >= edges_.blocks().num_vertices()) worst.take({bfs_rule::tree_edges_exist, from, v});
  }
}

// Calls check_edge(row, edge) for all edges to vertices of this block. A vertex without an edge from its predecessor violates
// `without_edge`.
template <class Check_edge>
rank_verdict rank_validator::check_edges(std::span<const std::int64_t> predecessors, offence worst, bfs_rule without_edge,
                                         const Check_edge& check_edge) const {
  const std::uint64_t size = predecessors.size();
  std::uint64_t reached = 0, edges = 0;
#pragma omp parallel num_threads(useful_threads(size, validated_per_thread, threads_)) reduction(+ : reached, edges)
  {
    offence mine;
#pragma omp for schedule(dynamic, rows_per_chunk)
    for (std::uint64_t row = 0; row < size; ++row) {
      const global_vertex v = edges_.block().first + row;
      const bool is_reached = predecessors[row] != -1;
      const auto from = static_cast<global_vertex>(predecessors[row]);
      const std::uint32_t parent = is_reached ? edges_.number_of(from) : edge_rows::no_source;
      bool is_led_to = !is_reached || from == v;
      for (edge_offset e = edges_.begin(row); e < edges_.end(row); ++e) {
        const edge_check checked = check_edge(row, e);
        if (checked.broken != bfs_rule::none) mine.take({checked.broken, edges_.vertex_of(edges_.source(e)), v});
        is_led_to = is_led_to || (checked.leads && edges_.source(e) == parent);
      }
      if (!is_led_to) mine.take({without_edge, from, v});
      if (!is_reached) continue;
      ++reached;
      edges += edges_.end(row) - edges_.begin(row) + (edges_.directed() ? 1 : 2) * std::uint64_t{edges_.self_loops(row)};
    }
#pragma omp critical(fathom_rank_validator)
    worst.take(mine);
  }
  // In an undirected graph each edge is in the rows of both endpoints.
  rank_verdict verdict = agree(ranks_, worst, reached, edges);
  if (!edges_.directed()) verdict.edges_traversed /= 2;
  return verdict;
}

rank_verdict rank_validator::check(global_vertex source, std::span<const std::int64_t> predecessors,
                                   std::span<const hop_count> distances, hop_count depth_limit) const {
  offence worst;
  check_vertices(source, predecessors, worst);
  // Invalid vertex ids have no owner to ask.
  if (rank_verdict refused = agree(ranks_, worst, 0, 0); !refused.valid) return refused;
  const std::vector<hop_count> levels = tree_levels(ranks_, edges_.blocks(), source, predecessors, threads_, worst);
  for (std::uint64_t i = 0; i < distances.size(); ++i) {
    if (distances[i] == levels[i]) continue;
    worst.take({bfs_rule::tree_levels_differ_by_one, static_cast<global_vertex>(predecessors[i]), edges_.block().first + i});
  }
  const array<hop_count> of_sources = edges_.fetch(std::span<const hop_count>(levels));
  return check_edges(predecessors, worst, bfs_rule::tree_edges_exist, [&](std::uint64_t row, edge_offset e) {
    return check_levels(of_sources[edges_.source(e)], levels[row], depth_limit);
  });
}

rank_verdict rank_validator::check_distances(global_vertex source, std::span<const hop_count> distances,
                                             hop_count depth_limit) const {
  const array<hop_count> of_sources = edges_.fetch(distances);
  // Any in-neighbor one level closer serves as the predecessor.
  std::vector<std::int64_t> closer(distances.size(), -1);
  offence worst;
#pragma omp parallel num_threads(useful_threads(distances.size(), validated_per_thread, threads_))
  {
    offence mine;
#pragma omp for schedule(dynamic, rows_per_chunk)
    for (std::uint64_t row = 0; row < distances.size(); ++row) {
      const global_vertex v = edges_.block().first + row;
      const hop_count here = distances[row];
      if (v == source) closer[row] = static_cast<std::int64_t>(v);
      if (v == source && here == unreachable) mine.take({bfs_rule::component_is_spanned, no_global_vertex, v});
      if (here == unreachable) continue;
      if (here > depth_limit) mine.take({bfs_rule::component_is_spanned, no_global_vertex, v});
      for (edge_offset e = edges_.begin(row); e < edges_.end(row) && closer[row] == -1; ++e) {
        if (check_levels(of_sources[edges_.source(e)], here, depth_limit).leads)
          closer[row] = static_cast<std::int64_t>(edges_.vertex_of(edges_.source(e)));
      }
      const bool is_level = v == source ? here == 0 : here > 0 && closer[row] != -1;
      if (!is_level) mine.take({bfs_rule::tree_levels_differ_by_one, no_global_vertex, v});
    }
#pragma omp critical(fathom_rank_validator)
    worst.take(mine);
  }
  return check_edges(closer, worst, bfs_rule::tree_levels_differ_by_one, [&](std::uint64_t row, edge_offset e) {
    return check_levels(of_sources[edges_.source(e)], distances[row], depth_limit);
  });
}

template <class Distance>
rank_verdict rank_validator::check_lengths(global_vertex source, std::span<const std::int64_t> predecessors,
                                           std::span<const Distance> distances, Distance cutoff, bfs_rule without_edge) const {
  offence worst;
  check_vertices(source, predecessors, worst);
  for (std::uint64_t i = 0; i < distances.size(); ++i) {
    const global_vertex v = edges_.block().first + i;
    const bool agrees = std::isfinite(distances[i]) ? predecessors[i] != -1 && (v != source || distances[i] == 0)
                                                    : predecessors[i] == -1 && distances[i] > 0;
    if (!agrees) worst.take({bfs_rule::tree_levels_differ_by_one, static_cast<global_vertex>(predecessors[i]), v});
    if (std::isfinite(distances[i]) && distances[i] > cutoff)
      worst.take({bfs_rule::component_is_spanned, static_cast<global_vertex>(predecessors[i]), v});
  }
  if (rank_verdict refused = agree(ranks_, worst, 0, 0); !refused.valid) return refused;
  static_cast<void>(tree_levels(ranks_, edges_.blocks(), source, predecessors, threads_, worst));
  const array<Distance> of_sources = edges_.fetch(distances);
  return check_edges(predecessors, worst, without_edge, [&](std::uint64_t row, edge_offset e) {
    const Distance above = of_sources[edges_.source(e)], here = distances[row];
    if (!std::isfinite(above)) return edge_check{};
    const Distance along = above + static_cast<Distance>(edges_.weight(e));
    if (!std::isfinite(here)) return edge_check{along <= cutoff ? bfs_rule::component_is_spanned : bfs_rule::none, false};
    return edge_check{here > along ? bfs_rule::edges_span_one_level : bfs_rule::none, here == along};
  });
}

rank_verdict rank_validator::check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances) const {
  return check_lengths(source, predecessors, distances, std::numeric_limits<float>::infinity(), bfs_rule::tree_edges_exist);
}

rank_verdict rank_validator::check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const double> distances, double cutoff) const {
  return check_lengths(source, predecessors, distances, cutoff, bfs_rule::tree_levels_differ_by_one);
}

}  // namespace fathom::ranks_engine
