// Where work runs and arrays live: the CPU or one CUDA device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

enum class device_kind { cpu, cuda };

struct device {
  device_kind kind = device_kind::cpu;
  int index = 0;  ///< which CUDA device; 0 for the CPU

  friend bool operator==(const device&, const device&) = default;
};

/// "cpu", "cuda:0", ...
[[nodiscard]] std::string to_string(device where);

struct device_description {
  device where;
  std::string name;                ///< as the vendor calls it
  std::uint64_t memory_bytes = 0;  ///< total memory
  int parallelism = 0;             ///< hardware threads, or streaming multiprocessors
  int compute_capability = 0;      ///< 90 for sm_90; 0 for the CPU
};

/// What is there: the CPU first, then every usable CUDA device. Never fails; starts no driver where there is none.
[[nodiscard]] std::vector<device_description> available_devices();

/// Why there is no CUDA device ("built without CUDA", "no driver found", ...); empty where there is one.
[[nodiscard]] std::string why_no_cuda();

/// The device that `name` ("auto", "cpu", "cuda", "cuda:1") means. "auto" or "" asks the environment variable
/// FATHOM_DEVICE, and without it takes the first CUDA device that can search (compute capability 9.0), else the CPU. Throws
/// error_category::usage for an unknown name, error_category::device for one that is not there, listing what is.
[[nodiscard]] device choose_device(std::string_view name = "auto");

}  // namespace fathom
