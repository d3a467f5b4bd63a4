#include "engine/ranks/device/device_part.hpp"

#include <fmt/format.h>

#include <vector>

#include "cuda/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

template <class T>
cuda::buffer<T> upload(const array<T>& from, const cuda::stream& s) {
  return cuda::upload(from.data(), from.size(), s);
}

cuda::buffer<std::uint64_t> upload_firsts(const partitioned_graph& g, const cuda::stream& s) {
  std::vector<std::uint64_t> firsts;
  for (int row = 0; row < g.grid.rows; ++row) firsts.push_back(g.blocks.block(g.grid.rank_at(row, g.grid.column)).first);
  return cuda::upload(firsts.data(), firsts.size(), s);
}

}  // namespace

std::uint64_t device_part::planned_bytes(const partitioned_graph& g) {
  const std::uint64_t columns = g.column_ids(), rows = g.row_ids();
  return (columns + 1 + rows + 1) * sizeof(edge_offset) + (g.out.ends.size() + g.in.ends.size()) * sizeof(local_vertex) +
         g.own_vertices * sizeof(std::uint32_t) + (g.to_local.size() + columns) * sizeof(std::uint32_t);
}

device_part::device_part(const partitioned_graph& g, const cuda::stream& s)
    : out_offsets(upload(g.out.offsets, s)),
      in_offsets(upload(g.in.offsets, s)),
      out_ends(upload(g.out.ends, s)),
      in_ends(upload(g.in.ends, s)),
      out_degrees(upload(g.out_degrees, s)),
      to_local(upload(g.to_local, s)),
      column_positions(upload(g.column_positions, s)),
      firsts(upload_firsts(g, s)) {}

void require_memory_for(const partitioned_graph& g, std::uint64_t bytes) {
  cuda::require_device_memory(bytes, fmt::format("a rank's part of {} vertices and {} edges", g.own_vertices, g.out.ends.size()));
}

}  // namespace fathom::ranks_engine
