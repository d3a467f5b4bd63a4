// Devices of a multi-source BFS: selection, checks, and error messages that name the device.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/error.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

/// The devices that `exec` names; at least one.
[[nodiscard]] std::vector<device> named_devices(const execution& exec);

/// The devices that this process searches on: a single one if there are several processes.
[[nodiscard]] std::vector<device> devices_of_rank(const execution& exec, const communicator& ranks);

/// The device to prepare a layout on: the cpu (host memory) if several devices need a copy.
[[nodiscard]] device layout_device(const execution& exec);

/// Whether the first of the devices is a CUDA device; then all are.
[[nodiscard]] inline bool searches_on_cuda(const execution& exec) {
  return (exec.devices.empty() ? exec.where : exec.devices.front()).kind == device_kind::cuda;
}

/// Throws error_category::usage for a device given twice, or the cpu among others.
void check_devices(const std::vector<device>& all);
/// Throws error_category::usage if the layout is on another device, or on one of several.
void check_layout_device(const layout& l, const std::vector<device>& mine);
/// Throws error_category::usage if results are to stay on a device but cannot.
void check_kept(const multi_bfs_options& options, const execution& exec);

/// "cuda:0, cuda:1".
[[nodiscard]] std::string names_of(const std::vector<device>& devices);

/// Runs `work`; errors of a CUDA device or of its memory are prefixed with the device's name.
template <class F>
decltype(auto) naming(device where, F&& work) {
  try {
    return std::forward<F>(work)();
  } catch (const error& e) {
    const bool of_device = e.category() == error_category::device || e.category() == error_category::memory;
    const std::string name = to_string(where);
    if (where.kind == device_kind::cpu || !of_device || std::string_view(e.what()).find(name) != std::string_view::npos) throw;
    throw error(e.category(), name + ": " + e.what());
  }
}

}  // namespace fathom
