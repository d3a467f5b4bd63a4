// kron() and rmat(): edges of a recursive matrix (quadrants.hpp) with both ids scrambled.
#include <fmt/format.h>

#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/edges.hpp"
#include "graph/generators/kron_edges.hpp"

namespace fathom {
namespace {

// A + B + C may exceed 1 by this much because of rounding.
constexpr double probability_slack = 1e-9;

void require_probabilities(std::string_view what, rmat_probabilities p) {
  const bool each = p.a >= 0 && p.b >= 0 && p.c >= 0;  // false for NaN, too
  if (each && p.a + p.b + p.c <= 1 + probability_slack) return;
  throw error(
      error_category::usage,
      fmt::format("{}: probabilities A={}, B={}, C={} must not be negative and must add up to at most 1", what, p.a, p.b, p.c));
}

edge_list recursive_matrix(std::string_view what, int scale, int edge_factor, rmat_probabilities p,
                           const generate_options& options) {
  require_scale(what, scale);
  require_edge_factor(what, edge_factor);
  require_probabilities(what, p);
  const std::uint64_t n = std::uint64_t{1} << scale;
  edge_list edges = new_edge_list(what, n, n * static_cast<std::uint64_t>(edge_factor), false);
  fill_edges(edges, options.control, kron_edges(scale, p, options.seed));
  return edges;
}

}  // namespace

edge_list kron(int scale, int edge_factor, rmat_probabilities p, const generate_options& options) {
  return recursive_matrix("kron", scale, edge_factor, p, options);
}

edge_list rmat(int scale, int edge_factor, rmat_probabilities p, const generate_options& options) {
  return recursive_matrix("rmat", scale, edge_factor, p, options);
}

}  // namespace fathom
