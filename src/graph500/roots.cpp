#include "graph500/roots.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "comm/exchange.hpp"

namespace fathom {
namespace {

// Separates the random numbers of the roots from those of the edges.
constexpr std::uint64_t root_stream = 0x20075;
constexpr std::uint64_t candidates_at_once = 256;

// Draws candidates until `wanted` distinct vertices with an edge are found; n must contain that many. find_edges(candidates,
// has_edge) sets for each candidate whether it has an edge.
template <class Find_edges>
std::vector<global_vertex> draw(std::uint64_t n, std::uint64_t wanted, std::uint64_t seed, const Find_edges& find_edges) {
  std::vector<global_vertex> roots, candidates(candidates_at_once);
  for (std::uint64_t first = 0; roots.size() < wanted; first += candidates_at_once) {
    for (std::uint64_t i = 0; i < candidates_at_once; ++i) candidates[i] = bounded(random_bits(seed ^ root_stream, first + i), n);
    std::vector<std::uint64_t> has_edge(candidates_at_once);
    find_edges(candidates, has_edge);
    for (std::uint64_t i = 0; i < candidates_at_once && roots.size() < wanted; ++i) {
      const global_vertex v = candidates[i];
      if (has_edge[i] != 0 && std::find(roots.begin(), roots.end(), v) == roots.end()) roots.push_back(v);
    }
  }
  return roots;
}

}  // namespace

std::vector<global_vertex> graph500_roots(const partitioned_graph& g, int count, std::uint64_t seed) {
  const index_range own = g.own_block();
  const std::uint64_t available = sum_of(*g.ranks, g.owned_vertices());
  return draw(g.blocks.num_vertices(), std::min<std::uint64_t>(static_cast<std::uint64_t>(count), available), seed,
              [&](const std::vector<global_vertex>& candidates, std::vector<std::uint64_t>& has_edge) {
                std::transform(candidates.begin(), candidates.end(), has_edge.begin(), [&](global_vertex v) {
                  return v >= own.first && v < own.last && g.to_local[v - own.first] != no_local_vertex;
                });
                g.ranks->all_reduce(reduction::max, std::span(has_edge));
              });
}

std::vector<global_vertex> graph500_roots(const graph& g, int count, std::uint64_t seed) {
  const std::uint64_t available = g.num_vertices() - g.properties().isolated;
  return draw(g.num_vertices(), std::min<std::uint64_t>(static_cast<std::uint64_t>(count), available), seed,
              [&](const std::vector<global_vertex>& candidates, std::vector<std::uint64_t>& has_edge) {
                std::transform(candidates.begin(), candidates.end(), has_edge.begin(),
                               [&](global_vertex v) { return g.view().out.degree(static_cast<vertex_id>(v)) > 0; });
              });
}

}  // namespace fathom
