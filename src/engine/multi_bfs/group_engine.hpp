// What every way to run a group of searches has in common.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom::multi_bfs_engine {

/// What edges cost joined searches on the CPU, in nanoseconds on the machine of docs/performance/cpu.md; only their ratios matter. Rows
/// of 256 bits at random take 3 ns in a second-level cache and 16 in the third.
struct bitwise_tuning {
  double push_cached = 4;               ///< to a row in the second-level cache
  double push_anywhere = 26;            ///< to any row, which other threads push to as well
  double push_search = 15;              ///< for each frontier vertex and range: where the range's neighbours begin
  double pull_by_hub = 9;               ///< by a hub, which looks at all kinds of vertices
  double pull_by_other = 5;             ///< by another vertex, which looks at hubs first
  std::size_t cached_bytes = 1u << 20;  ///< rows of hubs, or of a range that is pushed to: half of a second-level cache
};

/// What the groups of a run will be asked for: memory is allocated once.
struct group_plan {
  int width = 64;  ///< most searches of a group
  sink_needs needs;
  bool deterministic = false;  ///< predecessors are the smallest caller's id among the valid ones
  bool report_levels = false;
  hop_count depth_limit = 0;
  int threads = 1;
  std::stop_token stop;
  bitwise_tuning tuning;
};

struct group_outcome {
  hop_count depth = 0;
  std::vector<std::uint64_t> counts;  ///< vertices found: a row a level, an entry a search; empty unless needed
  std::vector<joint_level_report> levels;
};

/// Holds the memory of one group at a time. Searches are 0 to the number of the group's sources - 1.
class group_engine {
 public:
  group_engine() = default;
  group_engine(const group_engine&) = delete;
  group_engine& operator=(const group_engine&) = delete;
  virtual ~group_engine() = default;

  /// Sources are the layout's vertices. Throws error_category::cancelled.
  virtual group_outcome run(std::span<const vertex_id> sources) = 0;

  /// Directed edges out of the vertices that each search of the last group reached, summed.
  [[nodiscard]] virtual std::uint64_t edges_of_reached() const = 0;

  /// Of the last group, in the caller's ids: n entries to each row that is not null. Distances must fit.
  virtual void copy_distances(std::span<std::int8_t* const> rows) const = 0;
  virtual void copy_distances(std::span<std::int16_t* const> rows) const = 0;
  virtual void copy_distances(std::span<hop_count* const> rows) const = 0;
  virtual void copy_predecessors(std::span<vertex_id* const> rows) const = 0;

  /// Of all groups since the engine was made, into arrays of n entries.
  virtual void add_totals(vertex_totals& sums) const = 0;
};

/// The rows of results in the caller's ids: isolated vertices are not in a layout, nor in a rank's part.
struct caller_view {
  explicit caller_view(const layout& l) : to_internal(l.to_internal), size(l.caller_vertices) {}
  /// Null: they are the same. no_vertex: this one is isolated.
  caller_view(const vertex_id* to_internal_ids, vertex_id vertices) : to_internal(to_internal_ids), size(vertices) {}
  [[nodiscard]] vertex_id operator[](vertex_id v) const noexcept { return to_internal ? to_internal[v] : v; }

  const vertex_id* to_internal;
  vertex_id size;
};

[[nodiscard]] inline edge_offset degree(const layout_adjacency& rows, vertex_id v) noexcept {
  return rows.offsets[v + 1] - rows.offsets[v];
}

[[nodiscard]] std::unique_ptr<group_engine> make_bitwise_cpu(const layout& l, const group_plan& plan);
[[nodiscard]] std::unique_ptr<group_engine> make_joint_cpu(const layout& l, const group_plan& plan);
/// One search after another, or as many at a time as there are threads.
[[nodiscard]] std::unique_ptr<group_engine> make_sequential_cpu(const layout& l, const group_plan& plan);
[[nodiscard]] std::unique_ptr<group_engine> make_separate_cpu(const layout& l, const group_plan& plan);

/// What an engine of this method will allocate, for a plan of this width; planes of distances for searches of usual depth.
[[nodiscard]] std::uint64_t planned_bytes(multi_bfs_method method, const layout& l, const group_plan& plan);

}  // namespace fathom::multi_bfs_engine
