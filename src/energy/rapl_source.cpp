#include "energy/rapl_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/system_file.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

// Intel documents none. Comparisons with wall power meters find errors of a few percent for servers since Haswell.
constexpr double assumed_accuracy = 0.05;

constexpr double micro = 1e-6;

std::string first_word(const std::filesystem::path& file) {
  system_file in(file);
  std::string_view line = in.next().value_or("");
  return std::string(take_word(line));
}

std::uint64_t read_number(const std::string& file) {
  system_file in(file);
  if (!in.is_open())
    throw error(error_category::device, fmt::format("{} cannot be read; run as root or make the file readable", file));
  const std::optional<std::uint64_t> number = number_in(in.next().value_or(""));
  if (!number) throw error(error_category::device, fmt::format("{} does not contain a number", file));
  return *number;
}

// Matches "intel-rapl:0" and "intel-rapl:0:1", which AMD processors use, too. "intel-rapl-mmio:0" would count a package twice.
bool is_zone(const std::filesystem::path& folder) { return folder.filename().string().starts_with("intel-rapl:"); }

// A package includes its cores, and "psys" includes the packages: those would be counted twice.
bool counts(const std::string& name) { return name.starts_with("package-") || name == "dram"; }

}  // namespace

rapl_source::rapl_source(const std::filesystem::path& folder) {
  std::error_code failed;
  for (const auto& zone : std::filesystem::directory_iterator(folder, failed)) {
    if (!is_zone(zone.path()) || !counts(first_word(zone.path() / "name"))) continue;
    counter c{(zone.path() / "energy_uj").string()};
    c.range = read_number((zone.path() / "max_energy_range_uj").string());
    c.last = read_number(c.file);
    counters_.push_back(std::move(c));
  }
  if (counters_.empty()) {
    throw error(error_category::device,
                fmt::format("{} has no RAPL package counter; virtual machines rarely expose one", folder.string()));
  }
}

energy_sample rapl_source::read() {
  for (counter& c : counters_) {
    const std::uint64_t now = read_number(c.file);
    microjoules_ += now >= c.last ? now - c.last : now + c.range - std::min(c.range, c.last);
    c.last = now;
  }
  energy_sample sample;
  sample.joules = static_cast<double>(microjoules_) * micro;
  return sample;
}

double rapl_source::accuracy() const { return assumed_accuracy; }

}  // namespace fathom
