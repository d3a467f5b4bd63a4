// Entry point of triangle counting: memory checks, thread count, and mapping of results to the caller's ids.
#include "fathom/triangles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "triangles/cpu/triangles.hpp"

namespace fathom {
namespace {

// Starting a thread costs some microseconds.
constexpr std::uint64_t edges_per_thread = 1u << 12;

std::uint64_t pairs_of(std::uint64_t neighbors) { return neighbors > 0 ? neighbors * (neighbors - 1) / 2 : 0; }

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Each thread needs its own marks: limits the threads to those whose marks fit in half of the available memory.
int threads_for(const graph& g, const run_control& control) {
  const vertex_id n = g.num_vertices();
  const int threads = useful_threads(g.num_edges(), edges_per_thread, thread_count(control));
  if (threads == 1) return 1;
  const std::uint64_t room = available_host_memory() / 2, rows = triangles_engine::oriented_bytes(n, g.num_edges());
  return useful_threads(room > rows ? room - rows : 0, std::max<std::uint64_t>(triangles_engine::mark_bytes(n), 1), threads);
}

// Maps values from the ids of `rows` to the caller's ids; all other vertices get 0.
template <class T>
array<T> in_ids_of(const graph& g, const triangles_engine::oriented_rows& rows, const array<T>& values) {
  array<T> result(g.num_vertices());
  std::fill(result.begin(), result.end(), T{0});
  for (vertex_id u = 0; u < rows.size(); ++u) result[rows.names.to_caller[u]] = values[u];
  return result;
}

}  // namespace

double triangles_result::clustering(vertex_id v) const noexcept { return ratio(triangles[v], pairs_of(degrees[v])); }

double triangles_result::average_clustering() const noexcept {
  double sum = 0;
  for (std::size_t v = 0; v < triangles.size(); ++v) sum += clustering(static_cast<vertex_id>(v));
  return triangles.empty() ? 0 : sum / static_cast<double>(triangles.size());
}

double triangles_result::transitivity() const noexcept { return ratio(3 * count, wedges); }

triangles_result count_triangles(const graph& g, const triangles_options& options) {
  if (options.where.kind == device_kind::cuda)
    fail_usage("device '{}' cannot count triangles; use the cpu", to_string(options.where));
  if (g.directed())
    fail_usage(
        "triangles are counted in undirected graphs, but this graph is directed; symmetrize it (--symmetrize, "
        "build_options::symmetrize)");
  check_stop(options.control);
  const vertex_id n = g.num_vertices();
  triangles_result result;
  triangles_report& report = result.report;
  report.threads = threads_for(g, options.control);
  report.engine = "CPU, edges oriented toward the higher degree, neighbors marked";
  require_host_memory(triangles_engine::oriented_bytes(n, g.num_edges()) + 2 * n * (sizeof(std::uint64_t) + sizeof(vertex_id)) +
                          static_cast<std::uint64_t>(report.threads) * triangles_engine::mark_bytes(n),
                      fmt::format("counting triangles among {} vertices and {} edges", n, g.num_edges()));
  report_progress(options.control, "counting", 0, g.num_edges());
  timer clock;
  const triangles_engine::oriented_rows rows = triangles_engine::orient(g, report.threads, options.control.stop);
  check_stop(options.control);
  report.seconds_prepare = clock.seconds();
  clock.restart();
  array<std::uint64_t> triangles(rows.size());
  array<vertex_id> degrees(rows.size());
  std::fill(triangles.begin(), triangles.end(), 0);
  std::fill(degrees.begin(), degrees.end(), 0);
  triangles_engine::count_cpu(rows, triangles.data(), degrees.data(), report.threads, options.control.stop);
  check_stop(options.control);
  for (const std::uint64_t of_vertex : triangles) result.count += of_vertex;
  result.count /= 3;
  for (const vertex_id d : degrees) result.wedges += pairs_of(d);
  result.triangles = in_ids_of(g, rows, triangles);
  result.degrees = in_ids_of(g, rows, degrees);
  report.seconds_count = clock.seconds();
  report.peak_memory_bytes = peak_memory_bytes();
  report_progress(options.control, "counting", g.num_edges(), g.num_edges());
  return result;
}

}  // namespace fathom
