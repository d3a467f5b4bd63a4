// Kernel arguments and results of supersteps on a CUDA device, as plain data.
#pragma once

#include <cstdint>

#include "fathom/visitor/device_superstep_graph.hpp"
#include "fathom/visitor/superstep_handles.hpp"

namespace fathom::edge_vertex_engine {

/// Slot of the message buffer. Message and flag are adjacent, because a scattered write costs the same however short it is.
template <class Program>
struct message_slot {
  typename Program::message what;
  std::uint32_t full;  ///< 0 between supersteps
};

/// Counts over vertices: of the current superstep, or collected for the next one.
template <class Program, class Count = std::uint64_t>
struct superstep_counts {
  aggregate_of<Program> contributed{};
  Count active = 0, active_edges = 0, senders = 0;  ///< in the next superstep
  Count computed = 0, inspected = 0;

  template <class Other>
  FATHOM_CALLABLE void combine(const superstep_counts<Program, Other>& other) {
    if constexpr (has_aggregate<Program>) contributed.combine(other.contributed);
    active += other.active, active_edges += other.active_edges, senders += other.senders;
    computed += other.computed, inspected += other.inspected;
  }
};

/// Counts of one thread in one superstep: small, to stay in registers.
template <class Program>
using superstep_tally = superstep_counts<Program, std::uint32_t>;

/// Whether a superstep goes along the out-edges of active vertices, with counts of the whole graph. A marked edge costs as much as
/// `mark_cost` gathered ones: it sets the target's bit, and then all in-edges of the target are gathered.
template <class Program>
[[nodiscard]] FATHOM_CALLABLE bool goes_along_active(const superstep_counts<Program>& now, vertex_id num_vertices,
                                                     edge_offset num_edges) {
  constexpr std::uint64_t mark_cost = 8;
  return mark_cost * now.active_edges + now.active < num_edges + num_vertices;
}

/// Progress of a run; every thread block has an identical copy in its shared memory.
template <class Program>
struct superstep_state {
  superstep_counts<Program> now;  ///< counts at the beginning of superstep `number`
  std::uint64_t number = 0;
  std::uint64_t pushed = 0, active_edges = 0, inspected = 0, computed = 0;  ///< summed over supersteps
  std::uint64_t clock = 0;                                                  ///< end of the last superstep, in nanoseconds
  std::uint32_t messages_at = 0;                                            ///< which of the two arrays holds the current messages
  bool begun = false;
};

template <class Program>
struct superstep_job {
  using combined = combined_of<Program>;
  using word = std::uint32_t;

  superstep_view<Program> view;
  device_rows out, in;
  edge_offset num_edges = 0;
  std::uint64_t with_out_edges = 0;
  vertex_id num_ids = 0;       ///< rows: all vertices, or those of a part (see rank_edge_vertex_graph)
  vertex_id own_vertices = 0;  ///< the first ids: vertices that are computed here
  bool united_rows = false;    ///< `arrived` has the messages of long rows, too

  typename Program::value* values = nullptr;
  edge_value_of<Program>* edge_values = nullptr;  ///< per in-edge; per out-edge with a message buffer, or if they change
  const edge_offset* out_positions = nullptr;     ///< out-edge of each in-edge, without a buffer, if edge values change
  word* updates = nullptr;                        ///< vertices whose out-edges are updated in this superstep
  word *active = nullptr, *touched = nullptr, *received = nullptr;
  combined* arrived = nullptr;        ///< combined messages per vertex, valid where `received` is set
  combined* piece_arrived = nullptr;  ///< combined messages per chunk of a long row of in-edges
  std::uint8_t* piece_received = nullptr;
  unsigned* next_piece = nullptr;  ///< two entries, which alternate: the first chunk that no warp has taken; 0 before a superstep
  typename Program::message* messages[2] = {nullptr, nullptr};  ///< per source, if all its edges send the same message
  word* sends[2] = {nullptr, nullptr};
  device_slots slots;
  message_slot<Program>* buffer = nullptr;

  superstep_counts<Program>* counts[2] = {nullptr, nullptr};  ///< one entry per thread block; the two arrays alternate
  std::uint64_t* clock = nullptr;                             ///< two entries of thread block 0, which alternate
  superstep_state<Program>* state = nullptr;
  superstep_report* list = nullptr;  ///< reports of this launch, or null
  std::uint64_t max_supersteps = 0;
  superstep_way way = superstep_way::automatic;
  std::uint64_t most_supersteps = 0;   ///< limit for this launch
  std::uint64_t most_nanoseconds = 0;  ///< time after which this launch ends
};

}  // namespace fathom::edge_vertex_engine
