// Energy of the CPU packages, and of DRAM if it has separate counters, from the RAPL counters that Linux exposes as files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "energy/energy_source.hpp"

namespace fathom {

class rapl_source final : public energy_source {
 public:
  /// Throws error_category::device if there are no counters or they cannot be read.
  explicit rapl_source(const std::filesystem::path& folder = "/sys/class/powercap");

  [[nodiscard]] energy_sample read() override;
  [[nodiscard]] double accuracy() const override;
  [[nodiscard]] double power_averaged_seconds() const override { return 0; }

 private:
  struct counter {
    std::string file;
    std::uint64_t range = 0, last = 0;  // microjoules; the counter wraps to 0 after `range`
  };
  std::vector<counter> counters_;
  std::uint64_t microjoules_ = 0;  // sum over all counters since construction
};

}  // namespace fathom
