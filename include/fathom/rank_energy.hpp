// What all devices that ranks work on consume together.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fathom/communicator.hpp"
#include "fathom/device.hpp"

namespace fathom {

/// One window of time over every device, which are CUDA devices, or the packages of a host. The same on all ranks.
struct rank_energy {
  int devices = 0;                ///< that were measured, each once, however many ranks share it
  int unmeasured = 0;             ///< that could not be read
  std::string why_not;            ///< of the first of those: "rank 2: ..."
  double joules = 0;              ///< of all that were measured; whoever else uses them is measured, too
  double uncertainty_joules = 0;  ///< to either side: those of all, added
  double seconds = 0;             ///< the longest window

  [[nodiscard]] double average_watts() const noexcept { return seconds > 0 ? joules / seconds : 0; }
};

class ranks_meter;

/// Reads every device through the first rank that has it (energy_meter, of which there should be no other meanwhile). What cannot
/// be read is said in the result, and ends nothing.
class rank_energy_meter {
 public:
  /// Collective: `where` is the device that this rank works on. `ranks` must outlive it.
  rank_energy_meter(communicator& ranks, device where);
  ~rank_energy_meter();
  rank_energy_meter(const rank_energy_meter&) = delete;
  rank_energy_meter& operator=(const rank_energy_meter&) = delete;

  /// Collective: opens a window; all have when it returns. Throws error_category::usage where one is open.
  void start();
  /// Collective: closes it once all have come. Counters are updated every 20 to 100 ms, so that a window should have seconds.
  /// Throws error_category::usage where none is open.
  [[nodiscard]] rank_energy stop();

 private:
  std::unique_ptr<ranks_meter> meter_;
};

/// What the same searches by all ranks, over and over in one window, have consumed.
struct search_energy {
  rank_energy energy;
  std::uint64_t searches = 0;
  double edges = 0;  ///< that they traversed, as their report counts them
};

}  // namespace fathom
