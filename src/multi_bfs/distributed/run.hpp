// Single run of rank_multi_bfs(), from the sources to the last sink.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fathom/distributed/multi_bfs.hpp"
#include "graph/sources/distinct_sources.hpp"
#include "multi_bfs/distributed/joint_search.hpp"

namespace fathom {

class rank_multi_bfs_run {
 public:
  /// Collective: checks the arguments and plans the run; does not search. All arguments must outlive this object.
  rank_multi_bfs_run(const rank_graph& g, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                     const rank_multi_bfs_options& options, const execution& exec);

  rank_multi_bfs_report run();

 private:
  /// Bytes of host memory and of the device's memory.
  struct memory_room {
    std::uint64_t host = 0, device = 0;
  };

  void require_same_call() const;
  void check() const;
  void agree_on_needs();
  void choose_width();
  [[nodiscard]] bool on_device() const { return where_.kind == device_kind::cuda; }
  [[nodiscard]] memory_room room() const;
  [[nodiscard]] memory_room needs_of(int width) const;
  [[noreturn]] void fail_for_memory(const memory_room& needed, const memory_room& there) const;
  [[nodiscard]] vertex_id row_size() const;
  void begin_sinks() const;
  void make_engine();
  [[nodiscard]] std::string engine_text() const;
  void search_batch(std::size_t first, std::size_t last);
  [[nodiscard]] finished_group describe(std::size_t first, std::size_t last) const;
  void hand_out(finished_group& group);
  void report_batch(const finished_group& group, double seconds);
  void finish_report();

  const rank_graph& g_;
  const partitioned_graph& parts_;
  communicator& ranks_;
  const std::span<const vertex_id> sources_;
  const std::span<multi_bfs_sink* const> sinks_;
  const rank_multi_bfs_options& options_;
  const execution& exec_;
  const device where_;
  distinct_sources distinct_;
  multi_bfs_engine::group_plan plan_;
  int ranks_with_sinks_ = 1;  ///< on this process's host, at most: they share its memory
  std::unique_ptr<ranks_engine::joint_search> engine_;
  rank_multi_bfs_report report_;
};

}  // namespace fathom
