// Walks along the predecessors of an unvalidated search tree, which may contain cycles, invalid ids and dead ends.
#pragma once

#include <span>

#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// The level of a vertex that has a predecessor but no path to the source: its walk ends in a cycle or a dead end.
inline constexpr hop_count astray = -2;

/// Per vertex the number of steps to `source`, `unreachable` for other vertices without a predecessor, or `astray`. Takes linear
/// time per thread.
[[nodiscard]] array<hop_count> tree_levels(std::span<const vertex_id> predecessors, vertex_id source, int threads);

/// The smallest vertex on a cycle of predecessors that does not contain `source`, or no_vertex. Serial, in linear time: needed only
/// once a tree is known to be wrong.
[[nodiscard]] vertex_id smallest_on_cycle(std::span<const vertex_id> predecessors, vertex_id source);

}  // namespace fathom
