// Set of the entries of an oriented row in shared memory that counts the triangles found for each: a hash table with linear
// probing.
#pragma once

#include "triangles/entry.hpp"

namespace fathom::triangles_engine {

inline constexpr unsigned slots_per_entry = 3;  // at most a third of the slots are in use, so that a miss takes 1.6 probes
inline constexpr unsigned no_slot = 0xFFFFFFFFu;

template <class Entry>
struct counted_set {
  vertex_id* keys;   ///< entries; no_vertex: free slot
  unsigned* counts;  ///< triangles
  unsigned slots;

  __device__ unsigned first_slot(vertex_id v) const { return __umulhi(v * 0x9E3779B1u, slots); }  // Fibonacci hashing
  __device__ unsigned slot_after(unsigned slot) const { return slot + 1 == slots ? 0 : slot + 1; }

  /// Thread `thread` of the `threads` that share the set clears its part.
  __device__ void clear(unsigned thread, unsigned threads) const {
    for (unsigned i = thread; i < slots; i += threads) keys[i] = no_vertex, counts[i] = 0;
  }

  /// The entry's vertex is not in the set. Other threads may insert at the same time.
  __device__ void insert(vertex_id entry) const {
    unsigned slot = first_slot(Entry::vertex(entry));
    while (atomicCAS(&keys[slot], no_vertex, entry) != no_vertex) slot = slot_after(slot);
  }

  /// The slot of v, or no_slot. No thread may insert at the same time.
  __device__ unsigned find(vertex_id v) const {
    unsigned slot = first_slot(v);
    vertex_id key = keys[slot];
    while (Entry::vertex(key) != v && key != no_vertex) {
      slot = slot_after(slot);
      key = keys[slot];
    }
    return key == no_vertex ? no_slot : slot;
  }
};

}  // namespace fathom::triangles_engine
