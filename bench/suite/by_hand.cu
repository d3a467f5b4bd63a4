// Hand-written kernel for distances from many sources: the hybrid method of McLaughlin, Riedy and Bader (HPEC 2015, Algorithm 1).
// One thread block per search; one warp per long adjacency row, one thread per short row. The queues and the bitmap are those of
// the engine for user programs (device_search.cuh), without anything that this search does not need. The difference in time between
// the two is the cost of the abstraction.
#include <algorithm>

#include "base/timer.hpp"
#include "bench/suite/searches.hpp"
#include "fathom/error.hpp"
#include "gpu/runtime.hpp"
#include "gpu/transfer.hpp"

namespace fathom::program {
namespace {

constexpr unsigned block_threads = 256, warp_threads = 32, all_lanes = 0xffffffffu;
constexpr std::uint32_t short_window = 1024, long_window = 128;  // vertices of a level kept in shared memory, per queue
constexpr int of_threads = 0, of_warps = 1;                      // queues: short adjacency rows, long adjacency rows

struct hand_job {
  const edge_offset* offsets;
  const vertex_id *targets, *to_caller;
  vertex_id n;
  edge_offset warp_from;  // smallest out-degree of a vertex that a warp expands
  const vertex_id* sources;
  std::uint32_t count, words;  // number of searches; bitmap words of 32 vertices
  std::size_t row;             // array entries per thread block
  std::uint32_t* next;         // next search to start
  // Per thread block.
  vertex_id* queues;
  hop_count* distances;
  std::uint32_t* joined;
  // Per search; fingerprints may be null.
  unsigned long long *reached, *fingerprints;
};

struct hand_state {
  std::uint32_t search;
  std::uint32_t begin[2], end[2], tail[2], work[2];
  vertex_id window[2][short_window + long_window];  // of this level and the next, alternating
};

class hand_search {
 public:
  __device__ hand_search(const hand_job& job, hand_state& shared)
      : job_(job),
        s_(shared),
        queue_(job.queues + blockIdx.x * job.row),
        distance_(job.distances + blockIdx.x * job.row),
        joined_(job.joined + blockIdx.x * job.row / 32) {}

  __device__ void run_all() {
    clear_all();
    while (take_next()) {
      begin(job_.sources[s_.search]);
      search_levels();
      end();
    }
  }

 private:
  __device__ static unsigned lane() { return threadIdx.x % warp_threads; }

  // One queue grows upward, the other downward, so that together they need one entry per vertex.
  __device__ vertex_id& in_queue(int q, std::uint32_t i) const { return queue_[q == of_threads ? i : job_.n - 1 - i]; }
  __device__ static std::uint32_t window_size(int q) { return q == of_threads ? short_window : long_window; }
  __device__ vertex_id* window(int q, hop_count level) const { return s_.window[level % 2] + (q == of_threads ? 0 : short_window); }
  __device__ vertex_id in_frontier(int q, std::uint32_t i) const {
    return i < window_size(q) ? window(q, level_)[i] : in_queue(q, s_.begin[q] + i);
  }

  __device__ bool take_next() {
    __syncthreads();
    if (threadIdx.x == 0) s_.search = atomicAdd(job_.next, 1u);
    __syncthreads();
    return s_.search < job_.count;
  }

  __device__ void begin(vertex_id source) {
    level_ = 0;
    if (threadIdx.x == 0) {
      const int q = __ldg(&job_.offsets[source + 1]) - __ldg(&job_.offsets[source]) >= job_.warp_from ? of_warps : of_threads;
      for (int i = 0; i < 2; ++i) s_.begin[i] = s_.work[i] = 0, s_.end[i] = s_.tail[i] = i == q;
      in_queue(q, 0) = window(q, 0)[0] = source;
      joined_[source / 32] = 1u << (source % 32);
      distance_[source] = 0;
    }
    __syncthreads();
  }

  __device__ void search_levels() {
    while (s_.begin[0] < s_.end[0] || s_.begin[1] < s_.end[1]) {
      visit_long_rows();
      visit_short_rows();
      __syncthreads();
      if (threadIdx.x == 0) {
        for (int q = 0; q < 2; ++q) s_.begin[q] = s_.end[q], s_.end[q] = s_.tail[q], s_.work[q] = 0;
      }
      __syncthreads();
      ++level_;
    }
  }

  __device__ std::uint32_t grab(std::uint32_t& counter, std::uint32_t items) const {
    std::uint32_t first = 0;
    if (lane() == 0) first = atomicAdd(&counter, items);
    return __shfl_sync(all_lanes, first, 0);
  }

  __device__ void visit_long_rows() {
    const std::uint32_t count = s_.end[of_warps] - s_.begin[of_warps];
    for (std::uint32_t i; (i = grab(s_.work[of_warps], 1)) < count;) {
      const vertex_id u = in_frontier(of_warps, i);
      visit_row(__ldg(&job_.offsets[u]) + lane(), __ldg(&job_.offsets[u + 1]), warp_threads);
      __syncwarp();
    }
  }

  __device__ void visit_short_rows() {
    const std::uint32_t count = s_.end[of_threads] - s_.begin[of_threads];
    for (std::uint32_t i; (i = grab(s_.work[of_threads], warp_threads)) < count;) {
      if (i + lane() < count) {
        const vertex_id u = in_frontier(of_threads, i + lane());
        visit_row(__ldg(&job_.offsets[u]), __ldg(&job_.offsets[u + 1]), 1);
      }
      __syncwarp();
    }
  }

  __device__ bool sees(vertex_id v) const { return !((joined_[v / 32] >> (v % 32)) & 1); }

  // Loads of `together` targets, and then of their bits, are under way together.
  __device__ void visit_row(edge_offset e, edge_offset last, edge_offset step) {
    constexpr unsigned together = 4;
    for (; e < last; e += together * step) {
      vertex_id v[together];
      unsigned seen = 0;
      if (e + (together - 1) * step < last) {
#pragma unroll
        for (unsigned i = 0; i < together; ++i) v[i] = __ldg(&job_.targets[e + i * step]);
#pragma unroll
        for (unsigned i = 0; i < together; ++i) seen |= unsigned{sees(v[i])} << i;
      } else {
        bool has[together];
#pragma unroll
        for (unsigned i = 0; i < together; ++i) {
          has[i] = e + i * step < last;
          v[i] = has[i] ? __ldg(&job_.targets[e + i * step]) : 0;
        }
#pragma unroll
        for (unsigned i = 0; i < together; ++i) seen |= unsigned{has[i] && sees(v[i])} << i;
      }
      for (; seen != 0; seen &= seen - 1) join(__ldg(&job_.targets[e + (__ffs(static_cast<int>(seen)) - 1) * step]));
    }
  }

  __device__ void join(vertex_id v) {
    const std::uint32_t bit = 1u << (v % 32);
    if (atomicOr(&joined_[v / 32], bit) & bit) return;
    distance_[v] = level_ + 1;
    const int q = __ldg(&job_.offsets[v + 1]) - __ldg(&job_.offsets[v]) >= job_.warp_from ? of_warps : of_threads;
    const std::uint32_t at = atomicAdd(&s_.tail[q], 1u);
    in_queue(q, at) = v;
    const std::uint32_t in_level = at - s_.end[q];
    if (in_level < window_size(q)) window(q, level_ + 1)[in_level] = v;
  }

  template <class F>
  __device__ void for_each_reached(F&& f) const {
    for (int q = 0; q < 2; ++q) {
      for (std::uint32_t i = threadIdx.x; i < s_.tail[q]; i += block_threads) f(in_queue(q, i));
    }
  }

  __device__ void end() {
    const std::uint32_t reached = s_.tail[0] + s_.tail[1];
    if (threadIdx.x == 0) job_.reached[s_.search] = reached;
    if (job_.fingerprints) {
      std::uint64_t mine = 0;
      for_each_reached([&](vertex_id v) { mine += fingerprint_of(job_.to_caller ? job_.to_caller[v] : v, distance_[v]); });
      atomicAdd(&job_.fingerprints[s_.search], static_cast<unsigned long long>(mine));
      __syncthreads();  // before distances are cleared
    }
    if (reached < job_.words / 8)
      for_each_reached([&](vertex_id v) { distance_[v] = unreachable, joined_[v / 32] = 0; });
    else
      clear_all();
  }

  // The number of entries per thread block is a multiple of 128.
  __device__ void clear_all() {
    const uint4 blank{all_lanes, all_lanes, all_lanes, all_lanes}, none{0, 0, 0, 0};
    for (std::size_t i = threadIdx.x; i < job_.row / 4; i += block_threads) reinterpret_cast<uint4*>(distance_)[i] = blank;
    for (std::size_t i = threadIdx.x; i < job_.row / 128; i += block_threads) reinterpret_cast<uint4*>(joined_)[i] = none;
  }

  const hand_job& job_;
  hand_state& s_;
  vertex_id* const queue_;
  hop_count* const distance_;
  std::uint32_t* const joined_;
  hop_count level_ = 0;
};
static_assert(unreachable == -1, "distances are cleared to words of ones");

__global__ void __launch_bounds__(block_threads) search_by_hand_kernel(const __grid_constant__ hand_job job) {
  __shared__ hand_state shared;
  hand_search(job, shared).run_all();
}

// The number of thread blocks: limited by occupancy, by the number of searches and by memory.
unsigned blocks_for(device where, std::size_t searches, std::size_t row) {
  int resident = 0, multiprocessors = 0;
  cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, search_by_hand_kernel, block_threads, 0),
              "asking for the occupancy");
  cuda::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking for multiprocessors");
  const std::size_t block_bytes = row * (sizeof(vertex_id) + sizeof(hop_count)) + row / 8;
  const std::size_t fits = cuda::available_device_memory() / 4 * 3 / block_bytes;
  if (fits == 0)
    throw error(error_category::memory,
                "one search needs more memory than is free on " + to_string(where) + "; use a smaller graph");
  return static_cast<unsigned>(std::min({static_cast<std::size_t>(resident) * multiprocessors, searches, fits}));
}

void clear(unsigned long long* counts, std::size_t size, const cuda::stream& s) {
  cuda::check(cudaMemsetAsync(counts, 0, size * sizeof *counts, s.get()), "clearing counts");
}

std::vector<std::uint64_t> download(const cuda::buffer<unsigned long long>& from, const cuda::stream& s) {
  std::vector<std::uint64_t> to(from.size());
  if (!to.empty()) cuda::copy_to_host(to.data(), from.data(), from.bytes(), s);
  return to;
}

by_hand_result run(const layout& l, std::span<const vertex_id> sources, edge_offset threshold, bool with_fingerprints) {
  if (l.where.kind != device_kind::cuda) throw error(error_category::device, "the layout is not in the memory of a CUDA device");
  const cuda::current_device here(l.where.index);
  const cuda::stream s;
  std::vector<vertex_id> inside(sources.begin(), sources.end());
  for (vertex_id& v : inside) v = l.to_internal ? l.to_internal[v] : v;
  const std::size_t row = (std::size_t{l.num_vertices} + 127) / 128 * 128;
  by_hand_result result;
  result.blocks = blocks_for(l.where, sources.size(), row);
  const cuda::buffer<vertex_id> queues(result.blocks * row, s), there(inside.size(), s);
  const cuda::buffer<hop_count> distances(result.blocks * row, s);
  const cuda::buffer<std::uint32_t> joined(result.blocks * row / 32, s), next(1, s);
  const cuda::buffer<unsigned long long> reached(inside.size(), s), fingerprints(with_fingerprints ? inside.size() : 0, s);
  hand_job job{};
  job.offsets = l.out.offsets, job.targets = l.out.targets, job.to_caller = l.to_caller, job.n = l.num_vertices;
  job.warp_from = threshold + 1;
  job.sources = there.data(), job.count = static_cast<std::uint32_t>(inside.size());
  job.words = static_cast<std::uint32_t>(row / 32), job.row = row, job.next = next.data();
  job.queues = queues.data(), job.distances = distances.data(), job.joined = joined.data();
  job.reached = reached.data(), job.fingerprints = fingerprints.data();
  s.wait("allocating");

  cuda::stopwatch watch;
  const timer clock;
  cuda::copy_to_device(there.data(), inside.data(), there.bytes(), s);
  cuda::check(cudaMemsetAsync(next.data(), 0, next.bytes(), s.get()), "clearing a count");
  clear(reached.data(), reached.size(), s);
  if (with_fingerprints) clear(fingerprints.data(), fingerprints.size(), s);
  watch.start(s);
  search_by_hand_kernel<<<result.blocks, block_threads, 0, s.get()>>>(job);
  cuda::check_launch("starting searches by hand");
  watch.stop(s);
  result.reached = download(reached, s);
  result.seconds = clock.seconds();
  result.fingerprints = download(fingerprints, s);
  result.seconds_on_device = watch.seconds();
  return result;
}

[[maybe_unused]] const auto set_by_hand = search_by_hand = run;

}  // namespace

}  // namespace fathom::program
