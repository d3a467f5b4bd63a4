// Basic types of the library: ids, offsets, distances, weights and their reserved values.
#pragma once

#include <cstdint>

namespace fathom {

/// 0-based vertex id of a graph on one device. A graph has at most 2^32 - 1 vertices, so that `no_vertex` is never a vertex.
using vertex_id = std::uint32_t;

/// Position in the adjacency arrays, or number of directed edges.
using edge_offset = std::uint64_t;

/// Distance from a source in hops; `unreachable` if there is no path.
using hop_count = std::int32_t;

/// Edge weight in IEEE single precision. A graph whose weights need more also stores them in double precision (graph.hpp).
using edge_weight = float;

/// Predecessor of a source or an unreached vertex. It is -1 in a signed 32-bit array.
inline constexpr vertex_id no_vertex = 0xFFFFFFFFu;

/// Distance of an unreached vertex.
inline constexpr hop_count unreachable = -1;

/// Maximum number of vertices of a graph on one device.
inline constexpr std::uint64_t max_vertices = 0xFFFFFFFFull;

}  // namespace fathom
