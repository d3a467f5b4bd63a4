// Brandes' algorithm along weights. Each search finds distances by the engine of sssp(), and marks the edges of shortest paths in a
// bitmap: an edge u -> v is one if u's distance plus its weight is v's distance. The marked edges form an acyclic graph, whose
// topological order (Kahn, "Topological Sorting of Large Networks", Communications of the ACM 5, 1962) replaces a sort by distance.
// The forward phase counts paths in this order, the backward phase accumulates dependencies in reverse.
#include "betweenness/cpu/weighted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "betweenness/program.hpp"
#include "betweenness/run_program.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "sssp/cpu/workspace.hpp"
#include "sssp/results.hpp"

namespace fathom {
namespace {

constexpr edge_offset bits_per_word = 64;

// Bytes per vertex of a shortest-path workspace: distances in the layout's and the caller's ids, and lists of open rows.
constexpr std::uint64_t workspace_bytes = 8 + 8 + 24;

[[noreturn]] void fail_edge(const graph& g, vertex_id u, edge_offset e, std::string_view fault) {
  const adjacency_view& out = g.view().out;
  throw error(error_category::input,
              fmt::format("edge {} -> {} has the weight {}, {}; betweenness needs positive weights of similar size (omit the "
                          "weights to count edges)",
                          g.name(u), g.name(out.targets[e]), out.weight(e), fault));
}

struct weighted_totals {
  weighted_totals(const graph& g, bool edges_too) : vertices(g.num_vertices()), edges(edges_too ? g.num_edges() : 0) {
    std::fill(vertices.begin(), vertices.end(), 0.0);
    std::fill(edges.begin(), edges.end(), 0.0);
  }

  array<double> vertices, edges;
  std::uint64_t reached = 0, edges_inspected = 0, edges_traversed = 0;
};

// Memory of one thread's searches.
template <class Count>
class weighted_search {
 public:
  weighted_search(const graph& g, const weighted_layout& prepared, const betweenness_options& options, const run_control& control)
      : totals(g, options.edges),
        g_(g),
        options_(options),
        control_{.stop = control.stop, .threads = 1},
        distances_(prepared, sssp_, control_),
        on_path_((g.num_edges() + bits_per_word - 1) / bits_per_word),
        waiting_(g.num_vertices()),
        paths_(g.num_vertices()),
        share_(g.num_vertices()) {
    order_.reserve(g.num_vertices());
  }

  static std::uint64_t bytes(const graph& g, bool edges) {
    const std::uint64_t n = g.num_vertices(), m = g.num_edges();
    const std::uint64_t vertex = workspace_bytes + sizeof(std::uint32_t) + sizeof(vertex_id) + 2 * sizeof(Count) + sizeof(double);
    return n * vertex + m / 8 + (edges ? m * sizeof(double) : 0);
  }

  weighted_totals totals;

  // Returns false if a path count overflows.
  bool run(vertex_id source) {
    distances_.search(source, found_);
    totals.reached += found_.report.reached;
    totals.edges_inspected += found_.report.edges_relaxed + found_.report.edges_traversed;
    totals.edges_traversed += found_.report.edges_traversed;
    mark_edges();
    const bool fits = count_paths(source);
    accumulate(source);
    if (options_.endpoints) totals.vertices[source] += static_cast<double>(found_.report.reached) - 1;
    return fits;
  }

 private:
  void mark_edges() {
    const adjacency_view& out = g_.view().out;
    const array<double>& d = found_.distances;
    std::fill(on_path_.begin(), on_path_.end(), 0);
    for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
      if (d[u] == unreachable_distance) continue;
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
        const vertex_id v = out.targets[e];
        if (d[u] + out.weight(e) != d[v] || v == u) continue;
        if (d[v] == d[u]) fail_edge(g_, u, e, fmt::format("which does not change a distance of {}", d[u]));
        on_path_[e / bits_per_word] |= std::uint64_t{1} << e % bits_per_word;
        ++waiting_[v];
      }
    }
  }

  // Calls use(v, e) for each marked edge e from u to v.
  template <class Use>
  void for_marked(vertex_id u, Use use) const {
    const adjacency_view& out = g_.view().out;
    const edge_offset last = out.offsets[u + 1];
    for (edge_offset e = out.offsets[u]; e < last; ++e) {
      const std::uint64_t rest = on_path_[e / bits_per_word] >> e % bits_per_word;
      e += rest != 0 ? static_cast<edge_offset>(std::countr_zero(rest)) : bits_per_word - 1 - e % bits_per_word;
      if (rest != 0 && e < last) use(out.targets[e], e);
    }
  }

  // Forward phase. Leaves waiting_ zero, as mark_edges() needs it.
  bool count_paths(vertex_id source) {
    order_.assign(1, source);
    paths_[source] = Count(1);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const vertex_id u = order_[i];
      for_marked(u, [&](vertex_id v, edge_offset) {
        paths_[v] = paths_[v] + paths_[u];
        if (--waiting_[v] == 0) order_.push_back(v);
      });
    }
    if constexpr (std::is_same_v<Count, double>) {
      constexpr double most = betweenness_program<double, false>::most_paths;
      return std::all_of(order_.begin(), order_.end(), [&](vertex_id v) { return paths_[v] < most; });
    }
    return true;
  }

  // Backward phase: share_ is (1 + dependency) / paths. Leaves paths_ zero, as count_paths() needs it.
  void accumulate(vertex_id source) {
    for (std::size_t i = order_.size(); i-- > 0;) {
      const vertex_id u = order_[i];
      Count sum(0);
      for_marked(u, [&](vertex_id v, edge_offset e) {
        sum = sum + share_[v];
        if (options_.edges) totals.edges[e] += static_cast<double>(paths_[u] * share_[v]);
      });
      const auto dependency = static_cast<double>(paths_[u] * sum);
      share_[u] = Count(1 + dependency) / paths_[u];
      if (u != source) totals.vertices[u] += dependency + (options_.endpoints ? 1 : 0);
      paths_[u] = Count(0);
    }
  }

  const graph& g_;
  const betweenness_options& options_;
  const sssp_options sssp_{.return_predecessors = false};
  const run_control control_;
  sssp_workspace distances_;
  sssp_result found_;
  std::vector<std::uint64_t> on_path_;  // one bit per edge
  std::vector<std::uint32_t> waiting_;  // marked edges to the vertex from vertices that have not been counted
  std::vector<vertex_id> order_;        // reached vertices in topological order
  std::vector<Count> paths_, share_;
};

void add_to(array<double>& sums, const array<double>& more, int threads) {
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
}

multi_search_engine::memory_plan plan_weighted(const graph& g, std::span<const vertex_id> sources, std::uint64_t bytes,
                                               const betweenness_options& options, const execution& exec) {
  layout sizes;  // the plan reads nothing else
  sizes.num_vertices = sizes.caller_vertices = g.num_vertices(), sizes.num_edges = g.num_edges();
  multi_search_options how;
  how.at_once = options.at_once, how.memory_bytes = options.memory_bytes, how.control = exec.control;
  multi_search_engine::check_arguments(sizes, sources, how);
  return multi_search_engine::plan_memory(sizes, sources.size(), {.search = bytes, .totals = 0, .result = 0}, false, how);
}

template <class Count>
bool run_searches(const graph& g, const weighted_layout& prepared, std::span<const vertex_id> sources,
                  const betweenness_options& options, const execution& exec, betweenness_result& result) {
  using search = weighted_search<Count>;
  const timer searching;
  const multi_search_engine::memory_plan plan = plan_weighted(g, sources, search::bytes(g, options.edges), options, exec);
  std::vector<std::unique_ptr<search>> searches(static_cast<std::size_t>(plan.at_once));
  std::atomic<bool> overflows{false};
  multi_search_engine::for_each_search(plan.at_once, sources.size(), exec.control, [&](int thread, std::size_t i) {
    if (overflows.load(std::memory_order_relaxed)) return;
    std::unique_ptr<search>& mine = searches[static_cast<std::size_t>(thread)];
    if (!mine) mine = std::make_unique<search>(g, prepared, options, exec.control);
    if (!mine->run(sources[i])) overflows = true;
  });
  std::erase(searches, nullptr);  // a thread may have come too late for a search
  result.report = {};
  result.report.seconds_search = searching.seconds();
  const timer combining;
  weighted_totals& sums = searches.front()->totals;
  for (std::size_t i = 1; i < searches.size(); ++i) {
    const weighted_totals& more = searches[i]->totals;
    add_to(sums.vertices, more.vertices, plan.at_once);
    add_to(sums.edges, more.edges, plan.at_once);
    sums.reached += more.reached, sums.edges_inspected += more.edges_inspected, sums.edges_traversed += more.edges_traversed;
  }
  multi_search_report& r = result.report;
  r.engine = fmt::format("CPU, one weighted search per thread, {}{}", describe_sums(prepared, false),
                         std::is_same_v<Count, double> ? "" : in_wide_format);
  r.order = prepared.reason;
  r.searches = sources.size(), r.at_once = plan.at_once;
  r.reached = sums.reached, r.edges_inspected = sums.edges_inspected, r.edges_traversed = sums.edges_traversed;
  r.planned_bytes = plan.bytes, r.peak_memory_bytes = peak_memory_bytes();
  if (options.vertices) result.vertices = std::move(sums.vertices);
  if (options.edges) result.edges = std::move(sums.edges);
  r.seconds_combine = combining.seconds();
  return !overflows;
}

}  // namespace

weighted_layout prepare_positive_weights(const graph& g, const run_control& control) {
  prepare_weighted_options how;
  how.control = control;
  how.contract = false;
  weighted_layout prepared = prepare_weighted(g, how);
  if (prepared.smallest_weight > 0) return prepared;
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      if (out.weight(e) == 0 && out.targets[e] != u) fail_edge(g, u, e, "so the number of shortest paths is unlimited");
    }
  }
  return prepared;
}

bool run_weighted_betweenness(const graph& g, const weighted_layout& prepared, std::span<const vertex_id> sources,
                              const betweenness_options& options, const execution& exec, bool wide, betweenness_result& result) {
  return wide ? run_searches<extended_number>(g, prepared, sources, options, exec, result)
              : run_searches<double>(g, prepared, sources, options, exec, result);
}

}  // namespace fathom
