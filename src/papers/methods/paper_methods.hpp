// Methods of papers that replace bfs() on a CUDA device, by name.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "fathom/bfs.hpp"
#include "fathom/execution.hpp"
#include "fathom/layout.hpp"

namespace fathom {

struct paper_method {
  std::string_view name;    ///< "enterprise-hc", "graph500-bitmap"
  bfs_switching switching;  ///< rule of bfs_switching::automatic
  void (*search)(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec,
                 const std::function<void(std::size_t, bfs_result&)>& consume);
};

/// Enterprise's methods, each with one technique more than the one before, and the Graph500 chapter's.
[[nodiscard]] std::span<const paper_method> paper_methods();

/// The method of this name; null if there is none.
[[nodiscard]] const paper_method* find_paper_method(std::string_view name);

}  // namespace fathom
