// Circumstances of a measurement: machine, build, command, load, clocks.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "energy/gpu_clocks.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "output/json.hpp"

namespace fathom::program {

/// CPU time in seconds, of all programs of the machine and of this process with its ended children.
struct cpu_seconds {
  double everyone = 0, own = 0;
};

/// Nothing if the kernel does not report it.
[[nodiscard]] std::optional<cpu_seconds> read_cpu_seconds();

/// Clocks of one GPU at both ends of the measurement; nothing if NVML does not report them.
struct clocks_of_device {
  device_description gpu;
  std::optional<gpu_clocks> before, after;
};

struct bench_environment {
  std::string command_line;  ///< as typed, quoted for a shell; of an MPI job without the launcher's other options
  int processes = 1;
  int processes_on_host = 1;  ///< on that of process 0
  std::string started;        ///< UTC, "2026-01-31T12:00:00Z"
  std::uint64_t seed = 0;
  double seconds = 0;  ///< of the whole measurement
  device_description cpu;
  std::string system;                      ///< distribution and kernel
  std::string governor;                    ///< of the first CPU's frequency; empty if the kernel does not report it
  double load_before = 0, load_after = 0;  ///< runnable processes, averaged over a minute
  std::optional<double> other_programs;  ///< mean number of CPUs that other programs used; nothing if the kernel does not report it
  std::string nvidia_driver;             ///< empty without one
  std::vector<clocks_of_device> gpus;
};

/// Records the circumstances from its construction to finish().
class environment_recorder {
 public:
  explicit environment_recorder(std::uint64_t seed);
  /// Collective if there are several processes, of which `ranks` has all; they do not count as other programs.
  [[nodiscard]] bench_environment finish(communicator* ranks);

 private:
  bench_environment seen_;
  std::optional<cpu_seconds> at_start_;
  std::chrono::steady_clock::time_point start_;
};

/// Name and value of each fact, for tables.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> facts(const bench_environment& e);
/// The objects "machine" and "run".
[[nodiscard]] json machine_json(const bench_environment& e);
[[nodiscard]] json run_json(const bench_environment& e);

/// The words as one line for a POSIX shell.
[[nodiscard]] std::string shell_line(const std::vector<std::string>& words);

}  // namespace fathom::program
