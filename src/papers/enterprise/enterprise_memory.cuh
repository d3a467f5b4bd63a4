// Device memory of one search with Enterprise's methods.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "bfs/cuda/layout.cuh"
#include "fathom/layout.hpp"
#include "fathom/papers/enterprise.hpp"
#include "papers/enterprise/enterprise_search.hpp"

namespace fathom::bfs_engine::enterprise {

/// Techniques of a method, each including the ones before (the paper's Figure 13).
struct techniques {
  bool queues = false;     ///< TS; without it, BL
  bool balancing = false;  ///< WB
  bool hub_cache = false;  ///< HC

  explicit techniques(enterprise_method method)
      : queues(method != enterprise_method::status_array),
        balancing(method == enterprise_method::balancing || method == enterprise_method::hub_cache),
        hub_cache(method == enterprise_method::hub_cache) {}
};

/// The smallest out-degree among the highest-degree vertices that fit into the hub cache; at least 1.
inline edge_offset cached_degree(const layout& l, const cuda::stream& s) {
  if (l.num_vertices <= cache_entries) return 1;
  if (l.order == vertex_order::degree) {
    return std::max<edge_offset>(offset_at(l, cache_entries, s) - offset_at(l, cache_entries - 1, s), 1);
  }
  // In the caller's order the graph has the same rows, in host memory.
  const edge_offset* const offsets = l.where.kind == device_kind::cuda ? l.source.view().out.offsets : l.out.offsets;
  const auto degree = [&](std::size_t v) { return offsets[v + 1] - offsets[v]; };
  std::vector<std::uint32_t> degrees(l.num_vertices);
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    degrees[v] = static_cast<std::uint32_t>(std::min<edge_offset>(degree(v), 0xFFFFFFFFu));
  }
  std::nth_element(degrees.begin(), degrees.begin() + (cache_entries - 1), degrees.end(), std::greater<>());
  return std::max<edge_offset>(degrees[cache_entries - 1], 1);
}

template <class Offset>
class working_memory {
 public:
  /// Scans use at most `most_ctas` CTAs.
  working_memory(const layout& l, const techniques& with, unsigned most_ctas, const cuda::stream& s)
      : groups_(groups_of(l.num_vertices)) {
    scan_ctas_ = static_cast<unsigned>(std::clamp<std::uint64_t>(groups_ / cta_threads + 1, 1, most_ctas));
    const std::uint64_t threads = std::uint64_t{scan_ctas_} * cta_threads;
    const std::uint64_t bin_entries = (groups_ + threads - 1) / threads * group_vertices * threads;
    status_ = {groups_ * group_vertices, s};
    queue_ = {with.queues ? groups_ * group_vertices : 4, s};
    bins_ = {with.queues ? bin_entries : 0, s};
    bin_queues_ = {with.balancing ? bin_entries : 0, s};
    bin_sizes_ = {threads, s};
    before_thread_ = {threads, s};
    before_cta_ = {scan_ctas_, s};
    edges_of_cta_ = {scan_ctas_, s};
    hubs_of_cta_ = {scan_ctas_, s};
    ctas_done_ = {1, s};
    hub_table_ = {with.hub_cache ? cache_entries : 0, s};
    tally_ = {1, s};
    counters_ = {1, s};
  }

  /// Bytes that the constructor allocates, except for small fixed arrays.
  static std::uint64_t bytes(const layout& l, const techniques& with) {
    const std::uint64_t n = l.num_vertices;
    return n + (with.queues ? 2 * n * sizeof(std::uint32_t) : 0) + (with.balancing ? n : 0);
  }

  void give_to(traversal<Offset>& t, queue_making<Offset>& m) {
    t.status = status_.data();
    m.status = status_.data();
    m.bins = bins_.data();
    m.bin_queues = bin_queues_.data();
    m.bin_sizes = bin_sizes_.data();
    m.before_thread = before_thread_.data();
    m.before_cta = before_cta_.data();
    m.edges_of_cta = edges_of_cta_.data();
    m.hubs_of_cta = hubs_of_cta_.data();
    m.ctas_done = ctas_done_.data();
    m.queue = queue_.data();
    m.tally = tally_.data();
    m.counters = counters_.data();
    m.hub_table = hub_table_.data();
    t.hub_table = hub_table_.data();
  }

  [[nodiscard]] unsigned scan_ctas() const noexcept { return scan_ctas_; }
  [[nodiscard]] std::uint64_t groups() const noexcept { return groups_; }
  [[nodiscard]] std::uint64_t status_bytes() const noexcept { return status_.bytes(); }
  [[nodiscard]] std::uint64_t hub_table_bytes() const noexcept { return hub_table_.bytes(); }

 private:
  std::uint64_t groups_;
  unsigned scan_ctas_ = 1;
  cuda::buffer<std::uint8_t> status_, bin_queues_;
  cuda::buffer<std::uint32_t> queue_, bins_, bin_sizes_, hub_table_;
  cuda::buffer<uint4> before_thread_, before_cta_;
  cuda::buffer<unsigned long long> edges_of_cta_;
  cuda::buffer<unsigned> hubs_of_cta_, ctas_done_;
  cuda::buffer<step_tally> tally_;
  cuda::buffer<level_counters> counters_;
};

}  // namespace fathom::bfs_engine::enterprise
