// Devices on which work runs and arrays are stored: the CPU or one CUDA device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

enum class device_kind { cpu, cuda };

struct device {
  device_kind kind = device_kind::cpu;
  int index = 0;  ///< index of the CUDA device; 0 for the CPU

  friend bool operator==(const device&, const device&) = default;
};

/// "cpu", "cuda:0", ...
[[nodiscard]] std::string to_string(device where);

struct device_description {
  device where;
  std::string name;                ///< the vendor's name
  std::uint64_t memory_bytes = 0;  ///< total memory
  int parallelism = 0;             ///< number of hardware threads or streaming multiprocessors
  int compute_capability = 0;      ///< 90 for sm_90; 0 for the CPU
};

/// All devices: the CPU first, then every usable CUDA device. Never fails, even without a driver.
[[nodiscard]] std::vector<device_description> available_devices();

/// Why there is no CUDA device, such as "no NVIDIA driver found"; empty if there is one.
[[nodiscard]] std::string why_no_cuda();

/// The device named by "auto", "cpu", "cuda" or "cuda:N". "auto" uses the environment variable FATHOM_DEVICE if it is set, else
/// the first CUDA device that can search (compute capability 7.5 or more, and not older than the compiled code), else the CPU.
/// Throws error_category::usage for an unknown name or an unknown value of FATHOM_GPU_LIMIT, and error_category::device, listing
/// the available ones, for a device that is not available.
[[nodiscard]] device choose_device(std::string_view name = "auto");

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const device_description& d, Field&& field) {
  field("device", d.where, "text", "cpu or cuda:N");
  field("name", d.name, "text", "vendor's name");
  field("memory_bytes", d.memory_bytes, "bytes", "total memory");
  field("parallelism", d.parallelism, "units", "hardware threads or streaming multiprocessors");
  field("compute_capability", d.compute_capability, "number", "90 for sm_90; 0 for the CPU");
}

}  // namespace fathom
