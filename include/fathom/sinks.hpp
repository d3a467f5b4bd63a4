// Where the results of joined searches go: matrices in memory, a file larger than memory, sums made on the fly.
// With several ranks each of these holds the whole result on every rank once multi_bfs() has returned, in as much memory on each.
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

/// (k, n) distances in host memory, or in that of the one CUDA device that searches: row i belongs to source i. T is std::int8_t
/// (distances up to 127), std::int16_t (32,767) or hop_count; `unreachable` is -1 in each.
template <class T>
class distance_matrix final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.distances = true}; }
  void begin(const multi_bfs_plan& plan) override;
  void take(const finished_group& group) override;
  void merge(communicator& ranks) override;

  /// An address of the device where the values lie on one.
  [[nodiscard]] std::span<const T> row(std::size_t i) const noexcept { return values.view().subspan(i * columns, columns); }

  device where;  ///< to be set before the searches: where `values` shall lie
  std::size_t rows = 0, columns = 0;
  array<T> values;

 private:
  std::vector<bool> taken_;  // rows
};

/// (k, n) predecessors, likewise.
class predecessor_matrix final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.predecessors = true}; }
  void begin(const multi_bfs_plan& plan) override;
  void take(const finished_group& group) override;
  void merge(communicator& ranks) override;

  /// An address of the device where the values lie on one.
  [[nodiscard]] std::span<const vertex_id> row(std::size_t i) const noexcept { return values.view().subspan(i * columns, columns); }

  device where;  ///< to be set before the searches: where `values` shall lie
  std::size_t rows = 0, columns = 0;
  array<vertex_id> values;

 private:
  std::vector<bool> taken_;  // rows
};

/// What each search found, in total: entry i belongs to source i.
class source_totals : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.level_counts = true}; }
  void begin(const multi_bfs_plan& plan) override;
  void take(const finished_group& group) override;
  void merge(communicator& ranks) override;

  std::vector<std::uint64_t> reached;                 ///< vertices, the source among them (k-hop counts with a depth limit)
  std::vector<std::uint64_t> distance_sum;            ///< to the reached vertices
  std::vector<double> harmonic_sum;                   ///< of 1 / distance over the other reached vertices
  std::vector<hop_count> farthest;                    ///< largest distance: the eccentricity where all is reached
  std::vector<std::vector<std::uint64_t>> histogram;  ///< vertices at distance 0, 1, ...
};

/// Sums over all searches at each vertex.
class vertex_totals_sink final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.vertex_totals = true}; }
  void end(vertex_totals& all) override { totals = std::move(all); }

  vertex_totals totals;
};

}  // namespace fathom
