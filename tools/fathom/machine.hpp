// The machine that a measurement was taken on.
#pragma once

#include <string>

namespace fathom::program {

struct machine_state {
  std::string huge_pages;  ///< "always", "madvise", "never"; empty where the kernel does not say
  double cpu_quota = 0;    ///< CPUs that the control group may use; 0 for no limit
  double load = 0;         ///< runnable processes, averaged over a minute
  int numa_nodes = 1;
  std::string nvidia_driver;  ///< as the kernel module names itself; empty where there is none
};

/// Reads what the kernel says; never fails.
[[nodiscard]] machine_state look_at_machine();

}  // namespace fathom::program
