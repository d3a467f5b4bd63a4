#include "papers/enterprise/enterprise.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/fail_usage.hpp"
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

void check_honored(const bfs_options& options) {
  const std::vector<bfs_option> asked = listed(options), defaults = listed({});
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const bool knows = std::find(std::begin(honored), std::end(honored), asked[i].name) != std::end(honored);
    if (!knows && asked[i].value != defaults[i].value)
      fail_usage("option '{}' is not supported by Enterprise's methods; use its default", asked[i].name);
  }
}

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

void check_method(enterprise_method method, device where) {
  if (where.kind == device_kind::cuda) return;
  fail_usage("method {} requires a CUDA device, but this search runs on {}; choose a CUDA device, or method auto",
             to_string(method), to_string(where));
}

void enterprise_bfs(const layout& prepared, std::span<const vertex_id> sources, const enterprise_options& options,
                    const execution& exec, const std::function<void(std::size_t, bfs_result&)>& consume) {
  check_method(options.method, exec.where);
  check_honored(options.search);
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
