// Call of several processes that hold the same graph and share its searches: errors, agreement, and combining of results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/shared_work.hpp"
#include "fathom/execution.hpp"

namespace fathom {

/// Collective: combines the values of all processes in the order of the ranks, so that all get the same bits. `combine(into, from,
/// count)` combines `count` values of value_bytes bytes. Throws a rank_error of error_category::memory.
void combine_by_rank(communicator& ranks, std::span<std::byte> values, std::size_t value_bytes,
                     const std::function<void(std::byte* into, const std::byte* from, std::size_t count)>& combine);
/// Collective: sums in the order of the ranks, so that all processes get the same bits. Throws a rank_error of
/// error_category::memory.
void sum_by_rank(communicator& ranks, std::span<double> values);
/// Collective: the values of which each is set on at most one process, and 0 on the others.
void join_values(communicator& ranks, std::span<double> values);

/// The place of a call by `execution`: of a single process, or of all processes of execution::ranks. Counts the work of each.
class shared_call {
 public:
  /// Throws error_category::usage for a transport, which only calls on a distributed graph have.
  explicit shared_call(const execution& exec);

  [[nodiscard]] communicator& ranks() const noexcept { return ranks_; }
  /// execution::ranks, which may be null.
  [[nodiscard]] communicator* given_ranks() const noexcept { return own_ranks_ ? nullptr : &ranks_; }
  [[nodiscard]] bool is_shared() const noexcept { return ranks_.size() > 1; }
  /// The device of this process, and all devices of a single process that has several.
  [[nodiscard]] device where() const noexcept { return where_; }
  [[nodiscard]] const std::vector<device>& devices() const noexcept { return devices_; }
  /// Memory that this process may use: `given` or, if that is 0, on CPUs an equal part of what a single process of the host would
  /// use; 0 for a single process.
  [[nodiscard]] std::uint64_t memory_bytes(std::uint64_t given) const;
  /// With the number of threads of this process.
  [[nodiscard]] const run_control& control() const noexcept { return control_; }

  /// Collective: runs the process's own part of the work, which must not be collective. If it throws on any process, all throw.
  template <class F>
  void run(F&& work) {
    const timer clock;
    double mine = 0;
    on_all_processes(ranks_, [&] {
      const timer own;
      std::forward<F>(work)();
      mine = own.seconds();
    });
    work_.seconds_compute += mine;
    work_.seconds_wait += clock.seconds() - mine;
  }
  /// Collective: combines results of all processes. Does nothing in a single process.
  template <class F>
  void combine(F&& work) {
    if (!is_shared()) return;
    const timer clock;
    std::forward<F>(work)(ranks_);
    work_.seconds_exchange += clock.seconds();
  }

  /// Collective: throws error_category::usage on all processes if an argument differs.
  void require_same(std::span<const argument> mine) const { fathom::require_same(ranks_, mine); }

  /// Every item whose index is this process's rank modulo the number of processes, so that neighbors in a list, which often take
  /// equally long, go to different processes.
  template <class T>
  [[nodiscard]] std::vector<T> own_part(std::span<const T> all) const {
    std::vector<T> mine;
    for (std::size_t i = first(); i < all.size(); i += step()) mine.push_back(all[i]);
    return mine;
  }
  /// Index of the process's first item, and the distance to the next one.
  [[nodiscard]] std::size_t first() const noexcept { return static_cast<std::size_t>(ranks_.rank()); }
  [[nodiscard]] std::size_t step() const noexcept { return static_cast<std::size_t>(ranks_.size()); }

  void count_searches(std::size_t searches) noexcept { work_.searches += searches; }
  /// Collective: the work of each process by rank; empty without execution::ranks.
  [[nodiscard]] std::vector<shared_work> work_of_all() const;

 private:
  const std::unique_ptr<communicator> own_ranks_;
  communicator& ranks_;
  std::vector<device> devices_;
  device where_;
  run_control control_;
  shared_work work_;
};

}  // namespace fathom
