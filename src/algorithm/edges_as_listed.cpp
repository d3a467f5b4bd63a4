#include "algorithm/edges_as_listed.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace fathom {
namespace {

constexpr std::uint64_t word_bits = 64;

/// Whether the bit was not set before.
bool set_first(std::uint64_t& word, std::uint64_t bit) {
  const std::atomic_ref shared(word);
  if ((shared.load(std::memory_order_relaxed) & bit) != 0) return false;
  return (shared.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
}

}  // namespace

bool has_edges_as_listed(const graph& g, const edge_list& list, int threads) {
  const adjacency_view& out = g.view().out;
  std::vector<std::uint64_t> listed(g.num_edges() / word_bits + 1, 0);
  std::uint64_t missing = 0, distinct = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : missing, distinct)
  for (std::size_t e = 0; e < list.size(); ++e) {
    // Looked for in the shorter of its two rows, always the same one.
    vertex_id u = list.sources[e], v = list.targets[e];
    if (u == v) continue;
    if (std::pair(out.degree(v), v) < std::pair(out.degree(u), u)) std::swap(u, v);
    const vertex_id* const found = std::lower_bound(out.begin(u), out.end(u), v);
    if (found == out.end(u) || *found != v) {
      ++missing;
      continue;
    }
    const auto at = static_cast<std::uint64_t>(found - out.targets);
    if (set_first(listed[at / word_bits], std::uint64_t{1} << (at % word_bits))) ++distinct;
  }
  return missing == 0 && 2 * distinct == g.num_edges();
}

}  // namespace fathom
