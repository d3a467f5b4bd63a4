// A window of time through which an energy source is looked at, and what follows from what was seen.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "core/timer.hpp"
#include "energy/energy_source.hpp"
#include "fathom/energy.hpp"

namespace fathom {

struct timed_sample {
  double seconds = 0;  ///< since the window was opened
  energy_sample seen;
};

/// Open from construction to close(). The source must outlive it, and is left alone by others meanwhile.
class energy_window {
 public:
  /// Throws what the source throws.
  energy_window(energy_source& source, double seconds_between_samples);
  energy_window(const energy_window&) = delete;
  energy_window& operator=(const energy_window&) = delete;
  ~energy_window();

  /// The samples, the first and the last one at the ends. Throws what the source threw in between. To be called once.
  [[nodiscard]] std::vector<timed_sample> close();

 private:
  void take_sample();
  void watch();
  void end_watching();

  energy_source& source_;
  const double seconds_between_;
  timer clock_;
  std::vector<timed_sample> samples_;
  std::exception_ptr failure_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool ending_ = false;  // under mutex_
  std::thread watcher_;  // last: it uses all of the others
};

/// Energy from the counter where it grew steadily, else from the power. Throws error_category::device where there is neither.
[[nodiscard]] energy_reading energy_of(std::span<const timed_sample> samples, const energy_source& source);

}  // namespace fathom
