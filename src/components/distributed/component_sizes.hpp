// Sizes of the components of a distributed graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fathom/distributed/components.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

struct component_sizes {
  std::uint64_t count = 0;              ///< number of components
  std::vector<rank_component> largest;  ///< by descending size, then by ascending label
};

/// Collective. Counts all components and lists the largest `most`. `labels` are those of the vertices that this process owns. Adds
/// the bytes that this process sends to `bytes_sent`.
[[nodiscard]] component_sizes sizes_of_components(const partitioned_graph& g, std::span<const std::uint64_t> labels,
                                                  std::size_t most, int threads, std::uint64_t& bytes_sent);

}  // namespace fathom
