#include "papers/graph500/bitmap_bfs.hpp"

#include "base/fail_usage.hpp"
#include "bfs/options.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

constexpr std::string_view honored_by_bitmaps[] = {
    "depth_limit", "target", "return_distances", "return_predecessors", "deterministic", "root",           "strategy", "switching",
    "alpha",       "beta",   "report_levels",    "count_edges",         "map_back",      "keep_on_device", "gather"};

}  // namespace

void bitmap_bfs(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec,
                const std::function<void(std::size_t, bfs_result&)>& consume) {
  require_cuda(bitmap_method, exec.where);
  check_honored(options, honored_by_bitmaps, bitmap_method);
  if (options.switching == bfs_switching::hub_ratio)
    fail_usage("method {} switches directions by alpha-beta only; leave 'switching' automatic", bitmap_method);
  check_search(prepared, sources, options, exec);
  search_all(*gpu(exec.where).make_bitmap_bfs(prepared, options, exec), sources, exec.control, consume);
}

}  // namespace fathom
