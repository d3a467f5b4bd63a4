// One call of multi_bfs(): from the sources to the last sink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "distributed/agreement.hpp"
#include "engine/multi_bfs/group_engine.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

class multi_bfs_run {
 public:
  /// Checks everything and plans; nothing is searched. All arguments outlive this.
  multi_bfs_run(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                const multi_bfs_options& options);

  multi_bfs_report run();

 private:
  void fill_plan();
  void check() const;
  void require_same_call() const;
  void find_distinct();
  void choose_method();
  void choose_width();
  void begin_sinks(std::size_t groups) const;
  void search_groups(multi_bfs_engine::group_engine& engine, const std::vector<std::vector<std::size_t>>& groups,
                     shared_queue& queue);
  [[nodiscard]] finished_group describe(std::span<const std::size_t> members) const;
  void search(multi_bfs_engine::group_engine& engine, finished_group& group);
  [[nodiscard]] vertex_totals totals_of(const multi_bfs_engine::group_engine& engine) const;
  void merge(vertex_totals& totals) const;

  const layout& layout_;
  const std::span<const vertex_id> sources_;
  const std::span<multi_bfs_sink* const> sinks_;
  const multi_bfs_options& options_;
  const std::unique_ptr<communicator> own_ranks_;
  communicator& ranks_;
  multi_bfs_engine::group_plan plan_;
  multi_bfs_method method_ = multi_bfs_method::bitwise;
  std::vector<vertex_id> distinct_;                      ///< in the order of their first appearance
  std::vector<std::size_t> positions_, position_begin_;  ///< of distinct source i: positions_[position_begin_[i], ...[i + 1])
  std::vector<std::uint64_t> group_numbers_;             ///< of the groups in report_
  multi_bfs_report report_;
};

}  // namespace fathom
