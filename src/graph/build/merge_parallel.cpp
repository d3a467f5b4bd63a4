// Merging of parallel edges:
// 1. Count the distinct targets of each adjacency row.
// 2. If there are fewer than edges, write them to new rows, with one double-precision weight each.
#include "graph/build/merge_parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "fathom/error.hpp"
#include "graph/build/wide_weights.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t merged_edges_per_thread = 1u << 15;
constexpr int merged_rows_per_chunk = 1024;

[[noreturn]] void fail_sum(const rows& merged, edge_offset e) {
  const auto row = std::upper_bound(merged.offsets.begin(), merged.offsets.end(), e) - merged.offsets.begin() - 1;
  throw error(error_category::input,
              fmt::format("parallel edges {} -> {}: the sum of their weights is not a finite number", row, merged.targets[e]));
}

}  // namespace

rows merge_parallel(rows all, parallel_edges policy, bool exact, const run_control& control) {
  const std::uint64_t n = all.offsets.size() - 1, size = all.targets.size();
  const int threads = useful_threads(size, merged_edges_per_thread, thread_count(control));
  rows merged;
  merged.offsets = array<edge_offset>(n + 1);
#pragma omp parallel for num_threads(threads) schedule(dynamic, merged_rows_per_chunk)
  for (std::uint64_t v = 0; v < n; ++v) {
    edge_offset distinct = 0;
    for (edge_offset e = all.offsets[v]; e < all.offsets[v + 1]; ++e) {
      distinct += e == all.offsets[v] || all.targets[e] != all.targets[e - 1];
    }
    merged.offsets[v] = distinct;
  }
  check_stop(control);
  edge_offset sum = 0;
  for (std::uint64_t v = 0; v < n; ++v) sum += std::exchange(merged.offsets[v], sum);
  merged.offsets[n] = sum;
  if (sum == size) return all;

  require_host_memory(sum * (sizeof(vertex_id) + sizeof(double)), fmt::format("merging the parallel edges among {} edges", size));
  merged.targets = array<vertex_id>(sum);
  merged.wide_weights = array<double>(sum);
  const auto weight = [&](edge_offset e) { return all.wide_weights.empty() ? double{all.weights[e]} : all.wide_weights[e]; };
  edge_offset not_finite = std::numeric_limits<edge_offset>::max();
#pragma omp parallel for num_threads(threads) schedule(dynamic, merged_rows_per_chunk) reduction(min : not_finite)
  for (std::uint64_t v = 0; v < n; ++v) {
    edge_offset at = merged.offsets[v];
    for (edge_offset e = all.offsets[v]; e < all.offsets[v + 1];) {
      double together = weight(e);
      const vertex_id target = all.targets[e++];
      for (; e < all.offsets[v + 1] && all.targets[e] == target; ++e) {
        if (policy == parallel_edges::sum) together += weight(e);
      }
      if (!std::isfinite(together)) not_finite = std::min(not_finite, at);
      merged.targets[at] = target;
      merged.wide_weights[at++] = together;
    }
  }
  check_stop(control);
  if (not_finite < sum) fail_sum(merged, not_finite);
  if (count_needing_double(merged.wide_weights, exact, control) == 0) {
    merged.weights = rounded_to_single(merged.wide_weights, control);
    merged.wide_weights = {};
  }
  merged.self_loops_removed = all.self_loops_removed, merged.reverse_edges_added = all.reverse_edges_added;
  merged.duplicates_removed = all.duplicates_removed + (size - sum);
  return merged;
}

}  // namespace fathom
