// One call of multi_bfs(): from the sources to the last sink.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

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
  void check() const;
  void find_distinct();
  void choose_method();
  void choose_width();
  void leave_out_what_sinks_have();
  [[nodiscard]] finished_group describe(std::span<const std::size_t> members) const;
  void search(multi_bfs_engine::group_engine& engine, finished_group& group);
  [[nodiscard]] vertex_totals totals_of(const multi_bfs_engine::group_engine& engine) const;

  const layout& layout_;
  const std::span<const vertex_id> sources_;
  const std::span<multi_bfs_sink* const> sinks_;
  const multi_bfs_options& options_;
  multi_bfs_engine::group_plan plan_;
  multi_bfs_method method_ = multi_bfs_method::bitwise;
  std::vector<vertex_id> distinct_;                      ///< in the order of their first appearance
  std::vector<std::size_t> positions_, position_begin_;  ///< of distinct source i: positions_[position_begin_[i], ...[i + 1])
  multi_bfs_report report_;
};

}  // namespace fathom
