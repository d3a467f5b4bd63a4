// Kernels of the exchange along a grid row (row_of_ranks.cu).
#pragma once

#include <cstdint>

#include "bfs/distributed/cuda/frontier.cuh"
#include "bfs/distributed/cuda/numbered_bits.cuh"
#include "graph/partition/column_index.hpp"

namespace fathom::ranks_engine {

/// Adds the counts of the grid row's messages up in `mine`, and writes their heads to pinned memory. Launch with one thread.
__global__ void sum_row(const frontier_message* row, unsigned columns, frontier_message* mine, message_head* heads) {
  unsigned long long found = 0, edges = 0;
  for (unsigned c = 0; c < columns; ++c) {
    heads[c] = row[c];
    found += row[c].found;
    edges += row[c].edges;
  }
  mine->in_row = found;
  mine->edges = edges;
  __threadfence_system();
}

/// Ends a step: clears the headers of the process's messages to its grid row, and `words` words of its own frontier.
__global__ void begin_resolution(level_progress* progress, frontier_message* outgoing, unsigned columns, bit_word* own,
                                 std::uint64_t words) {
  if (grid_thread() == 0) progress->step_ended = bfs_engine::global_nanoseconds();
  for (std::uint64_t c = grid_thread(); c < columns; c += grid_threads()) static_cast<message_head&>(outgoing[c]) = {};
  for (std::uint64_t w = grid_thread(); w < words; w += grid_threads()) own[w] = 0;
}

/// Writes the largest set size to each of a process's messages to its grid row, and their heads to pinned memory. Launch with one
/// thread.
__global__ void set_largest(frontier_message* outgoing, unsigned columns, message_head* heads) {
  unsigned long long largest = 0;
  for (unsigned c = 0; c < columns; ++c) largest = outgoing[c].found > largest ? outgoing[c].found : largest;
  for (unsigned c = 0; c < columns; ++c) {
    outgoing[c].in_row = largest;
    heads[c] = outgoing[c];
  }
  __threadfence_system();
}

/// Combines what the processes of the grid row have discovered of this process's vertices; one row of thread blocks per process.
/// The first process to set a bit provides the predecessor. `large` holds consecutive sets, from those processes whose set does not
/// fit into a message.
__global__ void resolve_kernel(const frontier_message* incoming, const bit_word* large, set_encoding encoding, bit_word* own,
                               bit_word* assigned) {
  const unsigned column = blockIdx.y;
  const frontier_message& message = incoming[column];
  bit_word* const its = assigned + column * encoding.words;
  const auto assign_one = [&](local_vertex v) {
    const bit_word bit = bit_word{1} << (v % bits_per_word);
    if ((atomicOr(&own[v / bits_per_word], bit) & bit) == 0) atomicOr(&its[v / bits_per_word], bit);
  };
  if (message.found <= frontier_message::capacity) {
    for (std::uint64_t i = grid_thread(); i < message.found; i += grid_threads()) assign_one(message.listed[i]);
    return;
  }
  for (unsigned c = 0; c < column; ++c) large += encoding.bytes(incoming[c].found) / sizeof(bit_word);
  if (encoding.is_gaps(message.found)) {
    const gap_layout layout(encoding.words, message.found);
    return for_each_in_gaps(large, layout, [&](local_vertex v, std::uint32_t) { assign_one(v); });
  }
  for (std::uint64_t w = grid_thread(); w < encoding.words; w += grid_threads()) {
    const bit_word bits = large[w];
    if (bits != 0) its[w] |= bits & ~atomicOr(&own[w], bits);
  }
}

/// The same for bitmaps from all processes. Overwrites `own`.
__global__ void resolve_bitmaps(const bit_word* incoming, std::uint64_t words, unsigned columns, bit_word* own,
                                bit_word* assigned) {
  for (std::uint64_t w = grid_thread(); w < words; w += grid_threads()) {
    bit_word all = 0;
    for (unsigned c = 0; c < columns; ++c) {
      const bit_word bits = incoming[c * words + w];
      if ((bits & ~all) != 0) assigned[c * words + w] |= bits & ~all;
      all |= bits;
    }
    own[w] = all;
  }
}

/// Assigns to this process what it has discovered and no process before it; `all` is the union.
__global__ void assign(const bit_word* found, const bit_word* before, std::uint64_t words, bit_word* assigned, bit_word* all) {
  for (std::uint64_t w = grid_thread(); w < words; w += grid_threads()) {
    assigned[w] |= found[w] & ~before[w];
    all[w] = found[w] | before[w];
  }
}

/// Encoding of a grid column's vertices as places, and the first vertices of all processes' blocks.
struct places_view {
  column_codes places;
  const std::uint64_t* firsts;     ///< by process
  const std::uint64_t* delegates;  ///< their vertices
  std::uint32_t num_delegates = 0;
  std::uint32_t columns = 1;  ///< of the grid

  /// Place of the vertex with this local id.
  [[nodiscard]] __device__ std::uint64_t place(std::uint32_t column, std::uint32_t row, local_vertex local,
                                               std::uint64_t vertex) const {
    const bool is_delegate = local < num_delegates;
    return places.place(row, is_delegate ? places.first_delegate + local : vertex - firsts[row * columns + column]);
  }
  [[nodiscard]] __device__ std::uint64_t vertex(std::uint32_t column, std::uint64_t place) const {
    const std::uint64_t position = places.position(place);
    if (position >= places.first_delegate) return delegates[position - places.first_delegate];
    return firsts[places.row(place) * columns + column] + position;
  }
};

/// Answers the owners' requests: predecessors of row ids that this process discovered.
template <class Place>
__global__ void answer(const bit_word* wanted, std::uint64_t words, const std::uint64_t* numbers, const local_vertex* parents,
                       const std::int64_t* names, places_view places, std::uint32_t column, local_vertex stride, Place* answers) {
  for_each_place(wanted, words, numbers, [&](local_vertex v, std::uint32_t at) {
    const local_vertex parent = parents[v];
    answers[at] =
        static_cast<Place>(places.place(column, parent / stride, parent % stride, static_cast<std::uint64_t>(names[parent])));
  });
}

/// Stores the predecessors received for this process's vertices, in the order of the row's processes and of their bits.
template <class Place>
__global__ void take_answers(const bit_word* expected, std::uint64_t words, const std::uint64_t* numbers, const Place* arrived,
                             places_view places, local_vertex stride, std::int64_t* predecessors) {
  for_each_place(expected, words, numbers, [&](local_vertex v, std::uint32_t at) {
    predecessors[v % stride] = static_cast<std::int64_t>(places.vertex(v / stride, arrived[at]));
  });
}

}  // namespace fathom::ranks_engine
