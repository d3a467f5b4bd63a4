// Implementation of rank_energy_meter: measures each device once, even if several processes share it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "energy/energy_source.hpp"
#include "energy/source_meter.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/energy.hpp"

namespace fathom {

/// The members correspond to those of rank_energy_meter.
class process_meter {
 public:
  /// Collective. Processes with the same `place` share a device, which the first of them opens.
  process_meter(communicator& ranks, std::uint64_t place, const std::function<std::unique_ptr<energy_source>()>& open);

  void start();
  [[nodiscard]] rank_energy stop();

 private:
  /// Runs `reading` if this process measures; the message of an error is stored in why_not_.
  template <class F>
  void read(const F& reading);

  communicator& ranks_;
  bool reads_ = false;  ///< this process is the first at its place
  bool is_open_ = false;
  std::unique_ptr<source_meter> meter_;  ///< null if nothing can be measured
  std::string why_not_;
};

}  // namespace fathom
