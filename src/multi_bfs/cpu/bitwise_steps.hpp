// One level of a bitwise multi-source BFS on the CPU. Bit rows propagate in one of two ways: the frontier pushes to its neighbors,
// or unfinished vertices pull from theirs. All functions must be called by every thread of a parallel region and share its loops.
//
// Random access to bit rows dominates: 3 ns if they are in the L2 cache, 16 ns in L3. Adjacency rows are ascending, so that hubs,
// like any range of vertices, are a contiguous part of each row. Pushing goes range by range, with each range in the cache of the
// one thread that works on it.
#pragma once

#include <algorithm>
#include <bit>
#include <span>

#include "multi_bfs/cpu/bitwise_state.hpp"

namespace fathom::multi_bfs_engine {

// Completeness of a bit row is checked only once per this many neighbors, so that loads do not wait for the check.
inline constexpr edge_offset looks_at_once = 4;
inline constexpr edge_offset looks_ahead = 24;
// Longer adjacency rows are pushed in chunks of this size if threads share what they push to.
inline constexpr edge_offset row_chunk = 1u << 14;

template <class F>
void for_each_vertex(std::uint64_t word, std::uint64_t w, F&& f) {
  for (; word != 0; word &= word - 1) f(static_cast<vertex_id>(w * word_bits) + static_cast<vertex_id>(std::countr_zero(word)));
}

template <int Words>
void clean_word(frontier_rows<Words>& f, std::uint64_t w) {
  for_each_vertex(f.members[w], w, [&](vertex_id v) { f.rows[v] = {}; });
  f.members[w] = 0;
}

/// Clears the rows and members of words first to last - 1.
template <int Words>
void clean(frontier_rows<Words>& f, std::uint64_t first, std::uint64_t last) {
#pragma omp for schedule(static)
  for (std::uint64_t w = first; w < last; ++w) clean_word(f, w);
}

/// Records what was pushed to the vertices of word w and is new to them.
template <int Words>
void take_word(bitwise_state<Words>& s, level_sums<Words>& sums, std::uint64_t w) {
  std::uint64_t found_here = 0;
  for_each_vertex(s.next.members[w], w, [&](vertex_id v) {
    const bit_row<Words> found = without(s.next.rows[v], s.seen[v]);
    s.next.rows[v] = found;
    if (!found.any()) return;
    found_here |= bit_of(v);
    record(s, sums, v, found, s.level + 1);
  });
  s.next.members[w] = found_here;
}

/// Pushes to hubs: each thread pushes to private rows, which are then merged.
template <int Words>
void push_to_hubs(bitwise_state<Words>& s, level_sums<Words>& sums) {
  array<bit_row<Words>>& mine = s.hub_rows[static_cast<std::size_t>(omp_get_thread_num())];
  std::fill(mine.begin(), mine.end(), bit_row<Words>{});
  const vertex_id hubs = s.hubs;
  const std::uint64_t words = s.words();
#pragma omp for schedule(dynamic, 16)
  for (std::uint64_t w = 0; w < words; ++w) {
    for_each_vertex(s.frontier.members[w], w, [&](vertex_id v) {
      const bit_row<Words> row = s.frontier.rows[v];
      edge_offset e = s.l.out.offsets[v];
      const edge_offset first = e, last = s.l.out.offsets[v + 1];
      for (; e < last && s.l.out.targets[e] < hubs; ++e) mine[s.l.out.targets[e]] |= row;
      sums.inspected += e - first;
    });
  }
  const auto team = static_cast<std::size_t>(omp_get_num_threads());
#pragma omp for schedule(static) nowait
  for (std::uint64_t w = 0; w < words_for(hubs); ++w) {
    clean_word(s.next, w);
    for_each_vertex(~s.finished[w], w, [&](vertex_id v) {
      bit_row<Words> pushed = s.hub_rows[0][v];
      for (std::size_t t = 1; t < team; ++t) pushed |= s.hub_rows[t][v];
      const bit_row<Words> found = without(pushed, s.seen[v]);
      if (!found.any()) return;
      s.next.rows[v] = found;
      s.next.members[w] |= bit_of(v);
      record(s, sums, v, found, s.level + 1);
    });
  }
}

/// Pushes to the other vertices range by range; each range belongs to one thread.
template <int Words>
void push_to_ranges(bitwise_state<Words>& s, level_sums<Words>& sums) {
  const std::uint64_t words = s.words(), words_per_range = s.range / word_bits, first_word = words_for(s.hubs);
#pragma omp for schedule(dynamic, 1)
  for (std::uint64_t begin = first_word; begin < words; begin += words_per_range) {
    const std::uint64_t end = std::min(begin + words_per_range, words);
    for (std::uint64_t w = begin; w < end; ++w) clean_word(s.next, w);
    const std::uint64_t first = begin * word_bits, last = end * word_bits;
    for (const vertex_id v : s.frontier_list) {
      const vertex_id* const row_end = s.l.out.targets + s.l.out.offsets[v + 1];
      const vertex_id* target = std::lower_bound(s.l.out.targets + s.l.out.offsets[v], row_end, first);
      const bit_row<Words>& row = s.frontier.rows[v];
      const vertex_id* const from = target;
      for (; target != row_end && *target < last; ++target) {
        s.next.rows[*target] |= row;
        s.next.members[*target / word_bits] |= bit_of(*target);
      }
      sums.inspected += static_cast<std::uint64_t>(target - from);
    }
    for (std::uint64_t w = begin; w < end; ++w) take_word(s, sums, w);
  }
}

/// ORs `found` into the bit row of u; if Shared, several threads may do so at once.
template <bool Shared, int Words>
void merge(frontier_rows<Words>& next, vertex_id u, const bit_row<Words>& found) {
  if constexpr (!Shared) {
    next.rows[u] |= found;
    next.members[u / word_bits] |= bit_of(u);
  } else {
    for (int w = 0; w < Words; ++w) {
      const std::atomic_ref<std::uint64_t> word(next.rows[u].word[w]);
      // Testing first often saves the atomic operation, since other threads have set the bits already.
      if (found.word[w] & ~word.load(std::memory_order_relaxed)) word.fetch_or(found.word[w], std::memory_order_relaxed);
    }
    static_cast<void>(bfs_engine::claim_bit(next.members.data(), u));
  }
}

template <bool Shared, int Words>
std::uint64_t push_row(bitwise_state<Words>& s, vertex_id v, edge_offset first, edge_offset last) {
  const bit_row<Words> mine = s.frontier.rows[v];
  for (edge_offset e = first; e < last; ++e) {
    const vertex_id u = s.l.out.targets[e];
    const bit_row<Words> found = without(mine, s.seen[u]);
    if (found.any()) merge<Shared>(s.next, u, found);
  }
  return last - first;
}

/// Pushes to arbitrary vertices with atomics: for frontiers with few edges.
template <bool Shared, int Words>
void push_to_all(bitwise_state<Words>& s, level_sums<Words>& sums) {
  clean(s.next, 0, s.words());
#pragma omp for schedule(dynamic) nowait
  for (std::size_t i = 0; i < s.long_rows.size(); ++i) {
    const row_piece& piece = s.long_rows[i];
    sums.inspected += push_row<Shared>(s, piece.vertex, piece.first, piece.last);
  }
#pragma omp for schedule(dynamic, 64)
  for (std::size_t i = 0; i < s.frontier_list.size(); ++i) {
    const vertex_id v = s.frontier_list[i];
    const edge_offset first = s.l.out.offsets[v], last = s.l.out.offsets[v + 1];
    if (last - first <= row_chunk) sums.inspected += push_row<Shared>(s, v, first, last);
  }
  const std::uint64_t words = s.words();
#pragma omp for schedule(dynamic, 64)
  for (std::uint64_t w = 0; w < words; ++w) take_word(s, sums, w);
}

/// ORs the bit rows of neighbors from entry `e` on into `found` until it covers `wanted`; of all of them without early termination.
/// Returns the number of neighbors inspected.
template <int Words>
edge_offset pull_neighbors(const bit_row<Words>* rows, std::span<const vertex_id> neighbors, edge_offset e, edge_offset end,
                           const bit_row<Words>& wanted, bit_row<Words>& found, bool terminates_early = true) {
  const edge_offset first = e;
  while (e < end && (!terminates_early || without(wanted, found).any())) {
    const edge_offset stop = std::min(e + looks_at_once, end);
    // Prefetching may run past the end of this adjacency row into the next.
    if (e + looks_ahead + looks_at_once < neighbors.size()) {
      for (edge_offset ahead = e + looks_ahead; ahead < e + looks_ahead + looks_at_once; ++ahead)
        __builtin_prefetch(rows + neighbors[ahead]);
    }
    for (; e < stop; ++e) found |= rows[neighbors[e]];
  }
  return e - first;
}

/// Searches among `wanted` that have a neighbor of v in their frontier. Hubs come first, so that the first neighbors often cover
/// all. There is no branch on whether a neighbor is in the frontier: the bit rows of others are zero.
template <int Words>
bit_row<Words> pull_row(const bitwise_state<Words>& s, vertex_id v, const bit_row<Words>& wanted, std::uint64_t& inspected) {
  const layout& l = s.l;
  const bit_row<Words>* const rows = s.frontier.rows.data();
  bit_row<Words> found{};
  const auto head_width = static_cast<edge_offset>(l.head_width);
  for (edge_offset h = 0; h < head_width; ++h) found |= rows[l.heads[v * head_width + h]];
  const edge_offset e = l.in.offsets[v] + head_width, end = l.in.offsets[v + 1];
  inspected += head_width + pull_neighbors(rows, std::span(l.in.targets, l.num_edges), e, end, wanted, found, s.early_termination);
  return found & wanted;
}

/// Bottom-up step over the vertices of words first to last - 1.
template <int Words>
void pull(bitwise_state<Words>& s, level_sums<Words>& sums, std::uint64_t first, std::uint64_t last) {
#pragma omp for schedule(dynamic, 4)
  for (std::uint64_t w = first; w < last; ++w) {
    clean_word(s.next, w);
    for_each_vertex(~s.finished[w], w, [&](vertex_id v) {
      const bit_row<Words> wanted = without(s.active, s.seen[v]);
      if (!wanted.any()) {
        s.finished[w] |= bit_of(v);  // permanently: a search that has ended does not restart
        return;
      }
      const bit_row<Words> found = pull_row(s, v, wanted, sums.pulled);
      if (!found.any()) return;
      s.next.rows[v] = found;
      s.next.members[w] |= bit_of(v);
      record(s, sums, v, found, s.level + 1);
    });
  }
}

/// Predecessors: for each search that has just discovered a vertex, its first neighbor in the layout's order that is one level up,
/// or with `deterministic` the one with the smallest caller's id.
template <int Words>
void find_predecessors(bitwise_state<Words>& s) {
  const layout& l = s.l;
  const std::uint64_t words = s.words();
#pragma omp for schedule(dynamic, 4)
  for (std::uint64_t w = 0; w < words; ++w) {
    for (std::uint64_t rest = s.next.members[w]; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<vertex_id>(w * word_bits) + static_cast<vertex_id>(std::countr_zero(rest));
      bit_row<Words> needed = s.next.rows[v];
      vertex_id* const of_vertex = s.predecessors.data() + std::size_t{v} * bit_row<Words>::bits;
      for (edge_offset e = l.in.offsets[v]; e < l.in.offsets[v + 1] && needed.any(); ++e) {
        const vertex_id u = l.in.targets[e];
        if (!test_bit(s.frontier.members.data(), u)) continue;
        const bit_row<Words> here = needed & s.frontier.rows[u];
        const vertex_id id = l.to_caller ? l.to_caller[u] : u;
        for_each_bit(here, [&](std::size_t i) {
          vertex_id& predecessor = of_vertex[i];
          predecessor = std::min(predecessor, id);
        });
        if (!s.deterministic) needed = without(needed, here);
      }
    }
  }
}

}  // namespace fathom::multi_bfs_engine
