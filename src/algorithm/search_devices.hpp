// The devices that joined searches run on: which they are, whether they can, and whose failure it was.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fathom/communicator.hpp"
#include "fathom/device.hpp"
#include "fathom/error.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

/// Those that the options name; at least one.
[[nodiscard]] std::vector<device> named_devices(const multi_bfs_options& options);

/// Of them the ones that this rank searches on: one of its own, where there are several ranks.
[[nodiscard]] std::vector<device> devices_of_rank(const multi_bfs_options& options, const communicator& ranks);

/// Where to prepare a layout for these options: in host memory, where more than one device needs a copy.
[[nodiscard]] device layout_device(const multi_bfs_options& options);

/// Whether the first of the devices is a CUDA device; then all are.
[[nodiscard]] inline bool on_cuda(const multi_bfs_options& options) {
  return (options.devices.empty() ? options.where : options.devices.front()).kind == device_kind::cuda;
}

/// Throws error_category::usage for a device given twice, or the cpu among others.
void check_devices(const std::vector<device>& all);
/// Throws error_category::usage where the layout lies on another device, or on one of several.
void check_layout_device(const layout& l, const std::vector<device>& mine);
/// Throws error_category::usage where results are to stay on a device, and cannot.
void check_kept(const multi_bfs_options& options);

/// "cuda:0, cuda:1".
[[nodiscard]] std::string names_of(const std::vector<device>& devices);

/// Runs `work`; a failure of a CUDA device, or of its memory, names the device.
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
