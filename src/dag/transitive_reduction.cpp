// Transitive reduction: searches from the vertices in reverse topological order, along edges that are kept.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "dag/acyclic.hpp"
#include "fathom/array.hpp"
#include "fathom/build.hpp"
#include "fathom/report.hpp"
#include "graph/build/as_stored.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t searches_per_thread = 64;  // worth a thread
constexpr std::size_t searches_per_claim = 8;      // of the dynamic schedule

// Vertices that one thread has met in its current search.
struct met_vertices {
  explicit met_vertices(vertex_id n) : by(n, no_vertex) { stack.reserve(n); }

  std::vector<vertex_id> by;  // the source of the last search that met a vertex
  std::vector<vertex_id> stack;
  std::uint64_t edges = 0;
};

class reducer {
 public:
  reducer(const graph& g, const topological_order_result& ordered, const run_control& control, int threads)
      : g_(g), ordered_(ordered), control_(control), position_(g.num_vertices()), kept_(g.num_edges()), count_(g.num_vertices()) {
    for (std::size_t i = 0; i < ordered.order.size(); ++i) position_[ordered.order[i]] = static_cast<vertex_id>(i);
    for (int t = 0; t < threads; ++t) met_.emplace_back(g.num_vertices());
  }

  // Vertices of a generation have no edges between each other, so that their searches read only rows of later generations.
  void run() {
    for (std::size_t i = ordered_.generations(); i-- > 0;) {
      const std::span<const vertex_id> sources = ordered_.generation(i);
      const int threads = useful_threads(sources.size(), searches_per_thread, static_cast<int>(met_.size()));
#pragma omp parallel for num_threads(threads) schedule(dynamic, searches_per_claim)
      for (std::size_t s = 0; s < sources.size(); ++s) {
        if (!control_.stop.stop_requested()) reduce(sources[s], met_[static_cast<std::size_t>(omp_get_thread_num())]);
      }
      check_stop(control_);
    }
  }

  [[nodiscard]] std::uint64_t edges_inspected() const {
    std::uint64_t edges = 0;
    for (const met_vertices& met : met_) edges += met.edges;
    return edges;
  }

  [[nodiscard]] graph_arrays rows() const {
    const adjacency_view& out = g_.view().out;
    const vertex_id n = g_.num_vertices();
    graph_arrays all;
    all.offsets = array<edge_offset>(std::size_t{n} + 1);
    all.offsets[0] = 0;
    for (vertex_id v = 0; v < n; ++v) all.offsets[v + 1] = all.offsets[v] + count_[v];
    all.targets = array<vertex_id>(all.offsets[n]);
    if (out.wide_weights) {
      all.wide_weights = array<double>(all.offsets[n]);
    } else if (out.weights) {
      all.weights = array<edge_weight>(all.offsets[n]);
    }
    for (vertex_id v = 0; v < n; ++v) {
      for (edge_offset i = 0; i < count_[v]; ++i) {
        const edge_offset e = kept_[out.offsets[v] + i], at = all.offsets[v] + i;
        all.targets[at] = out.targets[e];
        if (out.wide_weights) {
          all.wide_weights[at] = out.wide_weights[e];
        } else if (out.weights) {
          all.weights[at] = out.weights[e];
        }
      }
    }
    all.original_ids = to_host(g_.arrays().original_ids);
    all.labels = {to_host(g_.arrays().labels.offsets), to_host(g_.arrays().labels.text)};
    return all;
  }

 private:
  // Keeps the edges to neighbors that no earlier neighbor reaches. A path to a neighbor has earlier vertices only.
  void reduce(vertex_id u, met_vertices& met) {
    const adjacency_view& out = g_.view().out;
    edge_offset* const first = kept_.data() + out.offsets[u];
    edge_offset* const last = kept_.data() + out.offsets[u + 1];
    for (edge_offset* e = first; e != last; ++e) *e = out.offsets[u] + static_cast<edge_offset>(e - first);
    std::sort(first, last, [&](edge_offset a, edge_offset b) {
      const vertex_id before = position_[out.targets[a]], after = position_[out.targets[b]];
      return before != after ? before < after : a < b;
    });
    edge_offset* end = first;
    for (edge_offset* e = first; e != last; ++e) {
      const vertex_id v = out.targets[*e];
      if (met.by[v] == u) continue;
      *end++ = *e;
      met.by[v] = u;
      if (e + 1 != last) search(u, v, position_[out.targets[*(last - 1)]], met);
    }
    count_[u] = static_cast<edge_offset>(end - first);
    std::sort(first, end);
  }

  // Meets what v reaches up to a position.
  void search(vertex_id u, vertex_id v, vertex_id up_to, met_vertices& met) {
    const adjacency_view& out = g_.view().out;
    met.stack.push_back(v);
    while (!met.stack.empty()) {
      const vertex_id x = met.stack.back();
      met.stack.pop_back();
      if (position_[x] >= up_to) continue;
      const edge_offset* const row = kept_.data() + out.offsets[x];
      met.edges += count_[x];
      for (edge_offset i = 0; i < count_[x]; ++i) {
        const vertex_id w = out.targets[row[i]];
        if (met.by[w] == u || position_[w] > up_to) continue;
        met.by[w] = u;
        met.stack.push_back(w);
      }
    }
  }

  const graph& g_;
  const topological_order_result& ordered_;
  const run_control& control_;
  array<vertex_id> position_;  // in topological order
  array<edge_offset> kept_;    // positions of the edges that are kept, at the beginning of each row
  array<edge_offset> count_;   // their numbers
  std::vector<met_vertices> met_;
};

}  // namespace

transitive_reduction_result transitive_reduction(const graph& g, const transitive_reduction_options& options) {
  const run_control& control = options.control;
  const vertex_id n = g.num_vertices();
  const timer clock;
  const topological_order_result ordered = order_of_acyclic(g, "transitive reductions are those of acyclic graphs", control);
  const int threads = useful_threads(n, searches_per_thread, thread_count(control));
  require_host_memory(n * (sizeof(edge_offset) + sizeof(vertex_id) * (1 + 2 * static_cast<std::uint64_t>(threads))) +
                          g.num_edges() * (sizeof(edge_offset) + sizeof(vertex_id) + sizeof(double)),
                      fmt::format("reducing a graph of {} vertices and {} edges", n, g.num_edges()));
  reducer searches(g, ordered, control, threads);
  searches.run();
  transitive_reduction_result result;
  result.reduced = from_csr(searches.rows(), true, as_stored(g, control)).g;
  result.report.engine = "CPU, searches in reverse topological order";
  result.report.edges_inspected = ordered.report.edges_inspected + searches.edges_inspected();
  result.report.seconds_search = clock.seconds();
  result.report.peak_memory_bytes = peak_memory_bytes();
  return result;
}

}  // namespace fathom
