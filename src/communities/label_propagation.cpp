// Semi-synchronous label propagation: greedy coloring, then rounds of updates, color by color.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "communities/cpu/coloring.hpp"
#include "communities/numbering.hpp"
#include "fathom/communities.hpp"
#include "fathom/report.hpp"

namespace fathom {

using namespace communities_engine;

namespace {

constexpr std::uint64_t edges_per_thread = 1u << 14;  // worth a thread
constexpr vertex_id vertices_per_claim = 64;          // of the dynamic schedule

// NetworkX counts both endpoints of a self-loop.
edge_offset degree_with_loops(const adjacency_view& rows, vertex_id v, bool loops) {
  return rows.degree(v) + (loops ? static_cast<edge_offset>(std::count(rows.begin(v), rows.end(v), v)) : 0);
}

// Vertices in the order of decreasing degree; those of equal degree ascend.
std::vector<vertex_id> by_decreasing_degree(const graph& g) {
  const adjacency_view& rows = g.view().out;
  std::vector<edge_offset> degrees(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) degrees[v] = degree_with_loops(rows, v, g.properties().self_loops > 0);
  std::vector<vertex_id> order(g.num_vertices());
  std::iota(order.begin(), order.end(), vertex_id{0});
  std::stable_sort(order.begin(), order.end(), [&](vertex_id a, vertex_id b) { return degrees[a] > degrees[b]; });
  return order;
}

// Counts of labels around one vertex, for one thread.
class label_counter {
 public:
  explicit label_counter(vertex_id n) : counts_(n, 0) {}

  /// The label that a vertex with these neighbors takes.
  vertex_id most_frequent(const vertex_id* first, const vertex_id* last, const array<vertex_id>& labels, vertex_id own) {
    std::uint32_t most = 0;
    vertex_id best = own;
    for (const vertex_id* w = first; w != last; ++w) {
      const vertex_id label = labels[*w];
      const std::uint32_t count = ++counts_[label];
      if (count > most || (count == most && label > best)) best = label;
      most = std::max(most, count);
    }
    if (most > 0 && counts_[own] == most) best = own;
    for (const vertex_id* w = first; w != last; ++w) counts_[labels[*w]] = 0;
    return best;
  }

 private:
  std::vector<std::uint32_t> counts_;
};

class propagation {
 public:
  propagation(const graph& g, const color_classes& classes, const run_control& control, int threads)
      : g_(g),
        rows_(g.view().out),
        classes_(classes),
        control_(control),
        threads_(threads),
        labels_(g.num_vertices()),
        counters_(static_cast<std::size_t>(threads), label_counter(g.num_vertices())) {
    std::iota(labels_.begin(), labels_.end(), vertex_id{0});
  }

  array<vertex_id> run(communities_report& report) {
    for (bool changed = g_.num_edges() > 0; changed;) {
      check_stop(control_);
      changed = false;
      for (std::size_t color = 0; color < classes_.size(); ++color) changed |= update(classes_[color]);
      ++report.rounds;
      report.edges_inspected += g_.num_edges();
    }
    return std::move(labels_);
  }

 private:
  // Vertices of one color have no edges between each other, so that none reads a label that another one writes.
  bool update(std::span<const vertex_id> members) {
    const std::uint64_t edges = members.size() * (g_.num_edges() / g_.num_vertices() + 1);
    const int threads = useful_threads(edges, edges_per_thread, threads_);
    std::uint64_t changes = 0;
#pragma omp parallel num_threads(threads) reduction(+ : changes)
    {
      label_counter& counter = counters_[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(dynamic, vertices_per_claim)
      for (std::size_t i = 0; i < members.size(); ++i) {
        const vertex_id v = members[i], own = labels_[v];
        const vertex_id label = counter.most_frequent(rows_.begin(v), rows_.end(v), labels_, own);
        if (label != own) labels_[v] = label, ++changes;
      }
    }
    return changes > 0;
  }

  const graph& g_;
  const adjacency_view& rows_;
  const color_classes& classes_;
  const run_control& control_;
  int threads_;
  array<vertex_id> labels_;
  std::vector<label_counter> counters_;
};

}  // namespace

communities_result label_propagation(const graph& g, const label_propagation_options& options) {
  if (g.directed()) fail_usage("this graph is directed, but label propagation needs an undirected graph; symmetrize it");
  const run_control& control = options.control;
  const vertex_id n = g.num_vertices();
  const int threads = useful_threads(g.num_edges(), edges_per_thread, thread_count(control));
  require_host_memory(n * (sizeof(edge_offset) + 5 * sizeof(vertex_id) + static_cast<unsigned>(threads) * sizeof(std::uint32_t)),
                      fmt::format("propagating labels of {} vertices", n));
  report_progress(control, "searching", 0, n);
  communities_result result;
  timer clock;
  const color_classes classes = color_greedily(g.view().out, by_decreasing_degree(g));
  check_stop(control);
  result.report.colors = classes.size();
  result.report.seconds_color = clock.seconds();
  clock = timer();
  result.labels = propagation(g, classes, control, threads).run(result.report);
  result.report.communities = number_in_order({result.labels.data(), n});
  result.report.seconds_search = clock.seconds();
  result.report.modularity = modularity(g, result.labels.view());
  result.report.threads = threads;
  result.report.engine = "CPU, semi-synchronous label propagation";
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", n, n);
  return result;
}

}  // namespace fathom
