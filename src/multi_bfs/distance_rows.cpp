#include "multi_bfs/distance_rows.hpp"

#include "base/parallel.hpp"

namespace fathom::multi_bfs_engine {

distance_rows::distance_rows(const layout& l, const group_plan& plan)
    : layout_(l), plan_(plan), distances_(std::size_t{l.num_vertices} * static_cast<std::size_t>(plan.width)) {
  const std::size_t n = l.num_vertices;
  if (plan.needs.predecessors) predecessors_ = array<vertex_id>(distances_.size());
  if (plan.needs.vertex_totals) totals_ = no_totals(n);
}

group_outcome distance_rows::finish(std::span<const vertex_id> sources) {
  sources_.assign(sources.begin(), sources.end());
  const vertex_id n = layout_.num_vertices;
  std::vector<std::vector<std::uint64_t>> histograms(sources.size());
  exception_capture failure;
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic)
  for (std::size_t i = 0; i < sources.size(); ++i) {
    failure.run([&] {
      const hop_count* const d = distances(i);
      std::vector<std::uint64_t>& counts = histograms[i];
      for (vertex_id v = 0; v < n; ++v) {
        if (d[v] == unreachable) continue;
        const auto level = static_cast<std::size_t>(d[v]);
        if (level >= counts.size()) counts.resize(level + 1);
        ++counts[level];
      }
    });
  }
  failure.rethrow();
  group_outcome outcome;
  std::size_t levels = 0;
  for (const auto& counts : histograms) levels = std::max(levels, counts.size());
  outcome.depth = levels > 0 ? static_cast<hop_count>(levels - 1) : 0;
  if (plan_.needs.level_counts) outcome.counts.resize(levels * sources.size());
  for (std::size_t i = 0; plan_.needs.level_counts && i < sources.size(); ++i) {
    for (std::size_t level = 0; level < histograms[i].size(); ++level) {
      outcome.counts[level * sources.size() + i] = histograms[i][level];
    }
  }
  if (!plan_.needs.vertex_totals) return outcome;
#pragma omp parallel for num_threads(plan_.threads) schedule(static)
  for (vertex_id v = 0; v < n; ++v) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const hop_count d = distances(i)[v];
      if (d == unreachable) continue;
      count_at(totals_, v, 1, d);
    }
  }
  return outcome;
}

std::uint64_t distance_rows::edges_of_reached() const {
  std::uint64_t edges = 0;
#pragma omp parallel for num_threads(plan_.threads) schedule(static) reduction(+ : edges)
  for (vertex_id v = 0; v < layout_.num_vertices; ++v) {
    std::uint64_t searches = 0;
    for (std::size_t i = 0; i < sources_.size(); ++i) searches += distances(i)[v] != unreachable;
    edges += searches * degree(layout_.out, v);
  }
  return edges;
}

template <class T>
void distance_rows::copy(std::span<T* const> rows) const {
  const caller_view caller(layout_);
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic)
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i]) continue;
    const hop_count* const d = distances(i);
    for (vertex_id v = 0; v < caller.size; ++v) {
      rows[i][v] = caller[v] == no_vertex ? T{unreachable} : static_cast<T>(d[caller[v]]);
    }
  }
}

void distance_rows::copy_distances(std::span<std::int8_t* const> rows) const { copy(rows); }
void distance_rows::copy_distances(std::span<std::int16_t* const> rows) const { copy(rows); }
void distance_rows::copy_distances(std::span<hop_count* const> rows) const { copy(rows); }

void distance_rows::copy_predecessors(std::span<vertex_id* const> rows) const {
  const caller_view caller(layout_);
#pragma omp parallel for num_threads(plan_.threads) schedule(dynamic)
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i]) continue;
    const vertex_id* const p = predecessors_.data() + i * layout_.num_vertices;
    for (vertex_id v = 0; v < caller.size; ++v) {
      const vertex_id before = caller[v] == no_vertex ? no_vertex : p[caller[v]];
      rows[i][v] = before == no_vertex || !layout_.to_caller ? before : layout_.to_caller[before];
    }
  }
}

void distance_rows::add_totals(vertex_totals& sums) const { add_to_callers(layout_, totals_, sums, plan_.threads); }

}  // namespace fathom::multi_bfs_engine
