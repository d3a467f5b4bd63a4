#include "sssp/distributed/bucket_width.hpp"

#include <algorithm>
#include <bit>

#include "comm/exchange.hpp"

namespace fathom::ranks_engine {

edge_weight heaviest_weight(const partitioned_graph& g) {
  edge_weight heaviest = 0;
  for (const edge_weight weight : g.out.weights) heaviest = std::max(heaviest, weight);
  return heaviest;
}

float bucket_width(const partitioned_graph& g, edge_weight heaviest, double times) {
  const double vertices = static_cast<double>(std::max<std::uint64_t>(1, sum_of(*g.ranks, g.own_vertices)));
  const double mean_degree = static_cast<double>(std::max<std::uint64_t>(1, g.num_edges)) / vertices;
  const std::uint64_t bits = largest_of(*g.ranks, std::bit_cast<std::uint32_t>(heaviest));
  const auto width =
      static_cast<float>(times / std::max(1.0, mean_degree)) * std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return width > 0 ? width : 1;
}

}  // namespace fathom::ranks_engine
