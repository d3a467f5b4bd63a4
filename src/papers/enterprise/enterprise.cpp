#include "papers/enterprise/enterprise.hpp"

#include <utility>

#include "bfs/options.hpp"
#include "bfs/request.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

// Options of bfs() that the methods honor; others keep their defaults.
constexpr std::string_view honored[] = {"depth_limit",
                                        "target",
                                        "return_distances",
                                        "return_predecessors",
                                        "deterministic",
                                        "root",
                                        "strategy",
                                        "switching",
                                        "gamma",
                                        "alpha",
                                        "beta",
                                        "report_levels",
                                        "count_edges",
                                        "map_back",
                                        "keep_on_device",
                                        "gather"};

}  // namespace

std::string_view to_string(enterprise_method method) {
  switch (method) {
    case enterprise_method::status_array:
      return "enterprise-bl";
    case enterprise_method::scheduling:
      return "enterprise-ts";
    case enterprise_method::balancing:
      return "enterprise-wb";
    case enterprise_method::hub_cache:
      return "enterprise-hc";
  }
  return "";
}

void enterprise_bfs(const layout& prepared, std::span<const vertex_id> sources, const enterprise_options& options,
                    const execution& exec, const std::function<void(std::size_t, bfs_result&)>& consume) {
  require_cuda(to_string(options.method), exec.where);
  check_honored(options.search, honored, to_string(options.method));
  enterprise_options wanted = options;
  if (wanted.search.switching == bfs_switching::automatic) wanted.search.switching = bfs_switching::hub_ratio;
  check_search(prepared, sources, wanted.search, exec);
  search_all(*gpu(exec.where).make_enterprise(prepared, wanted, exec), sources, exec.control, consume);
}

bfs_result enterprise_bfs(const layout& prepared, vertex_id source, const enterprise_options& options, const execution& exec) {
  bfs_result kept;
  enterprise_bfs(prepared, {&source, 1}, options, exec, [&](std::size_t, bfs_result& result) { kept = std::move(result); });
  return kept;
}

}  // namespace fathom
