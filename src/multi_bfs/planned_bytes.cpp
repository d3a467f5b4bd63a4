#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {
namespace {

// Searches that run concurrently are seldom deeper than 15 levels, which take four bits.
constexpr std::uint64_t usual_planes = 4;

std::uint64_t bytes_per_vertex_bitwise(const group_plan& plan) {
  const std::uint64_t row = static_cast<std::uint64_t>(plan.width) / 8;
  return 3 * row + (plan.needs.distances ? usual_planes * row : 0) + 1;
}

}  // namespace

std::uint64_t planned_bytes(multi_bfs_method method, const layout& l, const group_plan& plan) {
  const std::uint64_t n = l.num_vertices, width = static_cast<std::uint64_t>(plan.width);
  std::uint64_t per_vertex = 0;
  if (plan.needs.predecessors) per_vertex += width * sizeof(vertex_id);
  if (plan.needs.vertex_totals) per_vertex += sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t) + sizeof(hop_count);
  switch (method) {
    case multi_bfs_method::automatic:
    case multi_bfs_method::bitwise:
    case multi_bfs_method::ms_bfs:
    case multi_bfs_method::ibfs:
      return n * (per_vertex + bytes_per_vertex_bitwise(plan));
    case multi_bfs_method::joint:
      return n * (per_vertex + width + width / 8) + n / 4;  // statuses, ballots, two bitmaps
    case multi_bfs_method::sequential:
      return n * (per_vertex + width * sizeof(hop_count) + 2 * sizeof(vertex_id) + 1);
    case multi_bfs_method::separate:
      return n * (per_vertex + width * sizeof(hop_count) + static_cast<std::uint64_t>(plan.threads) * (2 * sizeof(vertex_id) + 1));
  }
  return 0;
}

}  // namespace fathom::multi_bfs_engine
