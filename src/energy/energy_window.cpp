#include "energy/energy_window.hpp"

#include <fmt/format.h>

#include <chrono>
#include <system_error>
#include <utility>

#include "fathom/error.hpp"

namespace fathom {

energy_window::energy_window(energy_source& source, double seconds_between_samples)
    : source_(source), seconds_between_(seconds_between_samples) {
  take_sample();
  try {
    watcher_ = std::thread([this] { watch(); });
  } catch (const std::system_error& e) {
    throw error(error_category::memory, fmt::format("cannot start a thread to measure energy: {}", e.what()));
  }
}

energy_window::~energy_window() { end_watching(); }

std::vector<timed_sample> energy_window::close() {
  end_watching();
  if (failure_) std::rethrow_exception(failure_);
  take_sample();
  return std::move(samples_);
}

void energy_window::take_sample() {
  const double now = clock_.seconds();
  samples_.push_back({now, source_.read()});
}

// Sampling thread. An exception is passed on through failure_, which is read after the thread has ended.
void energy_window::watch() {
  try {
    std::unique_lock lock(mutex_);
    while (!end_.wait_for(lock, std::chrono::duration<double>(seconds_between_), [this] { return ending_; })) {
      lock.unlock();
      take_sample();
      lock.lock();
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void energy_window::end_watching() {
  if (!watcher_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  end_.notify_one();
  watcher_.join();
}

}  // namespace fathom
