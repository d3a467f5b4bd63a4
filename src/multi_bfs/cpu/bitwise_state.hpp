// State shared by the steps of a bitwise multi-source BFS on the CPU. Vertices are in the layout's ids.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/bitmap.hpp"
#include "base/parallel.hpp"
#include "fathom/array.hpp"
#include "multi_bfs/bit_row.hpp"
#include "multi_bfs/cpu/search_counter.hpp"
#include "multi_bfs/group_engine.hpp"
#include "multi_bfs/totals.hpp"

namespace fathom::multi_bfs_engine {

using bfs_engine::bit_of;
using bfs_engine::test_bit;
using bfs_engine::word_bits;
using bfs_engine::words_for;

/// Vertices discovered in a level and the searches that discovered them. Rows of all other vertices are zero.
template <int Words>
struct frontier_rows {
  array<bit_row<Words>> rows;
  array<std::uint64_t> members;
};

/// Sums of one thread over one level.
template <int Words>
struct alignas(128) level_sums {
  std::uint64_t vertices = 0;               ///< discovered by any search
  std::uint64_t found = 0;                  ///< counting a vertex once for each search; only for a report
  std::uint64_t edges = 0;                  ///< out-edges of those vertices
  std::uint64_t inspected = 0, pulled = 0;  ///< edges inspected
  bit_row<Words> active{};                  ///< searches that discovered any vertex
  search_counter<Words> counter;
};

/// Chunk of a frontier vertex's adjacency row.
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
  bool deterministic = false, report = false, early_termination = true;

  array<bit_row<Words>> seen;
  array<std::uint64_t> finished;  ///< vertices that all active searches have visited
  frontier_rows<Words> frontier, next;
  std::vector<array<bit_row<Words>>> planes;  ///< of distances; the first `planes_in_use` are in use
  int planes_in_use = 0;
  array<vertex_id> predecessors;  ///< in the caller's ids: one per search for each of the layout's vertices
  vertex_totals totals;           ///< in the layout's ids

  bit_row<Words> active{};  ///< searches with a nonempty frontier
  hop_count level = 0;      ///< of the frontier
  /// Number of hubs: the first vertices in degree order whose bit rows fit `cached_bytes`. Pushing to them uses private rows of
  /// each thread.
  vertex_id hubs = 0;
  vertex_id range = 0;  ///< number of vertices whose bit rows fit into the cache, a multiple of word_bits
  std::vector<array<bit_row<Words>>> hub_rows;
  std::vector<vertex_id> frontier_list;  ///< used when pushing to vertices that are not hubs
  std::vector<row_piece> long_rows;      ///< used when several threads push to the same rows

  [[nodiscard]] std::uint64_t words() const noexcept { return words_for(l.num_vertices); }
};

/// Sets all bytes of an array.
template <class T>
void fill_bytes(array<T>& values, int byte, int threads) {
  if (values.size() == 0) return;  // memset takes no null pointer
  constexpr std::uint64_t bytes_per_thread = 1u << 20;
  auto* const bytes = reinterpret_cast<std::byte*>(values.data());
  const auto parts = static_cast<std::uint64_t>(useful_threads(values.bytes(), bytes_per_thread, threads));
#pragma omp parallel for num_threads(static_cast <int>(parts)) schedule(static)
  for (std::uint64_t i = 0; i < parts; ++i) {
    const index_range part = part_of(values.bytes(), parts, i);
    std::memset(bytes + part.first, byte, part.last - part.first);
  }
}

/// Makes sure that there are enough bit planes to represent the next distance.
template <int Words>
void prepare_planes(bitwise_state<Words>& s) {
  if (!s.needs.distances) return;
  const int wanted = std::bit_width(static_cast<std::uint32_t>(s.level + 1));
  for (; s.planes_in_use < wanted; ++s.planes_in_use) {
    if (static_cast<std::size_t>(s.planes_in_use) == s.planes.size()) s.planes.emplace_back(s.l.num_vertices);
    fill_bytes(s.planes[static_cast<std::size_t>(s.planes_in_use)], 0, s.threads);
  }
}

/// Updates everything but the next frontier when searches discover a vertex.
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
