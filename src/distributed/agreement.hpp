// What keeps ranks together: either all of them go on, or all of them throw.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string_view>
#include <utility>

#include "fathom/communicator.hpp"

namespace fathom {

/// Collective: throws a rank_error on all ranks where one of them gives an exception.
void settle(communicator& ranks, const std::exception_ptr& mine);

/// Collective: runs `work` on all ranks; where it throws on any, all throw. It must not be collective itself, for a rank that has
/// thrown would be missed. One rank alone throws what it threw.
template <class F>
void on_all_ranks(communicator& ranks, F&& work) {
  if (ranks.size() == 1) return std::forward<F>(work)();
  std::exception_ptr mine;
  try {
    std::forward<F>(work)();
  } catch (...) {
    mine = std::current_exception();
  }
  settle(ranks, mine);
}

struct argument {
  std::string_view name;    ///< "other sources", "another width"
  std::uint64_t value = 0;  ///< or a hash of it
};

/// Collective: throws error_category::usage on all ranks where they were not all given the same, and says what differs.
void require_same(communicator& ranks, std::span<const argument> mine);

/// Collective: the smallest of all ranks' values.
[[nodiscard]] std::uint64_t smallest(communicator& ranks, std::uint64_t mine);

/// Items 0 to size - 1, in their order, each to the rank that asks first: dynamic distribution without a master.
class shared_queue {
 public:
  /// Collective; all ranks give the same size. A rank must not use a queue any more once another was made.
  shared_queue(communicator& ranks, std::uint64_t size);

  /// Not collective. False after the last item.
  [[nodiscard]] bool next(std::uint64_t& item);
  /// Not collective: no rank is given an item any more.
  void stop() { ranks_.fetch_add(size_); }

 private:
  communicator& ranks_;
  std::uint64_t size_;
  std::uint64_t first_ = 0;  ///< what the shared number was at the beginning; it is never set back
};

}  // namespace fathom
