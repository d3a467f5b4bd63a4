// Rules of random walks that all engines share, so that walks are the same on every device. Files that include this are compiled
// without fused multiply-add: its rounding differs.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "fathom/callable.hpp"
#include "fathom/graph.hpp"
#include "fathom/sampling.hpp"
#include "fathom/types.hpp"
#include "sampling/draws.hpp"

namespace fathom::sampling_engine {

/// Draw of the step that weighs all edges of a row; proposals use smaller numbers.
inline constexpr std::uint32_t draw_of_scan = 0xFFFFFFFF;

/// Whether an edge that a walk has followed has exactly one edge back, of the same weight 1.
[[nodiscard]] inline bool has_one_edge_back(const graph& g, bool weighted) {
  return !weighted && g.properties().sorted && !g.directed() && g.properties().duplicates == 0;
}

/// Biases of node2vec, relative to the largest bias of an edge that does not lead back.
struct walk_biases {
  explicit walk_biases(const random_walk_options& o) {
    const double most = 1 / o.q > 1 ? 1 / o.q : 1;
    back = 1 / o.p / most;
    near = 1 / most;
    far = 1 / o.q / most;
  }
  double back, near, far;

  /// Chance below which an edge is accepted, whether or not it leads to a neighbor of the previous vertex.
  [[nodiscard]] FATHOM_CALLABLE double least() const { return near < far ? near : far; }
};

/// Edge of a row drawn with equal chances, and the part of the draw that decides between the targets of its alias slot.
struct drawn_edge {
  edge_offset edge;
  std::uint32_t fraction;
};

/// Proposal `trial` of a step in the row [first, last).
[[nodiscard]] FATHOM_CALLABLE inline drawn_edge propose_edge(const draw_stream& draws, std::uint32_t step, std::uint32_t trial,
                                                             edge_offset first, edge_offset last) {
  const auto product = static_cast<unsigned __int128>(draws(step, 2 * trial)) * (last - first);
  return {first + static_cast<edge_offset>(product >> 64), static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32)};
}

/// Uniform number that decides about proposal `trial`.
[[nodiscard]] FATHOM_CALLABLE inline double chance_of(const draw_stream& draws, std::uint32_t step, std::uint32_t trial) {
  return unit_interval(draws(step, 2 * trial + 1));
}

/// Part of a chance that belongs to the excess of the edges back: the rest decides about the proposal.
[[nodiscard]] FATHOM_CALLABLE inline double part_of_excess(double back_excess) { return 1 - 1 / (1 + back_excess); }
[[nodiscard]] FATHOM_CALLABLE inline double rest_of_chance(double chance, double part) { return (chance - part) / (1 - part); }

/// Weight of the edges back, times what their bias exceeds 1, in multiples of the weight of the whole row.
[[nodiscard]] FATHOM_CALLABLE inline double excess_of(const walk_biases& biases, double back, double all) {
  return back > 0 ? (biases.back - 1) * (back / all) : 0;
}

/// Whether a step that has rejected `trial` proposals gives up and weighs all edges of its row of `degree` edges.
[[nodiscard]] FATHOM_CALLABLE inline bool gives_up(std::uint32_t trial, edge_offset degree) {
  constexpr edge_offset spare = 8, most = 1u << 16;
  return trial >= (degree < most ? degree : most) + spare;
}

}  // namespace fathom::sampling_engine
