// Levels of lattices and road networks, which have hundreds of levels of a few thousand vertices, by a single thread-block cluster
// that keeps the frontier, and the bits of visited vertices if they fit, in distributed shared memory. The neighbors of a vertex,
// at most four (cuda_search::quads), are fetched together with the claim on it. A level is a chain of one trip to the L2 cache, one
// to other thread blocks, and the instructions between them. Results are written and further neighbors prefetched only after a
// thread block has announced its level to the others.
#pragma once

#include "bfs/cuda/classify.cuh"
#include "bfs/cuda/cluster_memory.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"
#include "gpu/cluster.cuh"
#include "gpu/warp.cuh"

#ifdef FATHOM_HAS_CLUSTERS

#include <cooperative_groups.h>

namespace fathom::bfs_engine {

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
        near_(divided(words_ + blocks_ - 1) <= cluster_memory::words),
        skips_(near_ && s.records == nullptr),
        sender_(modulo(threadIdx.x / warp_lanes)),
        first_item_(divided(threadIdx.x / warp_lanes) * warp_lanes),
        place_(sender_ * segment() + (first_item_ + lane()) / 4),
        number_(first_of(sender_) + (first_item_ + lane()) / 4 * blocks_),
        most_at_once_(first_of(sender_) + divided(block_warps) * (warp_lanes / 4) * blocks_) {}

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
    while (p.frontier > 0 && all_.flags == 0 && !is_last(s_.options, static_cast<hop_count>(p.level)) &&
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
    if (threadIdx.x < 2) tables_.arrived[threadIdx.x].start(blocks_);
    for (std::uint32_t i = threadIdx.x; near_ && i * blocks_ + rank_ < words_; i += block_threads) {
      memory_.visited[i] = __ldcg(visited_ + i * blocks_ + rank_);
    }
    sync();
  }

  // Frontiers, messages and arrivals are in use in turn. No thread block is two levels ahead of another, since each level needs the
  // announcement of every one.
  __device__ unsigned receiving() const { return round_ & 1; }
  __device__ unsigned now() const { return receiving() ^ 1; }

  /// Announces this thread block's counts of level slot `of` to all, and waits for theirs and for the vertices that they have sent.
  __device__ void exchange(unsigned of) {
    const unsigned turn = receiving(), parity = round_ >> 1 & 1;
    __syncthreads();
    ++round_;
    if (threadIdx.x < blocks_) announce(turn, threadIdx.x, tables_.local[of]);
    finish(rest_);
    rest_ = {};
    tables_.arrived[turn].wait(parity);
    slot_ = of;
    const cluster_message message = tables_.message[turn][lane() % most_cluster_blocks];
    mine_ = first_item(turn);
    const bool talks = lane() < blocks_;
    all_ = {cuda::warp_sum(talks ? message.found() : 0u), cuda::warp_or(talks ? message.flags() : 0u)};
  }

  /// The first item of this lane in the frontier that has arrived. Reads all that it may need from shared memory at once, and
  /// starts the loads from the L2 cache before the level is decided.
  __device__ cluster_item first_item(unsigned turn) {
    arrived_ = tables_.message[turn][sender_].found();
    cluster_item item = item_in(turn, place_, number_ < min(arrived_, cluster_memory::capacity));
    if (__any_sync(all_lanes, item.in_row)) {
      for (unsigned k = 0; k < 2; ++k) in_row_[k] = neighbor_in_row(item, lane() % 4 + 4 * k);
    }
    return item;
  }

  /// The lane's neighbor of the vertex at `place` of a frontier, if it is `there`.
  __device__ cluster_item item_in(unsigned turn, unsigned place, bool there) const {
    const uint4* const quad = &memory_.quad[turn][place];
    const std::uint32_t marker = quad->x, neighbor = reinterpret_cast<const std::uint32_t*>(quad)[lane() % 4];
    const discovery from = memory_.found[turn][place];
    cluster_item item = item_of(there && marker != quad_of_few, from, neighbor);
    item.in_row = there && marker == quad_of_few;
    if (!there) item.from = {no_vertex, no_vertex};
    if (item.in_row) item.quad = *quad;
    return item;
  }

  /// The predecessor is visited and needs no claim.
  __device__ cluster_item item_of(bool there, discovery from, std::uint32_t neighbor) const {
    const bool is_wanted = there && neighbor < s_.num_vertices && !(skips_ && neighbor == from.predecessor);
    return {from, false, is_wanted ? neighbor : no_vertex, load_if(is_wanted, s_.quads + neighbor)};
  }

  /// The e-th one of a vertex with more than four, or no_vertex.
  __device__ std::uint32_t neighbor_in_row(const cluster_item& of, unsigned e) const {
    return load_if(of.in_row && e < of.quad.w, row_of(of.quad) + e, no_vertex);
  }

  __device__ void announce(unsigned turn, unsigned to, const block_level& mine) {
    const std::uint32_t arrived = there(&tables_.arrived[turn], to);
    const unsigned found = min(mine.found, cluster_memory::capacity), first = modulo(to + blocks_ - rank_);
    const unsigned entries = found > first ? divided(found - first + blocks_ - 1) : 0;
    cuda::send(there(&tables_.message[turn][rank_], to), cluster_message::of(mine), arrived);
    cuda::announce(arrived, static_cast<unsigned>(sizeof(cluster_message) + entries * (sizeof(uint4) + sizeof(discovery))));
  }

  __device__ void step(search_progress& p) {
    const unsigned long long began = s_.records ? global_nanoseconds() : 0;
    const unsigned next = (slot_ + 1) % 3;
    if (threadIdx.x == 0) tables_.local[(slot_ + 2) % 3] = {};
    expand(p.level, tables_.local[next]);
    exchange(next);
    const unsigned found = all_.found;
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
    level_ = level;
    if (arrived_ <= most_at_once_) {
      if (arrived_ > number_ - lane() / 4 * blocks_) expand_first(counts);
      return;
    }
    const unsigned items = size_of(sender_) * 4, step = divided(block_warps) * warp_lanes;
    for (unsigned base = first_item_; base < items; base += 2 * step) {
      const cluster_item pair[] = {base == first_item_ ? mine_ : item_at(base + lane(), items),
                                   item_at(base + step + lane(), items)};
      discover<2, false>(pair, counts);
      if (__any_sync(all_lanes, pair[0].in_row)) expand_rows(pair[0], 0, counts);
      if (__any_sync(all_lanes, pair[1].in_row)) expand_rows(pair[1], 0, counts);
      if (lane() % 4 == 0) write_results(pair[0].from, level_), write_results(pair[1].from, level_);
    }
  }

  __device__ cluster_item item_at(unsigned at, unsigned items) const {
    return item_in(now(), sender_ * segment() + (at < items ? at / 4 : 0), at < items);
  }

  /// For frontiers of at most one item per lane. finish() writes the results and prefetches.
  __device__ void expand_first(block_level& counts) {
    if (__any_sync(all_lanes, mine_.in_row)) {
      const cluster_item all[] = {mine_, item_of(in_row_[0] != no_vertex, mine_.from, in_row_[0]),
                                  item_of(in_row_[1] != no_vertex, mine_.from, in_row_[1])};
      discover<3, true>(all, counts);
      expand_rows(mine_, 8, counts);
    } else {
      discover<1, true>({mine_}, counts);
    }
    if (lane() % 4 == 0) rest_.written = mine_.from;
  }

  /// For vertices with more than four but few neighbors: the four lanes of a vertex process its row together, from `first` on.
  __device__ void expand_rows(const cluster_item& of, unsigned first, block_level& counts) {
#pragma unroll 1
    for (unsigned e = first + lane() % 4; __any_sync(all_lanes, of.in_row && e < of.quad.w); e += 8) {
      const std::uint32_t to[] = {neighbor_in_row(of, e), neighbor_in_row(of, e + 4)};
      const cluster_item pair[] = {item_of(to[0] != no_vertex, of.from, to[0]), item_of(to[1] != no_vertex, of.from, to[1])};
      discover<2, false>(pair, counts);
    }
  }

  __device__ const std::uint32_t* row_of(uint4 quad) const {
    return s_.out.targets + (static_cast<edge_offset>(quad.z) << 32 | quad.y);
  }

  /// Called by whole warps. With Rests, finish() prefetches, for one vertex of each lane.
  template <unsigned Count, bool Rests>
  __device__ void discover(const cluster_item (&items)[Count], block_level& counts) {
    bool fresh[Count];
    claim(items, fresh);
    if (s_.records) {
      unsigned edges = 0;
      for (const cluster_item& item : items) edges += item.to != no_vertex;
      cuda::warp_add(&counts.edges, edges);
    }
    unsigned lanes[Count], all = 0;
    for (unsigned k = 0; k < Count; ++k) {
      lanes[k] = __ballot_sync(all_lanes, fresh[k]);
      all += static_cast<unsigned>(__popc(lanes[k]));
    }
    if (all == 0) return;
    unsigned first = cuda::warp_reserve(&counts.found, all);
#pragma unroll
    for (unsigned k = 0; k < Count; ++k) {
      const auto& [from, in_row, to, quad] = items[k];
      const unsigned at = first + cuda::warp_rank(lanes[k]);
      first += static_cast<unsigned>(__popc(lanes[k]));
      if (!fresh[k]) continue;
      if (to == s_.options.target) {
        *s_.target_level = level_ + 1;
        atomicOr(&counts.leave, found_target);
      }
      put(at, {to, from.vertex}, quad, level_ + 1, counts);
      if (Rests) {
        rest_.ahead = quad;
      } else {
        prefetch(quad);
      }
    }
  }

  /// All claims of a lane are on their way before it waits for one. Lanes without a vertex take part with a word of their own, as
  /// in claim_if().
  template <unsigned Count>
  __device__ void claim(const cluster_item (&items)[Count], bool (&fresh)[Count]) {
    std::uint32_t bit[Count], before[Count];
    for (unsigned k = 0; k < Count; ++k) bit[k] = items[k].to != no_vertex ? 1u << (items[k].to % 32) : 0;
    if (near_) {
      const std::uint32_t mine = cuda::shared_address(memory_.visited + lane());
      for (unsigned k = 0; k < Count; ++k) {
        const std::uint32_t w = items[k].to / 32;
        before[k] = cuda::or_in_cluster(bit[k] != 0 ? there(memory_.visited + divided(w), modulo(w)) : mine, bit[k]);
      }
    } else {
      for (unsigned k = 0; k < Count; ++k) before[k] = atomicOr(visited_ + (bit[k] != 0 ? items[k].to / 32 : lane()), bit[k]);
    }
    for (unsigned k = 0; k < Count; ++k) fresh[k] = (bit[k] & ~before[k]) != 0;
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

  __device__ void finish(const cluster_rest& rest) const {
    write_results(rest.written, level_);
    prefetch(rest.ahead);
  }

  /// Results are written a level after their discovery.
  __device__ void write_results(discovery d, unsigned level) const {
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
    const std::uint32_t arrived = there(&tables_.arrived[turn], block);
    cuda::send(there(&memory_.quad[turn][place], block), quad, arrived);
    cuda::send(there(&memory_.found[turn][place], block), static_cast<std::uint64_t>(d.predecessor) << 32 | d.vertex, arrived);
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
    if (threadIdx.x < 2) tables_.arrived[threadIdx.x].stop();
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
  /// Whether predecessors are skipped. They are inspected if edges are counted, and if the bits are in device memory, where the
  /// claims of idle lanes would hit one sector.
  const bool skips_;
  const unsigned sender_, first_item_;  ///< of this warp: whose segment it processes, and from which item on
  const unsigned place_, number_;       ///< of this lane's first item: place in a frontier, number among the sender's discoveries
  const unsigned most_at_once_;         ///< of the sender's discoveries that one item per lane covers
  std::uint32_t* spill_ = nullptr;
  unsigned round_ = 0, slot_ = 0, level_ = 0;
  unsigned arrived_ = 0;  ///< number of the sender's discoveries
  cluster_item mine_{};
  std::uint32_t in_row_[2];  ///< the lane's first neighbors in the row of mine_, if there is one
  cluster_level all_{};
  cluster_rest rest_;
};

}  // namespace fathom::bfs_engine
#endif
