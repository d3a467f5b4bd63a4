// Local efficiency: breadth-first searches in the subgraph of each vertex's neighbors, from 64 of them at once.
#include "fathom/local_efficiency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/report.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_thread = 64;  // worth a thread
constexpr vertex_id vertices_per_claim = 16;       // of the dynamic schedule
constexpr vertex_id sources_at_once = 64;          // bits of a word

// The subgraph of one vertex's neighbors after another, for one thread.
class neighborhood {
 public:
  neighborhood(const adjacency_view& rows, vertex_id n) : rows_(rows), number_(n, no_vertex) {}

  [[nodiscard]] std::uint64_t edges_inspected() const { return inspected_; }

  double efficiency_of(vertex_id v) {
    collect(v);
    const auto size = static_cast<vertex_id>(members_.size());
    double value = 0;
    if (size > 1) {
      connect();
      pairs_at_.clear();
      for (vertex_id first = 0; first < size; first += sources_at_once) search(first, std::min(size, first + sources_at_once));
      for (std::size_t distance = 1; distance < pairs_at_.size(); ++distance)
        value += static_cast<double>(pairs_at_[distance]) / static_cast<double>(distance);
      value /= static_cast<double>(size) * (size - 1.0);
    }
    for (const vertex_id u : members_) number_[u] = no_vertex;
    return value;
  }

 private:
  void collect(vertex_id v) {
    members_.clear();
    for (const vertex_id* w = rows_.begin(v); w != rows_.end(v); ++w) {
      if (number_[*w] != no_vertex) continue;
      number_[*w] = static_cast<vertex_id>(members_.size());
      members_.push_back(*w);
    }
  }

  void connect() {
    offsets_.assign(1, 0);
    targets_.clear();
    for (const vertex_id u : members_) {
      inspected_ += rows_.degree(u);
      for (const vertex_id* w = rows_.begin(u); w != rows_.end(u); ++w) {
        if (number_[*w] != no_vertex) targets_.push_back(number_[*w]);
      }
      offsets_.push_back(targets_.size());
    }
  }

  // Counts the pairs by distance. Bit i of a word stands for the search from member first + i.
  void search(vertex_id first, vertex_id last) {
    seen_.assign(members_.size(), 0);
    for (vertex_id i = first; i < last; ++i) seen_[i] = std::uint64_t{1} << (i - first);
    frontier_ = seen_;
    for (std::size_t distance = 1;; ++distance) {
      next_.assign(members_.size(), 0);
      for (std::size_t u = 0; u < members_.size(); ++u) {
        if (frontier_[u] == 0) continue;
        for (std::size_t e = offsets_[u]; e < offsets_[u + 1]; ++e) next_[targets_[e]] |= frontier_[u];
      }
      std::uint64_t found = 0;
      for (std::size_t u = 0; u < members_.size(); ++u) {
        next_[u] &= ~seen_[u];
        seen_[u] |= next_[u];
        found += static_cast<std::uint64_t>(std::popcount(next_[u]));
      }
      if (found == 0) return;
      if (pairs_at_.size() <= distance) pairs_at_.resize(distance + 1, 0);
      pairs_at_[distance] += found;
      frontier_.swap(next_);
    }
  }

  const adjacency_view& rows_;
  std::vector<vertex_id> number_;  // of members, else no_vertex
  std::vector<vertex_id> members_, targets_;
  std::vector<std::size_t> offsets_;
  std::vector<std::uint64_t> seen_, frontier_, next_, pairs_at_;
  std::uint64_t inspected_ = 0;
};

}  // namespace

local_efficiency_result local_efficiency(const graph& g, const local_efficiency_options& options) {
  if (g.directed()) fail_usage("this graph is directed, but local efficiency needs an undirected graph; symmetrize it");
  const run_control& control = options.control;
  const vertex_id n = g.num_vertices();
  const int threads = useful_threads(n, vertices_per_thread, thread_count(control));
  require_host_memory(n * (sizeof(double) + static_cast<unsigned>(threads) * sizeof(vertex_id)),
                      fmt::format("the local efficiency of {} vertices", n));
  report_progress(control, "searching", 0, n);
  const timer clock;
  local_efficiency_result result;
  result.values = array<double>(n);
  std::vector<neighborhood> around(static_cast<std::size_t>(threads), neighborhood(g.view().out, n));
  exception_capture failure;
#pragma omp parallel for num_threads(threads) schedule(dynamic, vertices_per_claim)
  for (vertex_id v = 0; v < n; ++v) {
    if (control.stop.stop_requested()) continue;
    failure.run([&] { result.values[v] = around[static_cast<std::size_t>(omp_get_thread_num())].efficiency_of(v); });
  }
  failure.rethrow();
  check_stop(control);
  double sum = 0;
  for (const double value : result.values) sum += value;
  result.report.mean_efficiency = n > 0 ? sum / n : 0;
  for (const neighborhood& one : around) result.report.edges_inspected += one.edges_inspected();
  result.report.threads = threads;
  result.report.engine = "CPU, subgraphs of neighbors, 64 searches at once";
  result.report.seconds_search = clock.seconds();
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", n, n);
  return result;
}

}  // namespace fathom
