// A process's part of a partitioned graph in device memory. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "gpu/runtime.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// `Name` is the type of a vertex of the whole graph; all ones is never a vertex.
template <class Name>
struct device_part_of {
  cuda::buffer<edge_offset> out_offsets, in_offsets;
  cuda::buffer<local_vertex> out_ends, in_ends;
  cuda::buffer<std::uint32_t> out_degrees;
  cuda::buffer<local_vertex> to_local;
  cuda::buffer<Name> vertices;  ///< by column id: the caller's vertex, followed by one entry per delegate
};

/// Columns numbered as in the partitioned graph.
using device_part = device_part_of<std::int64_t>;
/// Columns in the order of the peers' bitmaps (peer_search.hpp), for graphs with fewer than 2^32 vertices.
using peer_part = device_part_of<std::uint32_t>;

/// Vertices by column id.
[[nodiscard]] cuda::buffer<std::int64_t> upload_vertices(const partitioned_graph& g, const cuda::stream& s);
[[nodiscard]] device_part upload_part(const partitioned_graph& g, const cuda::stream& s);
/// Bytes that upload_part() allocates.
[[nodiscard]] std::uint64_t bytes_of_part(const partitioned_graph& g);

/// Mapping of a process's vertices to the caller's ids.
template <class Name>
struct result_names {
  const local_vertex* to_local = nullptr;  ///< by position in this process's block
  const Name* vertices = nullptr;          ///< by column id
  std::uint64_t size = 0;                  ///< vertices of this process's block
  std::uint64_t source_position = 0;       ///< `size` or more if another process owns the source
  Name source = 0;
};

template <class Name>
[[nodiscard]] result_names<Name> names_of(const partitioned_graph& g, const device_part_of<Name>& part, global_vertex source) {
  return {part.to_local.data(), part.vertices.data(), g.to_local.size(), source - g.own_block().first, static_cast<Name>(source)};
}

/// Throws error_category::memory if the device has less than `bytes` bytes for the process's part and a search.
void require_memory_for(const partitioned_graph& g, std::uint64_t bytes);

}  // namespace fathom::ranks_engine
