// Entry points of connected components: choice of the engine and component counts.
#include "fathom/components.hpp"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/thread_team.hpp"
#include "base/timer.hpp"
#include "components/by_size.hpp"
#include "components/cpu/connected.hpp"
#include "components/cpu/strong.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

// Starting a thread costs some microseconds.
constexpr std::uint64_t items_per_thread = 1u << 12;

// Labels; for strong components also two queues, eight bitmaps, and the numbers and stacks of the depth-first search.
constexpr std::uint64_t bytes_per_vertex = sizeof(vertex_id), bytes_per_vertex_strong = 8 * sizeof(vertex_id) + 16;

int threads_for(const graph& g, const run_control& control) {
  return useful_threads(g.num_vertices() + g.num_edges(), items_per_thread, thread_count(control));
}

// Lists the component roots (labels[v] == v): counts those in each thread's range, then writes the components.
void list_components(const vertex_id* labels, vertex_id n, int threads, components_result& result, bool with_sizes) {
  std::vector<vertex_id> starts(static_cast<std::size_t>(threads) + 1, 0);
  const auto part = [&](int t) { return part_of(n, static_cast<std::uint64_t>(threads), static_cast<std::uint64_t>(t)); };
  const auto for_ranges = [threads](const auto& visit) {
    run_team(threads, [&](int thread, int team) {
      for (int t = thread; t < threads; t += team) visit(t);
    });
  };
  for_ranges([&](int t) {
    vertex_id roots = 0;
    for (std::uint64_t v = part(t).first; v < part(t).last; ++v) roots += labels[v] == v;
    starts[static_cast<std::size_t>(t) + 1] = roots;
  });
  for (std::size_t t = 1; t < starts.size(); ++t) starts[t] += starts[t - 1];
  result.count = starts.back();
  if (!with_sizes) return;
  result.components = array<component>(result.count);
  for_ranges([&](int t) {
    vertex_id next = starts[static_cast<std::size_t>(t)];
    for (std::uint64_t v = part(t).first; v < part(t).last; ++v) {
      if (labels[v] == v) result.components[next++].label = static_cast<vertex_id>(v);
    }
  });
}

// Most vertices are in the giant component or isolated: both are counted without access to shared counters.
array<vertex_id> count_members(const vertex_id* labels, vertex_id n, int threads) {
  array<vertex_id> sizes(n);
  const vertex_id giant = components_engine::frequent_label(labels, n);
#pragma omp parallel num_threads(threads)
  {
    vertex_id in_giant = 0;
#pragma omp for schedule(static)
    for (vertex_id v = 0; v < n; ++v) sizes[v] = labels[v] == v;
#pragma omp for schedule(static)
    for (vertex_id v = 0; v < n; ++v) {
      if (labels[v] == v) continue;
      if (labels[v] == giant)
        ++in_giant;
      else
        std::atomic_ref(sizes[labels[v]]).fetch_add(1, std::memory_order_relaxed);
    }
    std::atomic_ref(sizes[giant]).fetch_add(in_giant, std::memory_order_relaxed);
  }
  return sizes;
}

void count_on_cpu(const graph& g, const components_options& options, components_result& result) {
  const vertex_id* const labels = result.labels.data();
  const int threads = useful_threads(g.num_vertices(), items_per_thread, thread_count(options.control));
  list_components(labels, g.num_vertices(), threads, result, options.sizes);
  if (!options.sizes || g.num_vertices() == 0) return;
  const array<vertex_id> sizes = count_members(labels, g.num_vertices(), threads);
  for (component& c : result.components) {
    c.size = sizes[c.label];
    if (c.size > result.largest.size) result.largest = c;
  }
  if (options.most_components > 0) components_engine::keep_largest(result.components, options.most_components);
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
    components_engine::connected_cpu(g.view(), result.labels.data(), result.report.threads, options.control.stop);
    result.report.engine = "CPU, union-find over a sample of the edges, then over the remaining edges";
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
  require_host_memory(n * (strong ? bytes_per_vertex_strong : bytes_per_vertex + (options.sizes ? 3 * sizeof(vertex_id) : 0)),
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
