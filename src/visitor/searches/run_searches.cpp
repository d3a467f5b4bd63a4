// Parts of multi_search() that do not depend on the visitor: argument checks, threads and the mapping to the caller's edges.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/parallel.hpp"
#include "fathom/error.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom::multi_search_engine {
namespace {

// Each concurrent search has a thread of its own; more than this is a mistake.
constexpr int most_threads = 4096;
// Minimum number of items per thread.
constexpr std::size_t part_grain = 16384;

}  // namespace

void check_call(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options) {
  if (options.where.kind != device_kind::cpu) {
    throw error(error_category::device,
                fmt::format("multi_search() runs on the cpu, not on {}; choose the cpu", to_string(options.where)));
  }
  if (prepared.where.kind != device_kind::cpu) {
    fail_usage("the layout was prepared for {} and cannot be searched on the cpu; prepare it for the cpu",
               to_string(prepared.where));
  }
  if (options.method != multi_search_method::automatic) {
    fail_usage("method is {}, which needs a CUDA device; leave method out, or choose a CUDA device", to_string(options.method));
  }
  if (options.threshold != 0) {
    fail_usage("threshold is {}, but only the hybrid method on CUDA devices has one; leave threshold out, or choose a CUDA device",
               options.threshold);
  }
  check_arguments(prepared, sources, options);
}

void check_arguments(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options) {
  if (sources.empty()) fail_usage("there are no sources to search from; give at least one");
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i] < prepared.caller_vertices) continue;
    fail_usage("source {} (number {} of {}) is outside the graph of {} vertices{}", sources[i], i + 1, sources.size(),
               prepared.caller_vertices,
               prepared.caller_vertices > 0 ? fmt::format(" (0 to {})", prepared.caller_vertices - 1) : "");
  }
  if (options.depth_limit < 0) fail_usage("depth_limit is {}; give 0 (only the sources) or more", options.depth_limit);
  if (options.at_once < 0 || options.at_once > most_threads) {
    fail_usage("at_once is {}; give 1 to {} concurrent searches, or 0 for one per thread", options.at_once, most_threads);
  }
}

void check_graph(const layout& prepared, const graph* g, bool has_edge_totals) {
  if (!g && has_edge_totals) {
    fail_usage("the program has edge totals, which are in the order of the graph's edges; pass the graph to multi_search()");
  }
  if (!g) return;
  if (g->num_vertices() != prepared.caller_vertices || g->num_edges() != prepared.num_edges) {
    fail_usage("the graph ({} vertices, {} directed edges) is not the one that was prepared ({}, {}); prepare this one",
               g->num_vertices(), g->num_edges(), prepared.caller_vertices, prepared.num_edges);
  }
}

void throw_cancelled() { throw error(error_category::cancelled, "stopped on request"); }

void for_each_search(int threads, std::size_t count, const run_control& control,
                     const std::function<void(int thread, std::size_t i)>& work) {
  std::atomic<std::size_t> next{0}, done{0};
  exception_capture failure;
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
    for (std::size_t i; !failure.failed() && (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
      failure.run([&] {
        // Thread 0 is the caller's, which may report progress.
        if (thread == 0)
          report_progress(control, "searching", done.load(std::memory_order_relaxed), count);
        else
          check_stop(control);
        work(thread, i);
        done.fetch_add(1, std::memory_order_relaxed);
      });
    }
  }
  failure.rethrow();
  report_progress(control, "searching", count, count);
}

void for_each_part(int threads, std::size_t count, const std::function<void(std::size_t first, std::size_t last)>& work) {
  const int parts = useful_threads(count, part_grain, threads);
  exception_capture failure;
#pragma omp parallel for num_threads(parts) schedule(static)
  for (int part = 0; part < parts; ++part) {
    failure.run([&] {
      const index_range range = part_of(count, static_cast<std::uint64_t>(parts), static_cast<std::uint64_t>(part));
      work(range.first, range.last);
    });
  }
  failure.rethrow();
}

void for_each_edge_row(const layout& prepared, const graph& g, int threads,
                       const std::function<void(edge_offset first, std::span<const edge_offset> positions)>& take) {
  const adjacency_view& rows = g.view().out;
  for_each_part(threads, g.num_vertices(), [&](std::size_t first, std::size_t last) {
    std::vector<edge_offset> order, positions;
    for (std::size_t v = first; v < last; ++v) {
      const auto caller = static_cast<vertex_id>(v);
      const vertex_id inside = prepared.to_internal ? prepared.to_internal[v] : caller;
      const edge_offset degree = rows.degree(caller), begin = rows.offsets[v];
      if (degree == 0) continue;
      order.resize(degree), positions.resize(degree);
      std::iota(order.begin(), order.end(), edge_offset{0});
      // Rows of the layout ascend in the layout's ids; parallel edges keep their order.
      if (prepared.to_internal) {
        const auto renamed = [&](edge_offset i) { return prepared.to_internal[rows.targets[begin + i]]; };
        std::stable_sort(order.begin(), order.end(), [&](edge_offset a, edge_offset b) { return renamed(a) < renamed(b); });
      }
      for (edge_offset i = 0; i < degree; ++i) positions[order[i]] = prepared.out.offsets[inside] + i;
      take(begin, positions);
    }
  });
}

stopwatch::stopwatch() noexcept : start_(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1)) {}
double stopwatch::seconds() const noexcept {
  return static_cast<double>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1) - start_) * 1e-9;
}

}  // namespace fathom::multi_search_engine
