// Kernel arguments of multi_search() on a CUDA device: plain data that does not depend on the user program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fathom/visitor/searches.hpp"

namespace fathom::multi_search_engine {

/// The layout in device memory.
struct device_graph {
  vertex_id n = 0;
  edge_offset num_edges = 0;
  const edge_offset *offsets = nullptr, *in_offsets = nullptr;  ///< in-edges are null if there are none
  const vertex_id *targets = nullptr, *in_targets = nullptr;
  const vertex_id* to_caller = nullptr;  ///< null in the caller's order
  const vertex_id* origins = nullptr;    ///< source of each edge; only for the edge-parallel method
};

/// Part of the memory of the searches that run at once: `bytes` for each of the thread blocks, one after another, so that what
/// threads read at random, such as bitmaps, lies in few pages of memory.
struct block_part {
  std::size_t at = 0;  ///< bytes of all parts before it, of one thread block
  std::size_t bytes = 0;
};

inline constexpr std::size_t most_entry_bytes = 32;
inline constexpr int most_device_arrays = 16;

/// Per-vertex array whose entries are initialized, and reset after a search, to `blank`.
struct device_array {
  block_part part;         ///< of the thread blocks' memory (state arrays); of the totals' memory only part.at is used
  std::size_t row_at = 0;  ///< byte offset in the row of results of a search
  std::uint32_t size = 0;  ///< bytes per entry
  bool kept = false;
  alignas(16) unsigned char blank[most_entry_bytes] = {};
};

struct device_arrays {
  int count = 0;
  device_array list[most_device_arrays];
};

/// Counts over the searches of one thread block.
struct device_counts {
  unsigned long long stopped = 0, reached = 0, edges_inspected = 0, edges_traversed = 0;
  hop_count depth = 0;
};

/// One kernel launch: a batch of searches, which thread blocks take one after another.
struct device_job {
  device_graph graph;
  std::byte* memory = nullptr;  ///< of all thread blocks
  block_part joined, settled, marks, queue, begins;
  std::size_t slots = 0;  ///< entries per per-vertex array
  std::size_t words = 0;  ///< words per bitmap
  device_arrays arrays;   ///< arrays of the state
  device_arrays totals;   ///< per-vertex totals, for sources that the layout does not have
  std::byte* totals_memory = nullptr;

  edge_offset warp_from = 0;  ///< minimum out-degree of a vertex that a warp processes
  bool edge_parallel = false;
  hop_count depth_limit = 0;
  search_directions directions = search_directions::automatic;

  std::size_t state_bytes = 0;
  const std::byte* fresh_states = nullptr;  ///< one initial state per thread block, whose arrays point into its memory
  std::byte* ended_states = nullptr;        ///< one final state per search of the batch
  std::byte* rows = nullptr;                ///< per search: kept arrays, and totals of sources that the layout does not have
  std::size_t row_bytes = 0;
  vertex_id* sources = nullptr;  ///< in the layout's ids; the kernel replaces no_vertex by the entry it used
  const vertex_id* caller_sources = nullptr;
  std::uint32_t count = 0;                       ///< searches in the batch
  std::size_t first = 0;                         ///< position of the batch's first source among those of this process
  source_numbers numbers;                        ///< their positions in the list of all processes
  std::uint32_t* next = nullptr;                 ///< the search to take next
  const volatile std::uint32_t* stop = nullptr;  ///< in host memory: nonzero once a stop is requested
  device_counts* counts = nullptr;               ///< one per thread block
};

}  // namespace fathom::multi_search_engine
