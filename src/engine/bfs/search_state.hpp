// What the steps of one breadth-first search on the CPU share. Vertices are the layout's.
#pragma once

#include <cstdint>

#include "core/thread_team.hpp"
#include "fathom/array.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom::bfs_engine {

/// The frontier of a level is `queue[first, last)` in a top-down step. Bottom-up steps need none: an unvisited vertex with a
/// visited neighbour has that neighbour in the frontier, or it would have been visited before. So one bitmap serves both
/// directions, and the vertices found by a bottom-up step are the difference between the bitmap before and after.
struct search_state {
  array<std::uint64_t> visited;  ///< one bit a vertex, as of the beginning of a bottom-up level
  array<std::uint64_t> next;     ///< what a bottom-up level makes of it; the bitmap before it afterwards
  array<vertex_id> queue;        ///< every vertex found top-down, in order of level; one entry of slack
  array<vertex_id> found_by;     ///< beside `queue`: its predecessor, until it is written
  std::uint64_t first = 0, last = 0;
  hop_count* distances = nullptr;     ///< one entry a vertex, or null where not wanted; written once, when a vertex is found
  vertex_id* predecessors = nullptr;  ///< likewise
  hop_count level = 0;
  bool count_edges = false;  ///< whether somebody will read step_counts::inspected

  void record(vertex_id v, vertex_id predecessor) noexcept {
    if (predecessors) predecessors[v] = predecessor;
    if (distances) distances[v] = level + 1;
  }
};

struct step_counts {
  std::uint64_t found = 0;
  std::uint64_t inspected = 0;  ///< adjacency entries
};

/// Expands queue[first, last) on this thread alone and appends what it finds; moves first and last on. `max_degree` is the
/// layout's.
step_counts top_down_serial(const layout& l, edge_offset max_degree, search_state& s);

/// The same by all threads of a team, each of which calls it with one `cursor`, reset before. The counts are the calling thread's;
/// `tail`, shared by all and equal to s.last before, is the end of the queue after the barrier that the caller owes.
step_counts top_down_parallel(const layout_adjacency& out, search_state& s, std::uint64_t& tail, chunk_cursor& cursor);

/// One bottom-up level, called like top_down_parallel(): writes s.next from s.visited. The counts are the calling thread's.
step_counts bottom_up(const layout& l, search_state& s, chunk_cursor& cursor);

/// Fills the queue with the vertices whose bit is in `visited` and not in `next` (which then holds the bitmap of the level before).
/// Called like top_down_parallel(), with `tail` zero before.
void queue_of_difference(search_state& s, vertex_id num_vertices, std::uint64_t& tail, chunk_cursor& cursor);

}  // namespace fathom::bfs_engine
