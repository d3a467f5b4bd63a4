// Entry points of single-source shortest paths: option checks and choice of the engine.
#include "fathom/sssp.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "sssp/cpu/workspace.hpp"
#include "sssp/results.hpp"

namespace fathom {
namespace {

void check_vertex(const weighted_layout& l, vertex_id v, const char* what) {
  if (v < l.caller_vertices) return;
  fail_usage("{} {} is outside the graph of {} vertices{}", what, v, l.caller_vertices,
             l.caller_vertices > 0 ? fmt::format(" (0 to {})", l.caller_vertices - 1) : "");
}

void check(const weighted_layout& l, const sssp_options& o) {
  static_cast<void>(thread_count(o.control));
  static_cast<void>(choose_device(to_string(o.where)));
  if (o.target != no_vertex) check_vertex(l, o.target, "target");
  if (!(o.cutoff >= 0)) fail_usage("cutoff is {}; give 0 or more", o.cutoff);
  if (!(o.delta >= 0 && std::isfinite(o.delta)))
    fail_usage("delta is {}; give a positive number, or 0 for the tuned default", o.delta);
  if (o.keep_on_device && o.where.kind == device_kind::cpu)
    fail_usage("keep_on_device requires a CUDA device, but these searches run on the cpu; leave it out, or choose a device");
}

// Estimated memory: distances and predecessors, in the engine and in the result, and the engine's queues.
std::uint64_t predicted_bytes(const weighted_layout& l) {
  return std::uint64_t{l.num_vertices} * (sizeof(double) + sizeof(vertex_id) + 4 * sizeof(double)) +
         std::uint64_t{l.caller_vertices} * (sizeof(double) + sizeof(vertex_id));
}

template <class Engine>
void search_each(Engine& engine, std::span<const vertex_id> sources, const sssp_options& options,
                 const std::function<void(std::size_t, sssp_result&)>& consume) {
  sssp_result result;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    report_progress(options.control, "searching", i, sources.size());
    engine.search(sources[i], result);
    consume(i, result);
  }
  report_progress(options.control, "searching", sources.size(), sources.size());
}

}  // namespace

void sssp(const weighted_layout& prepared, std::span<const vertex_id> sources, const sssp_options& options,
          const std::function<void(std::size_t, sssp_result&)>& consume) {
  check(prepared, options);
  for (const vertex_id source : sources) check_vertex(prepared, source, "source");
  if (sources.empty()) return;
  require_host_memory(predicted_bytes(prepared), fmt::format("searching a graph of {} vertices", prepared.caller_vertices));
  if (options.where.kind == device_kind::cuda && prepared.weight_values) {
    sssp_options on_cpu = options;
    on_cpu.where = {}, on_cpu.keep_on_device = false;
    sssp_workspace workspace(prepared, on_cpu);
    search_each(workspace, sources, on_cpu, [&](std::size_t i, sssp_result& result) {
      result.report.engine += fmt::format(", which {} does not support", to_string(options.where));
      if (options.keep_on_device) move_to_device(result, options.where);
      consume(i, result);
    });
  } else if (options.where.kind == device_kind::cuda) {
    search_each(*gpu(options.where).make_sssp(prepared, options), sources, options, consume);
  } else {
    sssp_workspace workspace(prepared, options);
    search_each(workspace, sources, options, consume);
  }
}

sssp_result sssp(const weighted_layout& prepared, vertex_id source, const sssp_options& options) {
  sssp_result kept;
  sssp(prepared, {&source, 1}, options, [&](std::size_t, sssp_result& result) { kept = std::move(result); });
  return kept;
}

sssp_result sssp(const graph& g, vertex_id source, const sssp_options& options) {
  return sssp(prepare_weighted(g, {.order = vertex_order::automatic, .where = options.where, .control = options.control}), source,
              options);
}

}  // namespace fathom
