// The Graph500 benchmark of one process on a CPU: the library's own graph and search, in 32-bit ids, nothing of the machinery of
// ranks.
#pragma once

#include "fathom/graph500.hpp"

namespace fathom {

inline constexpr int largest_scale_alone = 31;

/// As graph500(), on the CPU. Every tree is validated against the graph that was built, and that, once, against the edges as they
/// were generated, which the specification's rules speak of.
[[nodiscard]] graph500_result graph500_alone(const graph500_options& options);

}  // namespace fathom
