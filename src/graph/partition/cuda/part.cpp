#include "graph/partition/cuda/part.hpp"

#include <fmt/format.h>

#include <vector>

#include "gpu/transfer.hpp"

namespace fathom::ranks_engine {
namespace {

template <class T>
cuda::buffer<T> upload(const array<T>& from, const cuda::stream& s) {
  return cuda::upload(from.data(), from.size(), s);
}

}  // namespace

cuda::buffer<std::int64_t> upload_vertices(const partitioned_graph& g, const cuda::stream& s) {
  std::vector<std::int64_t> vertices(g.column_ids() + g.delegates.size(), -1);
  for (std::uint64_t id = 0; id < g.column_ids(); ++id) {
    vertices[id] = static_cast<std::int64_t>(g.column_vertex(static_cast<local_vertex>(id)));
  }
  return cuda::upload(vertices.data(), vertices.size(), s);
}

std::uint64_t bytes_of_part(const partitioned_graph& g) {
  const std::uint64_t columns = g.column_ids(), rows = g.row_ids();
  return (columns + 1 + rows + 1) * sizeof(edge_offset) + (g.out.ends.size() + g.in.ends.size()) * sizeof(local_vertex) +
         (g.own_vertices + g.to_local.size()) * sizeof(std::uint32_t) + (columns + g.delegates.size()) * sizeof(std::int64_t);
}

device_part upload_part(const partitioned_graph& g, const cuda::stream& s) {
  return {upload(g.out.offsets, s), upload(g.in.offsets, s), upload(g.out.ends, s), upload(g.in.ends, s),
          upload(g.out_degrees, s), upload(g.to_local, s),   upload_vertices(g, s)};
}

void require_memory_for(const partitioned_graph& g, std::uint64_t bytes) {
  cuda::require_device_memory(bytes, fmt::format("one process's {} vertices and {} edges", g.own_vertices, g.block_edges));
}

}  // namespace fathom::ranks_engine
