// Graph prepared for edge_vertex_on_device() in the memory of a CUDA device. Needs no CUDA header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fathom/visitor/device_room.hpp"
#include "fathom/visitor/row_parts.hpp"
#include "fathom/visitor/supersteps.hpp"

namespace fathom {

namespace edge_vertex_engine {

/// Adjacency rows in device memory, in the vertex order of a run, and their partition for warps.
struct device_rows {
  const edge_offset* offsets = nullptr;
  const vertex_id* ends = nullptr;
  const edge_weight* weights = nullptr;  ///< null for a graph without weights
  row_parts cut;
};

}  // namespace edge_vertex_engine

/// Like edge_vertex_graph, but in device memory. Immutable and cheap to copy, because copies share the arrays.
struct edge_vertex_device_graph {
  device where;
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;
  edge_vertex_engine::device_rows out, in;
  const vertex_id* to_caller = nullptr;  ///< null in the caller's order
  std::uint64_t with_out_edges = 0;      ///< number of vertices with out-edges
  bool sorted_rows = false;              ///< whether rows ascend in the caller's ids
  std::string order;                     ///< vertex order, with its reason
  double seconds = 0;                    ///< total time to prepare
  double seconds_copy = 0;               ///< part of `seconds`: copying from host to device
  double seconds_sort = 0;               ///< part of `seconds`: ordering the vertices
  std::uint64_t bytes = 0;               ///< device memory
  edge_vertex_graph source;              ///< the graph in host memory
  std::shared_ptr<const void> keeper;    ///< owner of the arrays
};

/// Prepares a graph on options.where, a CUDA device. Of the options it uses only `order`, `buckets`, `where` and `control`. Throws
/// error_category::usage, ::memory, ::device, ::cancelled.
[[nodiscard]] edge_vertex_device_graph prepare_edge_vertex_on_device(const graph& g, const edge_vertex_options& options);

namespace edge_vertex_engine {

/// Slots of the message buffer (see message_slots) in memory of the device_room.
struct device_slots {
  std::uint64_t count = 0, stride = 1;
  const std::uint64_t* first = nullptr;
  const std::uint64_t* of_out_edge = nullptr;
};
[[nodiscard]] device_slots make_device_slots(const edge_vertex_device_graph& g, vertex_id group_size, device_room& room,
                                             const run_control& control);

/// Like make_out_positions(), in memory of the device_room.
[[nodiscard]] const edge_offset* make_device_out_positions(const edge_vertex_device_graph& g, device_room& room,
                                                           const run_control& control);

/// Like check_options(), but also checks that the graph is in the memory of options.where.
void check_device_options(const edge_vertex_device_graph& g, const edge_vertex_options& options);

/// Throws error_category::memory if a run may not use `bytes` of device memory, including the graph's. The device must be the
/// calling thread's current device.
void require_device_memory(const edge_vertex_device_graph& g, std::uint64_t bytes, const edge_vertex_options& options);

/// A report that is complete except for the counts of supersteps.
[[nodiscard]] edge_vertex_report begin_device_report(const edge_vertex_device_graph& g, bool buffered, bool same_for_all_edges,
                                                     const edge_vertex_options& options);

}  // namespace edge_vertex_engine

}  // namespace fathom
