#include "fathom/sinks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "comm/shared_call.hpp"
#include "fathom/error.hpp"
#include "gpu/device_memory.hpp"
#include "multi_bfs/search_devices.hpp"

namespace fathom {
namespace {

// The device also needs free memory for the searches; on the host, their plan already reserves memory for results.
template <class T>
array<T> allocate_on_device(const multi_bfs_plan& plan, const std::string& what, device where) {
  if (plan.ranks > 1 || plan.devices.size() != 1 || plan.devices.front() != where) {
    throw error(
        error_category::usage,
        fmt::format("{} cannot stay on {}, since searches run on {}{}; search only on that device, or take the results to the host",
                    what, to_string(where), names_of({plan.devices.begin(), plan.devices.end()}),
                    plan.ranks > 1 ? fmt::format(" by {} ranks", plan.ranks) : ""));
  }
  const std::uint64_t entries = std::uint64_t{plan.num_vertices} * plan.sources.size();
  return naming(where, [&] {
    gpu(where).require_memory(where, entries * sizeof(T) + plan.bytes, what + ", kept on the device in addition to the searches,");
    return cuda::array_on<T>(where, entries);
  });
}

template <class T>
array<T> allocate_matrix(const multi_bfs_plan& plan, const char* name, device where) {
  const std::uint64_t entries = std::uint64_t{plan.num_vertices} * plan.sources.size();
  const std::string what = fmt::format("{} of {} searches in a graph of {} vertices", name, plan.sources.size(), plan.num_vertices);
  if (where.kind == device_kind::cuda) return allocate_on_device<T>(plan, what, where);
  require_host_memory(entries * sizeof(T) * static_cast<std::uint64_t>(plan.ranks_on_host),
                      what + (plan.ranks_on_host > 1 ? fmt::format(", on each of {} ranks", plan.ranks_on_host) : ""));
  return array<T>(entries);
}

void note_rows(const finished_group& group, std::vector<bool>& taken) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (const std::size_t at : group.positions(i)) taken[at] = true;
  }
}

/// Each row was filled by one process; the others contribute the smallest value.
template <class T>
void merge_rows(communicator& ranks, array<T>& values, std::size_t columns, const std::vector<bool>& taken, T smallest) {
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (!taken[i]) std::fill_n(values.data() + i * columns, columns, smallest);
  }
  ranks.all_reduce(reduction::max, values.view());
}

}  // namespace

template <class T>
void distance_matrix<T>::begin(const multi_bfs_plan& plan) {
  rows = plan.sources.size();
  columns = plan.num_vertices;
  values = allocate_matrix<T>(plan, "the distances", where);
  taken_.assign(rows, false);
}

template <class T>
void distance_matrix<T>::take(const finished_group& group) {
  group.copy_rows(values.data(), columns, where);
  note_rows(group, taken_);
}

template <class T>
void distance_matrix<T>::merge(communicator& ranks) {
  merge_rows(ranks, values, columns, taken_, static_cast<T>(unreachable));
}

template class distance_matrix<std::int8_t>;
template class distance_matrix<std::int16_t>;
template class distance_matrix<hop_count>;

void predecessor_matrix::begin(const multi_bfs_plan& plan) {
  rows = plan.sources.size();
  columns = plan.num_vertices;
  values = allocate_matrix<vertex_id>(plan, "the predecessors", where);
  taken_.assign(rows, false);
}

void predecessor_matrix::take(const finished_group& group) {
  group.copy_rows(values.data(), columns, where);
  note_rows(group, taken_);
}

void predecessor_matrix::merge(communicator& ranks) { merge_rows(ranks, values, columns, taken_, vertex_id{0}); }

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

namespace {

// Number of histogram counts per reduction.
constexpr std::size_t counts_at_once = std::size_t{1} << 20;

/// Sums the histograms, whose sizes are the same on all processes.
void merge_histograms(communicator& ranks, std::span<std::vector<std::uint64_t>> histograms) {
  std::vector<std::uint64_t> flat;
  for (const auto& h : histograms) flat.insert(flat.end(), h.begin(), h.end());
  ranks.all_reduce(reduction::sum, flat);
  auto from = flat.cbegin();
  for (auto& h : histograms) {
    std::copy_n(from, h.size(), h.begin());
    from += static_cast<std::ptrdiff_t>(h.size());
  }
}

}  // namespace

// Each source belongs to one process; all others have zeros for it.
void source_totals::merge(communicator& ranks) {
  ranks.all_reduce(reduction::sum, reached);
  ranks.all_reduce(reduction::sum, distance_sum);
  ranks.all_reduce(reduction::max, farthest);
  join_values(ranks, harmonic_sum);
  std::size_t first = 0, counts = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    histogram[i].resize(static_cast<std::size_t>(farthest[i]) + 1);
    counts += histogram[i].size();
    if (counts < counts_at_once && i + 1 < histogram.size()) continue;
    merge_histograms(ranks, std::span(histogram).subspan(first, i + 1 - first));
    first = i + 1, counts = 0;
  }
}

}  // namespace fathom
