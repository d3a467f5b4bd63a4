// Energy consumption of all devices of a distributed run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// One measurement window over all devices: CUDA devices, or the CPU packages of each host. Identical on all processes.
struct rank_energy {
  int devices = 0;                ///< number of devices measured, each once even if several processes share it
  int unmeasured = 0;             ///< number of devices that could not be read
  std::string why_not;            ///< reason for the first of those: "rank 2: ..."
  double joules = 0;              ///< total of the measured devices, including use by other programs
  double uncertainty_joules = 0;  ///< plus or minus; sum over the devices
  double seconds = 0;             ///< longest window

  [[nodiscard]] double average_watts() const noexcept { return seconds > 0 ? joules / seconds : 0; }
};

class process_meter;

/// Measures each device in the process of lowest rank that uses it, with an energy_meter; there should be no other meter of the
/// device at the same time. Devices that cannot be read are reported in the result and are not an error.
class rank_energy_meter {
 public:
  /// Collective: `where` is the device that this process uses. `ranks` must outlive this object.
  rank_energy_meter(communicator& ranks, device where);
  ~rank_energy_meter();
  rank_energy_meter(const rank_energy_meter&) = delete;
  rank_energy_meter& operator=(const rank_energy_meter&) = delete;

  /// Collective: opens a window on all devices before it returns. Throws error_category::usage if one is open.
  void start();
  /// Collective: closes the window once all processes have called. A window should last seconds, because counters are updated only
  /// every 20 to 100 ms. Throws error_category::usage if none is open.
  [[nodiscard]] rank_energy stop();

 private:
  std::unique_ptr<process_meter> meter_;
};

/// Energy of searches that all processes repeated during one window.
struct search_energy {
  rank_energy energy;
  std::uint64_t searches = 0;  ///< number of searches in the window
  double edges = 0;            ///< edges traversed, as counted in the searches' report

  /// Edges per joule; 0 if none was measured.
  [[nodiscard]] double teps_per_watt() const noexcept { return energy.joules > 0 ? edges / energy.joules : 0; }
};

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const search_energy& s, Field&& field) {
  const rank_energy& e = s.energy;
  const auto known = [&](double value) { return e.devices > 0 ? std::optional(value) : std::nullopt; };
  field("measured_devices", e.devices, "devices", "devices measured");
  field("unmeasured_devices", e.unmeasured, "devices", "devices that could not be read");
  field("why_not", e.unmeasured > 0 ? &e.why_not : nullptr, "text", "reason for the first of those");
  field("joules", known(e.joules), "J", "energy of the measured devices, including use by other programs");
  field("uncertainty_joules", known(e.uncertainty_joules), "J", "plus or minus, summed over the devices");
  field("seconds", known(e.seconds), "s", "length of the longest window");
  field("average_watts", known(e.average_watts()), "W", "joules per second of the window");
  field("searches", s.searches, "searches", "searches in the window");
  field("edges_traversed", s.edges, "edges", "edges traversed in the window, as counted in the searches' report");
  field("teps_per_watt", known(s.teps_per_watt()), "edges/J", "edges_traversed per joule");
}

}  // namespace fathom
