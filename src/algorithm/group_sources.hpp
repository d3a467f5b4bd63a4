// GroupBy: which searches are joined. Liu, Huang, Hu, "iBFS", SIGMOD 2016, section 5.2.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

struct source_groups {
  std::vector<std::vector<std::size_t>> groups;  ///< of indices into the sources; each at most `width` long
  std::string reason;                            ///< which grouping, and why
};

/// `sources` are distinct, the caller's.
[[nodiscard]] source_groups group_sources(const layout& l, std::span<const vertex_id> sources, int width,
                                          const multi_bfs_options& options);

}  // namespace fathom
