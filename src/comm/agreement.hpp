// Collective error handling and agreement: either all processes continue, or all of them throw.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string_view>
#include <utility>

#include "fathom/control.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// Collective: throws a rank_error on all processes if any of them passes an exception.
void throw_together(communicator& ranks, const std::exception_ptr& mine);

/// Collective: runs `work` on all processes; if it throws on any of them, all throw. `work` must not be collective, because a
/// process that has thrown would not take part. A single process throws the original exception.
template <class F>
void on_all_processes(communicator& ranks, F&& work) {
  if (ranks.size() == 1) return std::forward<F>(work)();
  std::exception_ptr mine;
  try {
    std::forward<F>(work)();
  } catch (...) {
    mine = std::current_exception();
  }
  throw_together(ranks, mine);
}

struct argument {
  std::string_view name;    ///< "sources", "width"
  std::uint64_t value = 0;  ///< the value or its hash
};

/// Collective: throws error_category::usage on all processes, naming the first difference, if the arguments are not the same on
/// all.
void require_same(communicator& ranks, std::span<const argument> mine);

/// Collective: whether any process passes true. Throws on all processes if a stop was requested on any of them.
[[nodiscard]] bool any_of(communicator& ranks, bool mine, const run_control& control);

/// Collective: the minimum over all processes.
[[nodiscard]] std::uint64_t smallest(communicator& ranks, std::uint64_t mine);

/// Dynamic distribution of the items 0 to size - 1, in order and without a master: each item goes to the process that requests it
/// first.
class shared_queue {
 public:
  /// Collective; `size` must be the same on all processes. A queue must not be used after another one has been created.
  shared_queue(communicator& ranks, std::uint64_t size);

  /// Not collective. Returns false after the last item.
  [[nodiscard]] bool next(std::uint64_t& item);
  /// Not collective: no process receives an item afterwards.
  void stop() { ranks_.fetch_add(size_); }

 private:
  communicator& ranks_;
  std::uint64_t size_;
  std::uint64_t first_ = 0;  ///< initial value of the shared counter, which is never reset
};

}  // namespace fathom
