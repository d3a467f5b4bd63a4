// Single run of multi_bfs(), from the sources to the last sink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/busy_clock.hpp"
#include "comm/agreement.hpp"
#include "fathom/multi_bfs.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom {

class multi_bfs_run {
 public:
  /// Checks the arguments and plans the run; does not search. All arguments must outlive this object.
  multi_bfs_run(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                const multi_bfs_options& options, const execution& exec);

  multi_bfs_report run();

 private:
  /// Runs one group after another with its own engine.
  struct worker {
    std::unique_ptr<multi_bfs_engine::group_engine> engine;
    device where;
    busy_clock* device_clock = nullptr;  ///< of a CUDA device, shared by all its workers
    std::vector<group_report> groups;
    std::vector<std::uint64_t> numbers;  ///< numbers of these groups
    double seconds_search = 0, seconds_sink = 0;
  };

  /// Memory for searches, which leave some for their results. A small `wanted` (the most that is useful) is granted without a
  /// query.
  [[nodiscard]] static std::uint64_t memory_to_use(std::uint64_t wanted);

  void fill_plan();
  void check() const;
  void check_published_steps() const;
  void require_same_call() const;
  void find_distinct();
  void choose_method();
  void choose_width();
  /// Memory for the engines of this process, per device, without what other processes take.
  [[nodiscard]] std::uint64_t memory_for_engines() const;
  [[nodiscard]] std::uint64_t memory_on_devices() const;
  /// Results that stay on the device.
  [[nodiscard]] std::uint64_t kept_bytes() const;
  /// Throws for the process with the least memory, `there` bytes; names the devices.
  [[noreturn]] void fail_for_memory(std::uint64_t there) const;
  [[noreturn]] void fail_for_device_memory(const std::string& what) const;
  void skip_existing_rows();
  void begin_sinks() const;
  void make_workers(std::size_t groups);
  void make_workers_on_cpu(std::size_t groups);
  void make_workers_on_devices(std::size_t groups);
  void search_groups(const std::vector<std::vector<std::size_t>>& groups, shared_queue& queue);
  void work(worker& mine, const std::vector<std::vector<std::size_t>>& groups, shared_queue& queue, bool reports_progress);
  [[nodiscard]] finished_group describe(std::span<const std::size_t> members) const;
  [[nodiscard]] group_report search(worker& mine, finished_group& group) const;
  void add_up_workers();
  [[nodiscard]] vertex_totals totals_of_workers() const;
  void merge(vertex_totals& totals) const;

  const layout& layout_;
  const std::span<const vertex_id> sources_;
  const std::span<multi_bfs_sink* const> sinks_;
  const multi_bfs_options& options_;
  const execution& exec_;
  const std::unique_ptr<communicator> own_ranks_;
  communicator& ranks_;
  const std::vector<device> devices_;  ///< of this process
  multi_bfs_engine::group_plan plan_;
  multi_bfs_method method_ = multi_bfs_method::bitwise;
  std::uint64_t engine_bytes_ = 0;                       ///< per engine
  std::vector<vertex_id> distinct_;                      ///< in order of first appearance
  std::vector<std::size_t> positions_, position_begin_;  ///< of distinct source i: positions_[position_begin_[i], ...[i + 1])
  std::vector<std::uint64_t> group_numbers_;             ///< of the groups in report_
  std::vector<worker> workers_;
  std::deque<busy_clock> device_clocks_;  ///< one per CUDA device
  std::mutex one_at_a_time_;              ///< guards the queue and the sinks
  bool failed_ = false;                   ///< some worker has failed
  multi_bfs_report report_;
};

}  // namespace fathom
