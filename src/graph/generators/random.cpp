// uniform(), fixed_out_degree(), small_world(): endpoints drawn uniformly.
#include <fmt/format.h>

#include "base/random.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/edges.hpp"

namespace fathom {
namespace {

void require_ring(std::uint64_t n, int degree, double rewire) {
  if (degree < 0 || degree % 2 != 0) {
    throw error(error_category::usage,
                fmt::format("small-world: degree {} must be even (half of the neighbors are on either side)", degree));
  }
  if (degree > 0 && static_cast<std::uint64_t>(degree) >= n) {
    throw error(error_category::usage, fmt::format("small-world: degree {} must be below the number of vertices, {}", degree, n));
  }
  if (!(rewire >= 0 && rewire <= 1)) {  // NaN is neither
    throw error(error_category::usage, fmt::format("small-world: rewiring probability {} is outside 0 to 1", rewire));
  }
}

}  // namespace

edge_list uniform(int scale, int edge_factor, const generate_options& options) {
  require_scale("uniform", scale);
  require_edge_factor("uniform", edge_factor);
  const std::uint64_t n = std::uint64_t{1} << scale;
  edge_list edges = new_edge_list("uniform", n, n * static_cast<std::uint64_t>(edge_factor), false);
  fill_edges(edges, options.control, [key = mix64(options.seed), n](std::uint64_t i) {
    const std::uint64_t bits = mix64(key ^ i);  // 32 random bits per endpoint; n <= 2^31 uses the low ones
    return edge_ends{bits & (n - 1), bits >> 32 & (n - 1)};
  });
  return edges;
}

edge_list fixed_out_degree(std::uint64_t n, int degree, const generate_options& options) {
  if (degree < 0) throw error(error_category::usage, fmt::format("random: degree {} is negative", degree));
  const auto out = static_cast<std::uint64_t>(degree);
  edge_list edges = new_edge_list("random", n, saturating_product(n, out), true);
  fill_edges(edges, options.control, [key = mix64(options.seed), n, out](std::uint64_t i) {
    return edge_ends{i / out, bounded(mix64(key ^ i), n)};
  });
  return edges;
}

edge_list small_world(std::uint64_t n, int degree, double rewire, const generate_options& options) {
  require_ring(n, degree, rewire);
  const std::uint64_t half = static_cast<std::uint64_t>(degree) / 2;
  edge_list edges = new_edge_list("small-world", n, saturating_product(n, half), false);
  fill_edges(edges, options.control, [=, key = mix64(options.seed)](std::uint64_t i) {
    const std::uint64_t v = i / half;
    if (unit_interval(mix64(key ^ (2 * i))) >= rewire) return edge_ends{v, (v + 1 + i % half) % n};
    // Any vertex but v itself. With a probability of about degree / n the edge exists already; build() reports such duplicates.
    const std::uint64_t other = bounded(mix64(key ^ (2 * i + 1)), n - 1);
    return edge_ends{v, other + (other >= v)};
  });
  return edges;
}

}  // namespace fathom
