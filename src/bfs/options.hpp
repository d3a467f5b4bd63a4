// Checks of bfs_options that are common to all places where a search runs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/execution.hpp"

namespace fathom {

/// Places with an engine of their own. An engine honors an option or refuses it; it never ignores it.
enum search_place : unsigned { on_cpu = 1, on_cuda = 2, on_processes = 4 };

struct bfs_option {
  std::string_view name;  ///< of the member
  std::uint64_t value;    ///< as 64 bits, to compare processes
  unsigned honored_on;    ///< sum of the places that honor this value
};

/// All members of `options`, in order.
[[nodiscard]] std::vector<bfs_option> listed(const bfs_options& options);

/// Throws error_category::usage for an option that is out of range or that the place does not honor.
void check_options(const bfs_options& options, search_place place);

/// For methods of papers, which run on a CUDA device and honor fewer options than bfs(). They throw error_category::usage for
/// another device, and for an option that has not its default and is not among the `honored`.
void require_cuda(std::string_view method, device where);
void check_honored(const bfs_options& options, std::span<const std::string_view> honored, std::string_view method);

}  // namespace fathom
