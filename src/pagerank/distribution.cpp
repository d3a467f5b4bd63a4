#include "pagerank/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fathom/error.hpp"

namespace fathom {

array<double> distribution(const graph& g, std::span<const double> values, std::string_view what) {
  return distribution(g.num_vertices(), values, what, [&](std::uint64_t v) { return g.name(static_cast<vertex_id>(v)); });
}

array<double> distribution(std::uint64_t n, std::span<const double> values, std::string_view what,
                           const std::function<std::string(std::uint64_t)>& name) {
  if (values.empty()) return {};
  if (values.size() != n) {
    throw error(error_category::usage,
                fmt::format("{} has {} values for {} vertices; give one per vertex (0 for none)", what, values.size(), n));
  }
  double largest = 0;
  for (std::uint64_t v = 0; v < values.size(); ++v) {
    if (!(values[v] >= 0 && std::isfinite(values[v]))) {
      throw error(error_category::usage,
                  fmt::format("{} of vertex {} is {}; give finite, nonnegative numbers", what, name(v), values[v]));
    }
    largest = std::max(largest, values[v]);
  }
  if (largest == 0)
    throw error(error_category::usage, fmt::format("{} is 0 for every vertex; give at least one a positive value", what));
  // Divide by the largest value first: a sum of huge numbers would overflow to infinity.
  array<double> shares(values.size());
  double sum = 0;
  for (std::size_t v = 0; v < values.size(); ++v) sum += shares[v] = values[v] / largest;
  for (double& share : shares) share /= sum;
  return shares;
}

}  // namespace fathom
