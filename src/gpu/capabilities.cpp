#include "gpu/capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

#include "fathom/error.hpp"

namespace fathom::cuda {
namespace {

struct architecture {
  std::string_view name;
  device_capabilities has;
};

constexpr std::size_t kib = 1024;
constexpr unsigned any_number = 0xFFFFFFFFu;
constexpr architecture architectures[] = {
    {"sm_75", {75, 64 * kib, 1024, any_number, true, false}},  {"sm_80", {80, 163 * kib, 2048, any_number, true, false}},
    {"sm_86", {86, 99 * kib, 1536, any_number, true, false}},  {"sm_89", {89, 99 * kib, 1536, any_number, true, false}},
    {"sm_90", {90, 227 * kib, 2048, any_number, true, true}},  {"sm_100", {100, 227 * kib, 2048, any_number, true, true}},
    {"sm_120", {120, 99 * kib, 1536, any_number, true, true}},
};

const architecture& find_architecture(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(architectures), std::end(architectures), [&](const architecture& a) { return a.name == name; });
  if (found != std::end(architectures)) return *found;
  std::string known;
  for (const architecture& a : architectures) known += fmt::format("{}{}", known.empty() ? "" : ", ", a.name);
  throw error(error_category::usage, fmt::format("FATHOM_GPU_LIMIT is '{}'; use one of {}, or unset it", name, known));
}

}  // namespace

std::string_view gpu_limit() {
  const char* const limit = std::getenv("FATHOM_GPU_LIMIT");
  if (!limit || !*limit) return {};
  return find_architecture(limit).name;
}

device_capabilities limited(device_capabilities of, std::string_view limit) {
  if (limit.empty()) return of;
  const device_capabilities& most = find_architecture(limit).has;
  return {std::min(of.compute_capability, most.compute_capability),
          std::min(of.shared_memory_per_block, most.shared_memory_per_block),
          std::min(of.threads_per_multiprocessor, most.threads_per_multiprocessor),
          std::min(of.multiprocessors, most.multiprocessors),
          of.cooperative_launch && most.cooperative_launch,
          of.clusters && most.clusters};
}

}  // namespace fathom::cuda
