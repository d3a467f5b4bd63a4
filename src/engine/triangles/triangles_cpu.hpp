// Counting triangles on the CPU.
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/triangles/oriented_rows.hpp"

namespace fathom::triangles_engine {

/// A thread's memory in bytes.
[[nodiscard]] std::uint64_t mark_bytes(vertex_id num_vertices);

/// Adds for each vertex, in the numbers of `rows`, its triangles to `triangles` and its neighbours to `degrees`. Incomplete once
/// `stop` is set.
void count_cpu(const oriented_rows& rows, std::uint64_t* triangles, vertex_id* degrees, int threads, const std::stop_token& stop);

}  // namespace fathom::triangles_engine
