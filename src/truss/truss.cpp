// Entry points of truss numbers and k-trusses.
#include "fathom/truss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/report.hpp"
#include "graph/build/as_stored.hpp"
#include "truss/check.hpp"
#include "truss/cpu/edge_rows.hpp"
#include "truss/cpu/peel.hpp"

namespace fathom {

using namespace truss_engine;

namespace {

constexpr std::uint64_t edges_worth_a_thread = 1u << 12;

// The truss number of each stored edge from those of the numbered edges.
void write_numbers(const graph& g, const edge_rows& rows, const std::uint32_t* support, int threads, array<vertex_id>& numbers) {
  const adjacency_view& out = g.view().out;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256)
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    edge_offset at = rows.offsets[u];
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      const vertex_id v = out.targets[e];
      if (v != u) {
        while (rows.neighbors[at] != v) ++at;  // both rows ascend
      }
      numbers[e] = v == u ? 0 : support[rows.edges[at]] + 2;
    }
  }
}

void summarize(const std::uint32_t* support, std::size_t edges, truss_result& result) {
  std::vector<bool> found;
  for (std::size_t e = 0; e < edges; ++e) {
    const vertex_id number = support[e] + 2;
    if (number > result.largest) result.largest = number, result.innermost = 0;
    result.innermost += number == result.largest;
    if (number >= found.size()) found.resize(std::max<std::size_t>(number + 1, 2 * found.size()));
    found[number] = true;
  }
  result.report.levels = static_cast<std::uint64_t>(std::count(found.begin(), found.end(), true));
}

// Arrays of `from` without ownership.
template <class T>
array<T> referring_to(const array<T>& from) {
  return array<T>::adopt(const_cast<T*>(from.data()), from.size(), nullptr);  // a graph never writes to its arrays
}

// The graph with the kept edges only and all its vertices; refers to the names of `g`.
graph with_edges(const graph& g, vertex_id k, std::span<const vertex_id> numbers, const run_control& control) {
  const adjacency_view& out = g.view().out;
  graph_arrays kept;
  kept.offsets = array<edge_offset>(std::size_t{g.num_vertices()} + 1);
  kept.offsets[0] = 0;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    const auto row = numbers.subspan(out.offsets[u], out.degree(u));
    kept.offsets[u + 1] =
        kept.offsets[u] + static_cast<edge_offset>(std::ranges::count_if(row, [&](vertex_id t) { return t >= k; }));
  }
  const edge_offset m = kept.offsets[g.num_vertices()];
  kept.targets = array<vertex_id>(m);
  if (g.has_wide_weights())
    kept.wide_weights = array<double>(m);
  else if (g.weighted())
    kept.weights = array<edge_weight>(m);
  edge_offset at = 0;
  for (edge_offset e = 0; e < g.num_edges(); ++e) {
    if (numbers[e] < k) continue;
    kept.targets[at] = out.targets[e];
    if (g.has_wide_weights())
      kept.wide_weights[at] = out.wide_weights[e];
    else if (g.weighted())
      kept.weights[at] = out.weights[e];
    ++at;
  }
  kept.original_ids = referring_to(g.arrays().original_ids);
  kept.labels.offsets = referring_to(g.arrays().labels.offsets);
  kept.labels.text = referring_to(g.arrays().labels.text);
  return from_csr(std::move(kept), false, as_stored(g, control)).g;
}

}  // namespace

void truss_engine::require_edges(const graph& g) {
  if (g.directed()) fail_usage("this graph is directed, but trusses need an undirected graph; symmetrize it");
  if (!g.properties().sorted) fail_usage("truss numbers require a graph with sorted adjacency rows; use build() to make one");
}

truss_result truss_numbers(const graph& g, const truss_options& options) {
  require_edges(g);
  if (g.num_edges_once() >= no_edge)
    fail_usage("the graph has {} edges; truss numbers are computed for fewer than 2^32 - 1", g.num_edges_once());
  const run_control& control = options.control;
  check_stop(control);
  truss_result result;
  truss_report& report = result.report;
  report.threads = useful_threads(g.num_edges(), edges_worth_a_thread, thread_count(control));
  require_host_memory(edge_rows_bytes(g) + peel_bytes(g.num_edges() / 2) + g.num_edges() * sizeof(vertex_id),
                      fmt::format("finding the truss numbers of {} edges", g.num_edges_once()));
  report_progress(control, "searching", 0, g.num_edges());
  timer clock;
  const edge_rows rows = number_edges(g, report.threads, control);
  report.seconds_prepare = clock.seconds();
  clock.restart();
  array<std::uint32_t> support(rows.num_edges());
  report.triangles = count_support(rows, support.data(), report.threads, control) / 3;
  report.seconds_count = clock.seconds();
  clock.restart();
  peel(rows, support.data(), report.threads, control);
  result.truss_numbers = array<vertex_id>(g.num_edges());
  write_numbers(g, rows, support.data(), report.threads, result.truss_numbers);
  summarize(support.data(), rows.num_edges(), result);
  report.seconds_peel = clock.seconds();
  report.engine = "CPU, peeling edges by their triangles";
  report.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", g.num_edges(), g.num_edges());
  return result;
}

graph k_truss(const graph& g, vertex_id k, std::span<const vertex_id> truss_numbers, const run_control& control) {
  require_edges(g);
  require_numbers(g, truss_numbers);
  require_host_memory(
      2 * (g.num_edges() * (sizeof(vertex_id) + (g.weighted() ? sizeof(double) : 0)) + g.num_vertices() * sizeof(edge_offset)),
      fmt::format("the {}-truss of {} edges", k, g.num_edges_once()));
  const graph all = with_edges(g, k, truss_numbers, control);
  std::vector<vertex_id> members;
  for (vertex_id v = 0; v < all.num_vertices(); ++v) {
    if (all.view().out.degree(v) > 0) members.push_back(v);
  }
  return induced_subgraph(all, members, control);
}

}  // namespace fathom
