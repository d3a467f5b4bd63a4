// Shared-memory lists of a small frontier that one thread block processes.
#pragma once

#include "bfs/cuda/one_block.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

/// Start and length of each vertex's adjacency row. Eight lanes process a row together.
template <class Offset, class Room>
class row_lists {
 public:
  static constexpr unsigned capacity = small_frontier;
  static constexpr unsigned words = 2 * capacity * (2 + sizeof(Offset) / 4);

  __device__ row_lists(const cuda_search<Offset, Room>& s, std::uint32_t* visited, std::uint32_t* shared)
      : s_(s),
        visited_(visited),
        first_(reinterpret_cast<Offset*>(shared)),
        vertex_(reinterpret_cast<std::uint32_t*>(first_ + 2 * capacity)),
        degree_(vertex_ + 2 * capacity) {}

  __device__ void load(unsigned turn, unsigned i, std::uint32_t v, block_level& counts) {
    put(turn, i, v, s_.out.offsets[v], s_.out.offsets[v + 1], counts);
  }

  [[nodiscard]] __device__ std::uint32_t vertex(unsigned turn, unsigned i) const { return vertex_[turn * capacity + i]; }

  __device__ void expand(unsigned turn, unsigned frontier, unsigned level, block_level& counts, std::uint32_t* queue) {
    constexpr unsigned at_once = 4, lanes = 8;
    for (unsigned i = threadIdx.x / lanes; i < frontier; i += block_threads / lanes) {
      const std::uint32_t from = vertex(turn, i);
      const Offset end = first_[turn * capacity + i] + degree_[turn * capacity + i];
      if (s_.records && threadIdx.x % lanes == 0) atomicAdd(&counts.edges, degree_[turn * capacity + i]);
      for (Offset e = first_[turn * capacity + i] + threadIdx.x % lanes; e < end; e += at_once * lanes) {
        std::uint32_t to[at_once];
        for (unsigned k = 0; k < at_once; ++k) to[k] = load_if(e + k * lanes < end, s_.out.targets + e + k * lanes, no_vertex);
        discover(turn ^ 1, from, to, level, counts, queue);
      }
    }
  }

 private:
  template <unsigned Count>
  __device__ void discover(unsigned turn, std::uint32_t from, const std::uint32_t (&to)[Count], unsigned level, block_level& counts,
                           std::uint32_t* queue) {
    Offset first[Count], last[Count];
    bool fresh[Count];
    for (unsigned k = 0; k < Count; ++k) {
      first[k] = load_if(to[k] != no_vertex, s_.out.offsets + to[k], Offset{0});
      last[k] = load_if(to[k] != no_vertex, s_.out.offsets + to[k] + 1, Offset{0});
    }
    for (unsigned k = 0; k < Count; ++k) {
      const bool wanted = to[k] != no_vertex;
      fresh[k] = claim_if(wanted, visited_ + (wanted ? to[k] : from) / 32, to[k]);
    }
    for (unsigned k = 0; k < Count; ++k) {
      if (!fresh[k]) continue;
      record(s_, to[k], from, level);
      const unsigned at = next_position(counts);
      if (at < capacity) {
        put(turn, at, to[k], first[k], last[k], counts);
      } else {
        queue[at] = to[k];
      }
    }
  }

  __device__ void put(unsigned turn, unsigned i, std::uint32_t v, Offset first, Offset last, block_level& counts) {
    vertex_[turn * capacity + i] = v;
    first_[turn * capacity + i] = first;
    const bool long_row = last - first > small_degree;
    degree_[turn * capacity + i] = long_row ? 0 : static_cast<std::uint32_t>(last - first);
    if (long_row) counts.leave = 1;
  }

  const cuda_search<Offset, Room>& s_;
  std::uint32_t* const visited_;
  Offset* const first_;
  std::uint32_t* const vertex_;
  std::uint32_t* const degree_;
};

static_assert(row_lists<std::uint64_t, block_room>::words * sizeof(std::uint32_t) <= dynamic_bytes(block_room{}));

}  // namespace fathom::bfs_engine
