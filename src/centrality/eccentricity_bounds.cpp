#include "centrality/eccentricity_bounds.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

namespace fathom {
namespace {

bool reaches_another(const adjacency_view& out, vertex_id v) {
  return std::any_of(out.begin(v), out.end(v), [v](vertex_id w) { return w != v; });
}

bool is_leaf(const graph& g, const numbered_components& parts, vertex_id v) {
  return !g.directed() && g.view().out.degree(v) == 1 && *g.view().out.begin(v) != v && parts.sizes[parts.of[v]] > 2;
}

}  // namespace

eccentricity_bounds::eccentricity_bounds(const graph& g, const numbered_components& parts, int threads)
    : g_(g), parts_(parts), threads_(threads), lower_(g.num_vertices()), upper_(g.num_vertices()) {
  const vertex_id n = g.num_vertices();
  for (vertex_id v = 0; v < n; ++v) {
    lower_[v] = reaches_another(g.view().out, v) ? 1 : 0;
    // A shortest path visits each other vertex of the component at most once.
    const vertex_id others = g.directed() ? n - 1 : parts.sizes[parts.of[v]] - 1;
    upper_[v] = static_cast<hop_count>(std::min<std::int64_t>(others, std::numeric_limits<hop_count>::max()));
    if (is_leaf(g, parts, v)) leaves_.emplace_back(v, *g.view().out.begin(v));
  }
  if (g.directed()) {
    std::vector<std::size_t> place(parts.sizes.size() + 1, 0);
    std::partial_sum(parts.sizes.begin(), parts.sizes.end(), place.begin() + 1);
    by_component_.resize(n);
    for (vertex_id v = 0; v < n; ++v) by_component_[place[parts.of[v]]++] = v;
    pivots_.assign(parts.sizes.size(), no_vertex);
    worst_exit_.assign(parts.sizes.size(), no_vertex);
    for (vertex_id v = 0; v < n; ++v) {
      vertex_id& pivot = pivots_[parts.of[v]];
      if (pivot == no_vertex || g.view().out.degree(v) > g.view().out.degree(pivot)) pivot = v;
    }
  }
  propagate();
}

hop_count eccentricity_bounds::largest_lower() const {
  hop_count largest = 0;
#pragma omp parallel for num_threads(threads_) reduction(max : largest)
  for (std::size_t v = 0; v < lower_.size(); ++v) largest = std::max(largest, lower_[v]);
  return largest;
}

hop_count eccentricity_bounds::largest_upper() const {
  hop_count largest = 0;
#pragma omp parallel for num_threads(threads_) reduction(max : largest)
  for (std::size_t v = 0; v < upper_.size(); ++v) largest = std::max(largest, upper_[v]);
  return largest;
}

template <class T>
void eccentricity_bounds::tighten(std::span<const distances_both_ways<T>> searches) {
  // Number of vertices whose bounds stay in the L1 cache while all rows are applied to them.
  constexpr std::uint64_t block = 2048;
  const std::uint64_t n = lower_.size(), blocks = (n + block - 1) / block;
#pragma omp parallel for num_threads(threads_) schedule(static)
  for (std::uint64_t i = 0; i < blocks; ++i) {
    for (const distances_both_ways<T>& search : searches) tighten_block(search, i * block, std::min(n, (i + 1) * block));
  }
}

template <class T>
void eccentricity_bounds::tighten_block(const distances_both_ways<T>& search, std::uint64_t first, std::uint64_t last) {
  const bool is_back_only = search.there.empty();
  for (std::uint64_t v = first; v < last; ++v) {
    const hop_count back = search.back[v], there = is_back_only ? unreachable : static_cast<hop_count>(search.there[v]);
    // If each of the two reaches the other, both reach the same vertices.
    const bool both = back != unreachable && there != unreachable;
    lower_[v] = std::max({lower_[v], back, both ? search.eccentricity - there : 0});
    upper_[v] = both ? std::min(upper_[v], search.eccentricity + back) : upper_[v];
  }
}

template void eccentricity_bounds::tighten(std::span<const distances_both_ways<std::int8_t>> searches);
template void eccentricity_bounds::tighten(std::span<const distances_both_ways<std::int16_t>> searches);
template void eccentricity_bounds::tighten(std::span<const distances_both_ways<hop_count>> searches);

void eccentricity_bounds::combine(communicator& ranks) {
  ranks.all_reduce(reduction::max, lower_);
  for (hop_count& bound : upper_) bound = -bound;
  ranks.all_reduce(reduction::max, upper_);
  for (hop_count& bound : upper_) bound = -bound;
}

void eccentricity_bounds::set_exact(vertex_id v, hop_count eccentricity) { lower_[v] = upper_[v] = eccentricity; }

void eccentricity_bounds::propagate() {
  if (g_.directed()) return propagate_between_components();
  propagate_to_leaves();
  propagate_halves();
}

// All shortest paths from a leaf go through its only neighbor: its eccentricity is one larger.
void eccentricity_bounds::propagate_to_leaves() {
  for (const auto& [leaf, neighbor] : leaves_) {
    lower_[neighbor] = std::max(lower_[neighbor], lower_[leaf] - 1);
    upper_[neighbor] = std::min(upper_[neighbor], upper_[leaf] - 1);
  }
  for (const auto& [leaf, neighbor] : leaves_) {
    lower_[leaf] = lower_[neighbor] + 1;
    upper_[leaf] = upper_[neighbor] + 1;
  }
}

// For any vertex, one of the two endpoints of a longest path is at least half of its length away.
void eccentricity_bounds::propagate_halves() {
  std::vector<hop_count> longest(parts_.sizes.size(), 0);
  for (std::size_t v = 0; v < lower_.size(); ++v) longest[parts_.of[v]] = std::max(longest[parts_.of[v]], lower_[v]);
  for (std::size_t v = 0; v < lower_.size(); ++v) lower_[v] = std::max(lower_[v], (longest[parts_.of[v]] + 1) / 2);
}

// A shortest path out of a component makes at most size - 1 steps within it, then continues from the target of an outgoing edge.
void eccentricity_bounds::propagate_between_components() {
  const adjacency_view& out = g_.view().out;
  std::size_t begin = 0;
  for (const vertex_id size : parts_.sizes) {
    const std::span<const vertex_id> members(by_component_.data() + begin, size);
    begin += size;
    const vertex_id number = parts_.of[members.front()];
    vertex_id& worst = worst_exit_[number];
    worst = no_vertex;
    for (const vertex_id v : members) {
      for (const vertex_id* w = out.begin(v); w != out.end(v); ++w) {
        if (parts_.of[*w] != number && (worst == no_vertex || upper_[*w] > upper_[worst])) worst = *w;
      }
    }
    // 64 bits, because sums of bounds may far exceed any distance.
    const std::int64_t bound = std::int64_t{size} - 1 + (worst == no_vertex ? 0 : std::int64_t{upper_[worst]} + 1);
    for (const vertex_id v : members) upper_[v] = static_cast<hop_count>(std::min<std::int64_t>(upper_[v], bound));
  }
}

void eccentricity_bounds::mark_searched(vertex_id v) {
  if (!pivots_.empty()) pivots_[parts_.of[v]] = no_vertex;
}

// A search from a leaf's neighbor bounds the leaf as well, and all other leaves of that neighbor.
vertex_id eccentricity_bounds::to_raise_lower(vertex_id v) const { return is_leaf(g_, parts_, v) ? *g_.view().out.begin(v) : v; }

// An upper bound that depends on a vertex outside the component decreases with the bound of that vertex. A component that was never
// searched is bounded by its size; one search replaces that by a bound from distances.
vertex_id eccentricity_bounds::to_lower_upper(vertex_id v) const {
  if (!g_.directed()) return to_raise_lower(v);
  for (;;) {
    const vertex_id number = parts_.of[v];
    if (parts_.sizes[number] > 1) return pivots_[number] != no_vertex && is_open(pivots_[number]) ? pivots_[number] : v;
    const vertex_id next = worst_exit_[number];
    if (next == no_vertex || !is_open(next)) return v;
    v = next;
  }
}

}  // namespace fathom
