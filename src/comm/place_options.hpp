// Checks of the places of distributed calls.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/fail_usage.hpp"
#include "fathom/control.hpp"
#include "fathom/execution.hpp"

namespace fathom {

/// Throws error_category::usage if the call on a distributed graph is to share searches.
inline void refuse_sharing(const execution& exec) {
  if (exec.ranks != nullptr) fail_usage("a distributed graph has processes of its own; leave 'ranks' of the execution null");
  if (!exec.devices.empty()) fail_usage("a process of a distributed graph uses one device; give 'where' instead of 'devices'");
}

/// Throws error_category::usage if the options of an algorithm have a device or control: those of a distributed call are in
/// `execution`.
inline void refuse_place(const device& where, const run_control& control) {
  if (where != device{}) fail_usage("'where' of the options is for one process; set that of the execution");
  if (control.threads != 0 || control.on_progress || control.stop.stop_possible())
    fail_usage("'control' of the options is for one process; set that of the execution");
}

/// Throws error_category::usage if a graph has edges that its parts do not. `kind`: "parallel edges"; `results`: "core numbers".
inline void require_kept(std::uint64_t lost_edges, std::string_view kind, std::string_view results) {
  if (lost_edges == 0) return;
  fail_usage(
      "the graph has {} {}, which a graph on several devices does not keep, so {} would differ; use one device, or build the "
      "graph without them",
      lost_edges, kind, results);
}

/// Throws error_category::usage if the call is to run on another place than CPUs. `who`: "core numbers".
inline void require_cpus(const execution& exec, std::string_view who) {
  if (exec.where.kind != device_kind::cpu)
    fail_usage("{} of a distributed graph are found on CPUs only; use the device cpu, or a single process", who);
  if (exec.transport != rank_transport::automatic)
    fail_usage("transport '{}' is for CUDA devices, and {} of a distributed graph are found on CPUs; use auto",
               to_string(exec.transport), who);
}

}  // namespace fathom
