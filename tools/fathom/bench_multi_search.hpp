// What `fathom bench multi-search` runs: distances as a program of multi_search(), and the same search written by hand.
#pragma once

#include "fathom/program/multi_search.hpp"

namespace fathom::program {

/// One number for what a search has found at a vertex. Summed over the vertices, in any order, it tells whether two searches have
/// found the same. (The last steps of splitmix64.)
[[nodiscard]] FATHOM_CALLABLE inline std::uint64_t fingerprint_of(vertex_id caller, hop_count distance) {
  std::uint64_t x = (static_cast<std::uint64_t>(caller) << 32) + static_cast<std::uint32_t>(distance) + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// As the paper has them: each search computes its distances, and they are not kept.
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

// Without CUDA both throw error_category::device.
[[nodiscard]] multi_search_result<distances_program> distances_on_device(const layout& prepared, std::span<const vertex_id> sources,
                                                                         const distances_program& program,
                                                                         const multi_search_options& options);

struct by_hand_result {
  double seconds = 0;            ///< from the sources in host memory to counts there
  double seconds_on_device = 0;  ///< of them, in the kernel
  unsigned blocks = 0;
  std::vector<std::uint64_t> reached;       ///< by each search
  std::vector<std::uint64_t> fingerprints;  ///< where they were asked for
};

/// The same distances by the hybrid method, top-down, as one would write it for this alone: what the abstraction is measured
/// against. The layout lies on a CUDA device; sources have edges. A warp for vertices with more than `threshold` edges out.
[[nodiscard]] by_hand_result search_by_hand(const layout& prepared, std::span<const vertex_id> sources, edge_offset threshold,
                                            bool with_fingerprints);

}  // namespace fathom::program
