// Reordering of adjacency rows on a CUDA device, and the message buffer's slots of out-edges. This header needs no CUDA header.
#pragma once

#include "fathom/array.hpp"
#include "fathom/visitor/device_superstep_graph.hpp"
#include "graph/layout/approximate_sort.hpp"

namespace fathom::edge_vertex_engine {

/// Sorts n keys in descending order by a stable radix sort: order[i] is the number of the i-th key. Returns the range of the keys,
/// which are in device memory. Waits for the stream.
key_range exact_sort_on(const std::uint32_t* keys, vertex_id n, vertex_id* order, const cuda::stream& s);

/// Arrays of adjacency rows in device memory.
struct device_row_arrays {
  array<edge_offset> offsets;
  array<vertex_id> ends;
  array<edge_weight> weights;
};

/// The rows in the order of to_caller; edges keep their order within a row.
[[nodiscard]] device_row_arrays renamed_rows(const edge_vertex_rows& from, vertex_id n, edge_offset num_edges,
                                             const vertex_id* to_caller, const vertex_id* to_internal, device where,
                                             const cuda::stream& s);

/// Number of rows that have an edge. Waits for the stream.
[[nodiscard]] std::uint64_t rows_with_edges(const edge_offset* offsets, vertex_id n, const cuda::stream& s);

/// The slot of each out-edge, by its position in the out-rows: that of the same edge's position among the in-edges of its target.
/// Out-rows and in-rows must ascend in the caller's ids. `first` holds the first slots of vertices, whose other slots follow at a
/// distance of `stride`.
void slots_of_out_edges(const edge_vertex_device_graph& g, const std::uint64_t* first, std::uint64_t stride, std::uint64_t* slots,
                        const cuda::stream& s);

/// Inverse of these positions with a stride of 1: the out-edge of each in-edge.
void out_edges_of_slots(const std::uint64_t* slots, edge_offset num_edges, edge_offset* out_edges, const cuda::stream& s);

}  // namespace fathom::edge_vertex_engine
