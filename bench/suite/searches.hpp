// Searches of `fathom bench multi-search`: distances as a user program of multi_search(), and as a hand-written kernel.
#pragma once

#include "fathom/visitor/multi_search.hpp"

namespace fathom::program {

/// A hash of a vertex and its distance (the last steps of splitmix64). Sums over all vertices, in any order, are equal if two
/// searches found the same distances.
[[nodiscard]] FATHOM_CALLABLE inline std::uint64_t fingerprint_of(vertex_id caller, hop_count distance) {
  std::uint64_t x = (static_cast<std::uint64_t>(caller) << 32) + static_cast<std::uint32_t>(distance) + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// User program as in the paper: each search computes its distances and does not keep them.
struct distances_program {
  struct state {
    vertex_array<hop_count> distance;
    std::uint64_t fingerprint = 0;
    void arrays(auto&& each) { each(distance, unreachable); }
  };
  static constexpr auto visits = edge_visits::until_vertex_joins;
  static constexpr bool writes_reached_only = true;

  bool with_fingerprint;

  FATHOM_CALLABLE void init(auto& search) const { search.state.distance[search.source()] = 0; }

  FATHOM_CALLABLE bool visit_vertex(auto& search, vertex_id, vertex_id v) const {
    search.state.distance[v] = search.level() + 1;
    return true;
  }

  FATHOM_CALLABLE void finalize(auto& search) const {
    if (!with_fingerprint) return;
    std::uint64_t mine = 0;
    search.for_each_reached([&](vertex_id v) { mine += fingerprint_of(search.caller_id(v), search.state.distance[v]); });
    search.add(search.state.fingerprint, mine);
  }
};

/// The user program on a CUDA device. Set by searches_cuda.cu; null in a build without CUDA, in which no device can be chosen.
inline multi_search_result<distances_program> (*distances_on_device)(const layout& prepared, std::span<const vertex_id> sources,
                                                                     const distances_program& program,
                                                                     const multi_search_options& options) = nullptr;

struct by_hand_result {
  double seconds = 0;            ///< from sources in host memory to counts in host memory
  double seconds_on_device = 0;  ///< part of them in the kernel
  unsigned blocks = 0;
  std::vector<std::uint64_t> reached;       ///< vertices reached, per search
  std::vector<std::uint64_t> fingerprints;  ///< if requested
};

/// The same distances by a hand-written kernel for the top-down hybrid method: the baseline for the cost of the abstraction. The
/// layout must be on a CUDA device, and sources must have edges. A warp expands vertices with more than `threshold` out-edges. Set
/// by by_hand.cu.
inline by_hand_result (*search_by_hand)(const layout& prepared, std::span<const vertex_id> sources, edge_offset threshold,
                                        bool with_fingerprints) = nullptr;

}  // namespace fathom::program
