// Implementation of energy_meter for any energy source.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "energy/energy_window.hpp"

namespace fathom {

/// The members behave as those of energy_meter.
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
