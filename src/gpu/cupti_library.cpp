#if __has_include(<cupti_range_profiler.h>)

#include "gpu/cupti_library.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace fathom::cuda {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

void* open_cupti() {
  std::string reasons;
  for (const std::string& place : cupti_places()) {
    if (void* const handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    const char* const why = dlerror();  // includes the file name
    reasons += (reasons.empty() ? "" : "; ") + (why ? std::string(why) : place);
  }
  throw cupti_failure(
      fmt::format("CUPTI cannot be loaded ({}); install it with CUDA's toolkit, or set FATHOM_CUPTI to its libcupti.so", reasons));
}

}  // namespace

std::vector<std::string> cupti_places() {
  std::error_code ignored;
  if (const std::string named = variable("FATHOM_CUPTI"); !named.empty()) {
    return {fs::is_directory(named, ignored) ? (fs::path(named) / "libcupti.so").string() : named};
  }
  const std::string file = fmt::format("libcupti.so.{}", CUDART_VERSION / 1000);
  std::vector<std::string> places{file};
  for (const std::string& toolkit : {variable("CUDA_HOME"), variable("CUDA_PATH"), std::string("/usr/local/cuda")}) {
    if (toolkit.empty()) continue;
    for (const char* const folder : {"extras/CUPTI/lib64", "lib64"}) {
      const fs::path there = fs::path(toolkit) / folder / file;
      if (fs::exists(there, ignored)) places.push_back(there.string());
    }
  }
  return places;
}

const cupti_library& cupti_library::get() {
  static const cupti_library library;
  return library;
}

template <class Function>
void cupti_library::require(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(handle_, name));
  if (!function) throw cupti_failure(fmt::format("libcupti.so has no function {}; use that of CUDA 12.6 or newer", name));
}

cupti_library::cupti_library() : handle_(open_cupti()) {
  require(result_text_, "cuptiGetResultString");
  require(initialize, "cuptiProfilerInitialize");
  require(deinitialize, "cuptiProfilerDeInitialize");
  require(chip_name, "cuptiDeviceGetChipName");
  require(availability, "cuptiProfilerGetCounterAvailability");
  require(host_initialize, "cuptiProfilerHostInitialize");
  require(host_deinitialize, "cuptiProfilerHostDeinitialize");
  require(add_metrics, "cuptiProfilerHostConfigAddMetrics");
  require(config_size, "cuptiProfilerHostGetConfigImageSize");
  require(config_image, "cuptiProfilerHostGetConfigImage");
  require(passes, "cuptiProfilerHostGetNumOfPasses");
  require(evaluate, "cuptiProfilerHostEvaluateToGpuValues");
  require(enable, "cuptiRangeProfilerEnable");
  require(disable, "cuptiRangeProfilerDisable");
  require(data_size, "cuptiRangeProfilerGetCounterDataSize");
  require(data_initialize, "cuptiRangeProfilerCounterDataImageInitialize");
  require(set_config, "cuptiRangeProfilerSetConfig");
  require(start, "cuptiRangeProfilerStart");
  require(push_range, "cuptiRangeProfilerPushRange");
  require(pop_range, "cuptiRangeProfilerPopRange");
  require(stop, "cuptiRangeProfilerStop");
  require(decode, "cuptiRangeProfilerDecodeData");
}

void cupti_library::check(CUptiResult status, std::string_view doing) const {
  if (status == CUPTI_SUCCESS) return;
  if (status == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) {
    throw cupti_failure(
        fmt::format("{}: the driver shows counters only to administrators (ERR_NVGPUCTRPERM); run as one, or load the driver with "
                    "NVreg_RestrictProfilingToAdminUsers=0",
                    doing));
  }
  const char* text = nullptr;
  result_text_(status, &text);
  throw cupti_failure(fmt::format("{}: {} (CUPTI's code {})", doing, text ? text : "unknown error", static_cast<int>(status)));
}

}  // namespace fathom::cuda

#endif
