// Rows on a CUDA device put into another order, and the slots of out-edges in the message buffer. No header of CUDA is needed here.
#pragma once

#include "fathom/array.hpp"
#include "fathom/visitor/device_superstep_graph.hpp"
#include "graph/layout/approximate_sort.hpp"

namespace fathom::edge_vertex_engine {

/// order[i] is the number of the key that comes i-th among n falling keys, by radix sort; equal keys stay in order. Returns their
/// range. n keys in device memory; waits for the stream.
key_range exact_sort_on(const std::uint32_t* keys, vertex_id n, vertex_id* order, const cuda::stream& s);

/// Arrays of rows in a device's memory.
struct device_row_arrays {
  array<edge_offset> offsets;
  array<vertex_id> ends;
  array<edge_weight> weights;
};

/// to_internal[to_caller[v]] = v for n vertices.
void invert_order(const vertex_id* to_caller, vertex_id n, vertex_id* to_internal, const cuda::stream& s);

/// The rows in the order of to_caller; within a row edges stay in theirs.
[[nodiscard]] device_row_arrays renamed_rows(const edge_vertex_rows& from, vertex_id n, edge_offset num_edges,
                                             const vertex_id* to_caller, const vertex_id* to_internal, device where,
                                             const cuda::stream& s);

/// Rows that have an edge. Waits for the stream.
[[nodiscard]] std::uint64_t rows_with_edges(const edge_offset* offsets, vertex_id n, const cuda::stream& s);

/// The slot for each edge by its position in the out-rows, whose rows ascend in the caller's ids, as those of the in-edges do: that
/// of the same edge's place among the edges into its target. `first` are the first slots of vertices, `stride` apart.
void slots_of_out_edges(const edge_vertex_device_graph& g, const std::uint64_t* first, std::uint64_t stride, std::uint64_t* slots,
                        const cuda::stream& s);

}  // namespace fathom::edge_vertex_engine
