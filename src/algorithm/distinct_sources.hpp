// The sources of many searches: in the graph, and each searched once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/types.hpp"

namespace fathom {

/// Throws error_category::usage where there are none, and for one outside the graph, naming its place.
void check_sources(std::span<const vertex_id> sources, std::uint64_t num_vertices);

struct distinct_sources {
  explicit distinct_sources(std::span<const vertex_id> given);

  std::vector<vertex_id> sources;  ///< in the order of their first appearance
  /// Source i stands at positions[position_begin[i]] to before positions[position_begin[i + 1]] of those given.
  std::vector<std::size_t> positions, position_begin;
};

}  // namespace fathom
