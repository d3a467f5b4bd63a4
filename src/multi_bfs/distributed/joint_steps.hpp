// Local part of one level of a distributed multi-source BFS: expanding the frontier's bit rows within the process's matrix block,
// and recording the discoveries at its own vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "multi_bfs/cpu/bitwise_steps.hpp"
#include "multi_bfs/distributed/joint_rows_codec.hpp"

namespace fathom::ranks_engine {

using multi_bfs_engine::bit_row;
using multi_bfs_engine::word_bits;

template <int Words>
struct joint_state {
  joint_state(const partitioned_graph& of, int most_threads)
      : g(of),
        threads(most_threads),
        own_first(of.stride * static_cast<std::uint64_t>(of.grid.column)),
        seen(of.row_ids()),
        finished(of.row_ids() / word_bits),
        frontier(of.column_ids()) {
    found.rows = array<bit_row<Words>>(of.row_ids());
    found.members = array<std::uint64_t>(of.row_ids() / word_bits);
  }

  [[nodiscard]] std::span<bit_row<Words>> own_found() { return found.rows.view().subspan(own_first, g.stride); }
  [[nodiscard]] std::span<const bit_row<Words>> own_seen() const { return seen.view().subspan(own_first, g.stride); }

  /// Whether this process counts the vertex: delegates are replicated and counted on process 0 only.
  [[nodiscard]] bool counts(local_vertex id) const { return !g.is_delegate(id) || g.ranks->rank() == 0; }

  const partitioned_graph& g;
  int threads;
  std::uint64_t own_first;  ///< row id of local id 0

  array<bit_row<Words>> seen;        ///< by row id, before this level
  array<std::uint64_t> finished;     ///< bit set: visited by all active searches, or without an edge in this block
  array<bit_row<Words>> frontier;    ///< by column id; zero outside the frontier
  std::vector<local_vertex> listed;  ///< column ids of the frontier, if received as a list
  bool is_listed = true;
  multi_bfs_engine::frontier_rows<Words> found;  ///< by row id: discovered in this level; complete for own vertices after the
                                                 ///< exchange
  bit_row<Words> active{};                       ///< searches with a nonempty frontier
};

/// Sums of one thread over one level.
template <int Words>
struct own_sums : multi_bfs_engine::level_sums<Words> {
  std::uint64_t listed_bytes = 0;  ///< size of the discoveries encoded as a list
};

/// Clears the discoveries of the last level.
template <int Words>
void clean_found(joint_state<Words>& s) {
  constexpr std::uint64_t words_per_thread = 256;
  const std::uint64_t words = s.found.members.size();
#pragma omp parallel for num_threads(useful_threads(words, words_per_thread, s.threads)) schedule(static)
  for (std::uint64_t w = 0; w < words; ++w) multi_bfs_engine::clean_word(s.found, w);
}

template <bool Shared, int Words>
std::uint64_t push_from(joint_state<Words>& s, local_vertex u) {
  const bit_row<Words> mine = s.frontier[u];
  const edge_offset first = s.g.out.offsets[u], last = s.g.out.offsets[u + 1];
  for (edge_offset e = first; e < last; ++e) {
    const local_vertex v = s.g.out.ends[e];
    const bit_row<Words> found = without(mine, s.seen[v]);
    if (found.any()) multi_bfs_engine::merge<Shared>(s.found, v, found);
  }
  return last - first;
}

/// Top-down step; returns the number of edges inspected.
template <int Words>
std::uint64_t push_all(joint_state<Words>& s) {
  constexpr std::uint64_t vertices_per_thread = 256;
  clean_found(s);
  const std::uint64_t size = s.is_listed ? s.listed.size() : s.frontier.size();
  const int threads = useful_threads(size, vertices_per_thread, s.threads);
  std::uint64_t inspected = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64) reduction(+ : inspected)
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto u = s.is_listed ? s.listed[i] : static_cast<local_vertex>(i);
    if (!s.is_listed && !s.frontier[u].any()) continue;
    inspected += threads > 1 ? push_from<true>(s, u) : push_from<false>(s, u);
  }
  return inspected;
}

/// Bottom-up step: each vertex of the grid row scans its in-neighbors until every search that has not visited it is accounted for.
/// Returns the number of edges inspected.
template <int Words>
std::uint64_t pull_all(joint_state<Words>& s) {
  constexpr std::uint64_t words_per_thread = 16;
  const std::uint64_t words = s.finished.size();
  const std::span<const local_vertex> ends = s.g.in.ends.view();
  std::uint64_t inspected = 0;
#pragma omp parallel for num_threads(useful_threads(words, words_per_thread, s.threads)) schedule(dynamic, 4) reduction(+ : inspected)
  for (std::uint64_t w = 0; w < words; ++w) {
    multi_bfs_engine::clean_word(s.found, w);
    multi_bfs_engine::for_each_vertex(~s.finished[w], w, [&](local_vertex v) {
      const bit_row<Words> wanted = without(s.active, s.seen[v]);
      const edge_offset first = s.g.in.offsets[v], last = s.g.in.offsets[v + 1];
      if (first == last || !wanted.any()) {
        s.finished[w] |= bfs_engine::bit_of(v);  // permanently: a search that has ended does not restart
        return;
      }
      bit_row<Words> found{};
      inspected += multi_bfs_engine::pull_neighbors(s.frontier.data(), ends, first, last, wanted, found);
      found = found & wanted;
      if (!found.any()) return;
      s.found.rows[v] = found;
      s.found.members[w] |= bfs_engine::bit_of(v);
    });
  }
  return inspected;
}

/// Records discoveries at the process's own vertices: calls visit(id, row, sums) and updates the per-thread sums.
template <int Words, class Visit>
void book_own(joint_state<Words>& s, std::vector<own_sums<Words>>& sums, const Visit& visit) {
  constexpr std::uint64_t words_per_thread = 64;
  const std::uint64_t first = s.own_first / word_bits, last = first + s.g.stride / word_bits;
#pragma omp parallel for num_threads(useful_threads(last - first, words_per_thread, s.threads)) schedule(dynamic, 16)
  for (std::uint64_t w = first; w < last; ++w) {
    own_sums<Words>& mine = sums[static_cast<std::size_t>(omp_get_thread_num())];
    multi_bfs_engine::for_each_vertex(s.found.members[w], w, [&](local_vertex v) {
      const bit_row<Words>& row = s.found.rows[v];
      const auto id = static_cast<local_vertex>(v - s.own_first);
      s.seen[v] |= row;
      if (s.counts(id)) ++mine.vertices, mine.found += row.count();
      mine.edges += s.g.out_degrees[id];
      mine.active |= row;
      mine.listed_bytes += listed_bytes(row);
      visit(id, row, mine);
    });
  }
}

}  // namespace fathom::ranks_engine
