// A search by the devices of all ranks: one kernel on each runs through all levels, without its host. All take the same decisions
// from what all have said at the last meeting.
#pragma once

#include "engine/bfs/cuda_bottom_up.cuh"
#include "engine/ranks/peers/expand.cuh"
#include "engine/ranks/peers/meeting.cuh"
#include "engine/ranks/peers/peer_search.hpp"

namespace fathom::ranks_engine {

class peer_levels {
 public:
  __device__ peer_levels(const peer_search& s, std::uint32_t* shared)
      : s_(s), shared_(shared), unexplored_(s.all_edges), meeting_(s.meeting) {}

  __device__ void run() {
    __shared__ meeting_words all;
    start();
    meet(s_, ++meeting_, nullptr, all);
    for (; all.found > 0; ++level_) {
      const unsigned long long frontier = all.found;
      reached_ += frontier;
      depth_ = level_;
      if (level_ >= s_.depth_limit) break;
      peer_record* const record = level_ < s_.most_records ? s_.records + level_ : nullptr;
      choose(all);
      if (record && bfs_engine::thread_of_grid() == 0) {
        record->bottom_up = bottom_up_;
        record->frontier = frontier;
        record->began = bfs_engine::global_nanoseconds();
      }
      if (bottom_up_) {
        step_bottom_up(all, frontier);
      } else {
        expansion(s_, visited(), level_, shared_).run(all);
        is_marked_ = false;
      }
      before_ = frontier;
      meet(s_, ++meeting_, record, all);
    }
    if (bfs_engine::thread_of_grid() == 0) *s_.outcome = {reached_, level_, depth_, meeting_};
  }

 private:
  /// Frontiers that shrink below so many vertices, or a share of all, are searched top-down again.
  static constexpr unsigned long long few_vertices = 64, few_share = 1024;

  [[nodiscard]] __device__ std::uint32_t* visited() const { return s_.at<std::uint32_t>(s_.rank, s_.room.bitmap_at(which_)); }

  // Bits that stand for no vertex count as visited, so that no step has to ask; others write only after the first meeting.
  __device__ void start() {
    const std::uint32_t words = s_.bitmap_words(), source = s_.source == no_vertex ? no_vertex : s_.word_of(s_.source);
    std::uint32_t* const bits = visited();
    for (std::uint32_t w = bfs_engine::thread_of_grid(); w < words; w += bfs_engine::threads_in_grid()) {
      const std::uint32_t chunk = w / bfs_engine::chunk_words,
                          own = chunk / s_.room.ranks * bfs_engine::chunk_words + w % bfs_engine::chunk_words;
      bits[w] = chunk % s_.room.ranks != s_.rank
                    ? 0
                    : ~bfs_engine::valid_bits(own, s_.num_vertices) | (w == source ? 1u << (s_.source % 32) : 0);
    }
    for (std::uint32_t v = bfs_engine::thread_of_grid(); v < s_.num_vertices; v += bfs_engine::threads_in_grid()) {
      s_.predecessors[v] = v == s_.source ? s_.column_of(s_.rank, v) : no_vertex;
      if (s_.distances) s_.distances[v] = v == s_.source ? 0 : unreachable;
    }
    if (bfs_engine::thread_of_grid() == 0 && s_.source != no_vertex) {
      const peer_lists lists{s_, s_.room.list_at(0, s_.rank)};
      lists.put(0, s_.source);
      atomicAdd(&s_.counters->phase.found, 1u);
      atomicAdd(&s_.counters->listed, 1u);
      atomicAdd(&s_.counters->edges, static_cast<unsigned long long>(s_.out_degrees[s_.source]));
    }
  }

  // Beamer's rule with the numbers of all ranks. Top-down needs a list of all that is in the frontier.
  __device__ void choose(const meeting_words& all) {
    if (bottom_up_) {
      const double few =
          fmin(static_cast<double>(s_.all_vertices) / s_.beta, static_cast<double>(max(few_vertices, s_.all_vertices / few_share)));
      const bool is_listed = all.listed_before[s_.room.ranks] == all.found;
      bottom_up_ = !is_listed || all.found >= before_ || static_cast<double>(all.found) > few;
    } else if (!s_.top_down_only) {
      bottom_up_ = static_cast<double>(all.edges) > static_cast<double>(unexplored_) / s_.alpha;
      unexplored_ -= min(unexplored_, all.edges);
    }
  }

  __device__ void step_bottom_up(const meeting_words& all, unsigned long long frontier) {
    if (!is_marked_ && s_.room.ranks > 1) {
      mark_frontier(s_, all, level_, visited());
      cooperative_groups::this_grid().sync();
    }
    is_marked_ = true;
    std::uint32_t* const now = visited();
    which_ ^= 1;
    // Copying the hubs' bits to every block pays while many vertices look for them.
    const bool many_look = 2 * reached_ < s_.all_vertices, lists = frontier < before_;
    bfs_engine::bottom_up<1>(s_, now, visited(), level_, many_look, nullptr, s_.counters->phase, shared_);
    tell_bits(now, visited(), lists);
  }

  /// The chunks of this warp: `next` to all ranks, and what is new in it to their lists, too, where it may be little.
  __device__ void tell_bits(const std::uint32_t* now, const std::uint32_t* next, bool lists) {
    peer_queue queue = queue_of_level(s_, level_, shared_);
    const std::uint32_t chunks = bfs_engine::words_of(s_.num_vertices) / bfs_engine::chunk_words;
    for (std::uint32_t chunk = bfs_engine::warp_of_grid(); chunk < chunks; chunk += bfs_engine::warps_in_grid()) {
      const std::uint32_t first = s_.first_word(chunk), mine = lane() % bfs_engine::chunk_words;
      const std::uint32_t word = __ldcg(next + first + mine), before = lists ? __ldcg(now + first + mine) : word;
      for (unsigned r = lane() / bfs_engine::chunk_words; r < s_.room.ranks; r += warp_lanes / bfs_engine::chunk_words) {
        if (r != s_.rank) s_.at<std::uint32_t>(r, s_.room.bitmap_at(which_))[first + mine] = word;
      }
      for (unsigned k = 0; lists && k < bfs_engine::chunk_words; ++k) {
        const std::uint32_t found = __shfl_sync(all_lanes, word & ~before, static_cast<int>(k));
        queue.push((found >> lane() & 1) != 0, (chunk * bfs_engine::chunk_words + k) * 32 + lane());
      }
    }
    if (lists) queue.flush_block();
  }

  const peer_search& s_;
  std::uint32_t* const shared_;
  unsigned long long unexplored_, reached_ = 0, before_ = 0;
  std::uint32_t meeting_;
  unsigned level_ = 0, depth_ = 0, which_ = 0;
  bool bottom_up_ = false;
  bool is_marked_ = false;  // the bitmap has the frontier of all ranks
};

__global__ void __launch_bounds__(bfs_engine::block_threads, 1) peer_search_kernel(const __grid_constant__ peer_search s) {
  extern __shared__ __align__(16) std::uint32_t shared[];
  peer_levels(s, shared).run();
}

}  // namespace fathom::ranks_engine
