// Hardware counters of a CUDA device by CUPTI's range profiler: one range holds all kernels of the work, which runs once per pass.
// Kernels are neither serialized nor replayed one by one, so kernels that run beside each other or meet at barriers do so still.
#include <cmath>
#include <string>

#include "gpu/backend.hpp"
#include "gpu/hardware_counters.hpp"
#include "gpu/runtime.hpp"

#if __has_include(<cupti_range_profiler.h>)

#include <dlfcn.h>

#include <cstdint>

#include "gpu/cupti_library.hpp"
#include "gpu/cupti_plan.hpp"

namespace fathom::cuda {
namespace {

CUcontext current_context() {
  check(cudaFree(nullptr), "starting the device");  // makes the context
  void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  const auto query = driver ? reinterpret_cast<decltype(&cuCtxGetCurrent)>(dlsym(driver, "cuCtxGetCurrent")) : nullptr;
  CUcontext context = nullptr;
  if (!query || query(&context) != CUDA_SUCCESS || !context) throw cupti_failure("CUDA's driver shows no current context");
  return context;
}

/// The range profiler, enabled in the current context for the lifetime of the object.
class range_profiler {
 public:
  explicit range_profiler(CUcontext context) {
    auto enable = cupti_params<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    enable.ctx = context;
    cupti_.check(cupti_.enable(&enable), "enabling the counters");
    profiler_ = enable.pRangeProfilerObject;
  }
  range_profiler(const range_profiler&) = delete;
  range_profiler& operator=(const range_profiler&) = delete;
  ~range_profiler() {
    auto disable = cupti_params<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    disable.pRangeProfilerObject = profiler_;
    cupti_.disable(&disable);
  }

  [[nodiscard]] double read(const cupti_plan& plan, const std::function<void()>& work) {
    configure(plan);
    bool complete = false;
    for (std::size_t pass = 0; !complete && pass < plan.passes(); ++pass) complete = run_pass(work);
    if (!complete) throw cupti_failure(plan.metric() + " needs more passes than CUPTI announced");
    auto decode = cupti_params<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decode.pRangeProfilerObject = profiler_;
    cupti_.check(cupti_.decode(&decode), "decoding counters");
    if (decode.numOfRangeDropped > 0) throw cupti_failure("CUPTI has dropped the counters of " + plan.metric());
    return plan.value(data_);
  }

 private:
  void configure(const cupti_plan& plan) {
    const char* name = plan.metric().c_str();
    auto size =
        cupti_params<CUpti_RangeProfiler_GetCounterDataSize_Params>(CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = profiler_;
    size.pMetricNames = &name;
    size.numMetrics = 1;
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    cupti_.check(cupti_.data_size(&size), "planning memory of counters");
    data_.assign(size.counterDataSize, 0);

    auto data = cupti_params<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    data.pRangeProfilerObject = profiler_;
    data.counterDataSize = data_.size();
    data.pCounterData = data_.data();
    cupti_.check(cupti_.data_initialize(&data), "preparing memory of counters");

    auto config = cupti_params<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    config.pRangeProfilerObject = profiler_;
    config.configSize = plan.image().size();
    config.pConfig = plan.image().data();
    config.counterDataImageSize = data_.size();
    config.pCounterDataImage = data_.data();
    config.range = CUPTI_UserRange;
    config.replayMode = CUPTI_UserReplay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    config.passIndex = 0;
    config.targetNestingLevel = 1;
    cupti_.check(cupti_.set_config(&config), "configuring counters");
  }

  /// Whether this was the last pass.
  bool run_pass(const std::function<void()>& work) {
    auto start = cupti_params<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    start.pRangeProfilerObject = profiler_;
    cupti_.check(cupti_.start(&start), "starting counters");
    auto push = cupti_params<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
    push.pRangeProfilerObject = profiler_;
    push.pRangeName = "work";
    cupti_.check(cupti_.push_range(&push), "starting counters");
    work();
    check(cudaDeviceSynchronize(), "waiting for the measured work");
    auto pop = cupti_params<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
    pop.pRangeProfilerObject = profiler_;
    cupti_.check(cupti_.pop_range(&pop), "stopping counters");
    auto stop = cupti_params<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    stop.pRangeProfilerObject = profiler_;
    cupti_.check(cupti_.stop(&stop), "stopping counters");
    return stop.isAllPassSubmitted != 0;
  }

  const cupti_library& cupti_ = cupti_library::get();
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  std::vector<std::uint8_t> data_;
};

/// CUPTI's profiler, which is on for the lifetime of the object: later work runs as before.
class profiling {
 public:
  profiling() {
    auto begin = cupti_params<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    cupti_.check(cupti_.initialize(&begin), "starting CUPTI");
  }
  profiling(const profiling&) = delete;
  profiling& operator=(const profiling&) = delete;
  ~profiling() {
    auto end = cupti_params<CUpti_Profiler_DeInitialize_Params>(CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE);
    cupti_.deinitialize(&end);
  }

 private:
  const cupti_library& cupti_ = cupti_library::get();
};

/// Counters of one device.
class device_counters {
 public:
  explicit device_counters(device where) : context_(current_context()) {
    const cupti_library& cupti = cupti_library::get();
    auto chip = cupti_params<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    chip.deviceIndex = static_cast<std::size_t>(where.index);
    cupti.check(cupti.chip_name(&chip), "querying the chip's name");
    chip_ = chip.pChipName;
    // First the image's size, then the image.
    auto image =
        cupti_params<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
    image.ctx = context_;
    cupti.check(cupti.availability(&image), "querying the device's counters");
    available_.resize(image.counterAvailabilityImageSize);
    image.pCounterAvailabilityImage = available_.data();
    cupti.check(cupti.availability(&image), "querying the device's counters");
  }

  [[nodiscard]] double read(const std::string& metric, const std::function<void()>& work) const {
    const cupti_plan plan(chip_, available_, metric);
    return range_profiler(context_).read(plan, work);
  }

 private:
  const CUcontext context_;
  profiling profiling_;
  std::string chip_;
  std::vector<std::uint8_t> available_;
};

}  // namespace

std::vector<hardware_counter> read_counters(device where, std::span<const std::string_view> names,
                                            const std::function<void()>& work) {
  const current_device here(where.index);
  std::vector<hardware_counter> all;
  for (const std::string_view name : names) all.push_back({std::string(name), 0, {}});
  try {
    const device_counters counters(where);
    for (hardware_counter& one : all) {
      try {
        one.value = counters.read(one.name, work);
        if (!std::isfinite(one.value))
          one.value = 0, one.why_none = "the work has none of the events that " + one.name + " divides by";
      } catch (const cupti_failure& failure) {
        one.why_none = failure.what();
      }
    }
  } catch (const cupti_failure& failure) {
    for (hardware_counter& one : all) one.why_none = failure.what();
  }
  return all;
}

}  // namespace fathom::cuda

#else

namespace fathom::cuda {

std::vector<hardware_counter> read_counters(device, std::span<const std::string_view> names, const std::function<void()>&) {
  std::vector<hardware_counter> all;
  for (const std::string_view name : names) {
    all.push_back({std::string(name), 0, "this build of fathom has no CUPTI; build it with the headers of CUDA 12.6 or newer"});
  }
  return all;
}

}  // namespace fathom::cuda

#endif
