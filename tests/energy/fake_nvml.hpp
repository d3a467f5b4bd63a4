// NVML stand-in libraries (fake_nvml.cpp) and a script for them.
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace fathom::test {

inline constexpr const char* fake_bus_id = "0000:0A:00.0";
inline constexpr const char* fake_nvml = FATHOM_FAKE_NVML;
inline constexpr const char* fake_nvml_without_readings = FATHOM_FAKE_NVML_WITHOUT_READINGS;
inline constexpr const char* fake_nvml_without_init = FATHOM_FAKE_NVML_WITHOUT_INIT;

/// Sets FAKE_NVML_... variables during its lifetime.
class fake_script {
 public:
  fake_script(std::initializer_list<std::pair<const std::string, std::string>> values) : values_(values) {
    for (const auto& [name, value] : values_) ::setenv(("FAKE_NVML_" + name).c_str(), value.c_str(), 1);
  }
  fake_script(const fake_script&) = delete;
  fake_script& operator=(const fake_script&) = delete;
  ~fake_script() {
    for (const auto& [name, value] : values_) ::unsetenv(("FAKE_NVML_" + name).c_str());
  }

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace fathom::test
