// Random sources: lists all qualifying vertices, then draws among them, so that few qualifying vertices do not slow it down.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "fathom/bfs.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_block = 1u << 16;

bool has_edge_out(const adjacency_view& out, vertex_id v) {
  return std::any_of(out.begin(v), out.end(v), [v](vertex_id w) { return w != v; });
}

// Calls visit(block, first, last) for blocks of vertices, in parallel.
template <class Visit>
void for_each_block(vertex_id n, int threads, const Visit& visit) {
  const std::uint64_t blocks = (n + vertices_per_block - 1) / vertices_per_block;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
  for (std::uint64_t b = 0; b < blocks; ++b)
    visit(b, b * vertices_per_block, std::min<std::uint64_t>(n, (b + 1) * vertices_per_block));
}

// Vertices with an edge to another vertex, in ascending order.
array<vertex_id> vertices_with_edges(const graph_view& g, int threads) {
  std::vector<std::uint64_t> starts(g.num_vertices / vertices_per_block + 2);
  for_each_block(g.num_vertices, threads, [&](std::uint64_t block, std::uint64_t first, std::uint64_t last) {
    std::uint64_t count = 0;
    for (std::uint64_t v = first; v < last; ++v) count += has_edge_out(g.out, static_cast<vertex_id>(v));
    starts[block + 1] = count;
  });
  std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
  array<vertex_id> found(starts.back());
  for_each_block(g.num_vertices, threads, [&](std::uint64_t block, std::uint64_t first, std::uint64_t last) {
    std::uint64_t at = starts[block];
    for (std::uint64_t v = first; v < last; ++v) {
      if (has_edge_out(g.out, static_cast<vertex_id>(v))) found[at++] = static_cast<vertex_id>(v);
    }
  });
  return found;
}

}  // namespace

array<vertex_id> random_sources(const graph& g, std::size_t count, std::uint64_t seed, const run_control& control) {
  // At least `count` bytes, even if the product overflows.
  const std::uint64_t bytes = std::max<std::uint64_t>(count, (g.num_vertices() + count) * sizeof(vertex_id));
  require_host_memory(bytes, fmt::format("drawing {} random sources", count));
  array<vertex_id> candidates = vertices_with_edges(g.view(), thread_count(control));
  const std::size_t available = candidates.size();
  if (available == 0)
    throw error(error_category::usage,
                "cannot draw random sources: no vertex of the graph has an out-edge to another vertex; name the source");
  array<vertex_id> sources(count);
  for (std::size_t i = 0; i < count; ++i) {
    // Partial Fisher-Yates shuffle; once all candidates have been drawn they repeat in the same order.
    if (i < available) std::swap(candidates[i], candidates[i + bounded(random_bits(seed, i), available - i)]);
    sources[i] = candidates[i % available];
  }
  return sources;
}

}  // namespace fathom
