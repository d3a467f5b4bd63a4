#if __has_include(<cupti_range_profiler.h>)

#include "gpu/cupti_plan.hpp"

#include <utility>

namespace fathom::cuda {

cupti_plan::cupti_plan(const std::string& chip, const std::vector<std::uint8_t>& available, std::string metric)
    : cupti_(cupti_library::get()), metric_(std::move(metric)) {
  auto made = cupti_params<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
  made.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  made.pChipName = chip.c_str();
  made.pCounterAvailabilityImage = available.empty() ? nullptr : available.data();
  cupti_.check(cupti_.host_initialize(&made), "starting the counters of the chip " + chip);
  host_.reset(made.pHostObject);

  const char* name = metric_.c_str();
  auto add = cupti_params<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
  add.pHostObject = host_.get();
  add.ppMetricNames = &name;
  add.numMetrics = 1;
  cupti_.check(cupti_.add_metrics(&add), "choosing the counters of " + metric_);

  auto size =
      cupti_params<CUpti_Profiler_Host_GetConfigImageSize_Params>(CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  size.pHostObject = host_.get();
  cupti_.check(cupti_.config_size(&size), "configuring " + metric_);
  image_.resize(size.configImageSize);

  auto image = cupti_params<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  image.pHostObject = host_.get();
  image.configImageSize = image_.size();
  image.pConfigImage = image_.data();
  cupti_.check(cupti_.config_image(&image), "configuring " + metric_);

  auto passes = cupti_params<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
  passes.configImageSize = image_.size();
  passes.pConfigImage = image_.data();
  cupti_.check(cupti_.passes(&passes), "counting the passes of " + metric_);
  passes_ = passes.numOfPasses;
}

void cupti_plan::close_host::operator()(CUpti_Profiler_Host_Object* host) const {
  auto done = cupti_params<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
  done.pHostObject = host;
  cupti_library::get().host_deinitialize(&done);
}

double cupti_plan::value(const std::vector<std::uint8_t>& data) const {
  const char* name = metric_.c_str();
  double value = 0;
  auto evaluate =
      cupti_params<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
  evaluate.pHostObject = host_.get();
  evaluate.pCounterDataImage = data.data();
  evaluate.counterDataImageSize = data.size();
  evaluate.rangeIndex = 0;
  evaluate.ppMetricNames = &name;
  evaluate.numMetrics = 1;
  evaluate.pMetricValues = &value;
  cupti_.check(cupti_.evaluate(&evaluate), "evaluating " + metric_);
  return value;
}

}  // namespace fathom::cuda

#endif
