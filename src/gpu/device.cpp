#include "fathom/device.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "base/system_file.hpp"
#include "fathom/array.hpp"
#include "fathom/device_stream.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "gpu/capabilities.hpp"

namespace fathom {
namespace {

std::string cpu_name() {
  system_file in("/proc/cpuinfo");
  while (const std::optional<std::string_view> line = in.next()) {
    if (!line->starts_with("model name")) continue;
    if (const std::string_view name = text_behind_colon(*line); !name.empty()) return std::string(name);
  }
  return "CPU";
}

device_description describe_cpu() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return {device{}, cpu_name(), pages * page_bytes, static_cast<int>(std::thread::hardware_concurrency()), 0};
}

[[noreturn]] void fail_unavailable(std::string_view source, std::string_view name) {
  std::string present = "cpu";
  for (const device_description& d : gpu_devices()) present += ", " + to_string(d.where);
  const std::string why = why_no_cuda();
  throw error(error_category::device, fmt::format("{}device '{}' is not available{}; available: {}", source, name,
                                                  why.empty() ? "" : " (" + why + ")", present));
}

device best_device() {
  for (const device_description& d : gpu_devices()) {
    if (can_search(d)) return d.where;
  }
  return {};
}

// The index N of "cuda:N", 0 for "cuda", or -1 for any other name.
int cuda_index(std::string_view name) {
  if (name == "cuda") return 0;
  if (!name.starts_with("cuda:")) return -1;
  int index = -1;
  const char* end = name.data() + name.size();
  const auto [stop, status] = std::from_chars(name.data() + 5, end, index);
  return status == std::errc{} && stop == end ? index : -1;
}

}  // namespace

std::string to_string(device where) { return where.kind == device_kind::cpu ? "cpu" : fmt::format("cuda:{}", where.index); }

std::vector<device_description> available_devices() {
  std::vector<device_description> all{describe_cpu()};
  for (device_description& d : gpu_devices()) all.push_back(std::move(d));
  return all;
}

void copy_to_host(void* to, const void* from, std::size_t bytes, device where) {
  if (where.kind == device_kind::cuda) {
    gpu(where).copy_to_host(to, from, bytes, where);
  } else if (bytes > 0) {
    std::memcpy(to, from, bytes);
  }
}

std::shared_ptr<void> copy_to_device(device where, const void* from, std::size_t bytes) {
  return gpu(where).copy_to_device(where, from, bytes);
}

void wait_for_stream(std::uintptr_t stream, device where) { gpu(where).wait_for_stream(stream, where); }

device choose_device(std::string_view name) {
  static_cast<void>(cuda::gpu_limit());  // an unknown limit is an error even where no GPU is used
  const char* const variable = std::getenv("FATHOM_DEVICE");
  const bool preferred = name == "auto" && variable && *variable;
  if (preferred) name = variable;
  const std::string_view source = preferred ? "FATHOM_DEVICE: " : "";
  if (name == "auto") return best_device();
  if (name == "cpu") return {};
  const int index = cuda_index(name);
  if (index < 0) {
    throw error(error_category::usage, fmt::format("{}unknown device '{}'; known: auto, cpu, cuda, cuda:N", source, name));
  }
  for (const device_description& d : gpu_devices()) {
    if (d.where.index == index) return d.where;
  }
  fail_unavailable(source, name);
}

}  // namespace fathom
