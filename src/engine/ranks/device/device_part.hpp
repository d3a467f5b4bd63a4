// A rank's part of a partitioned graph in the memory of its device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "distributed/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// `Name`: a vertex of the whole graph, of which no number is all ones.
template <class Name>
struct device_part_of {
  cuda::buffer<edge_offset> out_offsets, in_offsets;
  cuda::buffer<local_vertex> out_ends, in_ends;
  cuda::buffer<std::uint32_t> out_degrees;
  cuda::buffer<local_vertex> to_local;
  cuda::buffer<Name> vertices;  ///< by column id: what the caller calls it; behind them, room for as many as there are delegates
};

/// Columns as the partitioned graph numbers them.
using device_part = device_part_of<std::int64_t>;
/// Columns in the order of the peers' bitmaps (peer_search.hpp), whose graphs have fewer than 2^32 vertices.
using peer_part = device_part_of<std::uint32_t>;

/// The vertices of column ids.
[[nodiscard]] cuda::buffer<std::int64_t> upload_vertices(const partitioned_graph& g, const cuda::stream& s);
[[nodiscard]] device_part upload_part(const partitioned_graph& g, const cuda::stream& s);
/// The bytes that it takes.
[[nodiscard]] std::uint64_t bytes_of_part(const partitioned_graph& g);

/// What the caller calls a rank's vertices.
template <class Name>
struct result_names {
  const local_vertex* to_local = nullptr;  ///< by position in this rank's block
  const Name* vertices = nullptr;          ///< by column id
  std::uint64_t size = 0;                  ///< vertices of this rank's block
  std::uint64_t source_position = 0;       ///< `size` or more where it is another rank's
  Name source = 0;
};

template <class Name>
[[nodiscard]] result_names<Name> names_of(const partitioned_graph& g, const device_part_of<Name>& part, global_vertex source) {
  return {part.to_local.data(), part.vertices.data(), g.to_local.size(), source - g.own_block().first, static_cast<Name>(source)};
}

/// Throws error_category::memory where the device has not these bytes for the rank's part and a search in it.
void require_memory_for(const partitioned_graph& g, std::uint64_t bytes);

}  // namespace fathom::ranks_engine
