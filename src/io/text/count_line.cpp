#include "io/text/count_line.hpp"

#include <algorithm>
#include <limits>

namespace fathom::io {
namespace {

template <class T>
void drop_first(growing_array<T>& values) {
  if (values.empty()) return;
  std::copy(values.begin() + 1, values.end(), values.begin());
  values.resize(values.size() - 1);
}

}  // namespace

bool ids_fit(const line_edges& edges, std::size_t first_edge, std::uint64_t vertices) noexcept {
  std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max(), largest = 0;
  for (std::size_t i = first_edge; i < edges.size(); ++i) {
    const std::uint64_t u = edges.narrow.sources[i], v = edges.narrow.targets[i];
    smallest = std::min({smallest, u, v});
    largest = std::max({largest, u, v});
  }
  return largest < vertices || (smallest >= 1 && largest <= vertices);
}

std::optional<count_line> find_count_line(const line_edges& edges) {
  if (edges.is_wide || edges.size() < 2 || !edges.lone.empty() || edges.declared > 0) return std::nullopt;
  const count_line line{edges.narrow.sources[0], edges.narrow.targets[0]};
  if (line.edges != edges.size() - 1 || !ids_fit(edges, 1, line.vertices)) return std::nullopt;
  return line;
}

void drop_first_edge(line_edges& edges) {
  drop_first(edges.narrow.sources);
  drop_first(edges.narrow.targets);
  drop_first(edges.narrow.weights);
  drop_first(edges.narrow.wide_weights);
  --edges.entries;
  edges.largest = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    edges.largest = std::max<std::uint64_t>(edges.largest, std::max(edges.narrow.sources[i], edges.narrow.targets[i]));
  }
}

}  // namespace fathom::io
