// Hardware counters of a GPU, read while a piece of work runs.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/device.hpp"

namespace fathom {

/// One counter, over all kernels of the work.
struct hardware_counter {
  std::string name;      ///< of the vendor; for CUDA a metric of CUPTI, such as "sm__inst_executed.sum"
  double value = 0;      ///< in the metric's unit
  std::string why_none;  ///< why there is no value; empty if there is one
};

/// Reads each counter while `work` runs on the device, which must be the calling thread's work. A counter may need several passes;
/// `work` is called once per pass, and must do the same each time. Without counters it is not called, and each `why_none` says what
/// is missing: a GPU, CUPTI, the permission or the metric. Passes on what `work` throws.
[[nodiscard]] std::vector<hardware_counter> read_hardware_counters(device where, std::span<const std::string_view> names,
                                                                   const std::function<void()>& work);

}  // namespace fathom
