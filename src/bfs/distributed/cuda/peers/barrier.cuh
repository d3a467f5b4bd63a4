// Barrier with data exchange between the devices of all processes: each writes its counts to the others' memory and waits for
// theirs. A word over NVLink takes 0.7 us (measured), a collective 12 us.
//
// There is no fence: with a fence in the kernel the compiler makes all its atomic operations wait for their results. A release also
// covers the writes of other threads before a barrier of the thread block, and those to other devices.
#pragma once

#include <cuda/atomic>

#include "bfs/cuda/step.cuh"
#include "graph/partition/cuda/peer_search.hpp"

namespace fathom::ranks_engine {

/// Timeout of a barrier: a process that has ended never arrives.
inline constexpr unsigned long long longest_wait_ns = 60'000'000'000ull;

/// Counts of all processes, in shared memory of each thread block.
struct barrier_words {
  std::uint32_t listed_before[most_peers + 1];  ///< prefix sum over processes of the vertices listed
  unsigned long long found, edges, tail_edges;  ///< over all processes
  bool has_remaining;                           ///< every process has a list of its unvisited vertices
  std::uint32_t remaining;                      ///< on this process
};

__device__ inline void release_word(std::uint32_t* to, std::uint32_t value) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

__device__ inline std::uint32_t acquire_word(const std::uint32_t* from) {
  std::uint32_t value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}

/// Returns whether this thread block is the last of its device to arrive. Everything that its thread blocks have written is visible
/// then, and also to a device that acquires what this thread block releases next.
__device__ inline bool arrives_last(const peer_search& s) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_system> arrived(s.counters->arrived);
    last = arrived.fetch_add(1, ::cuda::memory_order_release) + 1 == gridDim.x;
    if (last) static_cast<void>(arrived.load(::cuda::memory_order_acquire));
  }
  __syncthreads();
  return last;
}

/// Sends this process's counts to every process including itself, one thread per process.
__device__ inline void send_counts(const peer_search& s, const peer_word& mine, std::uint32_t barrier) {
  if (threadIdx.x >= s.room.ranks) return;
  peer_word* const there = s.at<peer_word>(threadIdx.x, s.room.words_at(barrier)) + s.rank;
  there->edges = mine.edges;
  there->tail_edges = mine.tail_edges;
  there->found = mine.found;
  there->listed = mine.listed;
  there->remaining = mine.remaining;
  release_word(&there->barrier, barrier);
}

/// Waits for one process's counts; one thread per process.
__device__ inline peer_word wait_for(const peer_search& s, unsigned who, std::uint32_t barrier) {
  const peer_word* const here = s.at<const peer_word>(s.rank, s.room.words_at(barrier)) + who;
  unsigned long long since = 0;
  for (unsigned polls = 1; acquire_word(&here->barrier) != barrier; ++polls) {
    if (polls % 4096 != 0) continue;
    const unsigned long long now = bfs_engine::global_nanoseconds();
    if (since == 0) since = now;
    if (now - since < longest_wait_ns) continue;
    release_word(s.late_rank, who + 1);
    while (acquire_word(s.late_rank) == 0) {
    }
    __trap();  // the other processes would otherwise wait forever
  }
  return {__ldcg(&here->edges),  __ldcg(&here->tail_edges), __ldcg(&here->found),
          __ldcg(&here->listed), __ldcg(&here->remaining),  barrier};
}

/// How the finished level was done.
struct level_end {
  bool lists = false;      ///< the remaining unvisited vertices were listed
  bool one_block = false;  ///< only the first thread block did it
};

/// All threads of the grid must call this, or those of the first thread block if only it did the level. Resets the counters to 0.
__device__ inline void exchange_counts(const peer_search& s, std::uint32_t barrier, level_end end, peer_record* record,
                                       barrier_words& all) {
  __shared__ peer_word words[most_peers];
  if (end.one_block) __syncthreads();
  if (end.one_block || arrives_last(s)) {
    const peer_counters& c = *s.counters;
    const std::uint32_t remaining = __ldcg(&c.phase.remaining);
    const bool fits = end.lists && remaining <= s.remaining_limit();
    const peer_word mine{__ldcg(&c.edges),  __ldcg(&c.phase.tail_edges), __ldcg(&c.phase.found),
                         __ldcg(&c.listed), fits ? remaining : no_list,  barrier};
    if (threadIdx.x == 0 && record) {
      record->inspected = __ldcg(&c.phase.inspected);
      record->sent_listed = mine.listed;
      record->done = bfs_engine::global_nanoseconds();
    }
    __syncthreads();
    if (threadIdx.x == 0) *s.counters = {};
    __syncthreads();
    send_counts(s, mine, barrier);
  }
  if (threadIdx.x < s.room.ranks) words[threadIdx.x] = wait_for(s, threadIdx.x, barrier);
  __syncthreads();
  if (threadIdx.x == 0) {
    all.found = all.edges = all.tail_edges = 0;
    all.has_remaining = true;
    all.remaining = words[s.rank].remaining;
    all.listed_before[0] = 0;
    for (unsigned r = 0; r < s.room.ranks; ++r) {
      all.found += words[r].found;
      all.edges += words[r].edges;
      all.tail_edges += words[r].tail_edges;
      all.has_remaining = all.has_remaining && words[r].remaining != no_list;
      all.listed_before[r + 1] = all.listed_before[r] + words[r].listed;
    }
    if (record && blockIdx.x == 0) record->met = bfs_engine::global_nanoseconds();
  }
  __syncthreads();
}

}  // namespace fathom::ranks_engine
