#include "bfs/request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "bfs/options.hpp"

namespace fathom {
namespace {

void check_vertex(const layout& l, vertex_id v, const char* what) {
  if (v < l.caller_vertices) return;
  fail_usage("{} {} is outside the graph of {} vertices{}", what, v, l.caller_vertices,
             l.caller_vertices > 0 ? fmt::format(" (0 to {})", l.caller_vertices - 1) : "");
}

// Estimated memory of bitmaps, queue and results.
std::uint64_t predicted_bytes(const layout& l) {
  return std::uint64_t{l.num_vertices} * (2 * sizeof(vertex_id) + 1) +
         2 * (sizeof(vertex_id) + sizeof(hop_count)) * std::uint64_t{l.caller_vertices};
}

std::string describe_way(const layout& l, const bfs_options& options) {
  if (options.strategy == bfs_strategy::top_down) return "top-down";
  if (options.strategy == bfs_strategy::bottom_up) return "bottom-up";
  if (!l.in.offsets) return "top-down: the graph has no in-edges to search bottom-up";
  if (options.switching == bfs_switching::hub_ratio) {
    return fmt::format("direction-optimizing, switching by hub ratio (gamma {:g})", options.gamma);
  }
  return fmt::format("direction-optimizing, switching by alpha/beta ({:g}/{:g})", options.alpha, options.beta);
}

template <class T>
void resize(array<T>& a, std::size_t size) {
  if (a.size() != size) a = array<T>(size);
}

}  // namespace

void check_search(const layout& l, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec) {
  static_cast<void>(thread_count(exec.control));
  static_cast<void>(choose_device(to_string(exec.where)));
  if (l.where.kind == device_kind::cuda && l.where != exec.where) {
    fail_usage("the layout was prepared for {} and cannot be searched on {}; prepare it for that device, or for the cpu",
               to_string(l.where), to_string(exec.where));
  }
  if (exec.transport != rank_transport::automatic)
    fail_usage("transport {} requires a distributed graph; leave it automatic", to_string(exec.transport));
  if (exec.ranks != nullptr)
    fail_usage("a search from one source cannot be shared by processes that hold the whole graph; use a distributed graph");
  if (!exec.devices.empty())
    fail_usage("a search from one source runs on one device; give 'where' instead of 'devices', or use a multi_device_graph");
  if (options.target != no_vertex) check_vertex(l, options.target, "target");
  check_options(options, exec.where.kind == device_kind::cuda ? on_cuda : on_cpu);
  if (options.strategy == bfs_strategy::bottom_up && !l.in.offsets) {
    fail_usage(
        "the bottom-up strategy needs in-edges, but this directed graph was built without them; build it with in_edges::automatic");
  }
  for (const vertex_id source : sources) check_vertex(l, source, "source");
  require_host_memory(predicted_bytes(l), fmt::format("searching a graph of {} vertices", l.caller_vertices));
}

bfs_options resolved(const layout& l, bfs_options options, device where) {
  if (options.target != no_vertex && l.to_internal) options.target = l.to_internal[options.target];
  if (options.switching == bfs_switching::automatic) options.switching = bfs_switching::alpha_beta;
  if (options.alpha == 0) {
    const bool hubs_first_on_gpu = where.kind == device_kind::cuda && l.order == vertex_order::degree;
    options.alpha = hubs_first_on_gpu ? bfs_engine::usual_alpha_hubs_first_on_gpu : bfs_engine::usual_alpha;
  }
  return options;
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
  return {.reached = 1};
}

void fill_report(const layout& l, const bfs_options& options, std::string_view engine, vertex_id source,
                 const bfs_engine::outcome& o, run_report& report) {
  report.algorithm = "bfs";
  report.engine = fmt::format("{}, {}", engine, describe_way(l, options));
  if (options.depth_limit != bfs_options{}.depth_limit) report.engine += fmt::format(", to depth {}", options.depth_limit);
  if (options.deterministic) report.engine += ", deterministic predecessors";
  if (!options.map_back) report.engine += ", results in the layout's ids";
  report.source = source;
  report.reached = o.reached;
  report.depth = o.depth;
  report.peak_memory_bytes = peak_memory_bytes();
  report.order = l.reason;
  report.levels = o.levels;
  report.hub_cache = o.hub_cache;
}

}  // namespace fathom
