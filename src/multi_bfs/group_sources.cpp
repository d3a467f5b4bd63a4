#include "multi_bfs/group_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "graph/layout/largest_neighbors.hpp"
#include "multi_bfs/group_keys.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

using index_list = std::vector<std::size_t>;

constexpr std::uint64_t sources_per_thread = 1024;  // one random memory read each

// The source's id in the layout.
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

// The values of p in the paper.
constexpr edge_offset degree_classes[] = {4, 16, 64, 128};

// Rule 1: the class of a source is the index of the first p above its degree; only degrees below `small_degree` qualify.
std::size_t class_of(edge_offset degree) {
  std::size_t c = 0;
  while (c < std::size(degree_classes) && degree >= degree_classes[c]) ++c;
  return c;
}

// Transposed lists: those that have neighbor v are numbers[first[v]] to below numbers[first[v + 1]], in ascending order.
struct lists_of_neighbors {
  std::vector<std::size_t> first;
  std::vector<std::uint32_t> numbers;

  [[nodiscard]] std::size_t size(std::size_t v) const { return first[v + 1] - first[v]; }
};

// A list has a neighbor once for each parallel edge to it.
void keep_distinct(lists_of_neighbors& of) {
  std::size_t kept = 0;
  for (std::size_t v = 0, begin = 0; v + 1 < of.first.size(); ++v) {
    const std::size_t end = of.first[v + 1];
    of.first[v] = kept;
    for (std::size_t i = begin; i < end; ++i) {
      if (kept == of.first[v] || of.numbers[kept - 1] != of.numbers[i]) of.numbers[kept++] = of.numbers[i];
    }
    begin = end;
  }
  of.first.back() = kept;
  of.numbers.resize(kept);
}

lists_of_neighbors transposed(const neighbor_lists& lists) {
  lists_of_neighbors found;
  const std::size_t vertices =
      lists.neighbors.empty() ? 0 : std::size_t{*std::max_element(lists.neighbors.begin(), lists.neighbors.end())} + 1;
  // first[v + 1] counts up from the beginning of v's numbers, and is their end at last.
  found.first.resize(vertices + 2);
  for (const vertex_id v : lists.neighbors) ++found.first[v + 2];
  std::partial_sum(found.first.begin(), found.first.end(), found.first.begin());
  found.numbers.resize(lists.neighbors.size());
  for (std::size_t k = 0; k + 1 < lists.offsets.size(); ++k) {
    for (std::size_t i = lists.offsets[k]; i < lists.offsets[k + 1]; ++i)
      found.numbers[found.first[lists.neighbors[i] + 1]++] = static_cast<std::uint32_t>(k);
  }
  found.first.pop_back();
  keep_distinct(found);
  return found;
}

// The neighbors in descending order of their numbers of lists; in ascending order among equals.
std::vector<vertex_id> most_shared_first(const lists_of_neighbors& of) {
  const std::size_t vertices = of.first.size() - 1;
  std::size_t most = 0;
  for (std::size_t v = 0; v < vertices; ++v) most = std::max(most, of.size(v));
  std::vector<std::size_t> at(most + 2);
  for (std::size_t v = 0; v < vertices; ++v) ++at[most - of.size(v) + 1];
  std::partial_sum(at.begin(), at.end(), at.begin());
  std::vector<vertex_id> order(vertices);
  for (std::size_t v = 0; v < vertices; ++v) order[at[most - of.size(v)]++] = static_cast<vertex_id>(v);
  return order;
}

// Groups of sources that have any neighbor above q in common, from the sources `left`, which are in order of their largest
// neighbors. Neighbors that most sources share come first, and give full groups. The remaining sources of each go to `rest`, next
// to each other. Each step is linear in the
// neighbors and in their largest id, which is small in degree order.
void group_by_any_hub(const layout& l, const std::vector<vertex_id>& vertices, const index_list& left, std::size_t width,
                      edge_offset above, int threads, std::vector<index_list>& groups, index_list& rest) {
  std::vector<vertex_id> here(left.size());
  for (std::size_t k = 0; k < left.size(); ++k) here[k] = vertices[left[k]];
  const lists_of_neighbors sources_of = transposed(large_neighbors(l, here, above, threads));
  const std::vector<vertex_id> hubs = most_shared_first(sources_of);
  std::vector<bool> taken(left.size());
  std::size_t free = left.size();
  const auto take_from = [&](vertex_id hub, std::size_t count, index_list& to) {
    for (std::size_t i = sources_of.first[hub]; i < sources_of.first[hub + 1] && count > 0; ++i) {
      const std::size_t k = sources_of.numbers[i];
      if (taken[k]) continue;
      taken[k] = true;
      to.push_back(left[k]);
      --count, --free;
    }
  };
  const auto free_of = [&](vertex_id hub) {
    std::size_t count = 0;
    for (std::size_t i = sources_of.first[hub]; i < sources_of.first[hub + 1]; ++i) count += !taken[sources_of.numbers[i]];
    return count;
  };
  for (std::size_t h = 0; h < hubs.size() && sources_of.size(hubs[h]) >= width; ++h) {
    for (std::size_t there = free_of(hubs[h]); there >= width; there -= width) take_from(hubs[h], width, groups.emplace_back());
  }
  for (std::size_t h = 0; h < hubs.size() && free > 0; ++h) take_from(hubs[h], width, rest);
}

// Rule 2: sources with a neighbor above q in common are grouped. First those with the same largest neighbor, then, with `any_hub`,
// those that share any other.
std::vector<index_list> by_out_degree(const layout& l, std::span<const vertex_id> sources, std::size_t width,
                                      const multi_bfs_options& options, bool any_hub, int threads) {
  std::vector<vertex_id> vertices(sources.size());
#pragma omp parallel for num_threads(useful_threads(sources.size(), sources_per_thread, threads)) schedule(static)
  for (std::size_t i = 0; i < sources.size(); ++i) vertices[i] = vertex_of(l, sources[i]);
  const std::vector<largest_neighbor> around = largest_neighbors(l, vertices, options.small_degree, threads);
  std::vector<group_key> candidates;
  index_list others;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const largest_neighbor& most = around[i];
    if (most.hub != no_vertex && most.hub_degree > options.hub_degree) {
      candidates.push_back(make_group_key(most.hub, class_of(most.degree), i));
    } else {
      others.push_back(i);
    }
  }
  sort_by_key(candidates);
  // First full groups of one hub, then the remainders of hubs, then the sources that no rule covers, shuffled.
  std::vector<index_list> groups;
  index_list left, rest;
  for (std::size_t first = 0; first < candidates.size();) {
    std::size_t last = first;
    while (last < candidates.size() && hub_of(candidates[last]) == hub_of(candidates[first])) ++last;
    for (; last - first >= width; first += width) {
      index_list& group = groups.emplace_back();
      for (std::size_t i = first; i < first + width; ++i) group.push_back(candidates[i].index);
    }
    for (; first < last; ++first) left.push_back(candidates[first].index);
  }
  if (any_hub)
    group_by_any_hub(l, vertices, left, width, options.hub_degree, threads, groups, rest);
  else
    rest = std::move(left);
  shuffle(others, options.seed);
  rest.insert(rest.end(), others.begin(), others.end());
  cut(rest, width, groups);
  return groups;
}

// A layout's adjacency in host memory: that of the graph if the layout is in the caller's order, else a copy from the device.
class rows_on_host {
 public:
  explicit rows_on_host(const layout& l) : out(l.out), back(l.in.offsets ? l.in : l.out) {
    if (l.where.kind == device_kind::cpu) return;
    if (l.source.num_vertices() > 0) {
      const graph_view& view = l.source.view();
      out = {view.out.offsets, view.out.targets};
      back = view.in.offsets ? layout_adjacency{view.in.offsets, view.in.targets} : out;
      return;
    }
    const bool same = back.offsets == out.offsets;
    out = copy_of(l, out, out_offsets_, out_targets_);
    back = same ? out : copy_of(l, back, back_offsets_, back_targets_);
  }

  layout_adjacency out, back;

 private:
  static layout_adjacency copy_of(const layout& l, const layout_adjacency& there, array<edge_offset>& offsets,
                                  array<vertex_id>& targets) {
    offsets = array<edge_offset>(std::size_t{l.num_vertices} + 1);
    copy_to_host(offsets.data(), there.offsets, offsets.bytes(), l.where);
    targets = array<vertex_id>(offsets[l.num_vertices]);
    copy_to_host(targets.data(), there.targets, targets.bytes(), l.where);
    return {offsets.data(), targets.data()};
  }

  array<edge_offset> out_offsets_, back_offsets_;
  array<vertex_id> out_targets_, back_targets_;
};

// Orders sources so that each is followed by those that share a neighbor with it.
index_list by_common_neighbor(const layout& l, std::span<const vertex_id> sources) {
  const rows_on_host rows(l);
  std::vector<std::size_t> index_of(l.num_vertices, sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (const vertex_id v = vertex_of(l, sources[i]); v != no_vertex) index_of[v] = i;
  }
  std::vector<bool> taken(sources.size()), tried(l.num_vertices);
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
    for (edge_offset e = rows.out.offsets[v]; e < rows.out.offsets[v + 1]; ++e) {
      const vertex_id common = rows.out.targets[e];
      if (tried[common]) continue;
      tried[common] = true;
      for (edge_offset b = rows.back.offsets[common]; b < rows.back.offsets[common + 1]; ++b) take(index_of[rows.back.targets[b]]);
    }
  }
  return order;
}

// For a device, sources in a graph without hubs keep the given order: the host would read the neighbors of all neighbors, a
// thousand random accesses per source (0.2 s for 16,384 sources of uniform:20:16), which takes longer than the searches on the
// device.
std::pair<source_grouping, std::string> choose(const layout& l, std::size_t sources, std::size_t width, source_grouping requested,
                                               const execution& exec) {
  if (requested != source_grouping::automatic) return {requested, std::string(to_string(requested))};
  if (sources <= width) return {source_grouping::given, "given order: all searches fit in one group"};
  if (l.order == vertex_order::degree) return {source_grouping::out_degree, "out-degree: the graph has hubs"};
  if (searches_on_cuda(exec)) {
    return {source_grouping::given, "given order: the graph has no hubs, and finding common neighbors on the CPU takes too long"};
  }
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

source_groups group_sources(const layout& l, std::span<const vertex_id> sources, int width, const multi_bfs_options& options,
                            const execution& exec) {
  const auto most = static_cast<std::size_t>(width);
  source_groups result;
  const auto [grouping, reason] = choose(l, sources.size(), most, options.grouping, exec);
  result.reason = reason;
  if (grouping == source_grouping::out_degree) {
    // The default compares largest neighbors only. Reading all neighbors takes a fifth of the time of 8,192 searches on a GPU, and
    // on Kronecker and social graphs the searches of the groups then share no more.
    const bool any_hub = options.grouping == source_grouping::out_degree;
    result.groups = by_out_degree(l, sources, most, options, any_hub, thread_count(exec.control));
    result.reason += fmt::format(" (sources of degree below {}, {} above {})", options.small_degree,
                                 any_hub ? "neighbors" : "largest neighbors", options.hub_degree);
    return result;
  }
  index_list order = grouping == source_grouping::common_neighbor ? by_common_neighbor(l, sources) : in_order(sources.size());
  if (grouping == source_grouping::random) shuffle(order, options.seed);
  cut(order, most, result.groups);
  return result;
}

}  // namespace fathom
