// Order of components by size.
#pragma once

#include <algorithm>

#include "fathom/components.hpp"

namespace fathom::components_engine {

/// Keeps the `most` largest of all components, by descending size, then ascending label.
inline void keep_largest(array<component>& all, vertex_id most) {
  const auto middle = all.begin() + std::min<std::size_t>(most, all.size());
  std::partial_sort(all.begin(), middle, all.end(),
                    [](const component& a, const component& b) { return a.size != b.size ? a.size > b.size : a.label < b.label; });
  all.truncate(most);
}

}  // namespace fathom::components_engine
