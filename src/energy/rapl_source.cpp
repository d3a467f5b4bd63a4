#include "energy/rapl_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "fathom/error.hpp"

namespace fathom {
namespace {

// Intel states none. Studies that compare with a meter at the plug find a few percent for servers since Haswell.
constexpr double assumed_accuracy = 0.05;

constexpr double micro = 1e-6;

std::string first_word(const std::filesystem::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

std::uint64_t read_number(const std::string& file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  if (!in)
    throw error(error_category::device, fmt::format("{} may not be read; that takes root, or a wider mode of the file", file));
  if (!(in >> number)) throw error(error_category::device, fmt::format("{} holds no number", file));
  return number;
}

// "intel-rapl:0" and "intel-rapl:0:1", on AMD's processors, too. "intel-rapl-mmio:0" counts the same package once more.
bool is_zone(const std::filesystem::path& folder) { return folder.filename().string().starts_with("intel-rapl:"); }

// A package holds its cores; "psys" holds the packages.
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
                fmt::format("{} has no counter of a package (RAPL); virtual machines seldom show them", folder.string()));
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
