// Progress of a parallel region.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string_view>
#include <thread>

#include "fathom/control.hpp"

namespace fathom {

/// All threads add completed work; only the thread that created this object calls run_control::on_progress, at most every 20 ms.
/// An exception thrown by the callback must not leave the parallel region: it is captured, and finish() rethrows it.
class shared_progress {
 public:
  /// `total` is in the unit of add(). The callback receives `shown_total` as its total and the completed fraction of it.
  shared_progress(const run_control& control, std::string_view stage, std::uint64_t total, std::uint64_t shown_total)
      : control_(control), stage_(stage), total_(total), shown_total_(shown_total) {}

  void add(std::uint64_t amount) noexcept {
    if (!control_.on_progress) return;
    const std::uint64_t done = done_.fetch_add(amount, std::memory_order_relaxed) + amount;
    if (std::this_thread::get_id() != caller_ || failure_ || total_ == 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_report_ < interval) return;
    last_report_ = now;
    try {
      const double fraction = static_cast<double>(done) / static_cast<double>(total_);
      control_.on_progress({stage_, static_cast<std::uint64_t>(fraction * static_cast<double>(shown_total_)), shown_total_});
    } catch (...) {
      failure_ = std::current_exception();
      failed_.store(true, std::memory_order_relaxed);
    }
  }

  /// Whether the work should end: a stop was requested, or the callback has thrown.
  [[nodiscard]] bool stop_requested() const noexcept {
    return control_.stop.stop_requested() || failed_.load(std::memory_order_relaxed);
  }

  /// Call after the region: rethrows the callback's exception, or throws error_category::cancelled if a stop was requested.
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
    check_stop(control_);
  }

 private:
  static constexpr auto interval = std::chrono::milliseconds(20);  // shorter than the 0.1 s between two redraws of a progress bar

  const run_control& control_;
  const std::string_view stage_;
  const std::uint64_t total_, shown_total_;
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<std::uint64_t> done_{0};
  std::atomic<bool> failed_{false};
  std::chrono::steady_clock::time_point last_report_ = std::chrono::steady_clock::now();  // used only by the caller's thread
  std::exception_ptr failure_;                                                            // used only by the caller's thread
};

}  // namespace fathom
