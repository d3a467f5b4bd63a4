// GroupBy, the grouping of sources into concurrent searches. Liu, Huang, Hu, "iBFS", SIGMOD 2016, section 5.2.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

struct source_groups {
  std::vector<std::vector<std::size_t>> groups;  ///< indices into the sources; at most `width` per group
  std::string reason;                            ///< the chosen grouping and why
};

/// `sources` are distinct and in the caller's ids.
[[nodiscard]] source_groups group_sources(const layout& l, std::span<const vertex_id> sources, int width,
                                          const multi_bfs_options& options, const execution& exec);

}  // namespace fathom
