// Levels of lattices and road networks, which have hundreds of levels of a few thousand vertices, by a single thread-block cluster
// that keeps the frontier in distributed shared memory. The neighbors of a vertex, at most four (cuda_search::quads), are fetched
// together with the claim on it, so that a level costs one L2 round trip and one cluster barrier.
#pragma once

#include <cooperative_groups.h>

// Code for devices below 9.0 has no clusters. The host's pass sees the code as that for 9.0 does.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define FATHOM_HAS_CLUSTERS
#endif

#ifdef FATHOM_HAS_CLUSTERS

#include <algorithm>

#include "bfs/cuda/classify.cuh"
#include "bfs/cuda/one_block.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"
#include "gpu/warp.cuh"

namespace fathom::bfs_engine {

/// A thread block's part of the frontier. The `at`-th vertex that thread block r discovers goes to thread block (at + r) mod C,
/// into the r-th of the C segments there: this balances the thread blocks and needs no allocation of positions.
struct cluster_lists {
  static constexpr unsigned capacity = 4'096;
  uint4 quad[2][capacity];
  std::uint32_t vertex[2][capacity];
};
static_assert(sizeof(cluster_lists) == bytes_of_cluster_lists);

/// Counts that the thread blocks exchange, for three levels: the current one, the next, and one that is being cleared.
struct cluster_tables {
  block_level local[3];
  unsigned found[3][most_cluster_blocks];
  unsigned leave[3][most_cluster_blocks];
  unsigned edges[3][most_cluster_blocks];
};

template <class Offset>
class cluster_search {
 public:
  __device__ cluster_search(const cuda_search<Offset, cluster_room>& s, std::uint32_t* visited, std::uint32_t* shared,
                            cluster_tables& tables)
      : s_(s),
        visited_(visited),
        lists_(*reinterpret_cast<cluster_lists*>(shared)),
        tables_(tables),
        blocks_(cooperative_groups::this_cluster().num_blocks()),
        rank_(cooperative_groups::this_cluster().block_rank()),
        shift_(exponent_of(blocks_)) {}

  /// Called by all thread blocks of the first cluster. The frontier is in `queue` before and after; s.progress holds the final
  /// state. `spill` must have room for all vertices.
  __device__ void run(std::uint32_t* queue, std::uint32_t* spill, search_progress p) {
    spill_ = spill;
    if (threadIdx.x < 3) tables_.local[threadIdx.x] = {};
    meet();
    for (unsigned i = threadIdx.x; i * blocks_ + rank_ < p.frontier; i += block_threads) {
      const std::uint32_t v = queue[i * blocks_ + rank_];
      put(0, i, v, s_.quads[v], tables_.local[0]);
      if (i == (p.frontier - rank_ - 1) / blocks_) tables_.local[0].found = i + 1;
    }
    exchange(0);
    while (p.frontier > 0 && !all_leave() && !is_over(s_, p) && (p.reached < s_.num_vertices || s_.records)) step(p);
    give_back(queue, p);
  }

 private:
  __device__ static void meet() { cooperative_groups::this_cluster().sync(); }

  // The number of thread blocks is a power of two; a division would be among the most expensive operations per vertex.
  __device__ unsigned divided(unsigned i) const { return i >> shift_; }
  __device__ unsigned modulo(unsigned i) const { return i & (blocks_ - 1); }

  __device__ unsigned segment() const { return divided(cluster_lists::capacity); }

  /// Sends this thread block's counts of level slot `of` to all thread blocks of the cluster and synchronizes.
  __device__ void exchange(unsigned of) {
    __syncthreads();
    if (threadIdx.x < blocks_) {
      cluster_tables& there = *cooperative_groups::this_cluster().map_shared_rank(&tables_, threadIdx.x);
      const block_level mine = tables_.local[of];
      there.found[of][rank_] = mine.found;
      there.leave[of][rank_] = mine.leave || mine.found > cluster_lists::capacity;
      if (s_.records) there.edges[of][rank_] = mine.edges;
    }
    meet();
    now_ = of;
  }

  __device__ bool all_leave() const { return cuda::warp_or(lane() < blocks_ ? tables_.leave[now_][lane()] : 0u) != 0; }

  __device__ void step(search_progress& p) {
    const unsigned long long began = s_.records ? global_nanoseconds() : 0;
    const unsigned next = (now_ + 1) % 3;
    if (threadIdx.x == 0) tables_.local[(now_ + 2) % 3] = {};
    expand(p.level, tables_.local[next]);
    exchange(next);
    turn_ ^= 1;
    const unsigned found = cuda::warp_sum(lane() < blocks_ ? tables_.found[now_][lane()] : 0u);
    if (rank_ == 0 && threadIdx.x == 0 && s_.records) {
      unsigned edges = 0;
      for (unsigned r = 0; r < blocks_; ++r) edges += tables_.edges[now_][r];
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
    const unsigned found = min(tables_.found[now_][r], cluster_lists::capacity), first = first_of(r);
    return found > first ? divided(found - first + blocks_ - 1) : 0;
  }

  /// Each warp processes one segment or a part of it.
  __device__ void expand(unsigned level, block_level& counts) {
    const unsigned warp = threadIdx.x / warp_lanes, r = modulo(warp), sharing = divided(block_warps);
    const unsigned items = size_of(r) * 4, step = sharing * warp_lanes;
    const uint4* const quads = lists_.quad[turn_] + r * segment();
    const auto* const neighbours = reinterpret_cast<const std::uint32_t*>(quads);
    const std::uint32_t* const vertices = lists_.vertex[turn_] + r * segment();
    for (unsigned i = divided(warp) * warp_lanes + lane(); i < items; i += at_once * step) {
      std::uint32_t from[at_once], to[at_once];
      for (unsigned k = 0; k < at_once; ++k) {
        const unsigned at = i + k * step;
        from[k] = at < items ? vertices[at / 4] : no_vertex;
        to[k] = at < items && quads[at / 4].x != quad_of_few ? neighbours[at] : no_vertex;
      }
      discover(from, to, level, counts);
#pragma unroll 1  // rare, and long code
      for (unsigned at = i; at < min(items, i + at_once * step); at += step) {
        if (quads[at / 4].x == quad_of_few) expand_row(vertices[at / 4], quads[at / 4], level, counts);
      }
    }
  }

  /// For vertices with more than four but few neighbors: the four lanes of a vertex process its row together.
  __device__ void expand_row(std::uint32_t from, uint4 quad, unsigned level, block_level& counts) {
    const std::uint32_t* const row = s_.out.targets + (static_cast<edge_offset>(quad.z) << 32 | quad.y);
    const std::uint32_t same[at_once] = {from, from};
#pragma unroll 1
    for (unsigned e = lane() % 4; e < quad.w; e += 4 * at_once) {
      std::uint32_t to[at_once];
      for (unsigned k = 0; k < at_once; ++k) to[k] = load_if(e + 4 * k < quad.w, row + e + 4 * k, no_vertex);
      discover(same, to, level, counts);
    }
  }

  static constexpr unsigned at_once = 2;

  __device__ void discover(const std::uint32_t (&from)[at_once], const std::uint32_t (&to)[at_once], unsigned level,
                           block_level& counts) {
    uint4 quad[at_once];
    bool fresh[at_once];
    unsigned edges = 0;
    for (unsigned k = 0; k < at_once; ++k) {
      fresh[k] = to[k] < s_.num_vertices;
      quad[k] = load_if(fresh[k], s_.quads + to[k]);
      edges += fresh[k];
    }
    for (unsigned k = 0; k < at_once; ++k) fresh[k] = claim_if(fresh[k], visited_ + (fresh[k] ? to[k] : from[0]) / 32, to[k]);
    if (s_.records && edges > 0) atomicAdd(&counts.edges, edges);
    for (unsigned k = 0; k < at_once; ++k) {
      if (!fresh[k]) continue;
      record(s_, to[k], from[k], level);
      put(turn_ ^ 1, next_position(counts), to[k], quad[k], counts);
    }
  }

  __device__ void put(unsigned turn, unsigned at, std::uint32_t v, uint4 quad, block_level& counts) {
    if (quad.x == quad_of_many) counts.leave = 1;
    if (at >= cluster_lists::capacity) {
      spill_[atomicAdd(s_.spilled, 1u)] = v;
      return;
    }
    cluster_lists& there = *cooperative_groups::this_cluster().map_shared_rank(&lists_, modulo(at + rank_));
    const unsigned place = rank_ * segment() + divided(at);
    there.quad[turn][place] = quad;
    there.vertex[turn][place] = v;
  }

  __device__ void give_back(std::uint32_t* queue, search_progress& p) {
    unsigned begin = 0;
    for (unsigned r = 0; r < blocks_; ++r) {
      const unsigned size = size_of(r);
      for (unsigned i = threadIdx.x; i < size; i += block_threads) {
        queue[begin + first_of(r) + i * blocks_] = lists_.vertex[turn_][r * segment() + i];
      }
      begin += min(tables_.found[now_][r], cluster_lists::capacity);
    }
    for (unsigned i = threadIdx.x + rank_ * block_threads; i < p.frontier - begin; i += blocks_ * block_threads) {
      queue[begin + i] = __ldcg(&spill_[i]);
    }
    meet();
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
  cluster_lists& lists_;
  cluster_tables& tables_;
  const unsigned blocks_, rank_, shift_;
  std::uint32_t* spill_ = nullptr;
  unsigned turn_ = 0, now_ = 0;
};

}  // namespace fathom::bfs_engine
#endif
