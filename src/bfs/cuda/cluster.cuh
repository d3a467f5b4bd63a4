// Levels of lattices and road networks, which have hundreds of levels of a few thousand vertices, by a single thread-block cluster
// that keeps the frontier, and the bits of visited vertices if they fit, in distributed shared memory. The neighbors of a vertex,
// at most four (cuda_search::quads), are fetched together with the claim on it, so that a level costs one trip to the L2 cache and
// two between the thread blocks: of the discovered vertices, and of their number. Nothing waits for the writes of results.
#pragma once

#include "bfs/cuda/classify.cuh"
#include "bfs/cuda/one_block.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"
#include "gpu/cluster.cuh"
#include "gpu/warp.cuh"

#ifdef FATHOM_HAS_CLUSTERS

#include <cooperative_groups.h>

namespace fathom::bfs_engine {

/// A vertex of the frontier and its predecessor, or no_vertex if its results are already written.
struct discovery {
  std::uint32_t vertex, predecessor;
};

/// A thread block's part of the visited bits and of two frontiers, the current one and the next. The `at`-th vertex that thread
/// block r discovers goes to thread block (at + r) mod C, into the r-th of the C segments there: this balances the thread blocks
/// and needs no allocation of positions. Word w of the bitmap is in thread block w mod C.
struct cluster_memory {
  static constexpr unsigned capacity = 2'048;
  static constexpr std::uint32_t words = (bytes_of_cluster - 2 * capacity * (sizeof(uint4) + sizeof(discovery))) / 4;
  uint4 quad[2][capacity];
  discovery found[2][capacity];
  std::uint32_t visited[words];
};
static_assert(sizeof(cluster_memory) == bytes_of_cluster);

enum cluster_flags : unsigned { leaves_cluster = 1, found_target = 2 };

/// Counts of a thread block in a level: vertices that it has discovered, flags, and edges, for a report.
class cluster_message {
 public:
  __device__ static std::uint64_t of(const block_level& level) {
    const unsigned flags = level.leave | (level.found > cluster_memory::capacity ? leaves_cluster : 0u);
    return level.found | static_cast<std::uint64_t>(flags) << 32 | static_cast<std::uint64_t>(level.edges) << 34;
  }
  [[nodiscard]] __device__ unsigned found() const { return static_cast<unsigned>(bits_); }
  [[nodiscard]] __device__ unsigned flags() const { return static_cast<unsigned>(bits_ >> 32) & 3; }
  [[nodiscard]] __device__ unsigned edges() const { return static_cast<unsigned>(bits_ >> 34); }

 private:
  std::uint64_t bits_;
};

/// Of all thread blocks together.
struct cluster_level {
  unsigned found, flags;
};

struct cluster_tables {
  block_level local[3];  ///< of this thread block: the current level, the next, and one that is being cleared
  cluster_message message[2][most_cluster_blocks];
  cluster_level level[2];
  cuda::arrivals messages[2], entries[2];
};

template <class Offset>
class cluster_search {
 public:
  __device__ cluster_search(const cuda_search<Offset, cluster_room>& s, std::uint32_t* visited, std::uint32_t* shared,
                            cluster_tables& tables)
      : s_(s),
        visited_(visited),
        memory_(*reinterpret_cast<cluster_memory*>(shared)),
        tables_(tables),
        blocks_(cooperative_groups::this_cluster().num_blocks()),
        rank_(cooperative_groups::this_cluster().block_rank()),
        shift_(exponent_of(blocks_)),
        words_(words_of(s.num_vertices)),
        near_(divided(words_ + blocks_ - 1) <= cluster_memory::words) {}

  /// Called by all thread blocks of the first cluster. The frontier is in `queue` before and after; s.progress holds the final
  /// state. `spill` must have room for all vertices.
  __device__ void run(std::uint32_t* queue, std::uint32_t* spill, search_progress p) {
    spill_ = spill;
    start();
    for (unsigned i = threadIdx.x; i * blocks_ + rank_ < p.frontier; i += block_threads) {
      const std::uint32_t v = queue[i * blocks_ + rank_];
      put(i, {v, no_vertex}, s_.quads[v], p.level, tables_.local[0]);
      if (i == (p.frontier - rank_ - 1) / blocks_) tables_.local[0].found = i + 1;
    }
    exchange(0);
    while (p.frontier > 0 && tables_.level[now()].flags == 0 && !is_last(s_.options, static_cast<hop_count>(p.level)) &&
           (p.reached < s_.num_vertices || s_.records)) {
      step(p);
    }
    give_back(queue, p);
  }

 private:
  __device__ static void sync() { cooperative_groups::this_cluster().sync(); }

  // The number of thread blocks is a power of two; a division would be among the most expensive operations per vertex.
  __device__ unsigned divided(unsigned i) const { return i >> shift_; }
  __device__ unsigned modulo(unsigned i) const { return i & (blocks_ - 1); }

  __device__ unsigned segment() const { return divided(cluster_memory::capacity); }

  template <class T>
  __device__ std::uint32_t there(const T* mine, unsigned rank) const {
    return cuda::address_in_block(cuda::shared_address(mine), rank);
  }

  __device__ void start() {
    if (threadIdx.x < 3) tables_.local[threadIdx.x] = {};
    if (threadIdx.x < 2) tables_.messages[threadIdx.x].start(), tables_.entries[threadIdx.x].start();
    for (std::uint32_t i = threadIdx.x; near_ && i * blocks_ + rank_ < words_; i += block_threads) {
      memory_.visited[i] = __ldcg(visited_ + i * blocks_ + rank_);
    }
    sync();
  }

  // Frontiers, messages and arrivals are in use in turn. No thread block is two levels ahead of another, since each level needs a
  // message of every one.
  __device__ unsigned receiving() const { return round_ & 1; }
  __device__ unsigned now() const { return receiving() ^ 1; }

  /// Sends this thread block's counts of level slot `of` to all, and waits for theirs and for the vertices that they have sent.
  __device__ void exchange(unsigned of) {
    const unsigned turn = receiving(), parity = round_ >> 1 & 1;
    __syncthreads();
    ++round_;
    if (threadIdx.x < warp_lanes) talk(turn, parity, tables_.local[of]);
    tables_.entries[turn].wait(parity);
    slot_ = of;
  }

  /// By one warp, a lane per thread block.
  __device__ void talk(unsigned turn, unsigned parity, const block_level& mine) {
    const bool talks = lane() < blocks_;
    if (lane() == 0) tables_.messages[turn].expect(blocks_ * static_cast<unsigned>(sizeof(cluster_message)));
    if (talks) {
      cuda::send(there(&tables_.message[turn][rank_], lane()), cluster_message::of(mine), there(&tables_.messages[turn], lane()));
    }
    tables_.messages[turn].wait(parity);
    const unsigned found = cuda::warp_sum(talks ? tables_.message[turn][lane()].found() : 0u);
    const unsigned flags = cuda::warp_or(talks ? tables_.message[turn][lane()].flags() : 0u);
    const unsigned coming = cuda::warp_sum(talks ? size_of(lane()) : 0u);
    if (lane() == 0) {
      tables_.level[turn] = {found, flags};
      tables_.entries[turn].expect(coming * static_cast<unsigned>(sizeof(uint4) + sizeof(discovery)));
    }
  }

  __device__ void step(search_progress& p) {
    const unsigned long long began = s_.records ? global_nanoseconds() : 0;
    const unsigned next = (slot_ + 1) % 3;
    if (threadIdx.x == 0) tables_.local[(slot_ + 2) % 3] = {};
    expand(p.level, tables_.local[next]);
    exchange(next);
    const unsigned found = tables_.level[now()].found;
    if (rank_ == 0 && threadIdx.x == 0 && s_.records) {
      unsigned edges = 0;
      for (unsigned r = 0; r < blocks_; ++r) edges += tables_.message[now()][r].edges();
      write_record(s_, p, {0, p.frontier, found, change::none, edges, 0, 0, global_nanoseconds() - began});
    }
    p.previous = p.frontier;
    p.frontier = found;
    p.reached += found;
    ++p.level;
  }

  /// Index of the first entry of the r-th segment among the discoveries of thread block r, and the number of entries of the
  /// segment.
  __device__ unsigned first_of(unsigned r) const { return modulo(rank_ + blocks_ - r); }
  __device__ unsigned size_of(unsigned r) const {
    const unsigned found = min(tables_.message[now()][r].found(), cluster_memory::capacity), first = first_of(r);
    return found > first ? divided(found - first + blocks_ - 1) : 0;
  }

  /// Each warp processes one segment or a part of it, four lanes per vertex.
  __device__ void expand(unsigned level, block_level& counts) {
    const unsigned warp = threadIdx.x / warp_lanes, r = modulo(warp);
    const unsigned items = size_of(r) * 4, step = divided(block_warps) * warp_lanes, begin = divided(warp) * warp_lanes;
    if (items <= step) {
      if (begin < items) expand_items<1>(r, begin, step, items, level, counts);
    } else {
      for (unsigned base = begin; base < items; base += 2 * step) expand_items<2>(r, base, step, items, level, counts);
    }
  }

  template <unsigned Count>
  __device__ void expand_items(unsigned r, unsigned base, unsigned step, unsigned items, unsigned level, block_level& counts) {
    const uint4* const quads = memory_.quad[now()] + r * segment();
    const discovery* const found = memory_.found[now()] + r * segment();
    std::uint32_t from[Count], to[Count];
    bool in_row[Count];
    for (unsigned k = 0; k < Count; ++k) {
      const unsigned at = base + k * step + lane();
      const bool there = at < items;
      from[k] = there ? found[at / 4].vertex : no_vertex;
      in_row[k] = there && quads[at / 4].x == quad_of_few;
      to[k] = there && !in_row[k] ? reinterpret_cast<const std::uint32_t*>(quads)[at] : no_vertex;
    }
    discover(from, to, level, counts);
    for (unsigned k = 0; k < Count; ++k) {
      const unsigned at = base + k * step + lane();
      if (at < items && at % 4 == 0) write_results(found[at / 4], level);
      if (__any_sync(all_lanes, in_row[k])) {
        expand_rows(from[k], in_row[k] ? quads[at / 4] : uint4{}, level, counts);
      }
    }
  }

  /// For vertices with more than four but few neighbors: the four lanes of a vertex process its row together.
  __device__ void expand_rows(std::uint32_t from, uint4 quad, unsigned level, block_level& counts) {
    const std::uint32_t* const row = row_of(quad);
    const std::uint32_t same[] = {from, from};
#pragma unroll 1
    for (unsigned e = lane() % 4; __any_sync(all_lanes, e < quad.w); e += 8) {
      std::uint32_t to[2];
      for (unsigned k = 0; k < 2; ++k) to[k] = load_if(e + 4 * k < quad.w, row + e + 4 * k, no_vertex);
      discover(same, to, level, counts);
    }
  }

  __device__ const std::uint32_t* row_of(uint4 quad) const {
    return s_.out.targets + (static_cast<edge_offset>(quad.z) << 32 | quad.y);
  }

  /// Called by whole warps. Skips entries of `to` from num_vertices on.
  template <unsigned Count>
  __device__ void discover(const std::uint32_t (&from)[Count], const std::uint32_t (&to)[Count], unsigned level,
                           block_level& counts) {
    uint4 quad[Count];
    bool fresh[Count];
    unsigned edges = 0;
    for (unsigned k = 0; k < Count; ++k) {
      fresh[k] = to[k] < s_.num_vertices;
      quad[k] = load_if(fresh[k], s_.quads + to[k]);
      edges += fresh[k];
    }
    for (unsigned k = 0; k < Count; ++k) fresh[k] = claim(fresh[k], to[k]);
    if (s_.records) cuda::warp_add(&counts.edges, edges);
    for (unsigned k = 0; k < Count; ++k) {
      const unsigned lanes = __ballot_sync(all_lanes, fresh[k]);
      if (lanes == 0) continue;
      const unsigned first = cuda::warp_reserve(&counts.found, static_cast<unsigned>(__popc(lanes)));
      if (!fresh[k]) continue;
      if (to[k] == s_.options.target) {
        *s_.target_level = level + 1;
        atomicOr(&counts.leave, found_target);
      }
      put(first + cuda::warp_rank(lanes), {to[k], from[k]}, quad[k], level + 1, counts);
      prefetch(quad[k]);
    }
  }

  /// Lanes without a vertex take part with a word of their own, as in claim_if().
  __device__ bool claim(bool wanted, std::uint32_t v) {
    const std::uint32_t w = v / 32;
    if (!near_) return claim_if(wanted, visited_ + (wanted ? w : lane()), v);
    const std::uint32_t bit = wanted ? 1u << (v % 32) : 0, mine = cuda::shared_address(memory_.visited + lane());
    return (bit & ~cuda::or_in_cluster(wanted ? there(memory_.visited + divided(w), modulo(w)) : mine, bit)) != 0;
  }

  /// The next level fetches the quads of this one's neighbors.
  __device__ void prefetch(uint4 quad) const {
    const bool listed = quad.x < s_.num_vertices;
    prefetch_if(listed, s_.quads + quad.x);
    prefetch_if(listed && quad.y < s_.num_vertices, s_.quads + quad.y);
    prefetch_if(listed && quad.z < s_.num_vertices, s_.quads + quad.z);
    prefetch_if(listed && quad.w < s_.num_vertices, s_.quads + quad.w);
    prefetch_if(quad.x == quad_of_few, row_of(quad));
  }

  /// Results are written a level after their discovery, when no thread block waits for this one.
  __device__ void write_results(discovery d, unsigned level) {
    if (d.predecessor == no_vertex) return;
    if (s_.predecessors) s_.predecessors[d.vertex] = d.predecessor;
    if (s_.distances) s_.distances[d.vertex] = static_cast<std::int32_t>(level);
  }

  /// Sends a vertex of the frontier of `level`, the `at`-th one that this thread block has found, to its thread block.
  __device__ void put(unsigned at, discovery d, uint4 quad, unsigned level, block_level& counts) {
    if (quad.x == quad_of_many) atomicOr(&counts.leave, leaves_cluster);
    if (at >= cluster_memory::capacity) {
      spill_[atomicAdd(s_.spilled, 1u)] = d.vertex;
      write_results(d, level);
      return;
    }
    const unsigned block = modulo(at + rank_), place = rank_ * segment() + divided(at), turn = receiving();
    const std::uint32_t entries = there(&tables_.entries[turn], block);
    cuda::send(there(&memory_.quad[turn][place], block), quad, entries);
    cuda::send(there(&memory_.found[turn][place], block), static_cast<std::uint64_t>(d.predecessor) << 32 | d.vertex, entries);
  }

  __device__ void give_back(std::uint32_t* queue, search_progress& p) {
    unsigned begin = 0;
    for (unsigned r = 0; r < blocks_; ++r) {
      const unsigned size = size_of(r);
      for (unsigned i = threadIdx.x; i < size; i += block_threads) {
        const discovery d = memory_.found[now()][r * segment() + i];
        queue[begin + first_of(r) + i * blocks_] = d.vertex;
        write_results(d, p.level);
      }
      begin += min(tables_.message[now()][r].found(), cluster_memory::capacity);
    }
    for (std::uint32_t i = threadIdx.x; near_ && i * blocks_ + rank_ < words_; i += block_threads) {
      visited_[i * blocks_ + rank_] = memory_.visited[i];
    }
    sync();  // the vertices that did not fit are visible
    for (unsigned i = threadIdx.x + rank_ * block_threads; i < p.frontier - begin; i += blocks_ * block_threads) {
      queue[begin + i] = __ldcg(&spill_[i]);
    }
    if (threadIdx.x < 2) tables_.messages[threadIdx.x].stop(), tables_.entries[threadIdx.x].stop();
    sync();
    if (rank_ != 0) return;
    p.classified = 0;
    if (p.frontier > 0 && p.frontier <= most_classified_in_one_block && !is_over(s_, p)) classify_in_one_block(s_, queue, p);
    if (threadIdx.x == 0) {
      *s_.progress = p;
      *s_.spilled = 0;
    }
  }

  const cuda_search<Offset, cluster_room>& s_;
  std::uint32_t* const visited_;
  cluster_memory& memory_;
  cluster_tables& tables_;
  const unsigned blocks_, rank_, shift_;
  const std::uint32_t words_;
  const bool near_;  ///< the visited bits are in the cluster's memory
  std::uint32_t* spill_ = nullptr;
  unsigned round_ = 0, slot_ = 0;
};

}  // namespace fathom::bfs_engine
#endif
