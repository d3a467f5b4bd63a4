// State shared by the steps of one breadth-first search on the CPU. Vertices are in the layout's ids.
#pragma once

#include <cstdint>

#include "base/thread_team.hpp"
#include "fathom/array.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom::bfs_engine {

/// In a top-down step the frontier is `queue[first, last)`. Bottom-up steps need no frontier: any visited neighbor of an unvisited
/// vertex is in the frontier, otherwise the vertex would have been visited before. So one bitmap serves both directions, and the
/// vertices discovered by a bottom-up step are the difference between the bitmaps before and after it.
struct search_state {
  array<std::uint64_t> visited;  ///< one bit per vertex, as of the start of a bottom-up level
  array<std::uint64_t> next;     ///< output of a bottom-up level; afterwards the bitmap of the previous level
  array<vertex_id> queue;        ///< vertices discovered top-down, in order of level; one entry of slack
  array<vertex_id> found_by;     ///< parallel to `queue`: the predecessor, until it is recorded
  std::uint64_t first = 0, last = 0;
  hop_count* distances = nullptr;     ///< one entry per vertex, or null; written once, when a vertex is discovered
  vertex_id* predecessors = nullptr;  ///< as distances
  hop_count level = 0;
  bool count_edges = false;  ///< whether step_counts::inspected is needed

  void record(vertex_id v, vertex_id predecessor) noexcept {
    if (predecessors) predecessors[v] = predecessor;
    if (distances) distances[v] = level + 1;
  }
};

struct step_counts {
  std::uint64_t found = 0;
  std::uint64_t inspected = 0;  ///< adjacency entries
};

/// Expands queue[first, last) on the calling thread only, appends the discovered vertices, and advances first and last.
/// `max_degree` is the layout's.
step_counts top_down_serial(const layout& l, edge_offset max_degree, search_state& s);

/// The same in parallel: all threads of a team must call it, with the same `cursor`, which was reset before. Returns the counts of
/// the calling thread. `tail` is shared and initially equal to s.last; after a barrier, which the caller provides, it is the end of
/// the queue.
step_counts top_down_parallel(const layout_adjacency& out, search_state& s, std::uint64_t& tail, chunk_cursor& cursor);

/// One bottom-up level, called like top_down_parallel(): writes s.next from s.visited. Returns the counts of the calling thread.
step_counts bottom_up(const layout& l, search_state& s, chunk_cursor& cursor);

/// Fills the queue with the vertices whose bit is set in `visited` but not in `next`, which then holds the bitmap of the previous
/// level. Called like top_down_parallel(), with `tail` initially zero.
void queue_from_bitmaps(search_state& s, vertex_id num_vertices, std::uint64_t& tail, chunk_cursor& cursor);

}  // namespace fathom::bfs_engine
