// Meters any energy source: what energy_meter does behind its public face.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "energy/energy_window.hpp"

namespace fathom {

/// The members are energy_meter's.
class source_meter {
 public:
  explicit source_meter(std::unique_ptr<energy_source> source) : source_(std::move(source)) {}

  [[nodiscard]] idle_power idle(double seconds);
  void start();
  [[nodiscard]] energy_reading stop();

 private:
  std::vector<timed_sample> close_window();

  std::unique_ptr<energy_source> source_;
  std::optional<energy_window> window_;
};

}  // namespace fathom
