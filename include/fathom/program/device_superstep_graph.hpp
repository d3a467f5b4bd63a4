// A graph on a CUDA device, made ready for programs of edge_vertex_on_device(). No CUDA header here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fathom/program/device_room.hpp"
#include "fathom/program/row_parts.hpp"
#include "fathom/program/supersteps.hpp"

namespace fathom {

namespace edge_vertex_engine {

/// Adjacency in the device's memory, in the order of a run, and how warps share it: parts begin at multiples of 32 vertices.
struct device_rows {
  const edge_offset* offsets = nullptr;
  const vertex_id* ends = nullptr;
  const edge_weight* weights = nullptr;  ///< null where edges have none
  row_parts cut;
};

}  // namespace edge_vertex_engine

/// As edge_vertex_graph, in a device's memory. Immutable, and cheap to copy: copies share the arrays.
struct edge_vertex_device_graph {
  device where;
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;
  edge_vertex_engine::device_rows out, in;
  const vertex_id* to_caller = nullptr;  ///< null in the caller's order
  std::uint64_t with_out_edges = 0;      ///< vertices
  std::string order;                     ///< with its reason
  double seconds = 0;                    ///< all of it
  double seconds_copy = 0;               ///< of them, from host memory to the device's
  double seconds_sort = 0;               ///< of them, the order alone
  std::uint64_t bytes = 0;
  edge_vertex_graph source;  ///< that of the host
  std::shared_ptr<const void> keeper;
};

/// Only `order`, `buckets`, `where`, a CUDA device, and `control` of the options matter here. Throws error_category::usage,
/// ::memory,
/// ::device, ::cancelled.
[[nodiscard]] edge_vertex_device_graph prepare_edge_vertex_on_device(const graph& g, const edge_vertex_options& options);

namespace edge_vertex_engine {

/// The message buffer's slots (see message_slots), in the memory of the room.
struct device_slots {
  std::uint64_t count = 0, stride = 1;
  const std::uint64_t* first = nullptr;
  const std::uint64_t* of_out_edge = nullptr;
};
[[nodiscard]] device_slots make_device_slots(const edge_vertex_device_graph& g, vertex_id group_size, device_room& room,
                                             const run_control& control);

/// As check_options(), and that the graph lies on the device that the options name.
void check_device_options(const edge_vertex_device_graph& g, const edge_vertex_options& options);

/// Throws error_category::memory where a run that takes `bytes` of the device's memory, those of the graph included, may not have
/// them. The device is the calling thread's.
void require_device_memory(const edge_vertex_device_graph& g, std::uint64_t bytes, const edge_vertex_options& options);

/// Everything but the numbers of supersteps.
[[nodiscard]] edge_vertex_report begin_device_report(const edge_vertex_device_graph& g, bool buffered, bool same_for_all_edges,
                                                     const edge_vertex_options& options);

}  // namespace edge_vertex_engine

}  // namespace fathom
