// The NVML functions in use, loaded at run time, without NVML's header, from the library that comes with NVIDIA's driver.
// NVML API reference: docs.nvidia.com/deploy/nvml-api, "Device Queries" and "Field Value Queries".
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace fathom::nvml {

inline constexpr const char* library_file = "libnvidia-ml.so.1";

using result = int;  // nvmlReturn_t
inline constexpr result success = 0;
using device_handle = struct opaque_device*;  // nvmlDevice_t

/// nvmlFieldValue_t. `value` is a union of 8 bytes; value_type selects its member.
struct field_value {
  unsigned field_id = 0;
  unsigned scope_id = 0;  // 0: the GPU, not the module around it
  long long timestamp = 0;
  long long latency = 0;
  int value_type = 0;
  result status = 0;
  alignas(8) unsigned char value[8] = {};
};
static_assert(sizeof(field_value) == 40);

inline constexpr int clock_sm = 1, clock_memory = 2;  // NVML_CLOCK_SM, NVML_CLOCK_MEM
inline constexpr unsigned field_power_instant = 186;  // NVML_FI_DEV_POWER_INSTANT: milliwatts, an unsigned int
inline constexpr int type_unsigned_int = 1;           // NVML_VALUE_TYPE_UNSIGNED_INT

/// The library, open and initialized during the lifetime of this object.
class library {
 public:
  /// Throws error_category::device, naming the missing library or function or giving NVML's error.
  explicit library(const std::string& file);
  library(const library&) = delete;
  library& operator=(const library&) = delete;
  ~library();

  /// Throws error_category::device with NVML's error text unless `status` is success.
  void check(result status, std::string_view doing) const;

  /// Looks up a device by a PCI bus id in CUDA's format: "0000:0a:00.0".
  [[nodiscard]] device_handle find(const std::string& pci_bus_id) const;

  // Null if this NVML version does not have the function.
  result (*total_energy)(device_handle, unsigned long long* millijoules) = nullptr;
  result (*power_usage)(device_handle, unsigned* milliwatts) = nullptr;
  result (*field_values)(device_handle, int count, field_value* values) = nullptr;
  result (*clock)(device_handle, int which, unsigned* megahertz) = nullptr;
  result (*max_clock)(device_handle, int which, unsigned* megahertz) = nullptr;
  result (*throttle_reasons)(device_handle, unsigned long long* reasons) = nullptr;
  result (*driver_version)(char* text, unsigned size) = nullptr;

 private:
  struct close_library {
    void operator()(void* handle) const;
  };
  template <class Function>
  void look_up(Function& function, const char* name) const;
  template <class Function>
  void require(Function& function, const char* name) const;

  std::string file_;
  std::unique_ptr<void, close_library> handle_;
  result (*initialize_)() = nullptr;
  result (*shut_down_)() = nullptr;
  const char* (*error_text_)(result) = nullptr;
  result (*device_by_bus_id_)(const char*, device_handle*) = nullptr;
};

}  // namespace fathom::nvml
