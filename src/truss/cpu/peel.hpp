// Truss numbers by peeling.
#pragma once

#include <cstdint>

#include "fathom/control.hpp"
#include "truss/cpu/edge_rows.hpp"

namespace fathom::truss_engine {

/// Writes the number of triangles of each edge to support[0, rows.num_edges()), and returns their sum. Throws
/// error_category::cancelled.
std::uint64_t count_support(const edge_rows& rows, std::uint32_t* support, int threads, const run_control& control);

/// Memory of peel(), in bytes.
[[nodiscard]] std::uint64_t peel_bytes(std::uint64_t edges);

/// Replaces the numbers of triangles by the truss numbers less 2. Throws error_category::memory, ::cancelled.
void peel(const edge_rows& rows, std::uint32_t* support, int threads, const run_control& control);

}  // namespace fathom::truss_engine
