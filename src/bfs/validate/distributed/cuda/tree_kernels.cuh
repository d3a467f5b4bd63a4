// Kernels that check whether predecessors form a valid tree, by hops or by weights. Each device has the predecessors of all
// processes and checks its slice of the edges.
#pragma once

#include <cstdint>

#include "comm/peer_memory.hpp"
#include "fathom/types.hpp"
#include "fathom/validate.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"

namespace fathom::ranks_engine {

inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};

/// Levels of a shallow tree packed eight to a word, which cuts the memory read per edge to an eighth.
inline constexpr unsigned levels_per_word = 8, level_bits = 4;
inline constexpr hop_count no_narrow_level = 15;

/// Results of one device. The worst violation is the one with the smallest number, which packs the rule above the edge's target.
struct tree_findings {
  unsigned long long worst = ~0ull;
  unsigned long long from = ~0ull;  ///< the smallest source of an edge with the worst violation
  unsigned long long reached = 0, edges = 0;
  unsigned changed = 0;  ///< nonzero if a level was found

  [[nodiscard]] __host__ __device__ static unsigned long long number_of(bfs_rule rule, std::uint64_t to) {
    return static_cast<unsigned long long>(rule) << 48 | to;
  }
};

/// Collects violations: in the first pass the worst one; in the second, once that is known, the smallest source of its edge.
struct tree_validator {
  tree_findings* found;
  unsigned long long worst;  ///< ~0 in the first pass

  __device__ void take(bfs_rule rule, std::uint64_t from, std::uint64_t to) const {
    const unsigned long long number = tree_findings::number_of(rule, to);
    if (worst == ~0ull) {
      atomicMin(&found->worst, number);
    } else if (number == worst) {
      atomicMin(&found->from, static_cast<unsigned long long>(from));
    }
  }
};

/// Predecessors of all processes and the resulting levels, by vertex.
struct tree_claim {
  std::uint32_t source;
  const std::uint32_t* parents;  ///< no_parent if unreached
  const hop_count* levels;
};

/// Checks the predecessors of the owned vertices as given, all ones if unreached. Invalid vertex ids are reported here and then
/// treated as unreached.
template <class Name>
__global__ void validate_vertices(const Name* predecessors, std::uint64_t size, std::uint64_t first, std::uint64_t source,
                                  std::uint64_t num_vertices, std::uint32_t* parents, tree_validator validator) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const bool is_reached = predecessors[i] != static_cast<Name>(-1);
    const std::uint64_t from = is_reached ? static_cast<std::uint64_t>(predecessors[i]) : ~std::uint64_t{0}, v = first + i;
    if ((from == v) != (v == source)) validator.take(bfs_rule::tree_has_no_cycle, from, v);
    const bool is_vertex = from < num_vertices;
    if (is_reached && !is_vertex) validator.take(bfs_rule::tree_edges_exist, from, v);
    parents[i] = is_reached && is_vertex ? static_cast<std::uint32_t>(from) : no_parent;
  }
}

/// Checks the distances of the owned vertices: finite if reached, 0 at the source, otherwise infinite.
template <class Name>
__global__ void validate_distances(const Name* predecessors, const float* distances, std::uint64_t size, std::uint64_t first,
                                   std::uint64_t source, tree_validator validator) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const bool is_reached = predecessors[i] != static_cast<Name>(-1), is_source = first + i == source;
    const bool agrees = isfinite(distances[i]) ? is_reached && (!is_source || distances[i] == 0) : !is_reached && distances[i] > 0;
    const std::uint64_t from = is_reached ? static_cast<std::uint64_t>(predecessors[i]) : ~std::uint64_t{0};
    if (!agrees) validator.take(bfs_rule::tree_levels_differ_by_one, from, first + i);
  }
}

__global__ void begin_levels(std::uint64_t size, std::uint64_t source, hop_count* levels) {
  for (std::uint64_t v = cuda::grid_thread(); v < size; v += cuda::grid_threads()) levels[v] = v == source ? 0 : unreachable;
}

/// One round: vertices whose predecessor has a level get the next level. Levels found concurrently by other threads may or may not
/// be seen.
__global__ void find_levels(const std::uint32_t* parents, std::uint64_t size, hop_count* levels, tree_findings* found) {
  bool changed = false;
  for (std::uint64_t v = cuda::grid_thread(); v < size; v += cuda::grid_threads()) {
    if (parents[v] == no_parent || levels[v] != unreachable) continue;
    const hop_count above = __ldcg(levels + parents[v]);
    if (above == unreachable) continue;
    __stcg(levels + v, above + 1);
    changed = true;
  }
  if (changed) found->changed = 1;
}

/// Packs levels; sets `found->changed` if a level does not fit.
__global__ void narrow_levels(const hop_count* levels, std::uint64_t size, std::uint32_t* narrow, tree_findings* found) {
  bool fits = true;
  for (std::uint64_t w = cuda::grid_thread(); w * levels_per_word < size; w += cuda::grid_threads()) {
    std::uint32_t word = 0;
    for (unsigned k = 0; k < levels_per_word; ++k) {
      const std::uint64_t v = w * levels_per_word + k;
      const hop_count level = v < size ? levels[v] : unreachable;
      fits = fits && level < no_narrow_level;
      word |= static_cast<std::uint32_t>(level == unreachable ? no_narrow_level : level) << k * level_bits;
    }
    narrow[w] = word;
  }
  if (!fits) found->changed = 1;
}

/// Distances from the source and edge lengths, by hops.
struct hops_along {
  const hop_count* levels;
  const std::uint32_t* narrow;  ///< null if levels do not fit

  [[nodiscard]] __device__ hop_count to(std::uint32_t v) const {
    if (!narrow) return __ldg(levels + v);
    const std::uint32_t level = __ldg(narrow + v / levels_per_word) >> v % levels_per_word * level_bits & no_narrow_level;
    return level == no_narrow_level ? unreachable : static_cast<hop_count>(level);
  }
  [[nodiscard]] __device__ hop_count length(std::uint64_t) const { return 1; }
  [[nodiscard]] __device__ static bool is_reached(hop_count level) { return level != unreachable; }
};

/// The same by weights; sums are floats.
struct weights_along {
  const float* distances;
  const edge_weight* weights;  ///< of the edges in the slice

  [[nodiscard]] __device__ float to(std::uint32_t v) const { return __ldg(distances + v); }
  [[nodiscard]] __device__ float length(std::uint64_t edge) const { return __ldcs(weights + edge); }
  [[nodiscard]] __device__ static bool is_reached(float distance) { return isfinite(distance); }
};

/// Checks the process's slice of the edges. Sets the bit in `seen` of each vertex with an edge from its predecessor; initially 0.
template <class Along>
__global__ void validate_edges(const uint2* edges, std::uint64_t size, Along along, const std::uint32_t* parents, unsigned* seen,
                               tree_validator validator) {
  unsigned inside = 0;  // per thread; a thread has a few thousand edges
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const uint2 e = __ldcs(edges + i);
    const auto a = along.to(e.x), b = along.to(e.y);
    inside += along.is_reached(a);
    if (e.x == e.y || (!along.is_reached(a) && !along.is_reached(b))) continue;
    const auto length = along.length(i);
    const auto look = [&](std::uint32_t from, std::uint32_t to, auto above, auto here) {
      if (!along.is_reached(above)) return;
      if (!along.is_reached(here)) return validator.take(bfs_rule::component_is_spanned, from, to);
      if (here > above + length) return validator.take(bfs_rule::edges_span_one_level, from, to);
      if (here != above + length) return;
      const unsigned bit = 1u << (to % 32);
      if ((seen[to / 32] & bit) == 0 && parents[to] == from) atomicOr(&seen[to / 32], bit);
    };
    look(e.x, e.y, a, b);
    look(e.y, e.x, b, a);
  }
  cuda::warp_add(&validator.found->edges, inside);
}

/// The `seen` bits of all processes, readable by this process's device.
struct seen_by_ranks {
  const unsigned* of[most_peers];
  unsigned ranks;
};

/// Checks the owned vertices: every reached one must lead to the source, by an edge that some process has seen.
__global__ void validate_tree(std::uint64_t first, std::uint64_t size, const __grid_constant__ tree_claim tree,
                              const __grid_constant__ seen_by_ranks seen, tree_validator validator) {
  unsigned reached = 0;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const std::uint64_t v = first + i;
    const std::uint32_t parent = tree.parents[v];
    if (parent == no_parent) continue;
    ++reached;
    if (v == tree.source) continue;
    if (tree.levels[v] == unreachable) validator.take(bfs_rule::tree_has_no_cycle, parent, v);
    bool is_led_to = false;
    for (unsigned r = 0; r < seen.ranks; ++r) is_led_to = is_led_to || (seen.of[r][v / 32] >> (v % 32) & 1) != 0;
    if (!is_led_to) validator.take(bfs_rule::tree_edges_exist, parent, v);
  }
  cuda::warp_add(&validator.found->reached, reached);
}

}  // namespace fathom::ranks_engine
