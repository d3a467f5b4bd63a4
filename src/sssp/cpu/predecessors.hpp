// Shortest-path tree derived from the final distances: the same for any number of threads, and relaxations need not write a second
// value in addition to the distance.
#pragma once

#include "fathom/weighted_layout.hpp"
#include "sssp/cpu/sums.hpp"

namespace fathom::sssp_engine {

/// Writes predecessors[0, n). `distances` must be those of a finished search from `source`.
template <class Sum>
void find_predecessors(const weighted_layout& l, vertex_id source, const typename Sum::distance* distances, vertex_id* predecessors,
                       int threads);

extern template void find_predecessors<whole_32>(const weighted_layout&, vertex_id, const whole_32::distance*, vertex_id*, int);
extern template void find_predecessors<whole_64>(const weighted_layout&, vertex_id, const whole_64::distance*, vertex_id*, int);
extern template void find_predecessors<real_64>(const weighted_layout&, vertex_id, const real_64::distance*, vertex_id*, int);
extern template void find_predecessors<table_64>(const weighted_layout&, vertex_id, const table_64::distance*, vertex_id*, int);

}  // namespace fathom::sssp_engine
