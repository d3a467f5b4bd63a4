// Progress of work that the threads of a parallel region share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string_view>
#include <thread>

#include "fathom/control.hpp"

namespace fathom {

/// Threads add what they have done; the thread that made this object, alone, calls run_control::on_progress, some times a second.
/// An exception from there is kept, for none may leave a parallel region: finish() throws it.
class shared_progress {
 public:
  /// `total` is in the unit of add(). The listener gets `shown_total` as its total, and as much of it as is done.
  shared_progress(const run_control& control, std::string_view stage, std::uint64_t total, std::uint64_t shown_total)
      : control_(control), stage_(stage), total_(total), shown_total_(shown_total) {}

  void add(std::uint64_t amount) noexcept {
    if (!control_.on_progress) return;
    const std::uint64_t done = done_.fetch_add(amount, std::memory_order_relaxed) + amount;
    if (std::this_thread::get_id() != caller_ || failure_ || total_ == 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < interval) return;
    told_ = now;
    try {
      const double share = static_cast<double>(done) / static_cast<double>(total_);
      control_.on_progress({stage_, static_cast<std::uint64_t>(share * static_cast<double>(shown_total_)), shown_total_});
    } catch (...) {
      failure_ = std::current_exception();
      failed_.store(true, std::memory_order_relaxed);
    }
  }

  /// Whether the work should end: the caller has asked for it, or its listener has thrown.
  [[nodiscard]] bool stop_asked() const noexcept {
    return control_.stop.stop_requested() || failed_.load(std::memory_order_relaxed);
  }

  /// Behind the region: throws what the listener threw, or error_category::cancelled.
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
    check_stop(control_);
  }

 private:
  static constexpr auto interval = std::chrono::milliseconds(20);  // a bar is redrawn ten times a second

  const run_control& control_;
  const std::string_view stage_;
  const std::uint64_t total_, shown_total_;
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<std::uint64_t> done_{0};
  std::atomic<bool> failed_{false};
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();  // the caller's thread alone
  std::exception_ptr failure_;                                                     // likewise
};

}  // namespace fathom
