// Several devices of one process as the processes of a shared call, with one thread per device.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "fathom/distributed/communicator.hpp"
#include "fathom/execution.hpp"

namespace fathom {

/// Whether `exec` lists several devices that one process uses. (Of several processes, each uses one of the devices.)
[[nodiscard]] bool has_several_devices(const execution& exec);

/// Calls `work` with an execution for each device, at once on one thread per device. Their `ranks` connect the threads, which
/// divide the CPU threads of exec.control; only the first reports progress. Throws error_category::usage if the devices are not of
/// one kind, ::device for one that is not available, and whatever `work` throws.
void run_over_devices(const execution& exec, const std::function<void(const execution& of_device)>& work);

/// call(exec), which returns the result of a shared call. If `exec` has several devices of one process, they make the call
/// together, and the result is that of the first.
template <class Call>
[[nodiscard]] std::invoke_result_t<const Call&, const execution&> over_devices(const execution& exec, const Call& call) {
  if (!has_several_devices(exec)) return call(exec);
  std::optional<std::invoke_result_t<const Call&, const execution&>> first;
  run_over_devices(exec, [&](const execution& of_device) {
    auto found = call(of_device);
    if (of_device.ranks->rank() == 0) first = std::move(found);
  });
  return *std::move(first);
}

}  // namespace fathom
