// Bottom-up step on the device: every unvisited vertex of the bitmap searches its neighbors for a visited one.
//
// To hide memory latency, each warp pipelines three stages with queues of its own. It tests the heads of a whole chunk of the
// bitmap while the heads of the next chunk are being loaded. Vertices that miss are queued until there are enough for two full
// warps, which test their packs. Those that miss again are queued until a full warp of them searches their adjacency rows.
#pragma once

#include <type_traits>

#include "bfs/cuda/parents.cuh"
#include "bfs/cuda/queue.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

inline constexpr unsigned packs_at_once = 2;  // per lane

/// Queued vertices of a warp, in shared memory.
struct warp_queues {
  std::uint32_t for_packs[packs_at_once * warp_lanes + chunk_words * 32];
  std::uint32_t for_rows[warp_lanes + packs_at_once * warp_lanes];
};

static_assert(sizeof(warp_queues) == words_of_waiting * sizeof(std::uint32_t));

/// The neighbors that are searched for, and the location of their bits.
enum class sought {
  all,
  all_with_hubs_near,  ///< with the hubs' bits in shared memory
  hubs                 ///< only hubs, with their bits in shared memory
};

struct bottom_up_counts {
  unsigned found = 0, inspected = 0;
};

/// Loads all words of a chunk into each lane; all bits are set (visited) if not `wanted`.
__device__ inline void load_chunk(const std::uint32_t* bitmap, bool wanted, std::size_t first_word,
                                  std::uint32_t (&bits)[chunk_words]) {
  const uint4 a = load_if(wanted, reinterpret_cast<const uint4*>(bitmap + first_word));
  const uint4 b = load_if(wanted, reinterpret_cast<const uint4*>(bitmap + first_word) + 1);
  bits[0] = a.x, bits[1] = a.y, bits[2] = a.z, bits[3] = a.w;
  bits[4] = b.x, bits[5] = b.y, bits[6] = b.z, bits[7] = b.w;
}

template <int Width>
struct chunk_heads {
  std::uint32_t head[chunk_words][Width];
};

template <int Width, class Search, class Before>
class bottom_up_scan {
 public:
  __device__ bottom_up_scan(const Search& s, const Before& before, std::uint32_t* next, unsigned level, warp_queues& waiting,
                            bool listing, const warp_queue<Search>& remaining)
      : s_(s), before_(before), next_(next), level_(level), waiting_(waiting), listing_(listing), remaining_(remaining) {}

  /// A warp's chunks are strided by the number of warps in the grid. All threads of the thread block must call this.
  __device__ bottom_up_counts run() {
    const std::uint32_t chunks = words_of(s_.num_vertices) / chunk_words, step = warps_in_grid();
    std::uint32_t chunk = warp_of_grid();
    std::uint32_t bits[chunk_words], bits_1[chunk_words], bits_2[chunk_words];
    chunk_heads<Width> heads, heads_1;
    load_chunk(before_.bits, chunk < chunks, s_.first_word(chunk), bits);
    load_chunk(before_.bits, chunk + step < chunks, s_.first_word(chunk + step), bits_1);
    load(chunk, bits, heads);
    for (; chunk < chunks; chunk += step) {
      load_chunk(before_.bits, chunk + 2 * step < chunks, s_.first_word(chunk + 2 * step), bits_2);
      if constexpr (Width == 1) load(chunk + step, bits_1, heads_1);
      look(chunk, bits, heads);
      for (unsigned k = 0; k < chunk_words; ++k) bits[k] = bits_1[k], bits_1[k] = bits_2[k];
      if constexpr (Width == 1) {
        heads = heads_1;
      } else {
        load(chunk + step, bits, heads);  // double buffering of four heads would not fit in the registers
      }
    }
    look_at_packs(for_packs_);
    search_rows(for_rows_);
    if (listing_) remaining_.flush_block();
    return counts_;
  }

 private:
  static constexpr unsigned words_at_once = Width == 1 ? chunk_words : chunk_words / (few_at_once<Search, Width> ? 2 : 4);

  __device__ void load(std::uint32_t chunk, const std::uint32_t (&visited)[chunk_words], chunk_heads<Width>& heads) const {
    const std::uint32_t* const from = s_.heads + (std::size_t{chunk} * chunk_words * 32 + lane()) * Width;
    for (unsigned k = 0; k < chunk_words; ++k) {
      load_heads<Width>(from, !(visited[k] >> lane() & 1), k * 32, heads.head[k]);
    }
  }

  /// Processes a chunk with the given `visited` bits and heads; writes its words of `next`.
  __device__ void look(std::uint32_t chunk, const std::uint32_t (&visited)[chunk_words], const chunk_heads<Width>& heads) {
    const std::uint32_t first = chunk * chunk_words * 32 + lane();
    std::uint32_t parent[chunk_words], word[chunk_words];
    for (unsigned at = 0; at < chunk_words; at += words_at_once) find_parents(heads, at, parent);
    for (unsigned k = 0; k < chunk_words; ++k) {
      const bool hit = parent[k] != no_vertex;
      word[k] = visited[k] | __ballot_sync(all_lanes, hit);
      counts_.found += hit;
      const std::uint32_t v = first + k * 32;
      // Vertices without neighbors after their heads need no further stage, except that the remaining vertices are listed there.
      wait(waiting_.for_packs, for_packs_, before_.seeks(heads.head[k][Width - 1]) && !hit && (listing_ || v < s_.rest_end), v);
    }
    auto* const written = reinterpret_cast<uint4*>(next_ + s_.first_word(chunk));
    if (lane() == 0) written[0] = {word[0], word[1], word[2], word[3]};
    if (lane() == 1) written[1] = {word[4], word[5], word[6], word[7]};
    write(first, parent);
    __syncwarp();  // later stages add their bits to the words just written
    while (for_packs_ >= packs_at_once * warp_lanes) look_at_packs(packs_at_once * warp_lanes);
  }

  __device__ void find_parents(const chunk_heads<Width>& heads, unsigned at, std::uint32_t (&parent)[chunk_words]) {
    if constexpr (few_at_once<Search, Width>) {
      find_parents_by_halves(heads, at, parent);
    } else {
      bool seen[words_at_once][Width];
      for (unsigned k = 0; k < words_at_once; ++k) before_.look(heads.head[at + k], seen[k]);
      for (unsigned k = 0; k < words_at_once; ++k) {
        parent[at + k] = before_.first_seen(heads.head[at + k], seen[k], counts_.inspected);
      }
    }
  }

  /// Tests two heads of each vertex, and then the others of vertices without a visited one.
  __device__ void find_parents_by_halves(const chunk_heads<Width>& heads, unsigned at, std::uint32_t (&parent)[chunk_words]) {
    constexpr int half = Width / 2;
    for (unsigned k = 0; k < words_at_once; ++k) parent[at + k] = no_vertex;
    for (int h = 0; h < Width; h += half) {
      std::uint32_t candidate[words_at_once][half];
      bool seen[words_at_once][half];
      for (unsigned k = 0; k < words_at_once; ++k) {
        const std::uint32_t(&head)[Width] = heads.head[at + k];
        for (int j = h; j < h + half; ++j) {
          const bool is_padding = j > 0 && head[j] == head[j - 1];
          candidate[k][j - h] = parent[at + k] == no_vertex && !is_padding ? head[j] : no_vertex;
        }
        before_.look(candidate[k], seen[k]);
      }
      for (unsigned k = 0; k < words_at_once; ++k) {
        const std::uint32_t found = before_.first_seen(candidate[k], seen[k], counts_.inspected);
        if (found != no_vertex) parent[at + k] = found;
      }
    }
  }

  /// One branch per array, so that consecutive stores do not wait.
  __device__ void write(std::uint32_t first, const std::uint32_t (&parent)[chunk_words]) const {
    if (s_.predecessors) {
      for (unsigned k = 0; k < chunk_words; ++k) {
        if (parent[k] != no_vertex) s_.predecessors[std::size_t{first} + k * 32] = parent[k];
      }
    }
    if (s_.distances) {
      for (unsigned k = 0; k < chunk_words; ++k) {
        if (parent[k] != no_vertex) s_.distances[std::size_t{first} + k * 32] = static_cast<std::int32_t>(level_ + 1);
      }
    }
    if (s_.options.target != no_vertex) {
      for (unsigned k = 0; k < chunk_words; ++k) {
        if (parent[k] != no_vertex && first + k * 32 == s_.options.target) *s_.target_level = level_ + 1;
      }
    }
  }

  /// Tests the packs of the last `count` queued vertices.
  __device__ void look_at_packs(unsigned count) {
    std::uint32_t v[packs_at_once], behind[packs_at_once][4], parent[packs_at_once];
    bool seen[packs_at_once][4], there[packs_at_once];
    __syncwarp();
    for_packs_ -= count;
    for (unsigned k = 0; k < packs_at_once; ++k) {
      there[k] = k * warp_lanes + lane() < count;
      v[k] = there[k] ? waiting_.for_packs[for_packs_ + k * warp_lanes + lane()] : 0;
      load_pack(s_.packs, there[k] && v[k] < s_.rest_end, v[k], behind[k]);
    }
    for (unsigned k = 0; k < packs_at_once; ++k) before_.look(behind[k], seen[k]);
    for (unsigned k = 0; k < packs_at_once; ++k) parent[k] = before_.first_seen(behind[k], seen[k], counts_.inspected);
    for (unsigned k = 0; k < packs_at_once; ++k) {
      if (parent[k] != no_vertex) add(v[k], parent[k]);
      const bool missed = there[k] && parent[k] == no_vertex, more = before_.seeks(behind[k][3]);
      wait(waiting_.for_rows, for_rows_, missed && more, v[k]);
      if (listing_) remaining_.push(missed && !more, v[k]);
    }
    while (for_rows_ >= warp_lanes) search_rows(warp_lanes);
  }

  __device__ void search_rows(unsigned count) {
    __syncwarp();
    for_rows_ -= count;
    const bool there = lane() < count;
    const std::uint32_t v = there ? waiting_.for_rows[for_rows_ + lane()] : 0;
    const std::uint32_t parent = look_along_rows<Width>(s_, before_, there, v, counts_.inspected);
    if (parent != no_vertex) add(v, parent);
    if (listing_) remaining_.push(there && parent == no_vertex, v);
  }

  __device__ void add(std::uint32_t v, std::uint32_t parent) {
    record(s_, v, parent, level_);
    atomicOr(&next_[s_.word_of(v)], 1u << (v % 32));
    ++counts_.found;
  }

  __device__ static void wait(std::uint32_t* list, unsigned& size, bool wanted, std::uint32_t v) {
    const unsigned lanes = __ballot_sync(all_lanes, wanted);
    if (wanted) list[size + cuda::warp_rank(lanes)] = v;
    size += __popc(lanes);
  }

  const Search& s_;
  const Before before_;
  std::uint32_t* const next_;
  const unsigned level_;
  warp_queues& waiting_;
  const bool listing_;
  warp_queue<Search> remaining_;
  unsigned for_packs_ = 0, for_rows_ = 0;
  bottom_up_counts counts_;
};

/// The calling warp's waiting vertices, which follow the queue's buffers in dynamic shared memory.
template <class Search>
__device__ warp_queues& waiting_vertices(const Search& s, std::uint32_t* shared) {
  return reinterpret_cast<warp_queues*>(shared + s.hub_words() +
                                        block_warps * Search::shared_room::warp_buffer)[threadIdx.x / warp_lanes];
}

/// Writes every word of `next` from `visited`. Lists the vertices that remain unvisited if `remaining` is not null, which is not
/// supported for sought::hubs.
template <int Width, class Search>
__device__ void bottom_up(const Search& s, const std::uint32_t* visited, std::uint32_t* next, unsigned level, sought which,
                          std::uint32_t* remaining, phase_counters& c, std::uint32_t* shared) {
  __shared__ unsigned long long scratch[block_warps];
  const std::uint32_t copied = which == sought::all ? 0 : min(s.bitmap_words(), s.hub_words());
  for (std::uint32_t i = threadIdx.x * 4; i < copied; i += block_threads * 4) {
    *reinterpret_cast<uint4*>(shared + i) = *reinterpret_cast<const uint4*>(visited + i);
  }
  __syncthreads();
  const auto near = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  const warp_queue<Search> list(shared + s.hub_words(), {remaining}, &c.remaining, s.num_vertices / remaining_fraction);
  bottom_up_counts counts;
  const auto scan = [&](const auto& before) {
    bottom_up_scan<Width, Search, std::decay_t<decltype(before)>> step(s, before, next, level, waiting_vertices(s, shared),
                                                                       remaining != nullptr, list);
    counts = step.run();
  };
  const visited_before<false> all{visited, near, copied};
  if constexpr (Width == 1) {
    which == sought::hubs ? scan(visited_before<true>{visited, near, copied, s.hub_end}) : scan(all);
  } else {
    scan(all);  // four heads are used only in the caller's order, in which hubs do not come first
  }
  const unsigned long long all_found = block_sum(static_cast<unsigned long long>(counts.found), scratch);
  if (threadIdx.x == 0 && all_found > 0) atomicAdd(&c.found, static_cast<unsigned>(all_found));
  add_inspected(s, counts.inspected, c);
}

}  // namespace fathom::bfs_engine
