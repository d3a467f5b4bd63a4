#include "algorithm/group_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/random.hpp"
#include "core/text.hpp"

namespace fathom {
namespace {

using index_list = std::vector<std::size_t>;

edge_offset degree(const layout& l, vertex_id v) { return l.out.offsets[v + 1] - l.out.offsets[v]; }

// In the layout's ids.
vertex_id vertex_of(const layout& l, vertex_id source) { return l.to_internal ? l.to_internal[source] : source; }

void cut(const index_list& order, std::size_t width, std::vector<index_list>& groups) {
  for (std::size_t first = 0; first < order.size(); first += width) {
    groups.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(first),
                        order.begin() + static_cast<std::ptrdiff_t>(std::min(first + width, order.size())));
  }
}

index_list in_order(std::size_t count) {
  index_list order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

void shuffle(index_list& order, std::uint64_t seed) {
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_bits(seed, i) % i]);
}

// The paper's sequence for p.
constexpr edge_offset degree_classes[] = {4, 16, 64, 128};

// Rule 1: the class of a source is the first p that its degree is below; none where it is not below the largest.
std::size_t class_of(edge_offset degree, edge_offset largest) {
  std::size_t c = 0;
  for (const edge_offset p : degree_classes) {
    if (p >= largest) break;
    if (degree < p) return c;
    ++c;
  }
  return degree < largest ? c : std::size(degree_classes) + 1;
}

// Rule 2: the neighbour of largest degree, where that is above q; no_vertex without one.
vertex_id hub_of(const layout& l, vertex_id v, edge_offset q) {
  vertex_id best = no_vertex;
  for (edge_offset e = l.out.offsets[v]; e < l.out.offsets[v + 1]; ++e) {
    const vertex_id u = l.out.targets[e];
    if (best == no_vertex || degree(l, u) > degree(l, best)) best = u;
    if (l.order == vertex_order::degree) break;  // hubs come first
  }
  return best != no_vertex && degree(l, best) > q ? best : no_vertex;
}

struct candidate {
  vertex_id hub;
  std::size_t degree_class;
  std::size_t index;
};

std::vector<index_list> by_out_degree(const layout& l, std::span<const vertex_id> sources, std::size_t width,
                                      const multi_bfs_options& options) {
  std::vector<candidate> candidates;
  index_list others;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const vertex_id v = vertex_of(l, sources[i]);
    const std::size_t c = v == no_vertex ? 0 : class_of(degree(l, v), options.small_degree);
    const vertex_id hub = v == no_vertex || c > std::size(degree_classes) ? no_vertex : hub_of(l, v, options.hub_degree);
    if (hub == no_vertex) {
      others.push_back(i);
    } else {
      candidates.push_back({hub, c, i});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const candidate& a, const candidate& b) {
    return std::tie(a.hub, a.degree_class, a.index) < std::tie(b.hub, b.degree_class, b.index);
  });
  // Whole groups of one hub; what remains of each, joined with the next hubs'; then those that no rule fits, in any order.
  std::vector<index_list> groups;
  index_list rest;
  for (std::size_t first = 0; first < candidates.size();) {
    std::size_t last = first;
    while (last < candidates.size() && candidates[last].hub == candidates[first].hub) ++last;
    for (; last - first >= width; first += width) {
      index_list& group = groups.emplace_back();
      for (std::size_t i = first; i < first + width; ++i) group.push_back(candidates[i].index);
    }
    for (; first < last; ++first) rest.push_back(candidates[first].index);
  }
  shuffle(others, options.seed);
  rest.insert(rest.end(), others.begin(), others.end());
  cut(rest, width, groups);
  return groups;
}

// A source takes those with it that have a neighbour in common with it.
index_list by_common_neighbor(const layout& l, std::span<const vertex_id> sources) {
  std::vector<std::size_t> index_of(l.num_vertices, sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (const vertex_id v = vertex_of(l, sources[i]); v != no_vertex) index_of[v] = i;
  }
  std::vector<bool> taken(sources.size()), asked(l.num_vertices);
  const layout_adjacency& back = l.in.offsets ? l.in : l.out;
  index_list order;
  const auto take = [&](std::size_t i) {
    if (i == sources.size() || taken[i]) return;
    taken[i] = true;
    order.push_back(i);
  };
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (taken[i]) continue;
    take(i);
    const vertex_id v = vertex_of(l, sources[i]);
    if (v == no_vertex) continue;
    for (edge_offset e = l.out.offsets[v]; e < l.out.offsets[v + 1]; ++e) {
      const vertex_id common = l.out.targets[e];
      if (asked[common]) continue;
      asked[common] = true;
      for (edge_offset b = back.offsets[common]; b < back.offsets[common + 1]; ++b) take(index_of[back.targets[b]]);
    }
  }
  return order;
}

std::pair<source_grouping, std::string> choose(const layout& l, std::size_t sources, std::size_t width, source_grouping asked) {
  if (asked != source_grouping::automatic) return {asked, std::string(to_string(asked))};
  if (sources <= width) return {source_grouping::given, "given order: all searches fit one group"};
  if (l.order == vertex_order::degree) return {source_grouping::out_degree, "out-degree: the graph has hubs"};
  return {source_grouping::common_neighbor, "common-neighbor: the graph has no hubs"};
}

}  // namespace

std::string_view to_string(source_grouping grouping) {
  switch (grouping) {
    case source_grouping::automatic:
      return "auto";
    case source_grouping::given:
      return "given";
    case source_grouping::random:
      return "random";
    case source_grouping::out_degree:
      return "out-degree";
    case source_grouping::common_neighbor:
      break;
  }
  return "common-neighbor";
}

source_groups group_sources(const layout& l, std::span<const vertex_id> sources, int width, const multi_bfs_options& options) {
  const auto most = static_cast<std::size_t>(width);
  source_groups result;
  const auto [grouping, reason] = choose(l, sources.size(), most, options.grouping);
  result.reason = reason;
  if (grouping == source_grouping::out_degree) {
    result.groups = by_out_degree(l, sources, most, options);
    result.reason += fmt::format(" (sources of degree below {}, neighbours above {})", options.small_degree, options.hub_degree);
    return result;
  }
  index_list order = grouping == source_grouping::common_neighbor ? by_common_neighbor(l, sources) : in_order(sources.size());
  if (grouping == source_grouping::random) shuffle(order, options.seed);
  cut(order, most, result.groups);
  return result;
}

}  // namespace fathom
