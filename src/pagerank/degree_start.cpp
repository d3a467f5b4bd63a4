#include "pagerank/degree_start.hpp"

#include <cmath>

namespace fathom::pagerank_engine {
namespace {

constexpr double most_correlation = 4;   // in standard errors of that of independent values, 1 / sqrt(walks)
constexpr double least_variation = 0.1;  // if degrees hardly vary, uniform scores are as good

// Variance of 1 / degree at the beginning of walks.
double variance_of(const walk_sums& sums, double count) {
  const double begin = sums.begin / count;
  return sums.begin_squared / count - begin * begin;
}

}  // namespace

bool walks_vary(const walk_sums& sums, std::uint64_t walks) {
  if (walks == 0) return false;
  const auto count = static_cast<double>(walks);
  const double least = least_variation * sums.begin / count;
  return variance_of(sums, count) > least * least;
}

bool walks_forget(const walk_sums& sums, std::uint64_t walks) {
  if (!walks_vary(sums, walks)) return false;
  const auto count = static_cast<double>(walks);
  const double covariance = sums.product / count - sums.begin / count * (sums.end / count);
  return covariance < most_correlation * variance_of(sums, count) / std::sqrt(count);
}

bool may_start_by_degree(const pagerank_options& o, bool weighted) {
  return o.personalization.empty() && o.dangling.empty() && o.start.empty() && o.tolerance > 0 && o.max_iterations > 0 && !weighted;
}

degree_start scores_by_degree(const degree_sums& sums, std::uint64_t num_vertices, double damping, pagerank_method method) {
  const auto n = static_cast<double>(num_vertices);
  const double isolated = n - static_cast<double>(sums.vertices + sums.pairs);
  // An isolated vertex passes its score on by jumps alone: all scores together are 1 / (1 - damping * isolated / n) times those of
  // a system without such jumps.
  const double total = method == pagerank_method::power ? 1 / (1 - damping * isolated / n) : 1;
  degree_start start;
  start.pair = total / n;
  start.isolated = (1 - damping) * start.pair;
  // The vertices with edges have their exact total.
  if (sums.edges > 0) start.per_edge = damping * start.pair * static_cast<double>(sums.vertices) / static_cast<double>(sums.edges);
  return start;
}

}  // namespace fathom::pagerank_engine
