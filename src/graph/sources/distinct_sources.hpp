// Validated, deduplicated sources of a batch of searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/types.hpp"

namespace fathom {

/// Throws error_category::usage if there are no sources, or for one outside the graph, naming its position.
void check_sources(std::span<const vertex_id> sources, std::uint64_t num_vertices);

struct distinct_sources {
  explicit distinct_sources(std::span<const vertex_id> given);

  std::vector<vertex_id> sources;  ///< in the order of their first appearance
  /// Source i occurs in the given list at positions[position_begin[i]] up to but excluding positions[position_begin[i + 1]].
  std::vector<std::size_t> positions, position_begin;
};

}  // namespace fathom
