// Vertices in the order of their communities.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "fathom/types.hpp"

namespace fathom::communities_engine {

/// Vertices by community: those of community c are members[offsets[c], offsets[c + 1]), and ascend.
struct community_members {
  std::vector<vertex_id> members;
  std::vector<std::size_t> offsets;

  community_members(std::span<const vertex_id> labels, vertex_id count) : members(labels.size()), offsets(std::size_t{count} + 1) {
    for (const vertex_id label : labels) ++offsets[label + 1];
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
    for (vertex_id v = 0; v < labels.size(); ++v) members[next[labels[v]]++] = v;
  }

  [[nodiscard]] std::span<const vertex_id> operator[](vertex_id c) const noexcept {
    return {members.data() + offsets[c], members.data() + offsets[c + 1]};
  }
};

}  // namespace fathom::communities_engine
