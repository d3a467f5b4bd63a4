// Measurement window, during which a thread samples an energy source, and the energy computed from its samples.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "base/timer.hpp"
#include "energy/energy_source.hpp"
#include "fathom/energy.hpp"

namespace fathom {

struct timed_sample {
  double seconds = 0;  ///< since the window opened
  energy_sample seen;
};

/// Open from construction to close(). The source must outlive the window, and nothing else may use it in the meantime.
class energy_window {
 public:
  /// Takes the first sample and starts sampling. Throws error_category::device, and ::memory if no thread can be started.
  energy_window(energy_source& source, double seconds_between_samples);
  energy_window(const energy_window&) = delete;
  energy_window& operator=(const energy_window&) = delete;
  ~energy_window();

  /// The samples, of which the first and last were taken at the window's ends. Rethrows the source's exceptions. To be called once.
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

/// Energy from the counter if it advanced steadily, else from the power samples. Throws error_category::device if neither is
/// usable.
[[nodiscard]] energy_reading energy_of(std::span<const timed_sample> samples, const energy_source& source);

}  // namespace fathom
