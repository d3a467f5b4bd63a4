// Level loop of a distributed BFS on devices that write to each other's memory: one kernel per device runs all levels without the
// host. All kernels make the same decisions from the counts exchanged at the last barrier.
#pragma once

#include "bfs/cuda/push_tail.cuh"
#include "bfs/cuda/unreached.cuh"
#include "bfs/distributed/cuda/peers/one_block.cuh"
#include "bfs/distributed/cuda/peers/progress.cuh"
#include "bfs/distributed/cuda/peers/steps.cuh"
#include "bfs/level_rules.hpp"
#include "graph/partition/cuda/peer_search.hpp"

namespace fathom::ranks_engine {

/// Discoveries are sent to all processes as bits after a bottom-up step on the bitmap and after a top-down step along many edges,
/// otherwise as lists, which the next level's step turns into bits. There are two bitmaps, so that bits for the next level can
/// arrive while this level's are read: a bottom-up level reads those of all processes, a top-down level only its own vertices'.
class peer_levels {
 public:
  __device__ peer_levels(const peer_search& s, std::uint32_t* shared)
      : s_(s), shared_(shared), began_(bfs_engine::global_nanoseconds()), now_{.unexplored = s.all_edges, .barrier = s.barrier} {}

  __device__ void run() {
    __shared__ barrier_words all;
    start();
    exchange_counts(s_, ++now_.barrier, {}, nullptr, all);
    while (goes_on(all)) {
      begin_level(all);
      if (is_for_one_block(all)) {
        ++now_.runs;
        if (blockIdx.x == 0) follow_small_levels(all);
        hand_over(s_, now_, all);
        if (!goes_on(all)) break;
      }
      const level_end end = step(all);
      end_level(end, all);
    }
    finish(all);
  }

 private:
  using sought = bfs_engine::sought;

  /// A shrinking frontier below this many vertices, or this fraction (1/n) of all vertices, is searched top-down again.
  static constexpr unsigned long long few_vertices = 64, few_share = 1024;
  /// Top-down levels with more edges than this fraction (1/n) of all vertices send bits, and the next level is bottom-up, if the
  /// frontier has grown by this factor.
  static constexpr unsigned long long bits_share = 8, much_growth = 8;

  [[nodiscard]] __device__ bool goes_on(const barrier_words& all) const {
    return all.found > 0 && !bfs_engine::is_last(s_.options, static_cast<hop_count>(now_.level));
  }
  [[nodiscard]] __device__ peer_record* record() const {
    return now_.level < peer_log::most_records ? s_.log->records + now_.level : nullptr;
  }

  __device__ void begin_level(const barrier_words& all) {
    now_.reached += all.found;
    choose(all);
    if (record() && bfs_engine::thread_of_grid() == 0) write_beginning(*record(), all);
  }
  __device__ void end_level(level_end end, barrier_words& all) {
    now_.before = all.found;
    exchange_counts(s_, ++now_.barrier, end, record(), all);
    ++now_.level;
  }

  // By the first thread block, until the search ends or the level that has begun is larger.
  __device__ void follow_small_levels(barrier_words& all) {
    unsigned levels = 0;
    do {
      const bool marks = now_.marks;
      now_.marks = s_.room.ranks > 1;
      step_in_one_block(s_, all, now_.level, visited(), marks, shared_);
      // After the next barrier, other processes may overwrite the words of the last barrier at which all thread blocks waited.
      if (++levels == peer_room::barriers_kept - 1) await_waiting_blocks(s_, now_);
      end_level({.one_block = true}, all);
      if (!goes_on(all)) return;
      begin_level(all);
    } while (is_for_one_block(all));
  }

  [[nodiscard]] __device__ std::uint32_t* visited() const { return s_.at<std::uint32_t>(s_.rank, s_.room.bitmap_at(now_.bitmap)); }

  // Padding bits count as visited, so that no step needs a bounds check. Other processes write only after the first barrier.
  __device__ void start() {
    const std::uint32_t words = s_.bitmap_words(), source = s_.source == no_vertex ? no_vertex : s_.word_of(s_.source);
    std::uint32_t* const bits = visited();
    for (std::uint32_t w = bfs_engine::thread_of_grid(); w < words; w += bfs_engine::threads_in_grid()) {
      const std::uint32_t chunk = w / bfs_engine::chunk_words;
      const std::uint32_t own = chunk / s_.room.ranks * bfs_engine::chunk_words + w % bfs_engine::chunk_words;
      bits[w] = chunk % s_.room.ranks != s_.rank ? 0 : ~bfs_engine::valid_bits(own, s_.num_vertices);
      if (w == source) bits[w] |= 1u << (s_.source % 32);
    }
    if (bfs_engine::thread_of_grid() == 0) s_.progress->waiting = 0;
    if (bfs_engine::thread_of_grid() == 0 && s_.source != no_vertex) {
      broadcast_list{s_, s_.room.list_at(0, s_.rank)}.put(0, s_.source);
      s_.predecessors[s_.source] = s_.column_of(s_.rank, s_.source);
      if (s_.distances) s_.distances[s_.source] = 0;
      atomicAdd(&s_.counters->phase.found, 1u);
      atomicAdd(&s_.counters->listed, 1u);
      const unsigned long long edges = s_.out_degrees[s_.source];
      atomicAdd(&s_.counters->edges, edges);
      if (s_.column_of(s_.rank, s_.source) >= s_.hub_end) atomicAdd(&s_.counters->phase.tail_edges, edges);
    }
  }

  // Beamer's rule on counts of all processes. A top-down step needs the complete frontier as a list.
  __device__ void choose(const barrier_words& all) {
    const bool is_listed = all.listed_before[s_.room.ranks] == all.found;
    if (now_.bottom_up) {
      const double few = fmin(bfs_engine::vertices_for_top_down(s_.options, s_.all_vertices),
                              static_cast<double>(max(few_vertices, s_.all_vertices / few_share)));
      now_.bottom_up = !is_listed || all.found >= now_.before || static_cast<double>(all.found) > few;
    } else if (s_.options.strategy != bfs_strategy::top_down) {
      now_.bottom_up = !is_listed || turns_bottom_up(all);
      now_.hub_split = now_.bottom_up && is_listed &&
                       bfs_engine::pays_with_hub_split(all.edges, now_.unexplored, all.tail_edges, s_.all_vertices);
      now_.unexplored -= min(now_.unexplored, all.edges);
    }
    const bool may_turn = s_.options.strategy != bfs_strategy::top_down && (!s_.estimates || all.found / much_growth > now_.before);
    now_.sends_bits = now_.bottom_up ? !all.has_remaining : may_turn && all.edges > s_.all_vertices / bits_share;
  }

  [[nodiscard]] __device__ bool turns_bottom_up(const barrier_words& all) const {
    const auto edges = static_cast<float>(all.edges), unexplored = static_cast<float>(now_.unexplored);
    if (!bfs_engine::many_frontier_edges(s_.options, edges, unexplored)) return false;
    if (!s_.estimates) return true;
    const auto vertices = static_cast<float>(s_.all_vertices), unvisited = static_cast<float>(s_.all_vertices - now_.reached);
    return bfs_engine::bottom_up_pays({vertices, static_cast<float>(s_.all_edges), true},
                                      {static_cast<float>(all.found), edges, unvisited, unexplored}, vertices / 32);
  }

  [[nodiscard]] __device__ bool is_for_one_block(const barrier_words& all) const {
    return !now_.bottom_up && !now_.sends_bits && ranks_engine::is_for_one_block(s_, all);
  }

  __device__ void write_beginning(peer_record& record, const barrier_words& all) const {
    record.bottom_up = now_.bottom_up;
    record.sent_bits = now_.sends_bits;
    record.frontier = all.found;
    record.began = bfs_engine::global_nanoseconds();
  }

  __device__ level_end step(const barrier_words& all) {
    if (!now_.bottom_up) {
      step_top_down(all);
      return {};
    }
    if (now_.hub_split) take_frontier(s_, all, now_.level, visited(), now_.marks);
    if (now_.marks && !now_.hub_split) mark_frontier(s_, all, now_.level, visited());
    if (now_.marks || now_.hub_split) cuda::grid_sync();
    now_.marks = all.has_remaining;
    if (!all.has_remaining) return {.lists = step_bottom_up(all)};
    step_remaining(s_, now_.level, visited(), all.remaining, s_.remaining[now_.list], s_.remaining[now_.list ^ 1], shared_);
    now_.list ^= 1;
    return {.lists = true};
  }

  __device__ void step_top_down(const barrier_words& all) {
    const bool marks = now_.marks;
    now_.marks = s_.room.ranks > 1 && !now_.sends_bits;
    ranks_engine::step_top_down(s_, all, now_.level, visited(), marks, !now_.sends_bits, shared_);
    if (now_.sends_bits && s_.room.ranks > 1) send_own_bits();
  }

  __device__ void send_own_bits() {
    cuda::grid_sync();
    send_bits(s_, now_.level, nullptr, visited(), s_.room.bitmap_at(now_.bitmap), false, shared_);
  }

  /// Returns whether it has listed the remaining unvisited vertices.
  __device__ bool step_bottom_up(const barrier_words& all) {
    std::uint32_t* const now = visited();
    now_.bitmap ^= 1;
    const bool many_visited = 2 * now_.reached > s_.all_vertices, shrinks = all.found < now_.before;
    now_.list ^= 1;
    // Copying the hubs' bits to every thread block pays off while many vertices look for hubs.
    const sought which = many_visited ? sought::all : now_.hub_split ? sought::hubs : sought::all_with_hubs_near;
    bfs_engine::bottom_up<1>(s_, now, visited(), now_.level, which, many_visited ? s_.remaining[now_.list] : nullptr,
                             s_.counters->phase, shared_);
    if (which == sought::hubs) {
      cuda::grid_sync();
      bfs_engine::push_tail(s_, visited(), now_.level, s_.frontier, all.listed_before[s_.room.ranks],
                            all.tail_edges / s_.room.ranks, s_.counters->phase, shared_);
      cuda::grid_sync();
    }
    now_.hub_split = false;
    if (s_.room.ranks > 1 || shrinks) {
      send_bits(s_, now_.level, now, visited(), s_.room.bitmap_at(now_.bitmap), shrinks, shared_);
    }
    return many_visited;
  }

  __device__ void finish(const barrier_words& all) {
    now_.reached += all.found;
    const unsigned depth = all.found > 0 ? now_.level : now_.level > 0 ? now_.level - 1 : 0;
    if (all.found > 0 && now_.marks) {
      mark_frontier(s_, all, now_.level, visited());
      cuda::grid_sync();
    }
    if (now_.reached < s_.all_vertices) bfs_engine::write_unreached(s_, visited());
    if (bfs_engine::thread_of_grid() == 0) {
      s_.log->outcome = {now_.reached, now_.level, depth, now_.barrier, bfs_engine::global_nanoseconds() - began_};
    }
  }

  const peer_search& s_;
  std::uint32_t* const shared_;
  const unsigned long long began_;
  peer_levels_state now_;
};

__global__ void __launch_bounds__(bfs_engine::block_threads, 1) peer_search_kernel(const __grid_constant__ peer_search s) {
  extern __shared__ __align__(16) std::uint32_t shared[];
  peer_levels(s, shared).run();
}

/// Run before a timed search: after a period of inactivity between devices, the first access to each page of a peer's memory takes
/// a tenth of a millisecond.
__global__ void __launch_bounds__(bfs_engine::block_threads, 1) peer_wake_kernel(const __grid_constant__ peer_search s) {
  __shared__ barrier_words all;
  constexpr std::size_t page_bytes = std::size_t{1} << 16;  // the smallest page size of a device
  constexpr std::uint32_t barriers = 4;
  for (unsigned r = 0; r < s.room.ranks; ++r) {
    for (std::size_t at = threadIdx.x * page_bytes; at < s.room.bytes(); at += bfs_engine::block_threads * page_bytes) {
      static_cast<void>(*s.at<volatile std::uint32_t>(r, at));
    }
  }
  for (std::uint32_t i = 1; i <= barriers; ++i) exchange_counts(s, s.barrier + i, {}, nullptr, all);
  if (bfs_engine::thread_of_grid() == 0) s.log->outcome.barrier = s.barrier + barriers;
}

}  // namespace fathom::ranks_engine
