// State of the machine on which a measurement is taken.
#pragma once

#include <string>

namespace fathom::program {

struct machine_state {
  std::string huge_pages;  ///< "always", "madvise", "never"; empty if the kernel does not report it
  double cpu_quota = 0;    ///< CPUs available to the control group; 0 for no limit
  double load = 0;         ///< runnable processes, averaged over a minute
  int numa_nodes = 1;
  std::string nvidia_driver;  ///< version string of the kernel module; empty without a driver
};

/// Reads the state from the kernel; never fails.
[[nodiscard]] machine_state read_machine_state();

}  // namespace fathom::program
