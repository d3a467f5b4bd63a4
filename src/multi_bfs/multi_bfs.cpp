// Entry points of multi-source BFS: option checks and choice of the engine and groups.
#include "fathom/multi_bfs.hpp"

#include <algorithm>
#include <utility>

#include "comm/agreement.hpp"
#include "fathom/sinks.hpp"
#include "multi_bfs/run.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {

std::string_view to_string(multi_bfs_method method) {
  switch (method) {
    case multi_bfs_method::automatic:
      return "auto";
    case multi_bfs_method::sequential:
      return "sequential";
    case multi_bfs_method::separate:
      return "separate";
    case multi_bfs_method::joint:
      return "joint";
    case multi_bfs_method::ms_bfs:
      return "ms-bfs";
    case multi_bfs_method::ibfs:
      return "ibfs";
    case multi_bfs_method::bitwise:
      break;
  }
  return "bitwise";
}

void multi_bfs_sink::begin(const multi_bfs_plan&) {}
bool multi_bfs_sink::has(std::size_t) const { return false; }
void multi_bfs_sink::take(const finished_group&) {}
void multi_bfs_sink::merge(communicator&) {}
void multi_bfs_sink::end(vertex_totals&) {}

multi_bfs_report multi_bfs(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                           const multi_bfs_options& options, const execution& exec) {
  return multi_bfs_run(prepared, sources, sinks, options, exec).run();
}

multi_bfs_report multi_bfs(const layout& prepared, std::span<const vertex_id> sources, multi_bfs_sink& sink,
                           const multi_bfs_options& options, const execution& exec) {
  multi_bfs_sink* const one = &sink;
  return multi_bfs(prepared, sources, {&one, 1}, options, exec);
}

multi_bfs_result multi_bfs(const layout& prepared, std::span<const vertex_id> sources, const multi_bfs_options& options,
                           const execution& exec) {
  check_kept(options, exec);
  distance_matrix<hop_count> distances;
  predecessor_matrix predecessors;
  if (options.keep_on_device) distances.where = predecessors.where = named_devices(exec).front();
  std::vector<multi_bfs_sink*> sinks;
  if (options.return_distances) sinks.push_back(&distances);
  if (options.return_predecessors) sinks.push_back(&predecessors);
  multi_bfs_result result;
  result.report = multi_bfs(prepared, sources, sinks, options, exec);
  result.num_sources = sources.size();
  result.num_vertices = prepared.caller_vertices;
  result.distances = std::move(distances.values);
  result.predecessors = std::move(predecessors.values);
  return result;
}

multi_bfs_result multi_bfs(const graph& g, std::span<const vertex_id> sources, const multi_bfs_options& options,
                           const execution& exec) {
  check_kept(options, exec);
  const prepare_options how{
      .where = layout_device(exec), .control = exec.control, .searches = kind_of_searches(sources.size(), search_kind::joined)};
  layout prepared;
  if (exec.ranks) {
    on_all_processes(*exec.ranks, [&] { prepared = prepare(g, how); });
  } else {
    prepared = prepare(g, how);
  }
  return multi_bfs(prepared, sources, options, exec);
}

}  // namespace fathom
