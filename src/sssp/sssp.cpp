// Entry points of single-source shortest paths: option checks and choice of the engine.
#include "fathom/sssp.hpp"

#include <fmt/format.h>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "gpu/backend.hpp"
#include "sssp/cpu/workspace.hpp"
#include "sssp/options.hpp"
#include "sssp/results.hpp"

namespace fathom {
namespace {

void check_vertex(const weighted_layout& l, vertex_id v, const char* what) {
  if (v < l.caller_vertices) return;
  fail_usage("{} {} is outside the graph of {} vertices{}", what, v, l.caller_vertices,
             l.caller_vertices > 0 ? fmt::format(" (0 to {})", l.caller_vertices - 1) : "");
}

// Estimated memory: distances and predecessors, in the engine and in the result, and the engine's queues.
std::uint64_t predicted_bytes(const weighted_layout& l) {
  return std::uint64_t{l.num_vertices} * (sizeof(double) + sizeof(vertex_id) + 4 * sizeof(double)) +
         std::uint64_t{l.caller_vertices} * (sizeof(double) + sizeof(vertex_id));
}

template <class Engine>
void search_each(Engine& engine, std::span<const vertex_id> sources, const run_control& control,
                 const std::function<void(std::size_t, sssp_result&)>& consume) {
  sssp_result result;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    report_progress(control, "searching", i, sources.size());
    engine.search(sources[i], result);
    consume(i, result);
  }
  report_progress(control, "searching", sources.size(), sources.size());
}

}  // namespace

void check_search(const weighted_layout& l, std::span<const vertex_id> sources, const sssp_options& o, const execution& exec) {
  static_cast<void>(thread_count(exec.control));
  static_cast<void>(choose_device(to_string(exec.where)));
  if (exec.transport != rank_transport::automatic)
    fail_usage("transport {} requires a distributed graph; leave it automatic", to_string(exec.transport));
  if (o.target != no_vertex) check_vertex(l, o.target, "target");
  check_ranges(o);
  if (o.keep_on_device && exec.where.kind == device_kind::cpu)
    fail_usage("keep_on_device requires a CUDA device, but these searches run on the cpu; leave it out, or choose a device");
  for (const vertex_id source : sources) check_vertex(l, source, "source");
  require_host_memory(predicted_bytes(l), fmt::format("searching a graph of {} vertices", l.caller_vertices));
}

void sssp(const weighted_layout& prepared, std::span<const vertex_id> sources, const sssp_options& options, const execution& exec,
          const std::function<void(std::size_t, sssp_result&)>& consume) {
  check_search(prepared, sources, options, exec);
  if (sources.empty()) return;
  if (exec.where.kind == device_kind::cuda) {
    search_each(*gpu(exec.where).make_sssp(prepared, options, exec), sources, exec.control, consume);
  } else {
    sssp_workspace workspace(prepared, options, exec.control);
    search_each(workspace, sources, exec.control, consume);
  }
}

sssp_result sssp(const weighted_layout& prepared, vertex_id source, const sssp_options& options, const execution& exec) {
  sssp_result kept;
  sssp(prepared, {&source, 1}, options, exec, [&](std::size_t, sssp_result& result) { kept = std::move(result); });
  return kept;
}

sssp_result sssp(const graph& g, vertex_id source, const sssp_options& options, const execution& exec) {
  return sssp(prepare_weighted(g, {.where = exec.where, .control = exec.control, .searches = search_kind::few}), source, options,
              exec);
}

}  // namespace fathom
