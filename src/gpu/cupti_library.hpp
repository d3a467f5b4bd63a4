// NVIDIA's CUPTI, loaded at run time: a program without it works, but reads no hardware counters. Sources: CUPTI 13.0, "CUPTI Range
// Profiling API" and "CUPTI Profiler Host API". For files that are compiled only with CUDA and with CUPTI's headers.
#pragma once

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::cuda {

/// Names for dlopen(), in order: only the one of the environment variable FATHOM_CUPTI (a file, or a folder with libcupti.so) if
/// that is set. Otherwise the system's library, and those of CUDA's toolkit in CUDA_HOME, CUDA_PATH and /usr/local/cuda. All but
/// the system's exist.
[[nodiscard]] std::vector<std::string> cupti_places();

/// A failure of CUPTI, unlike one of the work that it observes.
class cupti_failure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class cupti_library {
 public:
  /// Throws cupti_failure, naming the files and functions that are missing.
  static const cupti_library& get();

  /// Throws cupti_failure with CUPTI's error text unless `status` is success.
  void check(CUptiResult status, std::string_view doing) const;

  decltype(&cuptiProfilerInitialize) initialize = nullptr;
  decltype(&cuptiProfilerDeInitialize) deinitialize = nullptr;
  decltype(&cuptiDeviceGetChipName) chip_name = nullptr;
  decltype(&cuptiProfilerGetCounterAvailability) availability = nullptr;
  decltype(&cuptiProfilerHostInitialize) host_initialize = nullptr;
  decltype(&cuptiProfilerHostDeinitialize) host_deinitialize = nullptr;
  decltype(&cuptiProfilerHostConfigAddMetrics) add_metrics = nullptr;
  decltype(&cuptiProfilerHostGetConfigImageSize) config_size = nullptr;
  decltype(&cuptiProfilerHostGetConfigImage) config_image = nullptr;
  decltype(&cuptiProfilerHostGetNumOfPasses) passes = nullptr;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) evaluate = nullptr;
  decltype(&cuptiRangeProfilerEnable) enable = nullptr;
  decltype(&cuptiRangeProfilerDisable) disable = nullptr;
  decltype(&cuptiRangeProfilerGetCounterDataSize) data_size = nullptr;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) data_initialize = nullptr;
  decltype(&cuptiRangeProfilerSetConfig) set_config = nullptr;
  decltype(&cuptiRangeProfilerStart) start = nullptr;
  decltype(&cuptiRangeProfilerPushRange) push_range = nullptr;
  decltype(&cuptiRangeProfilerPopRange) pop_range = nullptr;
  decltype(&cuptiRangeProfilerStop) stop = nullptr;
  decltype(&cuptiRangeProfilerDecodeData) decode = nullptr;

 private:
  cupti_library();
  template <class Function>
  void require(Function& function, const char* name);

  void* handle_;  // never closed: CUPTI stays attached to the driver until the process ends
  decltype(&cuptiGetResultString) result_text_ = nullptr;
};

/// A parameter block of CUPTI, whose first member is its size.
template <class Params>
[[nodiscard]] Params cupti_params(std::size_t size) {
  Params made{};
  made.structSize = size;
  return made;
}

}  // namespace fathom::cuda
