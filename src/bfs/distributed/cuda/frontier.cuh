// Kernels between two levels: packing a process's part of the frontier into a message, and unpacking the messages of others.
#pragma once

#include <cstdint>

#include "bfs/cuda/step.cuh"
#include "bfs/distributed/cuda/gap_layout.hpp"
#include "bfs/distributed/cuda/level_progress.hpp"
#include "graph/partition/cuda/words.cuh"

namespace fathom::ranks_engine {

/// For one word per lane: calls visit(v, index) for each set bit, numbered consecutively from `base`. All lanes must call this.
template <class Visit>
__device__ void for_each_found(bit_word mine, std::uint64_t first_word, std::uint32_t base, const Visit& visit) {
  const auto count = static_cast<std::uint32_t>(__popc(mine));
  const std::uint32_t before = cuda::warp_inclusive_sum(count) - count;
  cuda::for_each_bit(__ballot_sync(all_lanes, mine != 0), [&](int which) {
    const bit_word word = __shfl_sync(all_lanes, mine, which);
    const std::uint32_t start = base + __shfl_sync(all_lanes, before, which);
    if ((word >> lane() & 1) == 0) return;
    const auto v = static_cast<local_vertex>((first_word + static_cast<std::uint64_t>(which)) * bits_per_word + lane());
    visit(v, start + cuda::warp_rank(word));
  });
}

/// Calls visit(v, index) for each vertex of a set that was encoded as gaps. The warps of a row of thread blocks share the set; all
/// their threads must call this.
template <class Visit>
__device__ void for_each_in_gaps(const bit_word* encoded, const gap_layout& l, const Visit& visit) {
  const bit_word* const unary = encoded + l.first_unary();
  const auto* const low = reinterpret_cast<const std::uint8_t*>(encoded + l.first_low());
  for (std::uint64_t block = cuda::grid_warp(); block < l.blocks; block += cuda::grid_warps()) {
    const std::uint64_t first_word = block * tile_words;
    for_each_found(unary[first_word + lane()], first_word, encoded[block],
                   [&](std::uint32_t position, std::uint32_t at) { visit(vertex_in_gaps(position, at, low[at]), at); });
  }
}

/// Reserves list entries for the warp's `count` vertices and returns the first. Returns `capacity` if the list is full already: the
/// vertices are not counted then, which avoids waiting for atomics.
__device__ inline std::uint32_t take_places(frontier_message* message, std::uint32_t count) {
  unsigned long long place = 0;
  if (lane() == 0) {
    place = *static_cast<volatile unsigned long long*>(&message->found);
    if (place < frontier_message::capacity)
      place = atomicAdd(&message->found, static_cast<unsigned long long>(count));
    else
      place = ~0ull;
  }
  place = __shfl_sync(all_lanes, place, 0);
  if (place == ~0ull) return frontier_message::capacity;
  return static_cast<std::uint32_t>(place < frontier_message::capacity ? place : frontier_message::capacity + 1);
}

/// Counts a set of local ids into a message, whose header must be 0, and lists its vertices while there is room. `progress` may be
/// null, and then `levels` must be; `levels` may be null. With several rows of thread blocks: one set and one message per row, each
/// consecutive.
static __global__ void collect(block_view g, const bit_word* next, bool with_edges, level_progress* progress, hop_count* levels,
                               frontier_message* message) {
  if (progress && grid_thread() == 0) progress->collecting_began = bfs_engine::global_nanoseconds();
  const hop_count level = levels ? progress->level : 0;
  std::uint64_t unlisted = 0, edges = 0;
  const std::uint64_t words = g.stride / bits_per_word;
  next += blockIdx.y * words;
  message += blockIdx.y;
  for (std::uint64_t first = grid_thread() - lane(); first < words; first += grid_threads()) {
    const bit_word mine = first + lane() < words ? next[first + lane()] : 0;
    const std::uint32_t here = cuda::warp_sum(static_cast<std::uint32_t>(__popc(mine)));
    if (here == 0) continue;
    const std::uint32_t place = take_places(message, here);
    if (place == frontier_message::capacity) unlisted += lane() == 0 ? here : 0;
    if (place == frontier_message::capacity && !with_edges && !levels) continue;
    for_each_found(mine, first, place, [&](local_vertex v, std::uint32_t at) {
      if (at < frontier_message::capacity) message->listed[at] = v;
      if (with_edges) edges += g.out_degrees[v];
      if (levels) levels[v] = level;
    });
  }
  add_up(unlisted, &message->found);
  add_up(edges, &message->edges);
}

/// Marks the vertices of several processes' messages visited; none may have more vertices than it lists. One row of thread blocks
/// per message. The vertices are also concatenated in `frontier` unless that is null.
static __global__ void take_lists(const frontier_message* messages, local_vertex stride, bit_word* visited,
                                  local_vertex* frontier) {
  const unsigned rank = blockIdx.y;
  std::uint64_t before = 0;
  for (unsigned r = 0; r < rank; ++r) before += messages[r].found;
  const std::uint64_t count = messages[rank].found;
  for (std::uint64_t i = grid_thread(); i < count; i += grid_threads()) {
    const local_vertex u = rank * stride + messages[rank].listed[i];
    atomicOr(&visited[u / bits_per_word], bit_word{1} << (u % bits_per_word));
    if (frontier) frontier[before + i] = u;
  }
}

/// Marks the vertices of several processes' bitmaps visited. With `cursor`, which must be 0, also lists them in `frontier`.
static __global__ void take_bitmaps(const bit_word* found, std::uint64_t words, bit_word* visited, local_vertex* frontier,
                                    std::uint32_t* cursor) {
  for (std::uint64_t first = grid_thread() - lane(); first < words; first += grid_threads()) {
    const bit_word mine = first + lane() < words ? found[first + lane()] : 0;
    if (mine != 0) visited[first + lane()] |= mine;
    if (!cursor) continue;
    const std::uint32_t here = cuda::warp_sum(static_cast<std::uint32_t>(__popc(mine)));
    if (here == 0) continue;
    for_each_found(mine, first, cuda::warp_reserve(cursor, here), [&](local_vertex u, std::uint32_t at) { frontier[at] = u; });
  }
}

/// Begins a search: clears the bitmaps of `words` words, and one word more of `visited`, except for the padding bits of the
/// process's own part, which are marked visited, so that no step needs a bounds check. `source` is a local id or no_local_vertex.
static __global__ void begin_search(block_view g, std::uint64_t words, local_vertex source, bit_word* visited, bit_word* found,
                                    level_progress* progress, message_head* message) {
  const std::uint64_t first_own = g.first_own / bits_per_word, own_words = g.stride / bits_per_word;
  for (std::uint64_t w = grid_thread(); w <= words; w += grid_threads()) {
    const bool is_own = w >= first_own && w < first_own + own_words;
    const std::uint64_t first = is_own ? (w - first_own) * bits_per_word : 0;  // local id
    const std::uint64_t vertices = is_own && g.own_vertices > first ? g.own_vertices - first : 0;
    visited[w] = !is_own || vertices >= bits_per_word ? 0 : all_lanes << vertices;
    const bool has_source = is_own && source != no_local_vertex && source / bits_per_word == w - first_own;
    if (w < words) found[w] = has_source ? bit_word{1} << (source % bits_per_word) : 0;
  }
  if (grid_thread() != 0) return;
  *progress = {};
  *message = {};
}

/// Records when a step ended.
static __global__ void end_step(level_progress* progress) { progress->step_ended = bfs_engine::global_nanoseconds(); }

/// Marks padding bits visited, so that no step needs a bounds check.
static __global__ void mark_no_vertices(std::uint64_t own_vertices, std::uint64_t stride, bit_word* visited) {
  for (std::uint64_t id = own_vertices + grid_thread(); id < stride; id += grid_threads()) {
    atomicOr(&visited[id / bits_per_word], bit_word{1} << (id % bits_per_word));
  }
}

}  // namespace fathom::ranks_engine
