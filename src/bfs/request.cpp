#include "bfs/request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fathom/error.hpp"

namespace fathom {
namespace {

bool is_enterprise(bfs_method method) { return method != bfs_method::automatic; }

bfs_switching switching_for(const bfs_options& options) {
  if (options.switching != bfs_switching::automatic) return options.switching;
  return is_enterprise(options.method) ? bfs_switching::hub_ratio : bfs_switching::alpha_beta;
}

double alpha_for(const layout& l, const bfs_options& options) {
  if (options.alpha > 0) return options.alpha;
  const bool hubs_first_on_gpu = options.where.kind == device_kind::cuda && l.order == vertex_order::degree;
  return hubs_first_on_gpu ? bfs_engine::usual_alpha_hubs_first_on_gpu : bfs_engine::usual_alpha;
}

std::string describe_engine(const bfs_options& options) {
  if (options.where.kind == device_kind::cpu) return "CPU";
  if (!is_enterprise(options.method))
    return "CUDA, one resident kernel (faster than Enterprise's methods: no host round trip per level, bits instead of bytes)";
  return fmt::format("CUDA, {}", to_string(options.method));
}

std::string describe_way(const layout& l, const bfs_options& options) {
  if (options.strategy == bfs_strategy::top_down) return "top-down";
  if (options.strategy == bfs_strategy::bottom_up) return "bottom-up";
  if (!l.in.offsets) return "top-down: the graph has no in-edges to search bottom-up";
  if (switching_for(options) == bfs_switching::hub_ratio) {
    return fmt::format("direction-optimizing, switching by hub ratio (gamma {:g})", options.gamma);
  }
  return fmt::format("direction-optimizing, switching by alpha/beta ({:g}/{:g})", alpha_for(l, options), options.beta);
}

template <class T>
void resize(array<T>& a, std::size_t size) {
  if (a.size() != size) a = array<T>(size);
}

}  // namespace

std::string_view to_string(bfs_method method) {
  switch (method) {
    case bfs_method::enterprise_status_array:
      return "enterprise-bl";
    case bfs_method::enterprise_scheduling:
      return "enterprise-ts";
    case bfs_method::enterprise_balancing:
      return "enterprise-wb";
    case bfs_method::enterprise_hub_cache:
      return "enterprise-hc";
    case bfs_method::automatic:
      break;
  }
  return "auto";
}

void check_method(bfs_method method, device where) {
  if (!is_enterprise(method) || where.kind == device_kind::cuda) return;
  throw error(error_category::usage,
              fmt::format("method {} requires a CUDA device, but this search runs on {}; choose a CUDA device, or method auto",
                          to_string(method), to_string(where)));
}

bfs_engine::request make_request(const layout& l, const bfs_options& options, vertex_id source) {
  bfs_engine::request r;
  r.source = l.to_internal ? l.to_internal[source] : source;
  r.target = options.target == no_vertex || !l.to_internal ? options.target : l.to_internal[options.target];
  r.depth_limit = options.depth_limit;
  r.root_predecessor = options.root == root_parent::self ? r.source : no_vertex;
  r.strategy = options.strategy;
  r.switching = switching_for(options);
  r.gamma = options.gamma, r.alpha = alpha_for(l, options), r.beta = options.beta;
  r.report_levels = options.report_levels;
  r.stop = options.control.stop;
  return r;
}

void resize_results(const layout& l, const bfs_options& options, bfs_result& result) {
  const std::size_t size = options.map_back ? l.caller_vertices : l.num_vertices;
  resize(result.distances, options.return_distances ? size : 0);
  resize(result.predecessors, options.return_predecessors ? size : 0);
}

bool is_isolated(const layout& l, vertex_id source) { return l.to_internal && l.to_internal[source] == no_vertex; }

bfs_engine::outcome search_isolated(const bfs_options& options, vertex_id source, bfs_result& result) {
  std::fill(result.distances.begin(), result.distances.end(), unreachable);
  std::fill(result.predecessors.begin(), result.predecessors.end(), no_vertex);
  if (options.map_back && !result.distances.empty()) result.distances[source] = 0;
  if (options.map_back && !result.predecessors.empty() && options.root == root_parent::self) result.predecessors[source] = source;
  return {.reached = 1, .depth = 0, .levels = {}};
}

void fill_report(const layout& l, const bfs_options& options, vertex_id source, const bfs_engine::outcome& o, run_report& report) {
  report.algorithm = "bfs";
  report.engine = describe_engine(options) + ", " + describe_way(l, options);
  if (options.depth_limit != bfs_options{}.depth_limit) report.engine += fmt::format(", to depth {}", options.depth_limit);
  if (options.deterministic) report.engine += ", deterministic predecessors";
  if (!options.map_back) report.engine += ", results in the layout's ids";
  report.where = options.where;
  report.source = source;
  report.reached = o.reached;
  report.depth = o.depth;
  report.peak_memory_bytes = peak_memory_bytes();
  report.order = l.reason;
  report.levels = o.levels;
  report.hub_cache = {o.status_reads, o.status_reads_saved};
}

}  // namespace fathom
