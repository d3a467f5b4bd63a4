#include "algorithm/graph500_roots.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "distributed/exchange.hpp"

namespace fathom {
namespace {

// Keeps the roots apart from the edges' stream of random numbers.
constexpr std::uint64_t root_stream = 0x20075;
constexpr std::uint64_t candidates_at_once = 256;

}  // namespace

std::vector<global_vertex> graph500_roots(const partitioned_graph& g, int count, std::uint64_t seed) {
  const std::uint64_t n = g.blocks.num_vertices();
  const index_range own = g.own_block();
  const std::uint64_t available = sum_of(*g.ranks, g.own_vertices);
  const std::uint64_t wanted = std::min<std::uint64_t>(static_cast<std::uint64_t>(count), available);
  std::vector<global_vertex> roots;
  // Draws until there are enough; of a graph with fewer vertices than that all come up in the end.
  for (std::uint64_t first = 0; roots.size() < wanted; first += candidates_at_once) {
    std::vector<std::uint64_t> has_edge(candidates_at_once);
    const auto candidate = [&](std::uint64_t i) { return bounded(random_bits(seed ^ root_stream, first + i), n); };
    for (std::uint64_t i = 0; i < candidates_at_once; ++i) {
      const global_vertex v = candidate(i);
      has_edge[i] = v >= own.first && v < own.last && g.to_local[v - own.first] != no_local_vertex;
    }
    g.ranks->all_reduce(reduction::max, std::span(has_edge));
    for (std::uint64_t i = 0; i < candidates_at_once && roots.size() < wanted; ++i) {
      const global_vertex v = candidate(i);
      if (has_edge[i] != 0 && std::find(roots.begin(), roots.end(), v) == roots.end()) roots.push_back(v);
    }
  }
  return roots;
}

}  // namespace fathom
