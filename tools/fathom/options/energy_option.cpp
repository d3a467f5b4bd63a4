#include "options/energy_option.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fathom/error.hpp"
#include "options/options.hpp"

namespace fathom::program {

void add_energy_option(CLI::App& command, double& seconds) {
  command
      .add_option(
          "--energy", seconds,
          "repeat the searches for this long and measure the energy of all devices; a few seconds, such as 5 (default: off)")
      ->check(real_number())
      ->type_name("SECONDS");
}

void check_energy(double seconds) {
  if (seconds >= 0 && std::isfinite(seconds)) return;
  throw error(error_category::usage, fmt::format("--energy {}: give a positive number of seconds", seconds));
}

}  // namespace fathom::program
