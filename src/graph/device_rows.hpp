// Building rows, transposing them and preparing a layout on a CUDA device.
#pragma once

#include <cstdint>
#include <string>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "graph/rows.hpp"

namespace fathom {

/// Why edges are not built into rows, or a graph not prepared, on this device: too little memory for the plan, too many entries,
/// parallel edges with weights that are to be kept.
/// Empty where nothing is in the way.
[[nodiscard]] std::string why_not_built_on(device where, std::uint64_t num_vertices, std::uint64_t edges, bool weighted,
                                           const row_options& options);
[[nodiscard]] std::string why_not_prepared_on(device where, const graph& g, vertex_order order);

/// As build_rows() for at least one edge; the same rows. Without their weights they stay on the device, too, in `kept`.
/// `seconds_on_device` is without the copies to and fro.
[[nodiscard]] rows build_rows_on(device where, vertex_id num_vertices, edge_arrays edges, const row_options& options,
                                 rows_on_device& kept, double& seconds_on_device);

/// As transpose(), of the rows that a device holds.
[[nodiscard]] rows transpose_on(device where, vertex_id num_vertices, const rows_on_device& from, rows_on_device& kept);

/// Sets in `l`, whose head_width says how many, all that points to arrays: in the memory of the device, `to_internal` in that of
/// the host; its vertices; and in degree order its hubs, the first vertices that have `hub_edges` edges together.
void prepare_on(device where, const graph& g, vertex_order order, layout& l, double hub_edges);

}  // namespace fathom
