// Stands in for NVML: a library with the functions that Fathom looks up, whose readings follow environment variables. They are read
// by nvmlInit_v2, which also starts the clock.
//   FAKE_NVML_WATTS, FAKE_NVML_LATER_WATTS from FAKE_NVML_LATER_MS on
//   FAKE_NVML_PERIOD_MS   the counter's updates
//   FAKE_NVML_WRAP_MS     when the counter starts again from 0
//   FAKE_NVML_FAIL        a function that fails, with FAKE_NVML_CODE, from FAKE_NVML_FAIL_MS on
// FAKE_NVML_WITHOUT_READINGS leaves the functions that read out, FAKE_NVML_WITHOUT_INIT the first one.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using clock_type = std::chrono::steady_clock;

constexpr int success = 0, not_found = 6;
constexpr const char* bus_id = "0000:0A:00.0";
constexpr double counter_before = 123456.789;  // millijoules

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

struct field_value {
  unsigned field, scope;
  long long timestamp, latency;
  int type, status;
  union {
    double d;
    unsigned u;
  } value;
};

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

int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
  if (started <= 0) return 1;
  if (std::strcmp(id, bus_id) != 0) return not_found;
  *device = &now;
  return success;
}

#ifndef FAKE_NVML_WITHOUT_READINGS
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  if (device != &now) return 2;
  if (fails("nvmlDeviceGetTotalEnergyConsumption")) return now.code;
  const double ms = elapsed_ms(), since = ms < now.wrap_ms ? 0 : now.wrap_ms;
  const double updated = std::floor(ms / now.period_ms) * now.period_ms;
  *millijoules = static_cast<unsigned long long>((since > 0 ? 0 : counter_before) + millijoules_at(std::max(updated, since)) -
                                                 millijoules_at(since));
  return success;
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  if (device != &now) return 2;
  if (fails("nvmlDeviceGetPowerUsage")) return now.code;
  *milliwatts = static_cast<unsigned>(watts_at(elapsed_ms()) * 1e3);
  return success;
}

int nvmlDeviceGetFieldValues(void* device, int count, field_value* values) {
  if (device != &now || count != 1 || values->field != 186 || values->scope != 0) return 2;
  values->status = fails("nvmlDeviceGetFieldValues") ? now.code : success;
  values->type = 1;
  values->value.u = static_cast<unsigned>(watts_at(elapsed_ms()) * 1e3);
  return success;
}
#endif

}  // extern "C"
