// Level loop of a distributed multi-source BFS on a 2D grid of processes, the same on CPUs and on devices: like rank_search, with a
// bit row per vertex instead of a bit.
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "base/timer.hpp"
#include "multi_bfs/distributed/joint_block.hpp"
#include "multi_bfs/distributed/joint_search.hpp"

namespace fathom::ranks_engine {

class joint_levels final : public joint_search {
 public:
  joint_levels(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan, std::unique_ptr<joint_block> block);

  multi_bfs_engine::group_outcome run(std::span<const vertex_id> sources) override;

  [[nodiscard]] std::uint64_t edges_of_reached() const override { return block_->edges_of_reached(); }
  void copy_distances(std::span<std::int8_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { copy(rows); }
  void copy_predecessors(std::span<vertex_id* const> rows) const override;
  void add_totals(vertex_totals& sums) const override;

  [[nodiscard]] std::span<const rank_level> levels() const noexcept override { return levels_; }
  [[nodiscard]] std::span<const joint_counts> counts() const noexcept override { return counts_; }
  [[nodiscard]] const rank_work& work() const noexcept override { return work_; }
  [[nodiscard]] transport_in_use transport() const override { return block_->transport(); }

 private:
  void start(std::span<const vertex_id> sources);
  [[nodiscard]] std::vector<joint_start> own_starts() const;
  void prepare_planes(hop_count distance);
  void record_level(hop_count distance);
  [[nodiscard]] bool exchange_counts();
  [[nodiscard]] bool stops_anywhere();
  [[nodiscard]] std::uint64_t total(std::uint64_t joint_discoveries::*member) const;
  void choose_direction();
  void exchange_frontier();
  void step();
  void next_level();
  [[nodiscard]] double lap();

  template <class T>
  void copy(std::span<T* const> rows) const {
    block_->copy_distances(rows);
    const index_range own = g_.own_block();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      // An isolated source has no local id.
      if (rows[i] && sources_[i] >= own.first && sources_[i] < own.last) rows[i][sources_[i] - own.first] = 0;
    }
  }

  const multi_bfs_engine::group_plan plan_;
  const partitioned_graph& g_;
  std::unique_ptr<joint_block> block_;
  /// Counts of a process's new frontier, and whether it must stop.
  struct message {
    joint_discoveries discoveries;
    std::uint64_t stops = 0;
  };
  std::vector<message> messages_;  // one per process
  std::vector<std::uint64_t> message_sizes_;
  std::vector<joint_discoveries> all_;  // one per process
  joint_discoveries mine_;
  std::vector<std::uint64_t> found_by_search_;  // in a level; empty unless needed
  std::exception_ptr failure_;                  // of this process, until all processes know
  joint_searches active_{};
  int planes_in_use_ = 0, planes_made_ = 0;
  double pull_edges_ = 0;
  std::vector<vertex_id> sources_;
  multi_bfs_engine::group_outcome outcome_;
  rank_level now_;
  std::vector<rank_level> levels_;
  std::vector<joint_counts> counts_;  // one entry more than levels_: the last holds the final, empty frontier
  rank_work work_;
  timer clock_;
};

}  // namespace fathom::ranks_engine
