#include "graph/layout/quadrants.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace fathom {
namespace {

// Probability of an outcome, whose upper half holds the source's bits of `levels` levels and whose lower half the target's.
double probability(std::uint32_t outcome, int levels, const std::array<double, 4>& quadrant) {
  double product = 1;
  for (int level = 0; level < levels; ++level) {
    const std::uint32_t source_bit = outcome >> (levels + level) & 1, target_bit = outcome >> level & 1;
    product *= quadrant[2 * source_bit + target_bit];
  }
  return product;
}

}  // namespace

quadrant_sampler::quadrant_sampler(int scale, rmat_probabilities p, std::uint64_t seed)
    : key_(mix64(seed)),
      draws_((static_cast<std::uint64_t>(scale) + 2 * levels_per_draw - 1) / (2 * levels_per_draw)),
      id_mask_((std::uint64_t{1} << scale) - 1) {
  const std::array<double, 4> quadrant{p.a, p.b, p.c, std::max(0.0, 1 - p.a - p.b - p.c)};
  std::array<std::int64_t, columns> weight{};
  for (std::uint32_t i = 0; i < columns; ++i) weight[i] = std::llround(probability(i, levels_per_draw, quadrant) * 0x1p32);
  // Rounding leaves the sum a few units off 2^32; correct the likeliest outcome.
  *std::max_element(weight.begin(), weight.end()) +=
      (std::int64_t{1} << 32) - std::accumulate(weight.begin(), weight.end(), std::int64_t{0});

  std::vector<std::uint32_t> light, heavy;
  for (std::uint32_t i = 0; i < columns; ++i) (weight[i] < column_capacity ? light : heavy).push_back(i);
  for (std::uint32_t i = 0; i < columns; ++i) table_[i] = {column_capacity, 0};
  // A light outcome leaves room in its column, which a heavy one fills. The weights add up to the columns' total capacity, so
  // nothing is left over.
  while (!light.empty()) {
    const std::uint32_t small = light.back(), large = heavy.back();
    light.pop_back();
    table_[small] = {static_cast<std::uint32_t>(weight[small]), small ^ large};
    weight[large] -= column_capacity - weight[small];
    if (weight[large] >= column_capacity) continue;
    heavy.pop_back();
    light.push_back(large);
  }
}

}  // namespace fathom
