#include "bfs/validate/edges_as_listed.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace fathom {
namespace {

constexpr std::uint64_t word_bits = 64;

/// Sets the bit; returns true if it was not set before.
bool set_first(std::uint64_t& word, std::uint64_t bit) {
  const std::atomic_ref shared(word);
  if ((shared.load(std::memory_order_relaxed) & bit) != 0) return false;
  return (shared.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
}

/// Index of u -> v in the graph's adjacency rows; num_edges if there is no such edge.
edge_offset place_of(const graph& g, vertex_id u, vertex_id v) {
  const adjacency_view& out = g.view().out;
  const vertex_id* const found = std::lower_bound(out.begin(u), out.end(u), v);
  return found == out.end(u) || *found != v ? g.num_edges() : static_cast<edge_offset>(found - out.targets);
}

/// Comparison of an edge's weight in the graph with its weight in the list.
enum class weighs { less, the_same, wrong };
weighs compare_weight(const graph& g, vertex_id u, vertex_id v, edge_offset at, edge_weight listed) {
  const edge_weight* const weights = g.view().out.weights;
  const edge_offset reverse = place_of(g, v, u);
  if (!weights || reverse == g.num_edges() || weights[reverse] != weights[at] || weights[at] > listed) return weighs::wrong;
  return weights[at] < listed ? weighs::less : weighs::the_same;
}

}  // namespace

bool has_edges_as_listed(const graph& g, const edge_list& list, int threads) {
  const adjacency_view& out = g.view().out;
  std::vector<std::uint64_t> listed(g.num_edges() / word_bits + 1, 0);
  std::uint64_t missing = 0, distinct = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : missing, distinct)
  for (std::size_t e = 0; e < list.size(); ++e) {
    // Search the shorter of the two adjacency rows; ties are broken by id, so that the choice is always the same.
    vertex_id u = list.sources[e], v = list.targets[e];
    if (u == v) continue;
    if (std::pair(out.degree(v), v) < std::pair(out.degree(u), u)) std::swap(u, v);
    const edge_offset at = place_of(g, u, v);
    const bool is_there = at < g.num_edges();
    const weighs weight = !is_there || list.weights.empty() ? weighs::the_same : compare_weight(g, u, v, at, list.weights[e]);
    if (!is_there || weight == weighs::wrong) {
      ++missing;
      continue;
    }
    // An edge listed with several weights has the smallest of them.
    if (weight == weighs::the_same && set_first(listed[at / word_bits], std::uint64_t{1} << (at % word_bits))) ++distinct;
  }
  return missing == 0 && 2 * distinct == g.num_edges();
}

}  // namespace fathom
