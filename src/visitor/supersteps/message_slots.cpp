// Slots of the message buffer. Zhong et al., section 3.2.4: the slots of a vertex are contiguous; section 4.2: or interleaved in
// groups, column by column.
#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "fathom/visitor/supersteps.hpp"

namespace fathom::edge_vertex_engine {
namespace {

constexpr std::uint64_t groups_per_thread = 1u << 12;

// 1. The largest in-degree of each group. 2. Offsets of the groups: the prefix sum of that times the group's size.
std::vector<std::uint64_t> group_offsets(const edge_vertex_graph& g, std::uint64_t size, int threads) {
  const std::uint64_t groups = (g.num_vertices + size - 1) / size;
  std::vector<std::uint64_t> offsets(groups + 1);
#pragma omp parallel for num_threads(useful_threads(groups, groups_per_thread, threads))
  for (std::uint64_t group = 0; group < groups; ++group) {
    edge_offset most = 0;
    for (std::uint64_t v = group * size; v < std::min<std::uint64_t>((group + 1) * size, g.num_vertices); ++v) {
      most = std::max(most, g.in.offsets[v + 1] - g.in.offsets[v]);
    }
    offsets[group + 1] = most * size;
  }
  for (std::uint64_t group = 0; group < groups; ++group) offsets[group + 1] += offsets[group];
  return offsets;
}

}  // namespace

message_slots make_message_slots(const edge_vertex_graph& g, vertex_id group_size, const run_control& control) {
  const int threads = thread_count(control);
  message_slots slots;
  slots.stride = group_size;
  slots.first = array<std::uint64_t>(g.num_vertices), slots.of_out_edge = array<std::uint64_t>(g.num_edges);
  if (group_size == 1) {
    slots.count = g.num_edges;
    std::copy_n(g.in.offsets, g.num_vertices, slots.first.begin());
  } else {
    const std::vector<std::uint64_t> offsets = group_offsets(g, group_size, threads);
    slots.count = offsets.back();
    for (vertex_id v = 0; v < g.num_vertices; ++v) slots.first[v] = offsets[v / group_size] + v % group_size;
  }
  // 3. Edges take the slots of their target in order. Single-threaded, so that their order is deterministic.
  check_stop(control);
  std::vector<std::uint64_t> next(slots.first.begin(), slots.first.end());
  for (edge_offset e = 0; e < g.num_edges; ++e) {
    std::uint64_t& slot = next[g.out.ends[e]];
    slots.of_out_edge[e] = slot;
    slot += slots.stride;
  }
  return slots;
}

}  // namespace fathom::edge_vertex_engine
