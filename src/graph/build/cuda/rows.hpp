// Building adjacency rows, transposing them and preparing a layout on a CUDA device.
#pragma once

#include <cstdint>
#include <string>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "graph/build/rows.hpp"

namespace fathom {

/// Why rows cannot be built, or a graph prepared, on this device: too little memory, too many entries, or weighted parallel edges
/// that are to be kept. Empty if it is possible.
[[nodiscard]] std::string why_not_built_cuda(device where, std::uint64_t num_vertices, std::uint64_t edges, bool weighted,
                                             const row_options& options);
[[nodiscard]] std::string why_not_prepared_cuda(device where, const graph& g, vertex_order order);

/// Like build_rows() with the same result, but needs at least one edge. The rows without weights also stay on the device, in
/// `kept`. `seconds_on_device` excludes the copies between host and device.
[[nodiscard]] rows build_rows_cuda(device where, vertex_id num_vertices, edge_arrays edges, const row_options& options,
                                   rows_on_device& kept, double& seconds_on_device);

/// Like transpose(), for rows in device memory.
[[nodiscard]] rows transpose_cuda(device where, vertex_id num_vertices, const rows_on_device& from, rows_on_device& kept);

/// Sets the arrays of `l`, whose head_width and searches must be set, and its number of vertices. The arrays are in device memory
/// except `to_internal`, which is in host memory. In degree order also sets the hubs: the first vertices that together have
/// `hub_edges` edges. For search_kind::pagerank also groups the edges of a large graph if there is enough memory.
void prepare_cuda(device where, const graph& g, vertex_order order, layout& l, double hub_edges);

}  // namespace fathom
