// Entry point of triangle counting: checks, choice of the engine, and the report.
#include "fathom/triangles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "base/zeroed_array.hpp"
#include "comm/exchange.hpp"
#include "comm/place_options.hpp"
#include "comm/shared_call.hpp"
#include "fathom/build.hpp"
#include "fathom/distributed/over_devices.hpp"
#include "fathom/report.hpp"
#include "gpu/backend.hpp"
#include "graph/sampled_hash.hpp"
#include "triangles/cpu/id_order.hpp"
#include "triangles/cpu/triangles.hpp"
#include "triangles/directions.hpp"
#include "triangles/entry.hpp"
#include "triangles/move_to_device.hpp"
#include "triangles/neighbor_counts.hpp"
#include "triangles/on_device.hpp"
#include "triangles/undirected_rows.hpp"
#include "triangles/work_share.hpp"

namespace fathom {

using namespace triangles_engine;

namespace {

// Starting a thread costs some microseconds.
constexpr std::uint64_t edges_per_thread = 1u << 12;

constexpr int rows_at_once = 256;  // chunk size

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Each thread needs its own marks: limits the threads to those whose marks fit in half of the available memory.
int threads_for(const graph& g, const run_control& control) {
  const vertex_id n = g.num_vertices();
  const int threads = useful_threads(g.num_edges(), edges_per_thread, thread_count(control));
  if (threads == 1) return 1;
  const std::uint64_t room = available_host_memory() / 2, rows = oriented_bytes(n, g.num_edges());
  return useful_threads(room > rows ? room - rows : 0, std::max<std::uint64_t>(mark_bytes(n), 1), threads);
}

// The arrays of `from` without ownership.
template <class T>
array<T> borrowed(const array<T>& from) {
  return array<T>::adopt(const_cast<T*>(from.data()), from.size(), nullptr);  // a graph never writes to its arrays
}

// Copy of g, whose other arrays it references, with sorted adjacency rows.
graph with_sorted_rows(const graph& g, int threads, const run_control& control) {
  require_host_memory(g.num_edges() * sizeof(vertex_id), fmt::format("sorting the adjacency rows of {} edges", g.num_edges()));
  graph_arrays sorted;
  sorted.offsets = borrowed(g.arrays().offsets);
  sorted.targets = array<vertex_id>(g.num_edges());
  std::copy_n(g.arrays().targets.data(), g.num_edges(), sorted.targets.data());
  const edge_offset* const offsets = sorted.offsets.data();
  vertex_id* const targets = sorted.targets.data();
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_at_once)
  for (vertex_id v = 0; v < g.num_vertices(); ++v) std::sort(targets + offsets[v], targets + offsets[v + 1]);
  sorted.properties = measure({offsets, targets}, g.num_vertices(), nullptr, control);
  return graph(std::move(sorted));
}

// Maps counts from the ids of `rows` to the caller's ids; all other vertices get 0.
array<std::uint64_t> in_ids_of(const graph& g, const oriented_rows& rows, const array<std::uint64_t>& counts) {
  array<std::uint64_t> result = zeroed_array<std::uint64_t>(g.num_vertices());
  for (vertex_id u = 0; u < rows.size(); ++u) result[rows.names.to_caller[u]] = counts[u];
  return result;
}

// Input of the engines: an undirected graph with sorted rows and, if directions are counted, its mutual edges.
struct counted_graph {
  const graph& g;
  const undirected_rows* directed = nullptr;  // of which g is the graph, if directions are counted

  [[nodiscard]] const std::uint8_t* mutual() const { return directed ? directed->mutual.data() : nullptr; }
};

void take(neighbor_counts found, triangles_result& result) {
  result.degrees = std::move(found.degrees), result.mutual = std::move(found.mutual);
  result.wedges = found.wedges;
}

void add_neighbors(const counted_graph& in, triangles_result& result) {
  const int threads = result.report.threads;
  take(in.directed ? count_neighbors(*in.directed, threads) : count_neighbors(in.g, threads), result);
}

std::string purpose(const graph& g) {
  return fmt::format("counting triangles among {} vertices and {} edges", g.num_vertices(), g.num_edges());
}

// Each triangle is counted at three vertices.
std::uint64_t triangles_of(const array<std::uint64_t>& at_vertices, int threads) {
  const std::uint64_t* const counts = at_vertices.data();
  const std::size_t n = at_vertices.size();
  std::uint64_t sum = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
  for (std::size_t v = 0; v < n; ++v) sum += counts[v];
  return sum / 3;
}

void count_in_degree_order(const counted_graph& in, work_share share, const run_control& control, triangles_result& result) {
  triangles_report& report = result.report;
  const graph& g = in.g;
  report.engine = "CPU, edges oriented toward the higher degree, neighbors marked";
  const timer clock;
  const oriented_rows rows = orient(g, in.mutual(), report.threads, control.stop);
  check_stop(control);
  report.seconds_prepare += clock.seconds();
  array<std::uint64_t> triangles = zeroed_array<std::uint64_t>(rows.size());
  const auto count = in.directed ? count_cpu<directed_entry> : count_cpu<plain_entry>;
  count(rows, share, triangles.data(), report.threads, control.stop);
  check_stop(control);
  result.triangles = in_ids_of(g, rows, triangles);
}

void count_on_cpu(const counted_graph& in, work_share share, const run_control& control, triangles_result& result) {
  triangles_report& report = result.report;
  const graph& g = in.g;
  const vertex_id n = g.num_vertices();
  report.threads = threads_for(g, control);
  const bool in_id_order = share.is_whole() && !in.directed && suits_id_order(g);
  const std::uint64_t engine_bytes = in_id_order ? static_cast<std::uint64_t>(report.threads) * id_order_bytes(g)
                                                 : oriented_bytes(n, g.num_edges()) + n * sizeof(std::uint64_t) +
                                                       static_cast<std::uint64_t>(report.threads) * mark_bytes(n);
  require_host_memory(engine_bytes + n * (sizeof(std::uint64_t) + 2 * sizeof(vertex_id)), purpose(g));
  const timer clock;
  const double prepared_before = report.seconds_prepare;
  if (in_id_order) {
    report.engine = "CPU, rows in the order of ids, neighbors looked up in a table";
    id_order_counts counts = count_in_id_order(g, report.threads, control.stop);
    check_stop(control);
    result.triangles = std::move(counts.triangles);
    result.count = counts.count;
    take(std::move(counts.neighbors), result);
  } else {
    count_in_degree_order(in, share, control, result);
    add_neighbors(in, result);
    result.count = triangles_of(result.triangles, report.threads);
  }
  report.seconds_count = clock.seconds() - (report.seconds_prepare - prepared_before);
}

void count_on_device(const counted_graph& in, work_share share, const triangles_options& options, triangles_result& result) {
  triangles_report& report = result.report;
  const graph& g = in.g;
  report.where = options.where;
  report.threads = useful_threads(g.num_edges(), edges_per_thread, thread_count(options.control));
  report.engine = "CUDA, edges oriented toward the higher degree, shorter rows looked up in hash tables";
  require_host_memory(g.num_vertices() * (sizeof(std::uint64_t) + 2 * sizeof(vertex_id)), purpose(g));
  timer clock;
  const std::unique_ptr<triangles_on_device> engine = gpu(options.where).make_triangles(g, in.mutual(), share, options.where);
  report.seconds_copy = clock.seconds();
  check_stop(options.control);
  clock.restart();
  engine->orient();
  report.seconds_prepare += clock.seconds();
  check_stop(options.control);
  clock.restart();
  engine->count(options.control);
  engine->take(options.keep_on_device, result);
  report.seconds_count = clock.seconds();
  report.seconds_on_device = engine->seconds();
}

void count_on(const counted_graph& in, work_share share, const triangles_options& options, triangles_result& result) {
  report_progress(options.control, "counting", 0, in.g.num_edges());
  if (options.where.kind == device_kind::cuda)
    count_on_device(in, share, options, result);
  else
    count_on_cpu(in, share, options.control, result);
  check_stop(options.control);
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(options.control, "counting", in.g.num_edges(), in.g.num_edges());
}

// Directions of an undirected graph: each edge has both.
void count_both_directions(triangles_result& result) {
  result.mutual = array<vertex_id>(result.degrees.size());
  std::copy(result.degrees.begin(), result.degrees.end(), result.mutual.begin());
  for (vertex_id& degree : result.degrees) degree *= 2;
  for (std::uint64_t& of_vertex : result.triangles) of_vertex *= 8;
  result.count *= 8, result.wedges *= 8;
}

// Triangles of the share's part of the work; all other values are those of the whole graph.
triangles_result count_share(const graph& g, work_share share, const triangles_options& options) {
  static_cast<void>(choose_device(to_string(options.where)));
  const bool with_directions = options.directions == triangle_directions::counted;
  require_directions(g.directed(), options);
  if (options.keep_on_device && options.where.kind == device_kind::cpu)
    fail_usage(
        "keep_on_device requires a CUDA device, but these triangles are counted on the cpu; leave it out, or choose a device");
  if (with_directions && g.num_vertices() > most_directed_vertices)
    fail_usage("triangles with directions are counted in graphs of at most {} vertices; ignore the directions",
               most_directed_vertices);
  check_stop(options.control);
  if (!g.properties().sorted)
    return count_share(with_sorted_rows(g, thread_count(options.control), options.control), share, options);
  triangles_result result;
  if (!g.directed()) {
    triangles_options once = options;
    once.keep_on_device = options.keep_on_device && !with_directions;
    count_on({g}, share, once, result);
    if (with_directions) count_both_directions(result);
    if (options.keep_on_device && with_directions) move_to_device(result, options.where);
    return result;
  }
  timer clock;
  const undirected_rows joined = join_directions(g, threads_for(g, options.control), options.control);
  result.report.seconds_prepare = clock.seconds();
  count_on({joined.g, with_directions ? &joined : nullptr}, share, options, result);
  return result;
}

void require_same_call(const graph& g, const triangles_options& options, const shared_call& call) {
  if (!call.is_shared()) return;  // skips hashing the graph
  const argument arguments[] = {
      {"number of vertices", g.num_vertices()},
      {"number of edges", g.num_edges()},
      {"edges", hash_of(g)},
      {"role of the edges' directions", options.directions ? static_cast<std::uint64_t>(*options.directions) + 1 : 0},
      {"kind of device", static_cast<std::uint64_t>(call.where().kind)},
  };
  call.require_same(arguments);
}

triangles_result shared_count(const graph& g, const triangles_options& options, const execution& exec) {
  shared_call call(exec);
  triangles_options mine = options;
  mine.where = call.where(), mine.control = call.control();
  triangles_result result;
  require_same_call(g, options, call);
  call.run([&] {
    if (options.keep_on_device && call.is_shared())
      fail_usage("keep_on_device requires a single process and device; leave it out, or use one of each");
    result = count_share(g, {.index = call.first(), .of = call.step()}, mine);
  });
  call.combine([&](communicator& ranks) {
    triangles_report& report = result.report;
    const timer clock;
    ranks.all_reduce(reduction::sum, result.triangles.view());
    result.count = triangles_of(result.triangles, report.threads);
    report.seconds_count += clock.seconds();
    for (double* const seconds : {&report.seconds_copy, &report.seconds_prepare, &report.seconds_count, &report.seconds_on_device})
      *seconds = longest(ranks, *seconds);
    report.engine += fmt::format("; {} {} share the work", ranks.size(), ranks.own_device() ? "devices" : "processes");
  });
  return result;
}

}  // namespace

std::string_view to_string(triangle_directions directions) {
  return directions == triangle_directions::ignored ? "ignored" : "counted";
}

double triangles_result::clustering(vertex_id v) const noexcept {
  return ratio(triangles[v], mutual.empty() ? pairs_of(degrees[v]) : directed_pairs_of(degrees[v], mutual[v]));
}

double triangles_result::average_clustering() const {
  if (triangles.where().kind == device_kind::cuda) {
    triangles_result on_host;
    on_host.triangles = to_host(triangles), on_host.degrees = to_host(degrees), on_host.mutual = to_host(mutual);
    return on_host.average_clustering();
  }
  double sum = 0;
  for (std::size_t v = 0; v < triangles.size(); ++v) sum += clustering(static_cast<vertex_id>(v));
  return triangles.empty() ? 0 : sum / static_cast<double>(triangles.size());
}

double triangles_result::transitivity() const noexcept { return ratio(3 * count, wedges); }

triangles_result count_triangles(const graph& g, const triangles_options& options) { return count_share(g, {}, options); }

triangles_result count_triangles(const graph& g, const triangles_options& options, const execution& exec) {
  refuse_place(options.where, options.control);
  return over_devices(exec, [&](const execution& here) { return shared_count(g, options, here); });
}

}  // namespace fathom
