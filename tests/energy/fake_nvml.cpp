// NVML stand-in: a library with the functions that Fathom looks up, whose readings follow environment variables. These are read by
// nvmlInit_v2, which also starts the clock.
//   FAKE_NVML_WATTS, FAKE_NVML_LATER_WATTS from FAKE_NVML_LATER_MS on
//   FAKE_NVML_PERIOD_MS   update period of the counter
//   FAKE_NVML_WRAP_MS     when the counter restarts from 0
//   FAKE_NVML_THROTTLE    bits of nvmlDeviceGetCurrentClocksThrottleReasons; 1 is idle
//   FAKE_NVML_FAIL        a function that fails, with FAKE_NVML_CODE, from FAKE_NVML_FAIL_MS on
// FAKE_NVML_WITHOUT_READINGS omits the functions that read, FAKE_NVML_WITHOUT_INIT the first one.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include "energy/nvml_library.hpp"  // types only: a call through another type is undefined

namespace {

using fathom::nvml::device_handle;
using fathom::nvml::field_value;

using clock_type = std::chrono::steady_clock;

constexpr int success = 0, not_found = 6;
constexpr const char* bus_id = "0000:0A:00.0";
[[maybe_unused]] constexpr double counter_before = 123456.789;  // millijoules

struct script {
  double watts = 250, later_watts = 250, later_ms = 1e18, period_ms = 25, wrap_ms = 1e18, fail_ms = 0;
  int code = 999;
  std::string fail;
  clock_type::time_point begin;
};
script now;
int started = 0;

[[maybe_unused]] double number(const char* name, double otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::atof(text) : otherwise;
}

double elapsed_ms() { return std::chrono::duration<double, std::milli>(clock_type::now() - now.begin).count(); }

bool fails(const char* function) { return now.fail == function && elapsed_ms() >= now.fail_ms; }

[[maybe_unused]] double watts_at(double ms) { return ms < now.later_ms ? now.watts : now.later_watts; }

// Watts times milliseconds are millijoules.
[[maybe_unused]] double millijoules_at(double ms) {
  return now.watts * std::min(ms, now.later_ms) + now.later_watts * std::max(0.0, ms - now.later_ms);
}

// Layout of nvmlFieldValue_t in nvml.h.
static_assert(offsetof(field_value, field_id) == 0 && offsetof(field_value, scope_id) == 4 &&
              offsetof(field_value, timestamp) == 8);
static_assert(offsetof(field_value, latency) == 16 && offsetof(field_value, value_type) == 24 &&
              offsetof(field_value, status) == 28);
static_assert(offsetof(field_value, value) == 32 && sizeof(field_value) == 40);

// The device's handle.
device_handle the_device() { return reinterpret_cast<device_handle>(&now); }

}  // namespace

extern "C" {

#ifndef FAKE_NVML_WITHOUT_INIT
int nvmlInit_v2() {
  now = {};
  now.watts = number("FAKE_NVML_WATTS", 250);
  now.later_watts = number("FAKE_NVML_LATER_WATTS", now.watts);
  now.later_ms = number("FAKE_NVML_LATER_MS", 1e18);
  now.period_ms = number("FAKE_NVML_PERIOD_MS", 25);
  now.wrap_ms = number("FAKE_NVML_WRAP_MS", 1e18);
  now.fail_ms = number("FAKE_NVML_FAIL_MS", 0);
  now.code = static_cast<int>(number("FAKE_NVML_CODE", 999));
  const char* fail = std::getenv("FAKE_NVML_FAIL");
  now.fail = fail ? fail : "";
  now.begin = clock_type::now();
  if (fails("nvmlInit_v2")) return now.code;
  ++started;
  return success;
}
#endif

int nvmlShutdown() {
  --started;
  return success;
}

const char* nvmlErrorString(int code) {
  switch (code) {
    case 3:
      return "Not Supported";
    case 6:
      return "Not Found";
    case 9:
      return "Driver Not Loaded";
    case 15:
      return "GPU is lost";
    default:
      return "Unknown Error";
  }
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* id, device_handle* device) {
  if (started <= 0) return 1;
  if (std::strcmp(id, bus_id) != 0) return not_found;
  *device = the_device();
  return success;
}

#ifndef FAKE_NVML_WITHOUT_READINGS
int nvmlDeviceGetTotalEnergyConsumption(device_handle device, unsigned long long* millijoules) {
  if (device != the_device()) return 2;
  if (fails("nvmlDeviceGetTotalEnergyConsumption")) return now.code;
  const double ms = elapsed_ms(), since = ms < now.wrap_ms ? 0 : now.wrap_ms;
  const double updated = std::floor(ms / now.period_ms) * now.period_ms;
  *millijoules = static_cast<unsigned long long>((since > 0 ? 0 : counter_before) + millijoules_at(std::max(updated, since)) -
                                                 millijoules_at(since));
  return success;
}

int nvmlDeviceGetPowerUsage(device_handle device, unsigned* milliwatts) {
  if (device != the_device()) return 2;
  if (fails("nvmlDeviceGetPowerUsage")) return now.code;
  *milliwatts = static_cast<unsigned>(watts_at(elapsed_ms()) * 1e3);
  return success;
}

int nvmlDeviceGetFieldValues(device_handle device, int count, field_value* values) {
  if (device != the_device() || count != 1 || values->field_id != 186 || values->scope_id != 0) return 2;
  values->status = fails("nvmlDeviceGetFieldValues") ? now.code : success;
  values->value_type = 1;
  const auto milliwatts = static_cast<unsigned>(watts_at(elapsed_ms()) * 1e3);
  std::memcpy(values->value, &milliwatts, sizeof milliwatts);
  return success;
}

int nvmlDeviceGetClockInfo(device_handle device, int which, unsigned* megahertz) {
  if (device != the_device()) return 2;
  *megahertz = which == 1 ? 1755 : which == 2 ? 2619 : 0;
  return success;
}

int nvmlDeviceGetMaxClockInfo(device_handle device, int which, unsigned* megahertz) {
  if (device != the_device() || which != 1) return 2;
  *megahertz = 1980;
  return success;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(device_handle device, unsigned long long* reasons) {
  if (device != the_device()) return 2;
  *reasons = static_cast<unsigned long long>(number("FAKE_NVML_THROTTLE", 1));
  return success;
}

int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::strncpy(text, "570.1", size);
  return success;
}
#endif

}  // extern "C"
