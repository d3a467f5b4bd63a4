// What the host tells a CUDA device about supersteps of a program, and what it hears of them: plain data.
#pragma once

#include <cstdint>

#include "fathom/program/device_superstep_graph.hpp"
#include "fathom/program/superstep_handles.hpp"

namespace fathom::edge_vertex_engine {

/// A slot of the message buffer. Both are written at once: a scattered write costs the same however short it is.
template <class Program>
struct message_slot {
  typename Program::message what;
  std::uint32_t full;  ///< 0 between supersteps
};

/// What vertices have counted: of the superstep that runs, and gathered for the next one.
template <class Program, class Count = std::uint64_t>
struct superstep_counts {
  aggregate_of<Program> contributed{};
  Count active = 0, active_edges = 0, senders = 0;  ///< that will be so in the next superstep
  Count computed = 0, looked_at = 0;

  template <class Other>
  FATHOM_CALLABLE void combine(const superstep_counts<Program, Other>& other) {
    if constexpr (has_aggregate<Program>) contributed.combine(other.contributed);
    active += other.active, active_edges += other.active_edges, senders += other.senders;
    computed += other.computed, looked_at += other.looked_at;
  }
};

/// Of one thread in one superstep: small, to stay in registers.
template <class Program>
using superstep_tally = superstep_counts<Program, std::uint32_t>;

/// How far a run is; every block has the same in its shared memory.
template <class Program>
struct superstep_state {
  superstep_counts<Program> now;  ///< what the superstep `number` begins with
  std::uint64_t number = 0;
  std::uint64_t pushed = 0, active_edges = 0, looked_at = 0, computed = 0;  ///< summed over supersteps
  std::uint64_t clock = 0;                                                  ///< nanoseconds, when it ended on the first block
  std::uint32_t messages_at = 0;                                            ///< which of two arrays holds the messages of now
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

  typename Program::value* values = nullptr;
  edge_value_of<Program>* edge_values = nullptr;  ///< of the in-edges, or with a message buffer of the out-edges
  word *active = nullptr, *touched = nullptr, *received = nullptr;
  combined* arrived = nullptr;        ///< of each vertex, where `received` says so
  combined* piece_arrived = nullptr;  ///< of each piece of a long row of in-edges
  std::uint8_t* piece_received = nullptr;
  typename Program::message* messages[2] = {nullptr, nullptr};  ///< of each source, where all its edges send the same
  word* sends[2] = {nullptr, nullptr};
  device_slots slots;
  message_slot<Program>* buffer = nullptr;

  superstep_counts<Program>* counts[2] = {nullptr, nullptr};  ///< of each block; by turns
  std::uint64_t* clock = nullptr;                             ///< of the first block, by turns
  superstep_state<Program>* state = nullptr;
  superstep_report* list = nullptr;  ///< of this launch, or null
  std::uint64_t max_supersteps = 0;
  superstep_way way = superstep_way::automatic;
  std::uint64_t most_supersteps = 0;   ///< of this launch
  std::uint64_t most_nanoseconds = 0;  ///< likewise, after which it ends
};

}  // namespace fathom::edge_vertex_engine
