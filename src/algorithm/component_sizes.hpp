// How large the components of a graph on many ranks are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/partitioned_graph.hpp"
#include "fathom/rank_components.hpp"

namespace fathom {

struct component_sizes {
  std::uint64_t count = 0;              ///< of components
  std::vector<rank_component> largest;  ///< by falling size, equal ones by rising label
};

/// Collective: of all ranks' components, the largest `most` by name; `labels` are those of this rank's vertices. The bytes that
/// this rank sends are added.
[[nodiscard]] component_sizes sizes_of_components(const partitioned_graph& g, std::span<const std::uint64_t> labels,
                                                  std::size_t most, int threads, std::uint64_t& bytes_sent);

}  // namespace fathom
