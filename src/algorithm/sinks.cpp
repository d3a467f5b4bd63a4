#include "fathom/sinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/memory.hpp"

namespace fathom {
namespace {

template <class T>
array<T> allocate_matrix(const multi_bfs_plan& plan, const char* what) {
  const std::uint64_t entries = std::uint64_t{plan.num_vertices} * plan.sources.size();
  require_host_memory(entries * sizeof(T),
                      fmt::format("{} of {} searches in a graph of {} vertices", what, plan.sources.size(), plan.num_vertices));
  return array<T>(entries);
}

}  // namespace

template <class T>
void distance_matrix<T>::begin(const multi_bfs_plan& plan) {
  rows = plan.sources.size();
  columns = plan.num_vertices;
  values = allocate_matrix<T>(plan, "the distances");
}

template <class T>
void distance_matrix<T>::take(const finished_group& group) {
  group.copy_rows(values.data(), columns);
}

template class distance_matrix<std::int8_t>;
template class distance_matrix<std::int16_t>;
template class distance_matrix<hop_count>;

void predecessor_matrix::begin(const multi_bfs_plan& plan) {
  rows = plan.sources.size();
  columns = plan.num_vertices;
  values = allocate_matrix<vertex_id>(plan, "the predecessors");
}

void predecessor_matrix::take(const finished_group& group) { group.copy_rows(values.data(), columns); }

void source_totals::begin(const multi_bfs_plan& plan) {
  const std::size_t k = plan.sources.size();
  reached.assign(k, 0);
  distance_sum.assign(k, 0);
  harmonic_sum.assign(k, 0);
  farthest.assign(k, 0);
  histogram.assign(k, {});
}

void source_totals::take(const finished_group& group) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    std::vector<std::uint64_t> counts;
    for (hop_count level = 0; level <= group.depth() && group.found(i, level) > 0; ++level) counts.push_back(group.found(i, level));
    for (const std::size_t at : group.positions(i)) {
      for (std::size_t level = 0; level < counts.size(); ++level) {
        reached[at] += counts[level];
        distance_sum[at] += counts[level] * level;
        if (level > 0) harmonic_sum[at] += static_cast<double>(counts[level]) / static_cast<double>(level);
      }
      farthest[at] = static_cast<hop_count>(counts.size()) - 1;
      histogram[at] = counts;
    }
  }
}

}  // namespace fathom
