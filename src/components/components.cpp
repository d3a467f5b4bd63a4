// Entry points of connected components: choice of the engine and component counts.
#include "fathom/components.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "components/by_size.hpp"
#include "components/cpu/component_list.hpp"
#include "components/cpu/connected.hpp"
#include "components/cpu/strong.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

// Starting a thread costs some microseconds.
constexpr std::uint64_t items_per_thread = 1u << 12;

// Labels, a queue and four bitmaps; for strong components two queues, eight bitmaps, and the numbers and stacks of the depth-first
// search; with sizes up to one component per vertex and two bitmaps.
constexpr std::uint64_t bytes_per_vertex = 2 * sizeof(vertex_id) + 1, bytes_per_vertex_strong = 8 * sizeof(vertex_id) + 16,
                        bytes_per_vertex_sizes = sizeof(component) + 1;

int threads_for(const graph& g, const run_control& control) {
  return useful_threads(g.num_vertices() + g.num_edges(), items_per_thread, thread_count(control));
}

void count_on_cpu(const graph& g, const components_options& options, components_result& result) {
  const int threads = useful_threads(g.num_vertices(), items_per_thread, thread_count(options.control));
  components_engine::list_components(result.labels.data(), g.num_vertices(), options.sizes, threads, result);
  if (options.sizes && options.most_components > 0) components_engine::keep_largest(result.components, options.most_components);
}

// Backward searches require in-edges; without them the CPU's depth-first search, which needs none, runs.
bool strong_on_device(const graph& g, device where) { return where.kind == device_kind::cuda && g.has_in_edges(); }

void check(const components_options& o) {
  static_cast<void>(choose_device(to_string(o.where)));
  if (o.most_components > 0 && !o.sizes) {
    throw error(
        error_category::usage,
        fmt::format("most_components is {}, but components are not counted without sizes; set sizes, or use 0", o.most_components));
  }
  if (o.keep_on_device && o.where.kind == device_kind::cpu) {
    throw error(
        error_category::usage,
        "keep_on_device requires a CUDA device, but these components are found on the cpu; leave it out, or choose a device");
  }
}

enum class kind { weak, strong };

void find_on_cpu(const graph& g, bool strong, const components_options& options, components_result& result) {
  timer clock;
  result.labels = array<vertex_id>(g.num_vertices());
  if (strong) {
    components_engine::strong_cpu(g.view(), result.labels.data(), result.report.threads, options.control.stop);
    result.report.engine = g.has_in_edges() ? "CPU, one forward and one backward search, trimming, then depth-first search"
                                            : "CPU, one depth-first search: the graph has no in-edges for backward searches";
  } else {
    result.report.engine =
        components_engine::connected_cpu(g.view(), result.labels.data(), result.report.threads, options.control.stop);
  }
  check_stop(options.control);
  result.report.seconds_search = clock.seconds();
  clock.restart();
  count_on_cpu(g, options, result);
  result.report.seconds_count = clock.seconds();
  if (!options.keep_on_device) return;
  result.labels = to_device(std::span<const vertex_id>(result.labels.view()), options.where);
  if (options.most_components == 0)
    result.components = to_device(std::span<const component>(result.components.view()), options.where);
}

components_result find(const graph& g, kind wanted, const components_options& options) {
  check(options);
  check_stop(options.control);
  const vertex_id n = g.num_vertices();
  const bool strong = wanted == kind::strong && g.directed();
  require_host_memory(n * ((strong ? bytes_per_vertex_strong : bytes_per_vertex) + (options.sizes ? bytes_per_vertex_sizes : 0)),
                      fmt::format("finding the components of {} vertices", n));
  report_progress(options.control, "searching", 0, n);
  components_result result;
  result.report.threads = threads_for(g, options.control);
  if (!strong && options.where.kind == device_kind::cuda)
    gpu(options.where).connected_components(g, options, result);
  else if (strong && strong_on_device(g, options.where))
    gpu(options.where).strong_components(g, options, result);
  else
    find_on_cpu(g, strong, options, result);
  check_stop(options.control);
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(options.control, "searching", n, n);
  return result;
}

}  // namespace

components_result connected_components(const graph& g, const components_options& options) {
  if (g.directed()) {
    throw error(error_category::usage,
                "a directed graph has two kinds of components; use weakly_connected_components(), which ignores directions, or "
                "strongly_connected_components()");
  }
  return find(g, kind::weak, options);
}

components_result weakly_connected_components(const graph& g, const components_options& options) {
  return find(g, kind::weak, options);
}

components_result strongly_connected_components(const graph& g, const components_options& options) {
  return find(g, kind::strong, options);
}

}  // namespace fathom
