// List of fixed capacity to which several threads append, so that a search allocates nothing that grows with the graph.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "fathom/array.hpp"

namespace fathom::ranks_engine {

template <class T>
class fixed_list {
 public:
  explicit fixed_list(std::uint64_t capacity) : items_(capacity) {}

  void clear() noexcept { size_.store(0, std::memory_order_relaxed); }
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::span<const T> view() const noexcept { return {items_.data(), size()}; }
  void append(std::span<const T> more) noexcept {
    std::copy(more.begin(), more.end(), items_.data() + size_.fetch_add(more.size(), std::memory_order_relaxed));
  }
  void append(const T& one) noexcept { append(std::span<const T>(&one, 1)); }

  /// Appends on behalf of one thread, in batches.
  class batch {
   public:
    explicit batch(fixed_list& list) : list_(list) {}
    batch(const batch&) = delete;
    batch& operator=(const batch&) = delete;
    ~batch() { list_.append(std::span<const T>(waiting_.data(), count_)); }

    void append(const T& one) noexcept {
      if (count_ == waiting_.size()) list_.append(std::span<const T>(waiting_.data(), std::exchange(count_, 0)));
      waiting_[count_++] = one;
    }

   private:
    fixed_list& list_;
    std::array<T, 256> waiting_;
    std::size_t count_ = 0;
  };

 private:
  array<T> items_;
  std::atomic<std::size_t> size_{0};
};

}  // namespace fathom::ranks_engine
