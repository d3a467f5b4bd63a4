// Random weights of with_random_weights(), each a function of the seed and an edge's endpoints.
#pragma once

#include <cstdint>
#include <utility>

#include "base/random.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Throws error_category::usage for a range that with_random_weights() does not accept.
void check_weight_range(std::uint32_t low, std::uint32_t high);

/// Drawn by pair of vertices, so that an edge, its reverse in an undirected graph and its parallel edges have equal weights.
[[nodiscard]] inline edge_weight random_weight(std::uint64_t seed, std::uint32_t low, std::uint32_t high, vertex_id from,
                                               vertex_id to, bool directed) {
  if (!directed && from > to) std::swap(from, to);
  const std::uint64_t bits = random_bits(seed, std::uint64_t{from} << 32 | to);
  return static_cast<edge_weight>(low + bounded(bits, std::uint64_t{high} - low + 1));
}

}  // namespace fathom
