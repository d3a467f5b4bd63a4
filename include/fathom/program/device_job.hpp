// What the host tells a CUDA device about a run of a program: plain data, the same for every program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fathom/program/searches.hpp"

namespace fathom::multi_search_engine {

/// The layout in the device's memory.
struct device_graph {
  vertex_id n = 0;
  edge_offset num_edges = 0;
  const edge_offset *offsets = nullptr, *in_offsets = nullptr;  ///< in-edges are null where there are none
  const vertex_id *targets = nullptr, *in_targets = nullptr;
  const vertex_id* to_caller = nullptr;  ///< null in the caller's order
  const vertex_id* origins = nullptr;    ///< the vertex that each edge leaves; for the edge-parallel method alone
};

inline constexpr std::size_t most_entry_bytes = 32;
inline constexpr int most_device_arrays = 16;

/// An array over vertices whose entries begin, and end, as `blank`.
struct device_array {
  std::size_t at = 0;      ///< of a state: bytes into the block's memory. Of totals: bytes into theirs
  std::size_t row_at = 0;  ///< where it goes among what a search leaves: bytes into the search's row
  std::uint32_t size = 0;  ///< of an entry, in bytes
  bool kept = false;
  alignas(16) unsigned char blank[most_entry_bytes] = {};
};

struct device_arrays {
  int count = 0;
  device_array list[most_device_arrays];
};

/// What the searches of one block have counted.
struct device_counts {
  unsigned long long stopped = 0, reached = 0, edges_inspected = 0, edges_traversed = 0;
  hop_count depth = 0;
};

/// One launch: a batch of searches, which blocks take one after another.
struct device_job {
  device_graph graph;
  std::byte* memory = nullptr;  ///< of the blocks, one after another
  std::size_t block_bytes = 0;
  // In a block's memory: three bitmaps at 0, and then
  std::size_t queue_at = 0, begins_at = 0;
  std::size_t slots = 0;  ///< entries of an array over vertices
  std::size_t words = 0;  ///< of a bitmap
  device_arrays arrays;   ///< of the state
  device_arrays totals;   ///< those over vertices, for sources that the layout does not have
  std::byte* totals_memory = nullptr;

  edge_offset warp_from = 0;  ///< the least out-degree of a vertex that is a warp's work
  bool edge_parallel = false;
  hop_count depth_limit = 0;
  search_directions directions = search_directions::automatic;

  std::size_t state_bytes = 0;
  const std::byte* fresh_states = nullptr;  ///< a state for each block, whose arrays lie in its memory
  std::byte* ended_states = nullptr;        ///< for each search of the batch
  std::byte* rows = nullptr;                ///< likewise: kept arrays, and totals of sources that the layout does not have
  std::size_t row_bytes = 0;
  vertex_id* sources = nullptr;  ///< as in the layout, or no_vertex; afterwards what stood for it
  const vertex_id* caller_sources = nullptr;
  std::uint32_t count = 0;                       ///< searches of the batch
  std::size_t first = 0;                         ///< of all sources
  std::uint32_t* next = nullptr;                 ///< which search is taken next
  const volatile std::uint32_t* stop = nullptr;  ///< in host memory: not 0 once the run shall end
  device_counts* counts = nullptr;               ///< for each block
};

}  // namespace fathom::multi_search_engine
