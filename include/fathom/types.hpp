// The vocabulary of the library: ids, offsets, distances and their reserved values.
#pragma once

#include <cstdint>

namespace fathom {

/// A vertex of a graph on one device, 0-based. At most 2^32 - 1 vertices, so that `no_vertex` is never a vertex.
using vertex_id = std::uint32_t;

/// A position in the adjacency arrays, and a count of directed edges.
using edge_offset = std::uint64_t;

/// Hops from a source; `unreachable` where there is no path.
using hop_count = std::int32_t;

/// Edge weights are IEEE single precision; a graph whose weights that does not hold has them in double precision, too (graph.hpp).
using edge_weight = float;

/// The predecessor of a source and of an unreached vertex. Reads as -1 in a signed 32-bit array.
inline constexpr vertex_id no_vertex = 0xFFFFFFFFu;

/// The distance of an unreached vertex.
inline constexpr hop_count unreachable = -1;

/// The largest number of vertices that one device's graph may have.
inline constexpr std::uint64_t max_vertices = 0xFFFFFFFFull;

}  // namespace fathom
