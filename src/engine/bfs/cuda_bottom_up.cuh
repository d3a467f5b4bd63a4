// Bottom-up on the device: every unvisited vertex of the bitmap looks for a visited neighbour.
//
// A trip to memory takes long and can be shared by many, so each warp works on three queues of its own: it looks at the heads of a
// whole chunk of the bitmap while those of the next one are on their way; those that miss gather until two full warps of them look
// at their packs; those that miss again until one goes along their rows.
#pragma once

#include "engine/bfs/cuda_parents.cuh"
#include "engine/bfs/cuda_queue.cuh"
#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"

namespace fathom::bfs_engine {

inline constexpr unsigned packs_at_once = 2;  // a lane

/// Vertices that wait, in shared memory.
struct warp_waiting {
  std::uint32_t for_packs[packs_at_once * warp_lanes + chunk_words * 32];
  std::uint32_t for_rows[warp_lanes + packs_at_once * warp_lanes];
};

/// Which neighbours a vertex looks for, and where their bits are.
enum class sought {
  all,
  all_with_hubs_near,  ///< the hubs' bits in shared memory
  hubs                 ///< only, in shared memory
};

template <int Width>
struct chunk_heads {
  std::uint32_t head[chunk_words][Width];
};

template <int Width, class Search>
class bottom_up_scan {
 public:
  __device__ bottom_up_scan(const Search& s, const visited_before& before, std::uint32_t* next, unsigned level,
                            warp_waiting& waiting, bool listing, const warp_queue& remaining)
      : s_(s), before_(before), next_(next), level_(level), waiting_(waiting), listing_(listing), remaining_(remaining) {}

  __device__ void load(std::uint32_t chunk, const std::uint32_t (&visited)[chunk_words], chunk_heads<Width>& heads) const {
    const std::uint32_t* const from = s_.heads + (std::size_t{chunk} * chunk_words * 32 + lane()) * Width;
    for (unsigned k = 0; k < chunk_words; ++k) {
      load_heads<Width>(from, !(visited[k] >> lane() & 1), k * 32, heads.head[k]);
    }
  }

  /// The chunk that has these `visited` bits, and these heads; writes its words of `next`.
  __device__ void look(std::uint32_t chunk, const std::uint32_t (&visited)[chunk_words], const chunk_heads<Width>& heads) {
    const std::uint32_t first = chunk * chunk_words * 32 + lane();
    std::uint32_t parent[chunk_words], word[chunk_words];
    for (unsigned at = 0; at < chunk_words; at += words_at_once) find_parents(heads, at, parent);
    for (unsigned k = 0; k < chunk_words; ++k) {
      const bool hit = parent[k] != no_vertex;
      word[k] = visited[k] | __ballot_sync(all_lanes, hit);
      found_ += hit;
      const std::uint32_t v = first + k * 32;
      // Those with nothing behind their heads need no second look, but it is there that what remains is listed.
      wait(waiting_.for_packs, for_packs_, heads.head[k][Width - 1] < before_.end && !hit && (listing_ || v < s_.rest_end), v);
    }
    auto* const written = reinterpret_cast<uint4*>(next_ + s_.first_word(chunk));
    if (lane() == 0) written[0] = {word[0], word[1], word[2], word[3]};
    if (lane() == 1) written[1] = {word[4], word[5], word[6], word[7]};
    write(first, parent);
    __syncwarp();  // what is found later is added to what has just been written
    while (for_packs_ >= packs_at_once * warp_lanes) look_at_packs(packs_at_once * warp_lanes);
  }

  /// Those that still wait. Every thread of the block calls it.
  __device__ void finish() {
    look_at_packs(for_packs_);
    look_along(for_rows_);
    if (listing_) remaining_.flush_block();
  }

  [[nodiscard]] __device__ unsigned found() const { return found_; }
  [[nodiscard]] __device__ unsigned inspected() const { return inspected_; }

 private:
  static constexpr unsigned words_at_once = Width == 1 ? chunk_words : chunk_words / 4;

  __device__ void find_parents(const chunk_heads<Width>& heads, unsigned at, std::uint32_t (&parent)[chunk_words]) {
    bool seen[words_at_once][Width];
    for (unsigned k = 0; k < words_at_once; ++k) before_.look(heads.head[at + k], seen[k]);
    for (unsigned k = 0; k < words_at_once; ++k) parent[at + k] = before_.first_seen(heads.head[at + k], seen[k], inspected_);
  }

  /// One branch for all: a store after another has no need to wait.
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
    if (s_.target != no_vertex) {
      for (unsigned k = 0; k < chunk_words; ++k) {
        if (parent[k] != no_vertex && first + k * 32 == s_.target) *s_.target_level = level_ + 1;
      }
    }
  }

  /// The last `count` of those that wait for it.
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
    for (unsigned k = 0; k < packs_at_once; ++k) parent[k] = before_.first_seen(behind[k], seen[k], inspected_);
    for (unsigned k = 0; k < packs_at_once; ++k) {
      if (parent[k] != no_vertex) add(v[k], parent[k]);
      const bool missed = there[k] && parent[k] == no_vertex, more = behind[k][3] < before_.end;
      wait(waiting_.for_rows, for_rows_, missed && more, v[k]);
      if (listing_) remaining_.push(missed && !more, v[k]);
    }
    while (for_rows_ >= warp_lanes) look_along(warp_lanes);
  }

  __device__ void look_along(unsigned count) {
    __syncwarp();
    for_rows_ -= count;
    const bool there = lane() < count;
    const std::uint32_t v = there ? waiting_.for_rows[for_rows_ + lane()] : 0;
    const std::uint32_t parent = look_along_rows(s_, before_, Width + 4, there, v, inspected_);
    if (parent != no_vertex) add(v, parent);
    if (listing_) remaining_.push(there && parent == no_vertex, v);
  }

  __device__ void add(std::uint32_t v, std::uint32_t parent) {
    record(s_, v, parent, level_);
    atomicOr(&next_[s_.word_of(v)], 1u << (v % 32));
    ++found_;
  }

  __device__ static void wait(std::uint32_t* list, unsigned& size, bool wanted, std::uint32_t v) {
    const unsigned lanes = __ballot_sync(all_lanes, wanted);
    if (wanted) list[size + __popc(lanes & ((1u << lane()) - 1))] = v;
    size += __popc(lanes);
  }

  const Search& s_;
  const visited_before before_;
  std::uint32_t* const next_;
  const unsigned level_;
  warp_waiting& waiting_;
  const bool listing_;
  warp_queue remaining_;
  unsigned for_packs_ = 0, for_rows_ = 0, found_ = 0, inspected_ = 0;
};

/// All words in each lane; all visited where it is not wanted.
__device__ inline void load_chunk(const std::uint32_t* bitmap, bool wanted, std::size_t first_word,
                                  std::uint32_t (&bits)[chunk_words]) {
  const uint4 a = load_if(wanted, reinterpret_cast<const uint4*>(bitmap + first_word));
  const uint4 b = load_if(wanted, reinterpret_cast<const uint4*>(bitmap + first_word) + 1);
  bits[0] = a.x, bits[1] = a.y, bits[2] = a.z, bits[3] = a.w;
  bits[4] = b.x, bits[5] = b.y, bits[6] = b.z, bits[7] = b.w;
}

/// Writes `next` from `visited`, every word of its own chunks; lists what remains unvisited where `remaining` is given, which is
/// not for hubs alone. A warp's chunks are as many apart as the grid has warps.
template <int Width, class Search>
__device__ void bottom_up(const Search& s, const std::uint32_t* visited, std::uint32_t* next, unsigned level, sought which,
                          std::uint32_t* remaining, phase_counters& c, std::uint32_t* shared) {
  __shared__ warp_waiting waiting[block_warps];
  __shared__ unsigned long long scratch[block_warps];
  const std::uint32_t chunks = words_of(s.num_vertices) / chunk_words, step = warps_in_grid();
  const std::uint32_t copied = which == sought::all ? 0 : min(s.bitmap_words(), hub_words);
  for (std::uint32_t i = threadIdx.x * 4; i < copied; i += block_threads * 4) {
    *reinterpret_cast<uint4*>(shared + i) = *reinterpret_cast<const uint4*>(visited + i);
  }
  __syncthreads();
  const visited_before before{visited, static_cast<std::uint32_t>(__cvta_generic_to_shared(shared)), copied,
                              which == sought::hubs ? s.hub_end : no_vertex};
  const warp_queue list(shared + hub_words, {remaining}, &c.remaining, s.num_vertices / remaining_share);
  bottom_up_scan<Width, Search> scan(s, before, next, level, waiting[threadIdx.x / warp_lanes], remaining != nullptr, list);
  std::uint32_t chunk = warp_of_grid();
  std::uint32_t bits[chunk_words], bits_1[chunk_words], bits_2[chunk_words];
  chunk_heads<Width> heads, heads_1;
  load_chunk(visited, chunk < chunks, s.first_word(chunk), bits);
  load_chunk(visited, chunk + step < chunks, s.first_word(chunk + step), bits_1);
  scan.load(chunk, bits, heads);
  for (; chunk < chunks; chunk += step) {
    load_chunk(visited, chunk + 2 * step < chunks, s.first_word(chunk + 2 * step), bits_2);
    if constexpr (Width == 1) scan.load(chunk + step, bits_1, heads_1);
    scan.look(chunk, bits, heads);
    for (unsigned k = 0; k < chunk_words; ++k) bits[k] = bits_1[k], bits_1[k] = bits_2[k];
    if constexpr (Width == 1) {
      heads = heads_1;
    } else {
      scan.load(chunk + step, bits, heads);  // four times as many would not fit the registers
    }
  }
  scan.finish();
  const unsigned long long all_found = block_sum(static_cast<unsigned long long>(scan.found()), scratch);
  if (threadIdx.x == 0 && all_found > 0) atomicAdd(&c.found, static_cast<unsigned>(all_found));
  add_inspected(s, scan.inspected(), c);
}

}  // namespace fathom::bfs_engine
