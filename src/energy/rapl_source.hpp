// Energy of the CPU's packages and of the memory that they count apart, from the counters (RAPL) that Linux shows as files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "energy/energy_source.hpp"

namespace fathom {

class rapl_source final : public energy_source {
 public:
  /// Throws error_category::device where there are no counters, or they may not be read.
  explicit rapl_source(const std::filesystem::path& folder = "/sys/class/powercap");

  [[nodiscard]] energy_sample read() override;
  [[nodiscard]] double accuracy() const override;
  [[nodiscard]] double power_averaged_seconds() const override { return 0; }

 private:
  struct counter {
    std::string file;
    std::uint64_t range = 0, last = 0;  // microjoules; it starts again from 0 beyond the range
  };
  std::vector<counter> counters_;
  std::uint64_t microjoules_ = 0;  // of all, since this was made
};

}  // namespace fathom
