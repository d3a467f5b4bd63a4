// Host's part of reading one metric: the configuration of the counters, and the metric's value from their data. Needs no device.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/cupti_library.hpp"

namespace fathom::cuda {

class cupti_plan {
 public:
  /// `chip` is CUPTI's name, such as "GH100". `available` is CUPTI's image of the counters that the device has; all of the chip's
  /// if it is empty. Throws cupti_failure if the chip has no such metric.
  cupti_plan(const std::string& chip, const std::vector<std::uint8_t>& available, std::string metric);

  [[nodiscard]] const std::string& metric() const noexcept { return metric_; }
  /// Configuration for cuptiRangeProfilerSetConfig().
  [[nodiscard]] const std::vector<std::uint8_t>& image() const noexcept { return image_; }
  [[nodiscard]] std::size_t passes() const noexcept { return passes_; }

  /// The metric in the first range of decoded counter data.
  [[nodiscard]] double value(const std::vector<std::uint8_t>& data) const;

 private:
  struct close_host {
    void operator()(CUpti_Profiler_Host_Object* host) const;
  };

  const cupti_library& cupti_;
  const std::string metric_;
  std::unique_ptr<CUpti_Profiler_Host_Object, close_host> host_;
  std::vector<std::uint8_t> image_;
  std::size_t passes_ = 0;
};

}  // namespace fathom::cuda
