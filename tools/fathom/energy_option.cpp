#include "energy_option.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fathom/error.hpp"
#include "options.hpp"

namespace fathom::program {

void add_energy_option(CLI::App& command, double& seconds) {
  command
      .add_option("--energy", seconds,
                  "then repeat the searches for so long, and measure what all devices consume (a few seconds, such as 5)")
      ->check(real_number())
      ->type_name("SECONDS");
}

void check_energy(double seconds) {
  if (seconds >= 0 && std::isfinite(seconds)) return;
  throw error(error_category::usage, fmt::format("--energy {}: give a positive number of seconds", seconds));
}

}  // namespace fathom::program
