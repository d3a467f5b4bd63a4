// Following the predecessors of a claimed search tree, which may be anything: cycles, numbers that are no vertices, dead ends.
#pragma once

#include <span>

#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// The level of a vertex that has a predecessor and yet no way to the source: on a cycle, or behind one or a dead end.
inline constexpr hop_count astray = -2;

/// For each vertex the number of steps to `source`; `unreachable` for another without a predecessor; `astray`. Linear for each
/// thread.
[[nodiscard]] array<hop_count> tree_levels(std::span<const vertex_id> predecessors, vertex_id source, int threads);

/// The smallest vertex from which predecessors lead back to itself without passing `source`; no_vertex where there is none. Serial
/// and linear: wanted only once a tree is known to be wrong.
[[nodiscard]] vertex_id smallest_on_cycle(std::span<const vertex_id> predecessors, vertex_id source);

}  // namespace fathom
