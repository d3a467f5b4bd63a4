// Sinks for results of multi-source BFS: matrices in memory and sums computed on the fly. matrix_file.hpp has one that writes
// files. With several processes, every process holds the whole result once multi_bfs() has returned, and needs memory for all of
// it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// (k, n) matrix of distances in hops, in host memory or in the memory of the only CUDA device that searches. Row i belongs to
/// source i. T is std::int8_t (distances up to 127), std::int16_t (up to 32,767) or hop_count; `unreachable` is -1 in each.
template <class T>
class distance_matrix final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.distances = true}; }
  void begin(const multi_bfs_plan& plan) override;
  void take(const finished_group& group) override;
  void merge(communicator& ranks) override;

  /// Row i. Its data are in device memory if `where` is a device.
  [[nodiscard]] std::span<const T> row(std::size_t i) const noexcept { return values.view().subspan(i * columns, columns); }

  device where;                       ///< memory for `values`; set it before the searches
  std::size_t rows = 0, columns = 0;  ///< k and n
  array<T> values;                    ///< in row-major order

 private:
  std::vector<bool> taken_;  // by row
};

/// (k, n) matrix of predecessors, with no_vertex for sources and unreached vertices; otherwise like distance_matrix.
class predecessor_matrix final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.predecessors = true}; }
  void begin(const multi_bfs_plan& plan) override;
  void take(const finished_group& group) override;
  void merge(communicator& ranks) override;

  /// Row i. Its data are in device memory if `where` is a device.
  [[nodiscard]] std::span<const vertex_id> row(std::size_t i) const noexcept { return values.view().subspan(i * columns, columns); }

  device where;                       ///< memory for `values`; set it before the searches
  std::size_t rows = 0, columns = 0;  ///< k and n
  array<vertex_id> values;            ///< in row-major order

 private:
  std::vector<bool> taken_;  // by row
};

/// Totals of each search: entry i belongs to source i.
class source_totals : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.level_counts = true}; }
  void begin(const multi_bfs_plan& plan) override;
  void take(const finished_group& group) override;
  void merge(communicator& ranks) override;

  std::vector<std::uint64_t> reached;                 ///< reached vertices, including the source (k-hop counts with a depth limit)
  std::vector<std::uint64_t> distance_sum;            ///< sum of the distances to reached vertices
  std::vector<double> harmonic_sum;                   ///< sum of 1 / distance over the other reached vertices
  std::vector<hop_count> farthest;                    ///< largest distance; the eccentricity if there is no depth limit
  std::vector<std::vector<std::uint64_t>> histogram;  ///< histogram[i][d]: vertices at distance d from source i
};

/// Per-vertex sums over all searches.
class vertex_totals_sink final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.vertex_totals = true}; }
  void end(vertex_totals& all) override { totals = std::move(all); }

  vertex_totals totals;
};

}  // namespace fathom
