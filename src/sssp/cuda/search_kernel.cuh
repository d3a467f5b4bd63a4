// Single-source shortest paths in one cooperative kernel: relaxes the edges of all vertices whose distance has decreased until
// nothing changes below a limit, then advances the limit. Meyer, Sanders, "Delta-stepping", Journal of Algorithms 49(1), 2003, with
// bitmaps in place of buckets: on a GPU scanning a bitmap costs less than maintaining lists. Davidson, Baxter, Garland, Owens,
// "Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014 (one limit, near and far).
#pragma once

#include "gpu/grid.cuh"
#include "gpu/rows.cuh"
#include "sssp/cuda/job.hpp"
#include "sssp/cuda/numbers.cuh"

namespace fathom::sssp_engine {

/// `Listed`: weights are indices into job.values. Searches of other graphs do not pay for it.
template <class Value, bool Listed>
class device_search {
 public:
  using num = number<Value>;
  using bits = typename num::bits;
  using job = search_job<Value, bits>;

  __device__ device_search(const job& j, vertex_id* room) : j_(j), room_(room) {}

  __device__ void run() {
    cuda::grid_phases<phase_counters> phases(j_.counters);
    limit_ = j_.delta;
    for (;; phases.advance()) {
      phase_counters& now = phases.now();
      phases.reset_next({num::none, 0, 0});
      here_ = j_.active[phases.ended() % 2], next_ = j_.active[(phases.ended() + 1) % 2];
      pieces_ = &now.pieces;
      scan_bitmap();
      publish(now);
      cuda::grid_sync();
      const unsigned pieces = min(__ldcg(&now.pieces), j_.most_pieces);
      if (pieces > 0) {
        look_at_pieces(pieces);
        publish(now);
        cuda::grid_sync();
      }
      if (__ldcg(&now.progress) != 0) continue;
      const bits nearest = static_cast<bits>(__ldcg(&now.nearest));
      // Vertices beyond the target's distance, which is final, are not needed.
      if (nearest == num::none || (j_.target != no_vertex && nearest > __ldcg(&j_.distances[j_.target]))) {
        if (blockIdx.x == 0 && threadIdx.x == 0) j_.totals->phases = phases.ended() + 1;
        break;
      }
      limit_ = limit_from(num::from_bits(nearest));
    }
    cuda::warp_add(&j_.totals->edges, edges_);
  }

 private:
  [[nodiscard]] __device__ Value distance(vertex_id v) const { return num::from_bits(__ldcg(&j_.distances[v])); }

  // At least one vertex must be below the limit: a small width can vanish in the rounding of a large distance.
  [[nodiscard]] __device__ Value limit_from(Value nearest) const {
    Value limit;
    if (!num::add(nearest, j_.delta, limit)) return num::from_bits(num::none - 1);
    return max(limit, num::above(nearest));
  }

  // Scans the bitmap, several words per warp at a time, with one vertex per lane. A word is cleared once it has been read, since
  // the phase after next writes it.
  __device__ void scan_bitmap() {
    const unsigned words = (j_.n + 31) / 32, step = j_.words_per_warp;
    const unsigned warp = (blockIdx.x * block_threads + threadIdx.x) / cuda::warp_lanes, warps = gridDim.x * block_warps;
    for (unsigned first = warp * step; first < words; first += warps * step) {
      const bool has_word = cuda::lane() < step && first + cuda::lane() < words;
      const unsigned mine = has_word ? __ldcg(&here_[first + cuda::lane()]) : 0;
      if (mine != 0) here_[first + cuda::lane()] = 0;
      cuda::for_each_bit(__ballot_sync(cuda::all_lanes, mine != 0), [&](int i) {
        const unsigned word = __shfl_sync(cuda::all_lanes, mine, i);
        start_from(((word >> cuda::lane()) & 1) != 0, (first + static_cast<unsigned>(i)) * 32 + cuda::lane());
      });
    }
  }

  // Relaxes the edges of each lane's vertex, if it has one, and for some rounds those of vertices that the warp improves.
  __device__ void start_from(bool has, vertex_id v) {
    const Value d = has ? distance(v) : Value{};
    if (has && !(d < limit_)) {
      wait(v);
      nearest_ = min(nearest_, num::to_bits(d));
      has = false;
    }
    look_at_rows(has, v);
    for (int round = 1; waiting_ > 0; ++round) {
      const unsigned taken = min(waiting_, cuda::warp_lanes), kept = waiting_ - taken;
      __syncwarp();
      v = room_[cuda::lane()];
      const vertex_id later = room_[cuda::lane() + cuda::warp_lanes];
      __syncwarp();
      room_[cuda::lane()] = later;
      __syncwarp();  // before others write there
      waiting_ = kept;
      has = cuda::lane() < taken;
      if (round > j_.rounds) {
        if (has) wait(v), progress_ = true;
        has = false;
      }
      look_at_rows(has, v);
    }
  }

  // Relaxes all edges of the lanes' rows, spread evenly over the lanes.
  __device__ void look_at_rows(bool has, vertex_id v) {
    if (__ballot_sync(cuda::all_lanes, has) == 0) return;
    const Value d = has ? distance(v) : Value{};
    const edge_offset first = has ? j_.rows.offsets[v] : 0;
    edge_offset size = has ? j_.rows.offsets[v + 1] - first - 1 : 0;
    if (size > piece_edges) {
      give_away(v, first, size);
      size = 0;
    }
    const cuda::warp_rows rows(first, static_cast<unsigned>(size));
    rows.for_each_batch<together>([&](const auto& has_edge, const auto& owner, const auto& edges) {
      Value from[together];
#pragma unroll
      for (unsigned u = 0; u < together; ++u) from[u] = __shfl_sync(cuda::all_lanes, d, owner[u]);
      relax(has_edge, from, edges);
    });
    if (cuda::lane() == 0) edges_ += rows.size();
  }

  // Relaxes several edges per lane with overlapped memory accesses. All lanes of the warp must call this.
  __device__ void relax(const bool (&has_edge)[together], const Value (&from)[together], const edge_offset (&edges)[together]) {
    vertex_id to[together];
    unsigned weight[together];
    Value sum[together];
    bits was[together];
    bool nearer[together];
#pragma unroll
    for (unsigned u = 0; u < together; ++u) {
      const uint2 edge = has_edge[u] ? reinterpret_cast<const uint2*>(j_.rows.edges)[edges[u]] : uint2{0, 0};
      to[u] = edge.x, weight[u] = edge.y;
    }
#pragma unroll
    for (unsigned u = 0; u < together; ++u) was[u] = has_edge[u] ? __ldcg(&j_.distances[to[u]]) : 0;
#pragma unroll
    for (unsigned u = 0; u < together; ++u) {
      const bool fits = num::add(from[u], value_of(has_edge[u], weight[u]), sum[u]);
      if (has_edge[u] && !fits) j_.totals->overflow = 1;
      nearer[u] = has_edge[u] && fits && !(sum[u] > j_.cutoff) && num::to_bits(sum[u]) < was[u];
    }
#pragma unroll
    for (unsigned u = 0; u < together; ++u) was[u] = nearer[u] ? atomicMin(&j_.distances[to[u]], num::to_bits(sum[u])) : 0;
#pragma unroll
    for (unsigned u = 0; u < together; ++u) take(nearer[u] && num::to_bits(sum[u]) < was[u], to[u], sum[u]);
  }

  [[nodiscard]] __device__ Value value_of(bool has_edge, unsigned weight) const {
    if constexpr (Listed)
      return has_edge ? __ldg(&j_.values[weight]) : Value{};
    else
      return num::of_weight(weight, j_.real);
  }

  // Queues the lane's `to` if its distance has decreased: in the warp's own queue if it is below the limit and there is room,
  // otherwise in the bitmap.
  __device__ void take(bool nearer, vertex_id to, Value d) {
    const bool near = nearer && d < limit_;
    if (nearer && !near) nearest_ = min(nearest_, num::to_bits(d));
    const unsigned all = __ballot_sync(cuda::all_lanes, near);
    const unsigned place = waiting_ + cuda::warp_rank(all);
    const bool stays = near && j_.rounds > 0 && place < warp_queue_size;
    if (stays) room_[place] = to;
    if (nearer && !stays) wait(to);
    if (near && !stays) progress_ = true;
    if (j_.rounds > 0) waiting_ = min(waiting_ + static_cast<unsigned>(__popc(all)), warp_queue_size);
  }

  __device__ void wait(vertex_id v) { atomicOr(&next_[v / 32], 1u << (v % 32)); }

  __device__ void give_away(vertex_id v, edge_offset first, edge_offset size) {
    const auto count = static_cast<unsigned>(cuda::pieces_of(size, piece_edges));
    const unsigned at = atomicAdd(pieces_, count);
    if (at + count > j_.most_pieces) {
      // The list is full in this phase; its remaining entries must not be processed.
      for (unsigned i = at; i < min(at + count, j_.most_pieces); ++i) j_.pieces[i] = {first, 0, v};
      wait(v);
      progress_ = true;
      return;
    }
    cuda::split_row(v, first, size, piece_edges, j_.pieces + at);
  }

  __device__ void look_at_pieces(unsigned pieces) {
    const unsigned warp = (blockIdx.x * block_threads + threadIdx.x) / cuda::warp_lanes, warps = gridDim.x * block_warps;
    for (unsigned p = warp; p < pieces; p += warps) {
      const row_piece piece = j_.pieces[p];
      const Value d = distance(piece.v);
      for (unsigned base = 0; base < piece.size; base += together * cuda::warp_lanes) {
        Value from[together];
        edge_offset edges[together];
        bool has_edge[together];
#pragma unroll
        for (unsigned u = 0; u < together; ++u) {
          const unsigned i = base + u * cuda::warp_lanes + cuda::lane();
          from[u] = d, edges[u] = piece.first + i, has_edge[u] = i < piece.size;
        }
        relax(has_edge, from, edges);
        flush_room();
      }
      if (cuda::lane() == 0) edges_ += piece.size;
    }
  }

  // Moves the vertices of the warp's queue to the bitmap.
  __device__ void flush_room() {
    if (waiting_ == 0) return;
    __syncwarp();
    for (unsigned i = cuda::lane(); i < waiting_; i += cuda::warp_lanes) wait(room_[i]);
    progress_ = true;
    waiting_ = 0;
    __syncwarp();
  }

  // Publishes the nearest distance and the progress, once per thread block.
  __device__ void publish(phase_counters& now) {
    __shared__ bits nearest[block_warps];
    const bits least = cuda::warp_min(nearest_);
    if (cuda::lane() == 0) nearest[threadIdx.x / cuda::warp_lanes] = least;
    const int progress = __syncthreads_or(progress_);
    if (threadIdx.x == 0) {
      bits all = nearest[0];
      for (unsigned w = 1; w < block_warps; ++w) all = min(all, nearest[w]);
      if (all != num::none) atomicMin(&now.nearest, static_cast<unsigned long long>(all));
      if (progress != 0) atomicOr(&now.progress, 1u);
    }
    __syncthreads();
    nearest_ = num::none;
    progress_ = false;
  }

  const job& j_;
  vertex_id* const room_;  // the warp's queue
  unsigned *here_ = nullptr, *next_ = nullptr, *pieces_ = nullptr;
  Value limit_{};
  unsigned waiting_ = 0;  // size of the warp's queue; the same in all lanes
  bits nearest_ = num::none;
  bool progress_ = false;
  unsigned long long edges_ = 0;
};

template <class Value, bool Listed>
__global__ void __launch_bounds__(block_threads, 2)
    search_kernel(const __grid_constant__ search_job<Value, typename number<Value>::bits> job) {
  __shared__ vertex_id rooms[block_warps][warp_queue_size];
  device_search<Value, Listed>(job, rooms[threadIdx.x / cuda::warp_lanes]).run();
}

}  // namespace fathom::sssp_engine
