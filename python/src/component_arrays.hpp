// Components of a partitioned graph in the types of this package, whose vertices have 32 bits.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "fathom/array.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/error.hpp"
#include "fathom/types.hpp"

namespace fathom_python {

struct component_arrays {
  component_arrays() = default;
  explicit component_arrays(const fathom::rank_components_result& found)
      : labels(found.labels.size()), roots(found.components.size()), sizes(found.components.size()) {
    const auto narrow = [](std::uint64_t v) { return static_cast<fathom::vertex_id>(v); };
    std::transform(found.labels.begin(), found.labels.end(), labels.begin(), narrow);
    for (std::size_t i = 0; i < found.components.size(); ++i)
      roots[i] = narrow(found.components[i].label), sizes[i] = narrow(found.components[i].size);
  }

  fathom::array<fathom::vertex_id> labels, roots, sizes;
};

/// Throws error_category::usage for components of the kind "connected" in a directed graph, and for too many vertices.
inline void check_components(const std::string& kind, bool directed, std::uint64_t vertices) {
  if (kind == "connected" && directed)
    throw fathom::error(fathom::error_category::usage,
                        "a directed graph has two kinds of components; use weakly_connected_components or "
                        "strongly_connected_components");
  if (vertices > std::numeric_limits<fathom::vertex_id>::max())
    throw fathom::error(fathom::error_category::usage, "labels of more than 2^32 - 1 vertices do not fit this result");
}

}  // namespace fathom_python
