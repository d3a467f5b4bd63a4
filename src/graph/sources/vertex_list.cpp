#include "graph/sources/vertex_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/random.hpp"
#include "fathom/error.hpp"

namespace fathom {

void check_vertices(const graph& g, std::span<const vertex_id> vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] < g.num_vertices()) continue;
    throw error(
        error_category::usage,
        fmt::format("vertex {} (number {} of {}) is outside the graph of {} vertices{}", vertices[i], i + 1, vertices.size(),
                    g.num_vertices(), g.num_vertices() > 0 ? fmt::format("; give 0 to {}", g.num_vertices() - 1) : ""));
  }
}

std::vector<vertex_id> given_or_all(const graph& g, std::span<const vertex_id> vertices) {
  if (!vertices.empty()) return {vertices.begin(), vertices.end()};
  std::vector<vertex_id> all(g.num_vertices());
  std::iota(all.begin(), all.end(), vertex_id{0});
  return all;
}

std::vector<vertex_id> random_vertices(const graph& g, std::size_t count, std::uint64_t seed) {
  std::vector<vertex_id> drawn = given_or_all(g, {});
  count = std::min(count, drawn.size());
  for (std::size_t i = 0; i < count; ++i) std::swap(drawn[i], drawn[i + bounded(random_bits(seed, i), drawn.size() - i)]);
  drawn.resize(count);
  return drawn;
}

}  // namespace fathom
