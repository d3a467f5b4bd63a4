// What the steps of joined searches on the CPU share. Vertices are the layout's.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/parallel.hpp"
#include "engine/bfs/bitmap.hpp"
#include "engine/multi_bfs/bit_row.hpp"
#include "engine/multi_bfs/group_engine.hpp"
#include "engine/multi_bfs/search_counter.hpp"
#include "engine/multi_bfs/totals.hpp"
#include "fathom/array.hpp"

namespace fathom::multi_bfs_engine {

using bfs_engine::bit_of;
using bfs_engine::test_bit;
using bfs_engine::word_bits;
using bfs_engine::words_for;

/// The vertices that a level has found, and by which searches: rows of all others are zero.
template <int Words>
struct frontier_rows {
  array<bit_row<Words>> rows;
  array<std::uint64_t> members;
};

/// What one thread adds up in one level.
template <int Words>
struct alignas(128) level_sums {
  std::uint64_t vertices = 0;               ///< found by any search
  std::uint64_t found = 0;                  ///< by each, counted for a report
  std::uint64_t edges = 0;                  ///< out of those vertices
  std::uint64_t inspected = 0, pulled = 0;  ///< edges looked at
  bit_row<Words> active{};                  ///< searches that found anything
  search_counter<Words> counter;
};

/// Part of a frontier vertex' adjacency.
struct row_piece {
  vertex_id vertex;
  edge_offset first, last;
};

template <int Words>
struct bitwise_state {
  explicit bitwise_state(const layout& of) : l(of) {}

  const layout& l;
  int threads = 1;
  sink_needs needs;
  bool deterministic = false, report = false;

  array<bit_row<Words>> seen;
  array<std::uint64_t> finished;  ///< vertices that all searches still going on have seen
  frontier_rows<Words> frontier, next;
  std::vector<array<bit_row<Words>>> planes;  ///< of distances; as many are in use as `planes_in_use`
  int planes_in_use = 0;
  array<vertex_id> predecessors;  ///< the caller's ids; a row of the layout's vertices a search
  vertex_totals totals;           ///< in the layout's ids

  bit_row<Words> active{};  ///< searches that have a frontier
  hop_count level = 0;      ///< of the frontier
  /// The first vertices, which in degree order are the hubs: as many as have rows that stay in a second-level cache. Pushing to
  /// them goes through rows of each thread's own.
  vertex_id hubs = 0;
  vertex_id range = 0;  ///< so many vertices have rows in the cache: a multiple of word_bits
  std::vector<array<bit_row<Words>>> hub_rows;
  std::vector<vertex_id> frontier_list;  ///< for pushing to the others
  std::vector<row_piece> long_rows;      ///< likewise, where threads share what they push to

  [[nodiscard]] std::uint64_t words() const noexcept { return words_for(l.num_vertices); }
};

/// Everything that happens when searches find a vertex, but for the frontier that it joins.
template <int Words>
void record(bitwise_state<Words>& s, level_sums<Words>& sums, vertex_id v, const bit_row<Words>& found, hop_count distance) {
  s.seen[v] |= found;
  ++sums.vertices;
  sums.edges += degree(s.l.out, v);
  sums.active |= found;
  if (s.report) sums.found += found.count();
  if (s.needs.level_counts) sums.counter.add(found);
  if (s.needs.distances) {
    for (auto bits = static_cast<std::uint32_t>(distance); bits != 0; bits &= bits - 1) {
      s.planes[static_cast<std::size_t>(std::countr_zero(bits))][v] |= found;
    }
  }
  if (s.needs.vertex_totals) count_at(s.totals, v, found.count(), distance);
}

}  // namespace fathom::multi_bfs_engine
