// Discovered vertices, collected per warp and appended to the lists of the next level.
#pragma once

#include "betweenness/cuda/loads.cuh"
#include "betweenness/cuda/word_lanes.cuh"
#include "gpu/warp.cuh"

namespace fathom::betweenness_engine {

/// Buffer size per warp. Warps append in batches, since the end of a list is a single address for the whole grid.
inline constexpr unsigned found_room = 128;

/// The part of a list that belongs to one level.
struct list_span {
  unsigned long long first, size;
};
struct level_lists {
  list_span narrow, wide;
};

/// Start of the next level in the lists, and its current size (grid_search::found).
struct list_end {
  list_positions begin;
  unsigned long long* size;
};

__device__ inline unsigned parts_of(const grid_search& s, std::uint32_t kind) {
  if (kind < kind_long) return kind;
  return s.long_vertices[kind - kind_long].parts;
}

/// Appends up to one vertex per lane to the lists. All lanes of the warp must call this.
__device__ inline void list_vertices(const grid_search& s, const list_end& end, bool is_here, std::uint32_t v) {
  const std::uint32_t kind = load_if(is_here && s.has_wide, s.kinds + v, kind_narrow);
  const unsigned narrow = __ballot_sync(all_lanes, is_here && kind == kind_narrow);
  const unsigned parts = is_here ? parts_of(s, kind) : 0;
  const unsigned upto = cuda::warp_inclusive_sum(parts);
  const unsigned all_parts = __shfl_sync(all_lanes, upto, warp_lanes - 1);
  const unsigned long long at =
      cuda::warp_reserve(end.size, static_cast<unsigned long long>(all_parts) << 32 | static_cast<unsigned>(__popc(narrow)));
  if (!is_here) return;
  if (kind == kind_narrow) {
    s.narrow[end.begin.narrow + static_cast<unsigned>(at) + cuda::warp_rank(narrow)].x = v;
  }
  const unsigned long long first = end.begin.wide + static_cast<unsigned>(at >> 32) + (upto - parts);
  for (unsigned i = 0; i < parts; ++i) {
    s.wide[first + i].x = v;
    s.parts[first + i] = i;
  }
}

/// Not inlined: called from several places, and rarely.
__device__ __noinline__ void list_all(const grid_search& s, const list_end& end, const std::uint32_t* vertices, unsigned size) {
  __syncwarp();
  for (unsigned begin = 0; begin < size; begin += warp_lanes) {
    const bool is_here = begin + lane() < size;
    list_vertices(s, end, is_here, is_here ? vertices[begin + lane()] : 0);
  }
  __syncwarp();
}

/// Discovered vertices of one warp at one level; the lists' end is in shared memory.
class found_vertices {
 public:
  __device__ found_vertices(const grid_search& s, std::uint32_t* room, const list_end& end, unsigned level)
      : s_(s), room_(room), end_(end), next_(words_of(s, level)) {}

  /// Marks v as discovered by the searches in `unseen`, which had not seen v when this lane checked. Others may have discovered v
  /// at this level since then; repeating that is harmless. All lanes of the warp must call this; a lane passes 0 if it has no
  /// vertex.
  __device__ void reach(std::uint32_t v, std::uint32_t unseen) {
    bool is_first = false;
    if (unseen != 0) {
      is_first = atomicOr(next_ + v, unseen) == 0;
      atomicOr(s_.seen + v, unseen);
    }
    const unsigned firsts = __ballot_sync(all_lanes, is_first);
    if (firsts == 0) return;
    if (is_first) room_[size_ + cuda::warp_rank(firsts)] = v;
    size_ += __popc(firsts);
    if (size_ > found_room - warp_lanes) flush();
  }

  /// Appends the buffered vertices to the lists; call also at the end of a level.
  __device__ void flush() {
    if (size_ > 0) list_all(s_, end_, room_, size_);
    size_ = 0;
  }

 private:
  const grid_search& s_;
  std::uint32_t* room_;
  const list_end& end_;
  std::uint32_t* next_;
  unsigned size_ = 0;
};

}  // namespace fathom::betweenness_engine
