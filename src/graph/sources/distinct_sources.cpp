#include "graph/sources/distinct_sources.hpp"

#include <algorithm>
#include <numeric>

#include "base/fail_usage.hpp"
#include "base/parallel.hpp"

namespace fathom {

void check_sources(std::span<const vertex_id> sources, std::uint64_t num_vertices) {
  if (sources.empty()) fail_usage("there are no sources to search from; give at least one");
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i] < num_vertices) continue;
    fail_usage("source {} (number {} of {}) is outside the graph of {} vertices{}", sources[i], i + 1, sources.size(), num_vertices,
               num_vertices > 0 ? fmt::format(" (0 to {})", num_vertices - 1) : "");
  }
}

distinct_sources::distinct_sources(std::span<const vertex_id> given) {
  std::vector<std::size_t> order(given.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return given[a] != given[b] ? given[a] < given[b] : a < b; });
  // Runs of equal sources, sorted by the position of their first occurrence.
  std::vector<index_range> runs;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && given[order[last]] == given[order[first]]) ++last;
    runs.push_back({first, last});
    first = last;
  }
  std::sort(runs.begin(), runs.end(), [&](const index_range& a, const index_range& b) { return order[a.first] < order[b.first]; });
  positions.reserve(order.size());
  for (const index_range& run : runs) {
    sources.push_back(given[order[run.first]]);
    position_begin.push_back(positions.size());
    for (std::uint64_t i = run.first; i < run.last; ++i) positions.push_back(order[i]);
  }
  position_begin.push_back(positions.size());
}

}  // namespace fathom
