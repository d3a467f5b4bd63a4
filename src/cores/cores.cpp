// Entry points of core numbers and k-cores: choice of the engine, degeneracy, subgraph.
#include "fathom/cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "cores/engines.hpp"
#include "fathom/components.hpp"
#include "fathom/report.hpp"
#include "fathom/reversed.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

// One thread peels this many vertices and edges in one to three milliseconds. Hundreds of levels have two barriers each, which take
// longer than that where other programs use the cores.
constexpr std::uint64_t items_per_thread = 1u << 18;

// Degrees are counted in 32 bits.
void check_degrees(const graph& g) {
  const graph_properties& p = g.properties();
  if (p.max_out_degree + (g.directed() ? p.max_in_degree : 0) >= std::numeric_limits<vertex_id>::max())
    fail_usage("the graph has a vertex with {} edges; core numbers are computed for fewer than 2^32 - 1 per vertex",
               std::max(p.max_out_degree, p.max_in_degree));
}

void find_on_device(const graph& g, const cores_options& options, cores_result& result, timer& clock) {
  // Copying the adjacency rows does not count as search time: the clock restarts after it.
  const cores_engine::peel_outcome found = gpu(options.where).core_numbers(g, options, result.core_numbers, clock);
  check_stop(options.control);
  result.degeneracy = found.degeneracy, result.innermost = found.innermost;
  result.report.where = options.where;
  result.report.seconds_on_device = found.seconds;
  result.report.levels = found.levels;
  result.report.engine = fmt::format("CUDA, peeling in one kernel, {} levels in {} phases", found.levels, found.phases);
}

void find_on_cpu(const graph& g, const cores_options& options, cores_result& result) {
  result.report.levels = cores_engine::peel(g.view(), g.properties().self_loops > 0, result.core_numbers.data(),
                                            result.report.threads, options.control.stop);
  result.report.engine = "CPU, peeling";
}

void count_on_cpu(cores_result& result) {
  const vertex_id* const numbers = result.core_numbers.data();
  const std::size_t n = result.core_numbers.size();
  const int threads = result.report.threads;
  vertex_id largest = 0, innermost = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : largest)
  for (std::size_t v = 0; v < n; ++v) largest = std::max(largest, numbers[v]);
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : innermost)
  for (std::size_t v = 0; v < n; ++v) innermost += numbers[v] == largest;
  result.degeneracy = largest, result.innermost = innermost;
}

}  // namespace

cores_result core_numbers(const graph& g, const cores_options& options) {
  static_cast<void>(choose_device(to_string(options.where)));
  if (options.keep_on_device && options.where.kind == device_kind::cpu)
    fail_usage(
        "keep_on_device requires a CUDA device, but these core numbers are found on the cpu; leave it out, or choose a device");
  check_stop(options.control);
  if (g.directed() && !g.has_in_edges()) return core_numbers(reversed(g, options.control), options);
  check_degrees(g);
  const vertex_id n = g.num_vertices();
  const bool on_cpu = options.where.kind == device_kind::cpu;
  cores_result result;
  result.report.threads = useful_threads(n + g.num_edges(), items_per_thread, thread_count(options.control));
  require_host_memory(n * sizeof(vertex_id) + (on_cpu ? cores_engine::peel_bytes(n, result.report.threads) : 0),
                      fmt::format("finding the core numbers of {} vertices", n));
  report_progress(options.control, "searching", 0, n);
  timer clock;
  if (on_cpu) {
    result.core_numbers = array<vertex_id>(n);
    find_on_cpu(g, options, result);
    check_stop(options.control);
    count_on_cpu(result);
  } else {
    find_on_device(g, options, result, clock);
  }
  result.report.seconds_search = clock.seconds();
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(options.control, "searching", n, n);
  return result;
}

graph k_core(const graph& g, vertex_id k, const cores_options& options) {
  cores_options on_host = options;
  on_host.keep_on_device = false;
  return k_core(g, k, core_numbers(g, on_host).core_numbers.view(), options.control);
}

graph k_core(const graph& g, vertex_id k, std::span<const vertex_id> core_numbers, const run_control& control) {
  if (core_numbers.size() != g.num_vertices())
    fail_usage("there are {} core numbers for {} vertices; give one per vertex", core_numbers.size(), g.num_vertices());
  std::vector<vertex_id> members;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (core_numbers[v] >= k) members.push_back(v);
  }
  return members.size() == g.num_vertices() ? g : induced_subgraph(g, members, control);
}

}  // namespace fathom
