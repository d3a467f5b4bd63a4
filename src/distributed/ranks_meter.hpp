// Meters each device of many ranks once: what rank_energy_meter does behind its public face.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "energy/energy_source.hpp"
#include "energy/source_meter.hpp"
#include "fathom/communicator.hpp"
#include "fathom/rank_energy.hpp"

namespace fathom {

/// The members are rank_energy_meter's.
class ranks_meter {
 public:
  /// Collective. Ranks of the same `place` share a device, which the first of them opens.
  ranks_meter(communicator& ranks, std::uint64_t place, const std::function<std::unique_ptr<energy_source>()>& open);

  void start();
  [[nodiscard]] rank_energy stop();

 private:
  /// Runs `reading` where this rank reads; what it throws is kept as a reason.
  template <class F>
  void read(const F& reading);

  communicator& ranks_;
  bool reads_ = false;  ///< this rank is the first at its place
  bool is_open_ = false;
  std::unique_ptr<source_meter> meter_;  ///< null where nothing can be read
  std::string why_not_;
};

}  // namespace fathom
