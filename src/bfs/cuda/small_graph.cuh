// Search of a small graph by one thread-block cluster, without grid barriers. Each thread block keeps the bitmaps of all vertices
// in its shared memory. All thread blocks repeat a top-down level of few edges; the new bits of a bottom-up level are sent to all
// of them. Devices without clusters search with one thread block.
#pragma once

#include "bfs/cuda/leave.cuh"
#include "bfs/cuda/map_back.cuh"
#include "bfs/cuda/one_block.cuh"
#include "bfs/cuda/parents.cuh"
#include "bfs/cuda/row_lists.cuh"
#include "bfs/cuda/small_graph_team.cuh"
#include "bfs/cuda/unreached.cuh"
#include "gpu/block.cuh"

namespace fathom::bfs_engine {

/// Level loop as seen by one thread; all threads hold the same values. The number of thread blocks is a power of two.
template <int Width>
class small_graph_search {
  using search = cuda_search<std::uint32_t, small_graph_room>;
  using room = small_graph_room;

 public:
  __device__ small_graph_search(const search& s, std::uint32_t* shared, word_exchange& exchange)
      : s_(s),
        exchange_(exchange),
        words_(words_of(s.num_vertices)),
        words_of_thread_((words_ + block_threads - 1) / block_threads),
        bitmaps_(shared),
        claims_(shared + 3 * words_),
        vertex_(claims_ + words_),
        first_(vertex_ + room::capacity),
        degree_(first_ + room::capacity),
        is_long_(degree_ + room::capacity),
        unexplored_(s.num_edges) {
    bottom_up_ = s.options.strategy == bfs_strategy::bottom_up;
    p_.frontier = 1;
    p_.reached = 1;
  }

  __device__ void run(const map_back_arrays& mapping) {
    start();
    while (!is_over(s_, p_)) {
      if (!bottom_up_ && p_.frontier <= small_frontier && expects_many_levels()) {
        list_whole_frontier();
        if (!has_long_rows_) {
          search_in_block_0();
          if (is_over(s_, p_)) break;
        }
      }
      if (p_.reached == s_.num_vertices && (bottom_up_ || !s_.records)) {
        // No unvisited vertex is left. A top-down level is still run if its edges are to be recorded.
        finish_level({}, 0, global_nanoseconds());
        break;
      }
      const unsigned long long began = s_.records ? global_nanoseconds() : 0;
      level_record r{};
      r.why = choose_direction(r);
      if (bottom_up_) {
        step_bottom_up(r);
      } else {
        step_top_down(r);
      }
      finish_level(r, count_new(), began);
      if (bottom_up_ && returns_top_down(s_, p_)) bottom_up_ = false;
    }
    finish(mapping);
  }

 private:
  // Three bitmaps in turn: a fast thread block may write the next level's while a slow one still compares the last two.
  __device__ std::uint32_t* visited() const { return bitmaps_ + turn_ * words_; }
  __device__ std::uint32_t* before() const { return bitmaps_ + (turn_ + 2) % 3 * words_; }
  __device__ std::uint32_t* next() const { return bitmaps_ + (turn_ + 1) % 3 * words_; }

  __device__ void start() {
    const std::uint32_t word = s_.source / 32;
    for (std::uint32_t w = threadIdx.x; w < words_; w += block_threads) {
      before()[w] = ~valid_bits(w, s_.num_vertices);
      visited()[w] = before()[w] | (w == word ? 1u << (s_.source % 32) : 0);
      claims_[w] = 0;
    }
    if (threadIdx.x == 0) exchange_.start();
    if (thread_of_grid() == 0) {
      *s_.end.times = global_nanoseconds();
      for (unsigned i = 0; i < 3; ++i) s_.counters[i] = {};
      *s_.target_level = s_.source == s_.options.target ? 0 : no_level;
      if (s_.predecessors) s_.predecessors[s_.source] = s_.root_predecessor;
      if (s_.distances) s_.distances[s_.source] = 0;
    }
    if (others_read_results()) block_team::sync();
    count_new();
  }

  /// Whether frontiers grow slowly, as in lattices and similar graphs; in others they grow severalfold per level.
  __device__ bool expects_many_levels() const {
    return (p_.level >= 3 && p_.frontier >= p_.previous && p_.frontier <= 2 * p_.previous) || p_.level >= 8;
  }

  /// Levels of few vertices with short rows, from the listed frontier. Each takes less time than step_alone(), but the barriers and
  /// copies before and after them take as long as several levels.
  __device__ void search_in_block_0() {
    block_team::sync();
    if (blockIdx.x == 0) {
      for (unsigned i = threadIdx.x; i < p_.frontier; i += block_threads) s_.queue[0][i] = vertex_[i];
      __syncthreads();
      row_lists<std::uint32_t, room> lists(s_, visited(), vertex_);
      search_in_one_block<false>(s_, lists, s_.queue[0], p_);
      send_bitmaps(read_once(s_.progress).frontier);
    }
    block_team::sync();
    p_ = read_once(s_.progress);
    apart_ = is_listed_ = false;
    count_new();
  }

  /// Sends visited() and before(), which has no bits of the `frontier` vertices in the queue, to all thread blocks.
  __device__ void send_bitmaps(unsigned frontier) {
    for (std::uint32_t w = threadIdx.x; w < words_; w += block_threads) before()[w] = visited()[w];
    __syncthreads();
    for (unsigned i = threadIdx.x; i < frontier; i += block_threads) {
      const std::uint32_t v = s_.queue[0][i];
      atomicAnd(before() + v / 32, ~(1u << (v % 32)));
    }
    __syncthreads();
    for (std::uint32_t w = threadIdx.x; w < words_; w += block_threads) {
      for (unsigned block = 1; block < gridDim.x; ++block) {
        *block_team::in_block(visited() + w, block) = visited()[w];
        *block_team::in_block(before() + w, block) = before()[w];
      }
    }
  }

  /// Whether a level needs what other thread blocks have written to device memory in the one before.
  __device__ bool others_read_results() const { return s_.records || s_.options.target != no_vertex; }

  __device__ change choose_direction(level_record& r) {
    if (bottom_up_) return change::none;
    const bool may_change = s_.options.strategy == bfs_strategy::direction_optimizing && s_.in.offsets != nullptr;
    const bool by_edges = may_change && s_.options.switching != bfs_switching::hub_ratio;
    const auto unexplored = static_cast<float>(unexplored_);
    const float expected = static_cast<float>(p_.frontier) * s_.mean_degree;
    r.unexplored = unexplored_;
    if (by_edges && has_grown(s_, p_) && many_frontier_edges(s_.options, expected / 2, unexplored)) {
      // The frontier is so large that its edges need not be counted.
      r.edges = static_cast<unsigned long long>(expected);
      bottom_up_ = true;
      return change::edges;
    }
    list_whole_frontier();
    r.edges = by_edges ? p_.edges : p_.hubs;
    const auto edges = static_cast<float>(p_.edges);
    if (by_edges && many_frontier_edges(s_.options, edges, unexplored) && pays_bottom_up(s_, p_, edges, unexplored_)) {
      bottom_up_ = true;
      return change::edges;
    }
    if (may_change && !by_edges && p_.hubs > s_.options.gamma * s_.num_hubs) {
      bottom_up_ = true;
      return change::hubs;
    }
    unexplored_ -= min(unexplored_, p_.edges);
    return change::none;
  }

  /// Counts the frontier's edges, hubs and long rows. A frontier that fits is in the list afterwards.
  __device__ void list_whole_frontier() {
    if (is_listed_) return;
    p_.edges = 0, p_.hubs = 0, has_long_rows_ = false;
    for (unsigned begin = 0; begin < p_.frontier; begin += room::capacity) list_frontier(begin);
    is_listed_ = true;
  }

  /// Lists the frontier's vertices from number `begin` on, the same in every thread block, and adds their edges and hubs to p_.
  __device__ void list_frontier(unsigned begin) {
    const unsigned count = min(p_.frontier - begin, room::capacity);
    unsigned at = before_me_ - begin;  // may wrap around
    for (std::uint32_t w = first_word(); w < last_word(); ++w) {
      cuda::for_each_bit(visited()[w] & ~before()[w], [&](int bit) {
        if (at < count) vertex_[at] = w * 32 + static_cast<unsigned>(bit);
        ++at;
      });
    }
    __syncthreads();
    unsigned edges = 0, hubs = 0, longs = 0;
    for (unsigned base = 0; base < count; base += block_threads) {
      const unsigned i = base + threadIdx.x;
      const std::uint32_t v = i < count ? vertex_[i] : no_vertex;
      const std::uint32_t first = load_if(v != no_vertex, s_.out.offsets + v, 0u);
      const std::uint32_t degree = load_if(v != no_vertex, s_.out.offsets + v + 1, 0u) - first;
      if (i < count) first_[i] = first, degree_[i] = degree;
      longs += degree > long_row;
      edges += degree, hubs += v != no_vertex && degree >= s_.hub_degree;
      const unsigned long_rows = __ballot_sync(all_lanes, degree > long_row);
      if (lane() == 0 && i < count) is_long_[i / 32] = long_rows;
    }
    const std::uint64_t all = cuda::block_sum<block_threads>(edges | std::uint64_t{hubs} << 24 | std::uint64_t{longs} << 44);
    p_.edges += all & 0xFFFFFF;
    p_.hubs += all >> 24 & 0xFFFFF;
    has_long_rows_ |= all >> 44 != 0;
  }

  __device__ void step_top_down(level_record& r) {
    r.inspected = p_.edges;
    alone_ = p_.edges <= edges_alone && p_.frontier <= room::capacity;
    if (alone_) {
      step_alone();
      return;
    }
    apart_ = false;
    const unsigned long long edges = p_.edges;
    const unsigned hubs = p_.hubs;
    for (unsigned begin = 0; begin < p_.frontier; begin += room::capacity) {
      if (p_.frontier > room::capacity) {
        __syncthreads();  // all have expanded the part before
        list_frontier(begin);
      }
      const unsigned count = min(p_.frontier - begin, room::capacity);
      expand_short_rows(count);
      if (has_long_rows_) expand_long_rows(count);
    }
    p_.edges = edges, p_.hubs = hubs;
    block_team::sync();
    // Word w belongs to thread block w mod gridDim.x, where a lane takes the claims of one thread block and sends it the new word.
    const unsigned blocks = gridDim.x, block = threadIdx.x & (blocks - 1);
    for (std::uint32_t base = 0; base < words_; base += block_threads) {
      const std::uint32_t w = base + (threadIdx.x & ~(blocks - 1)) + blockIdx.x;
      const std::uint32_t claims = w < words_ ? *block_team::in_block(claims_ + w, block) : 0;
      const std::uint32_t all = cuda::warp_reduce(
          claims, [](std::uint32_t a, std::uint32_t b) { return a | b; }, blocks);
      if (w < words_) *block_team::in_block(next() + w, block) = visited()[w] | all;
    }
    block_team::sync();
    for (std::uint32_t w = threadIdx.x; w < words_; w += block_threads) claims_[w] = 0;
    take_next();
  }

  /// Each thread block expands a level of few edges for itself, which takes less time than a barrier. The first one writes the
  /// results.
  __device__ void step_alone() {
    expand_short_rows(p_.frontier);
    if (has_long_rows_) expand_long_rows(p_.frontier);
    __syncthreads();
    for (std::uint32_t w = first_word(); w < last_word(); ++w) {
      next()[w] = visited()[w] | claims_[w];
      claims_[w] = 0;
    }
    if (s_.options.target != no_vertex) block_team::sync();
    apart_ = true;
    take_next();
  }

  // The warps that share a level: those of all thread blocks, or of this one.
  __device__ unsigned warp_of_team() const { return alone_ ? threadIdx.x / warp_lanes : warp_of_grid(); }
  __device__ unsigned warps_in_team() const { return alone_ ? block_warps : warps_in_grid(); }

  /// A few lanes per row; a whole warp while all rows have one.
  __device__ void expand_short_rows(unsigned count) {
    const unsigned lanes = count <= warps_in_team() ? warp_lanes : 8, groups = warp_lanes / lanes;
    for (unsigned i = warp_of_team() * groups + lane() / lanes; i < count; i += warps_in_team() * groups) {
      const std::uint32_t first = first_[i], last = first + (degree_[i] > long_row ? 0 : degree_[i]);
      for (std::uint32_t e = first + lane() % lanes; e < last; e += at_once * lanes) visit(vertex_[i], e, last, lanes);
    }
  }

  /// Warps of all thread blocks share a row. They begin at different places in each row, so that all have work in some of them.
  __device__ void expand_long_rows(unsigned count) {
    for (unsigned word = 0; word * 32 < count; ++word) {
      cuda::for_each_bit(is_long_[word], [&](int bit) {
        const unsigned i = word * 32 + static_cast<unsigned>(bit);
        const std::uint32_t first = first_[i], last = first + degree_[i];
        const unsigned part = (warp_of_team() + i * 7) & (warps_in_team() - 1);
        for (std::uint32_t e = first + part * warp_lanes * at_once + lane(); e < last;
             e += warps_in_team() * warp_lanes * at_once) {
          visit(vertex_[i], e, last, warp_lanes);
        }
      });
    }
  }

  static constexpr unsigned at_once = 4;
  /// Most edges of a level that each thread block expands for itself. 2,048 and 8,192 are as fast.
  static constexpr unsigned edges_alone = 4'096;
  static constexpr std::uint32_t long_row = small_degree;  // one thread block does not expand longer ones by itself

  /// Visits the unvisited targets among edges e, e + step, ... of u. Claims are those of the thread block, and no thread waits for
  /// their outcome: if several edges lead to a vertex, any of their results remains. Claims in the shared memory of one of the
  /// thread blocks took 10 us per level, and claims of lanes without a target a microsecond, since all hit one word.
  __device__ void visit(std::uint32_t u, std::uint32_t e, std::uint32_t last, unsigned step) {
    std::uint32_t v[at_once];
    bool fresh[at_once];
    for (unsigned k = 0; k < at_once; ++k) v[k] = load_if(e + k * step < last, s_.out.targets + e + k * step, no_vertex);
    for (unsigned k = 0; k < at_once; ++k) {
      const std::uint32_t word = v[k] != no_vertex ? v[k] / 32 : 0;
      fresh[k] = v[k] != no_vertex && !((visited()[word] | claims_[word]) >> (v[k] % 32) & 1);
    }
    for (unsigned k = 0; k < at_once; ++k) {
      if (!fresh[k]) continue;
      atomicOr(claims_ + v[k] / 32, 1u << (v[k] % 32));
      if (!alone_ || blockIdx.x == 0) record(s_, v[k], u, p_.level);
    }
  }

  __device__ void step_bottom_up(level_record& r) {
    const visited_before<false> bits{s_.bitmap[0], static_cast<std::uint32_t>(__cvta_generic_to_shared(visited())), words_};
    unsigned inspected = 0;
    // Thread blocks that are behind still read the bitmaps that others write.
    bool waits = apart_;
    apart_ = false;
    if (waits) block_team::arrive();
    for (std::uint32_t w = warp_of_grid(); w < words_; w += warps_in_grid()) {
      const std::uint32_t old = visited()[w], v = w * 32 + lane();
      std::uint32_t after = old;
      if (old != 0xFFFFFFFFu) {
        const std::uint32_t parent = find_parent<Width>(s_, bits, !(old >> lane() & 1), v, inspected);
        if (parent != no_vertex) record(s_, v, parent, p_.level);
        after |= __ballot_sync(all_lanes, parent != no_vertex);
      }
      if (waits) block_team::wait();
      waits = false;
      if (lane() < gridDim.x) exchange_.send(exchanges_, lane(), next() + w, after);
    }
    if (waits) block_team::wait();
    if (threadIdx.x < gridDim.x) exchange_.announce(exchanges_, threadIdx.x, words_of_block());
    if (s_.records) {
      cuda::warp_add(&s_.counters[exchanges_ % 3].inspected, inspected);
      if (thread_of_grid() == 0) s_.counters[(exchanges_ + 1) % 3] = {};
    }
    exchange_.wait(exchanges_);
    if (others_read_results()) block_team::sync();
    if (s_.records) r.inspected = __ldcg(&s_.counters[exchanges_ % 3].inspected);
    ++exchanges_;
    take_next();
  }

  /// Words of a bitmap that this thread block computes in a bottom-up level.
  __device__ unsigned words_of_block() const {
    const unsigned all = warps_in_grid(), first = blockIdx.x * block_warps;
    const unsigned rest = words_ % all;
    return words_ / all * block_warps + (rest > first ? min(rest - first, block_warps) : 0);
  }

  __device__ void take_next() {
    turn_ = (turn_ + 1) % 3;
    is_listed_ = false;
  }

  // A thread's part of the words of a bitmap.
  __device__ std::uint32_t first_word() const { return min(threadIdx.x * words_of_thread_, words_); }
  __device__ std::uint32_t last_word() const { return min(first_word() + words_of_thread_, words_); }

  /// Vertices that the last level has discovered, and how many of them are in words of threads before this one.
  __device__ unsigned count_new() {
    unsigned mine = 0, all;
    for (std::uint32_t w = first_word(); w < last_word(); ++w) mine += __popc(visited()[w] & ~before()[w]);
    before_me_ = cuda::block_exclusive_sum<block_threads>(mine, all);
    return all;
  }

  __device__ void finish_level(const level_record& r, unsigned found, unsigned long long began) {
    bfs_engine::finish_level(s_, p_, bottom_up_, r, found, began);
  }

  __device__ void finish(const map_back_arrays& mapping) {
    if (p_.reached < s_.num_vertices) write_unreached(s_, visited());
    for (std::uint32_t w = thread_of_grid(); w < words_; w += threads_in_grid()) s_.bitmap[0][w] = visited()[w];
    if (mapping.caller_vertices > 0) {
      block_team::sync();
      if (thread_of_grid() == 0) s_.end.times[1] = global_nanoseconds();
      if (!mapping.mapped_predecessors) {
        map_back_tiles<true, false>(mapping);
      } else if (mapping.mapped_distances) {
        map_back_tiles<true, true>(mapping);
      } else {
        map_back_tiles<false, true>(mapping);
      }
    }
    p_.bitmap = 0;
    const bool maps = mapping.caller_vertices > 0;
    leave(s_.end, [this, maps](search_summary& summary) {
      summary.progress = p_;
      summary.began = __ldcg(s_.end.times);
      summary.mapped = global_nanoseconds();
      summary.searched = maps ? __ldcg(s_.end.times + 1) : summary.mapped;
    });
  }

  const search& s_;
  word_exchange& exchange_;
  const std::uint32_t words_, words_of_thread_;
  std::uint32_t* const bitmaps_;
  std::uint32_t* const claims_;
  std::uint32_t* const vertex_;
  std::uint32_t* const first_;
  std::uint32_t* const degree_;
  std::uint32_t* const is_long_;  // a bit per entry of the list
  unsigned long long unexplored_;
  search_progress p_;
  bool bottom_up_ = false;
  bool apart_ = true;       // thread blocks may be at different levels, or not have started yet
  unsigned before_me_ = 0;  // vertices of the frontier in words of threads before this one
  unsigned exchanges_ = 0;  // bottom-up levels so far
  bool is_listed_ = false;  // the frontier's counts are known, and it is in the list if it fits
  bool has_long_rows_ = false;
  bool alone_ = false;  // each thread block expands this level for itself
  unsigned turn_ = 0;
};

template <int Width>
__global__ void __launch_bounds__(block_threads, 1)
    small_graph_kernel(const __grid_constant__ cuda_search<std::uint32_t, small_graph_room> s,
                       const __grid_constant__ map_back_arrays mapping) {
  extern __shared__ __align__(16) std::uint32_t shared[];
  __shared__ word_exchange exchange;
  small_graph_search<Width>(s, shared, exchange).run(mapping);
}

static_assert(row_lists<std::uint32_t, small_graph_room>::words <= small_graph_room::list_arrays * small_graph_room::capacity);

}  // namespace fathom::bfs_engine
