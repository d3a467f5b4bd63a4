// Alias tables of adjacency rows: draw an edge in proportion to its weight in constant time. Walker, "An efficient method for
// generating discrete random variables with general distributions", ACM TOMS 3(3), 1977; Vose, IEEE TSE 17(9), 1991.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom::sampling_engine {

/// Slot of an edge: a draw that falls on it yields the edge's own target with probability own / 2^32, else the other target.
struct alias_slot {
  std::uint32_t own;
  vertex_id other;  ///< no_vertex in a row whose weights are all 0
};

struct alias_table {
  array<alias_slot> slots;  ///< one per edge; empty without weights
  array<double> totals;     ///< sum of the weights of each row, if requested
};

/// Makes the table of all rows on `threads` threads. Throws error_category::input for a weight that is negative or not finite, or
/// for a row whose sum is not; ::cancelled.
[[nodiscard]] alias_table make_alias_table(const graph& g, bool with_totals, int threads, const run_control& control);

/// Memory of the table in bytes.
[[nodiscard]] std::uint64_t alias_table_bytes(const graph& g, bool with_totals);

}  // namespace fathom::sampling_engine
