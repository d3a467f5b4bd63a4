// Streamlined thread scheduling (section 4.1): builds a queue without duplicates from the status array, without atomics per vertex.
// Threads scan and put vertices into bins of their own, prefix sums over the bins' sizes give each bin's position in the queue, and
// the bins are copied there. Three ways to scan:
//   top_down   the frontier, few and scattered: interleaved, so that the status array is read in sequence
//   switching  the unvisited vertices, most of them: in blocks, so that the queue is in the vertices' order
//   filter     bottom-up, the last queue's vertices that are still unvisited, without rereading the whole status array
// and one for the baseline, which has no queue: the frontier is only counted.
#pragma once

#include "papers/enterprise/enterprise_scans.cuh"
#include "papers/enterprise/enterprise_search.hpp"
#include "papers/enterprise/enterprise_top_down.cuh"

namespace fathom::bfs_engine::enterprise {

enum class scan_way { count, top_down, switching };

template <class Offset>
__host__ __device__ unsigned queue_for(Offset degree) {
  return (degree >= least_warp_degree) + (degree >= least_cta_degree) + (degree > most_cta_degree);
}

/// The bin of one thread.
template <class Offset>
class thread_bin {
 public:
  __device__ explicit thread_bin(const queue_making<Offset>& m) : m_(m) {}

  __device__ void put(std::uint32_t v, unsigned queue) {
    const std::size_t at = size_ * cta_threads_in_grid() + cta_thread_of_grid();
    m_.bins[at] = v;
    if (m_.classified) m_.bin_queues[at] = static_cast<std::uint8_t>(queue);
    ++size_;
    count(queue);
  }

  __device__ void count(unsigned queue) { entries_ = entries_ + one_in(m_.classified ? queue : of_cta); }

  /// Counts the edges of a frontier vertex.
  __device__ void leave(Offset degree) {
    edges_ += degree;
    hubs_ += degree >= m_.hub_degree;
  }

  /// Computes the prefix sums; the last CTA to finish adds up the totals. All threads of the grid must call this.
  __device__ void close() {
    const unsigned t = static_cast<unsigned>(cta_thread_of_grid());
    uint4 all;
    m_.before_thread[t] = cta_prefix(entries_, all);
    m_.bin_sizes[t] = static_cast<std::uint32_t>(size_);
    const unsigned long long edges = cta_sum(edges_), hubs = cta_sum(hubs_);
    __shared__ bool last;
    if (threadIdx.x == 0) {
      m_.before_cta[blockIdx.x] = all;
      m_.edges_of_cta[blockIdx.x] = edges;
      m_.hubs_of_cta[blockIdx.x] = static_cast<unsigned>(hubs);
      __threadfence();
      last = atomicAdd(m_.ctas_done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) add_up();
  }

 private:
  __device__ void add_up() const {
    __threadfence();
    const unsigned each = (gridDim.x + cta_threads - 1) / cta_threads;
    const unsigned begin = threadIdx.x * each, end = min(begin + each, gridDim.x);
    uint4 mine{}, all;
    unsigned long long edges = 0, hubs = 0;
    for (unsigned i = begin; i < end; ++i) {
      mine = mine + __ldcg(m_.before_cta + i);
      edges += __ldcg(m_.edges_of_cta + i);
      hubs += __ldcg(m_.hubs_of_cta + i);
    }
    uint4 before = cta_prefix(mine, all);
    for (unsigned i = begin; i < end; ++i) {
      const uint4 here = __ldcg(m_.before_cta + i);
      m_.before_cta[i] = before;
      before = before + here;
    }
    edges = cta_sum(edges), hubs = cta_sum(hubs);
    if (threadIdx.x > 0) return;
    m_.counters->queues = all;
    m_.counters->edges = edges;
    m_.counters->hubs = static_cast<unsigned>(hubs);
    m_.counters->target_reached = m_.target != no_vertex && m_.status[m_.target] != unvisited;
    m_.counters->step = *m_.tally;
    m_.counters->now = global_nanoseconds();
    *m_.tally = {};
    *m_.ctas_done = 0;
  }

  const queue_making<Offset>& m_;
  std::uint64_t size_ = 0;
  uint4 entries_{};
  unsigned long long edges_ = 0, hubs_ = 0;
};

/// Puts a vertex that was visited last into the hub cache if it is a hub.
template <class Offset>
__device__ void cache_if_hub(const queue_making<Offset>& m, std::uint32_t v) {
  if (m.out_offsets[v + 1] - m.out_offsets[v] >= m.cached_degree) m.hub_table[v % cache_entries] = v;
}

/// Marks which of four statuses equal `code`, by the lowest bit of each byte.
__device__ inline unsigned equal_bytes(unsigned four, std::uint8_t code) {
  return __vcmpeq4(four, code * 0x01010101u) & 0x01010101u;
}

/// Calls visit(v) for each of four vertices from `first` on whose status is `code`.
template <class Visit>
__device__ void for_each_equal(unsigned four, std::uint8_t code, std::uint32_t first, const Visit& visit) {
  for (unsigned equal = equal_bytes(four, code); equal != 0; equal &= equal - 1) {
    visit(first + static_cast<unsigned>(cuda::first_bit(equal)) / 8);
  }
}

template <scan_way Way, class Offset>
__device__ void scan_four(const queue_making<Offset>& m, thread_bin<Offset>& bin, unsigned four, std::uint32_t first) {
  if constexpr (Way == scan_way::switching) {
    for_each_equal(four, unvisited, first, [&](std::uint32_t v) { bin.put(v, queue_for(m.in_offsets[v + 1] - m.in_offsets[v])); });
    if (m.hub_table) for_each_equal(four, m.visited_last, first, [&](std::uint32_t v) { cache_if_hub(m, v); });
  } else {
    for_each_equal(four, m.visited_last, first, [&](std::uint32_t v) {
      const Offset degree = m.out_offsets[v + 1] - m.out_offsets[v];
      bin.leave(degree);
      if constexpr (Way == scan_way::top_down) {
        bin.put(v, queue_for(degree));
      } else {
        bin.count(of_cta);
      }
    });
  }
}

template <scan_way Way, class Offset>
__global__ void __launch_bounds__(cta_threads) scan_kernel(const __grid_constant__ queue_making<Offset> m) {
  thread_bin<Offset> bin(m);
  const auto* const status = reinterpret_cast<const uint4*>(m.status);
  const std::uint64_t groups = groups_of(m.num_vertices), threads = cta_threads_in_grid(), me = cta_thread_of_grid();
  const std::uint64_t portion = (groups + threads - 1) / threads;
  const bool in_blocks = Way == scan_way::switching;
  const std::uint64_t begin = in_blocks ? me * portion : me, step = in_blocks ? 1 : threads;
  const std::uint64_t end = in_blocks ? min(groups, begin + portion) : groups;
  for (std::uint64_t g = begin; g < end; g += step) {
    const uint4 sixteen = status[g];
    const auto first = static_cast<std::uint32_t>(g * group_vertices);
    scan_four<Way>(m, bin, sixteen.x, first);
    scan_four<Way>(m, bin, sixteen.y, first + 4);
    scan_four<Way>(m, bin, sixteen.z, first + 8);
    scan_four<Way>(m, bin, sixteen.w, first + 12);
  }
  bin.close();
}

/// Filters the last queue, which has `size` entries; its four parts end at `ends`.
template <class Offset>
__global__ void __launch_bounds__(cta_threads)
    filter_kernel(const __grid_constant__ queue_making<Offset> m, std::uint32_t size, uint4 ends) {
  thread_bin<Offset> bin(m);
  const std::uint64_t fours = (std::uint64_t{size} + 3) / 4, threads = cta_threads_in_grid(), me = cta_thread_of_grid();
  const std::uint64_t portion = (fours + threads - 1) / threads, begin = me * portion, end = min(fours, begin + portion);
  for (std::uint64_t f = begin; f < end; ++f) {
    const uint4 entries = reinterpret_cast<const uint4*>(m.queue)[f];
    std::uint32_t v[4] = {entries.x, entries.y, entries.z, entries.w};
    std::uint8_t status[4];
    for (unsigned k = 0; k < 4; ++k) {
      if (f * 4 + k >= size) v[k] = v[0];  // entries beyond the end are uninitialized
      status[k] = m.status[v[k]];
    }
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint64_t i = f * 4 + k;
      if (i >= size) break;
      if (status[k] == unvisited) {
        bin.put(v[k], (i >= ends.x) + (i >= ends.y) + (i >= ends.z));
      } else if (m.hub_table) {
        cache_if_hub(m, v[k]);
      }
    }
  }
  bin.close();
}

/// Copies the bins to the queue. The grid must be that of the kernel that filled them.
template <class Offset>
__global__ void __launch_bounds__(cta_threads) gather_kernel(const __grid_constant__ queue_making<Offset> m) {
  const std::uint64_t threads = cta_threads_in_grid(), me = cta_thread_of_grid();
  const uint4 all = m.counters->queues;
  uint4 at = m.before_thread[me] + m.before_cta[blockIdx.x] + uint4{0, all.x, all.x + all.y, all.x + all.y + all.z};
  const std::uint32_t size = m.bin_sizes[me];
  for (std::uint32_t i = 0; i < size; ++i) {
    const unsigned queue = m.classified ? m.bin_queues[i * threads + me] : of_cta;
    m.queue[part(at, queue)] = m.bins[i * threads + me];
    at = at + one_in(queue);
  }
}

/// Sets vertices visited before the frontier to long_visited, so that their codes can be reused.
__global__ void __launch_bounds__(cta_threads) age_kernel(std::uint8_t* status, std::uint64_t groups, std::uint8_t frontier) {
  auto* const fours = reinterpret_cast<unsigned*>(status);
  for (std::uint64_t i = cta_thread_of_grid(); i < groups * (group_vertices / 4); i += cta_threads_in_grid()) {
    const unsigned four = fours[i], keep = __vcmpeq4(four, frontier * 0x01010101u), none = __vcmpeq4(four, 0);
    fours[i] = (four & keep) | ~(keep | none);
  }
}

/// Initializes the source, the status array's padding and the counters. Launch with one warp.
template <class Offset>
__global__ void start_kernel(const __grid_constant__ traversal<Offset> t, const __grid_constant__ queue_making<Offset> m,
                             std::uint32_t source, std::uint32_t root_predecessor) {
  const std::uint64_t end = groups_of(t.num_vertices) * group_vertices;
  for (std::uint64_t i = std::uint64_t{t.num_vertices} + lane(); i < end; i += warp_lanes) t.status[i] = long_visited;
  if (lane() != 0) return;
  t.status[source] = t.here;
  if (t.distances) t.distances[source] = 0;
  if (t.predecessors) t.predecessors[source] = root_predecessor;
  m.queue[0] = source;
  *m.ctas_done = 0;
  *m.tally = {};
  m.counters->began = global_nanoseconds();
}

/// Sum of the visited vertices' out-degrees.
template <class Offset>
__global__ void __launch_bounds__(cta_threads)
    visited_edges_kernel(const std::uint8_t* status, const Offset* offsets, std::uint32_t n, unsigned long long* sum) {
  unsigned long long edges = 0;
  for (std::uint64_t v = cta_thread_of_grid(); v < n; v += cta_threads_in_grid()) {
    if (status[v] != unvisited) edges += offsets[v + 1] - offsets[v];
  }
  edges = cta_sum(edges);
  if (threadIdx.x == 0) atomicAdd(sum, edges);
}

}  // namespace fathom::bfs_engine::enterprise
