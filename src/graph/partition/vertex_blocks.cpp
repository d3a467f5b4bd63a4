#include "graph/partition/vertex_blocks.hpp"

#include <bit>

namespace fathom {
namespace {

// Enough granules that few contain a block boundary, but few enough that the table stays in a cache.
constexpr std::uint64_t fewest_granules = 1024, granules_per_block = 4;

std::vector<std::uint64_t> even_bounds(std::uint64_t num_vertices, int ranks) {
  std::vector<std::uint64_t> bounds{0};
  for (int r = 0; r < ranks; ++r) {
    bounds.push_back(part_of(num_vertices, static_cast<std::uint64_t>(ranks), static_cast<std::uint64_t>(r)).last);
  }
  return bounds;
}

}  // namespace

vertex_blocks::vertex_blocks(std::uint64_t num_vertices, int ranks) : vertex_blocks(even_bounds(num_vertices, ranks)) {}

vertex_blocks::vertex_blocks(std::vector<std::uint64_t> bounds) : bounds_(std::move(bounds)) {
  const std::uint64_t blocks = bounds_.size() - 1, n = bounds_.back();
  shift_ = static_cast<int>(std::bit_width(n / std::max(fewest_granules, granules_per_block * blocks)));
  std::uint32_t owner = 0;
  for (std::uint64_t v = 0; v < n; v += std::uint64_t{1} << shift_) {
    while (bounds_[owner + 1] <= v) ++owner;
    owners_.push_back(owner);
  }
  while (owner + 1 < blocks && bounds_[owner + 1] < n) ++owner;
  owners_.push_back(owner);
}

}  // namespace fathom
