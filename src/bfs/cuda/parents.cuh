// Parent search of unvisited vertices on the device: among the heads, then in the pack of the four next neighbors, then along the
// adjacency row. The bits of the first vertices, which are the hubs in degree order, may be in shared memory (Enterprise's hub
// cache, section 4.3).
#pragma once

#include <type_traits>

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

/// The bitmap before the level, for searches among all neighbors or only among hubs. Rows, heads and packs are sorted at least such
/// that hubs come first: no sought neighbor follows one that is not sought.
template <bool HubsOnly>
struct visited_before {
  static constexpr bool hubs_only = HubsOnly;

  const std::uint32_t* bits;
  std::uint32_t near;                 // shared-memory address of the first words
  std::uint32_t near_end;             // number of words there
  std::uint32_t hub_end = no_vertex;  // used only with HubsOnly

  /// False for no_vertex.
  [[nodiscard]] __device__ bool seeks(std::uint32_t neighbor) const { return neighbor < (HubsOnly ? hub_end : no_vertex); }

  /// Whether each `candidate` was visited. All are tested at once, since waiting for them one by one costs more than the tests
  /// saved by an early exit.
  template <int Count>
  __device__ void look(const std::uint32_t (&candidate)[Count], bool (&seen)[Count]) const {
    std::uint32_t word[Count];
    for (int k = 0; k < Count; ++k) {
      word[k] = load_word_if(seeks(candidate[k]), candidate[k] / 32, near, near_end, bits);
    }
    for (int k = 0; k < Count; ++k) seen[k] = word[k] >> (candidate[k] % 32) & 1;
  }

  /// The first candidate that was seen, or no_vertex. Counts the candidates inspected up to it.
  template <int Count>
  __device__ std::uint32_t first_seen(const std::uint32_t (&candidate)[Count], const bool (&seen)[Count],
                                      unsigned& inspected) const {
    std::uint32_t parent = no_vertex;
    for (int k = 0; k < Count; ++k) {
      // Short rows are padded with their last entry or with no_vertex.
      const bool another = seeks(candidate[k]) && (k == 0 || candidate[k] != candidate[k - 1]);
      inspected += parent == no_vertex && another;
      if (parent == no_vertex && seen[k]) parent = candidate[k];
    }
    return parent;
  }
};

/// Whether a vertex's neighbors are tested a few at a time. In the caller's order of large graphs their bits are scattered, and
/// reading those of neighbors behind the first visited one takes longer than waiting once more.
template <class Search, int Width>
inline constexpr bool few_at_once = Width == 4 && std::is_same_v<typename Search::shared_room, block_room>;

template <int Width>
__device__ void load_heads(const std::uint32_t* heads, bool wanted, std::size_t v, std::uint32_t (&head)[Width]) {
  if constexpr (Width == 4) {
    const uint4 four = load_if(wanted, reinterpret_cast<const uint4*>(heads) + v);
    head[0] = four.x, head[1] = four.y, head[2] = four.z, head[3] = four.w;
  } else {
    head[0] = load_if(wanted, heads + v, no_vertex);
  }
}

__device__ inline void load_pack(const uint4* packs, bool wanted, std::size_t v, std::uint32_t (&next)[4]) {
  const uint4 four = load_if(wanted, packs + v);
  next[0] = four.x, next[1] = four.y, next[2] = four.z, next[3] = four.w;
}

/// Each group of `Group` lanes searches a row from `from` up to but excluding `to`, for at most `rounds` rounds of loads; idle
/// groups pass from == to. Returns the parent found; `from` is advanced to the stopping position. All lanes of the warp must call
/// this.
template <unsigned Group, unsigned AtOnce, class Search, class Before>
__device__ std::uint32_t search_rows(const Search& s, const Before& before, typename Search::offset& from,
                                     typename Search::offset to, unsigned rounds, unsigned& inspected) {
  using Offset = typename Search::offset;
  static_assert(warp_lanes % Group == 0);
  const unsigned group = (Group == warp_lanes ? all_lanes : (1u << Group) - 1) << (lane() / Group * Group);
  std::uint32_t found = no_vertex;
  for (unsigned round = 0; round < rounds && __any_sync(all_lanes, from < to && found == no_vertex); ++round) {
    std::uint32_t u[AtOnce];
    bool seen[AtOnce];
    for (unsigned k = 0; k < AtOnce; ++k) {
      const Offset at = from + k * Group + lane() % Group;
      u[k] = load_if(found == no_vertex && at < to, s.in.targets + at, no_vertex);
    }
    before.look(u, seen);
    for (unsigned k = 0; k < AtOnce; ++k) {
      inspected += before.seeks(u[k]) && found == no_vertex;
      if constexpr (Group == 1) {
        if (found == no_vertex && seen[k]) found = u[k];
      } else {
        const unsigned lanes = __ballot_sync(all_lanes, seen[k]) & group;
        const int first = lanes != 0 ? cuda::first_bit(lanes) : 0;
        const std::uint32_t theirs = __shfl_sync(all_lanes, u[k], first);
        if (found == no_vertex && lanes != 0) found = theirs;
      }
    }
    bool goes_on = to - from > AtOnce * Group;
    if constexpr (Before::hubs_only) {
      bool is_last = !before.seeks(u[AtOnce - 1]);
      if constexpr (Group != 1) is_last = (__ballot_sync(all_lanes, is_last) & group) != 0;
      goes_on = goes_on && !is_last;
    }
    from = goes_on ? from + AtOnce * Group : to;
  }
  return found;
}

/// Each lane searches its row from `from` up to but excluding `to`, for at most `rounds` aligned loads of four entries: single
/// loads from as many rows as lanes take a cycle of the L1 cache per row. The first load may have entries before `from`, of the
/// same row and already inspected. Returns as search_rows().
template <class Search, class Before>
__device__ std::uint32_t search_rows_by_quads(const Search& s, const Before& before, typename Search::offset& from,
                                              typename Search::offset to, unsigned rounds, unsigned& inspected) {
  using Offset = typename Search::offset;
  static_assert(!Before::hubs_only);
  const auto misaligned = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(s.in.targets) / sizeof(std::uint32_t) % 4);
  std::uint32_t found = no_vertex;
  for (unsigned round = 0; round < rounds && __any_sync(all_lanes, from < to && found == no_vertex); ++round) {
    const Offset first = (from + misaligned) / 4 * 4 - misaligned;
    std::uint32_t u[4];
    bool seen[4];
    load_pack(reinterpret_cast<const uint4*>(s.in.targets + first), found == no_vertex && from < to, 0, u);
    for (unsigned k = 0; k < 4; ++k) u[k] = first + k < to ? u[k] : no_vertex;
    before.look(u, seen);
    for (unsigned k = 0; k < 4; ++k) {
      inspected += before.seeks(u[k]) && found == no_vertex && first + k >= from;
      if (found == no_vertex && seen[k]) found = u[k];
    }
    from = to - first > 4 ? first + 4 : to;
  }
  return found;
}

/// A lane's row in its search for a parent.
template <class Offset>
struct sought_row {
  Offset next, last;
  std::uint32_t parent;

  [[nodiscard]] __device__ bool is_open() const { return parent == no_vertex && next < last; }
};

/// Groups of lanes search the first open rows, one row per group, for at most `rounds` rounds. All lanes of the warp must call
/// this.
template <unsigned Group, class Search, class Before, class Offset>
__device__ void look_together(const Search& s, const Before& before, unsigned open, unsigned rounds, sought_row<Offset>& mine,
                              unsigned& inspected) {
  constexpr unsigned groups = warp_lanes / Group, at_once = 8;
  unsigned rest = open;  // without the rows of the preceding groups
  for (unsigned g = 1; g < groups; ++g) rest = g <= lane() / Group ? rest & (rest - 1) : rest;
  const int owner = rest != 0 ? cuda::first_bit(rest) : 0;
  Offset from = __shfl_sync(all_lanes, mine.next, owner), to = __shfl_sync(all_lanes, mine.last, owner);
  if (rest == 0) to = from;
  const std::uint32_t found = search_rows<Group, at_once>(s, before, from, to, rounds, inspected);
  const unsigned turn = cuda::warp_rank(open);
  const int taker = static_cast<int>(min(turn, groups - 1) * Group);
  const bool taken = (open >> lane() & 1) != 0 && turn < groups;
  const std::uint32_t theirs = __shfl_sync(all_lanes, found, taker);
  if (taken) mine.parent = theirs;
  from = __shfl_sync(all_lanes, from, taker);
  if (taken) mine.next = from;
}

/// Searches the rows of the `wanting` lanes after heads and pack: first each lane a short way along its own row, then groups of
/// eight lanes along four rows at a time, then the whole warp along each remaining row, so that a single long row does not delay
/// the level. All lanes of the warp must call this.
template <int Width, class Search, class Before>
__device__ std::uint32_t look_along_rows(const Search& s, const Before& before, bool wanting, std::uint32_t v,
                                         unsigned& inspected) {
  using Offset = typename Search::offset;
  constexpr unsigned skipped = Width + 4, group = 8, rounds_in_group = 4;
  sought_row<Offset> mine{load_if(wanting, s.in.offsets + v, Offset{0}) + skipped,
                          load_if(wanting, s.in.offsets + v + 1, Offset{0}), no_vertex};
  if (mine.next > mine.last) mine.next = mine.last;
  // In searches for hubs most rows continue beyond the first round, so their next entries are prefetched. Otherwise few rows would
  // need them.
  constexpr unsigned at_once = 8, rounds = 3;
  for (unsigned round = 1; Before::hubs_only && round < rounds; ++round) {
    const Offset at = mine.next + round * at_once;
    prefetch_if(at < mine.last, s.in.targets + at);
  }
  if constexpr (few_at_once<Search, Width>) {
    mine.parent = search_rows_by_quads(s, before, mine.next, mine.last, rounds * at_once / 4, inspected);
  } else {
    mine.parent = search_rows<1, at_once>(s, before, mine.next, mine.last, rounds, inspected);
  }
  unsigned open = __ballot_sync(all_lanes, mine.is_open());
  while ((open & (open - 1)) != 0) {
    look_together<group>(s, before, open, rounds_in_group, mine, inspected);
    for (unsigned g = 0; g < warp_lanes / group; ++g) open &= open - 1;
  }
  for (open = __ballot_sync(all_lanes, mine.is_open()); open != 0; open &= open - 1) {
    look_together<warp_lanes>(s, before, open, 0xFFFFFFFFu, mine, inspected);
  }
  return mine.parent;
}

/// Searches the heads, the pack and the row of each lane's vertex. All lanes of the warp must call this.
template <int Width, class Search>
__device__ std::uint32_t find_parent(const Search& s, const visited_before<false>& before, bool there, std::uint32_t v,
                                     unsigned& inspected) {
  std::uint32_t head[Width], behind[4];
  bool seen[Width], seen_behind[4];
  load_heads<Width>(s.heads, there, v, head);
  load_pack(s.packs, there && v < s.rest_end, v, behind);
  before.look(head, seen);
  before.look(behind, seen_behind);
  std::uint32_t parent = before.first_seen(head, seen, inspected);
  if (parent == no_vertex) parent = before.first_seen(behind, seen_behind, inspected);
  const std::uint32_t far = look_along_rows<Width>(s, before, parent == no_vertex && before.seeks(behind[3]), v, inspected);
  return far != no_vertex ? far : parent;
}

/// All threads must call this at the end of a bottom-up level.
template <class Search>
__device__ void add_inspected(const Search& s, unsigned inspected, phase_counters& c) {
  __shared__ unsigned long long scratch[block_warps];
  if (!s.records) return;
  const unsigned long long all = block_sum(static_cast<unsigned long long>(inspected), scratch);
  if (threadIdx.x == 0) atomicAdd(&c.inspected, all);
}

}  // namespace fathom::bfs_engine
