#include "options/energy_option.hpp"

#include "options/options.hpp"

namespace fathom::program {

void add_energy_option(CLI::App& command, double& seconds) {
  command
      .add_option(
          "--energy", seconds,
          "repeat the searches for this long and measure the energy of all devices; a few seconds, such as 5 (default: off)")
      ->check(nonnegative_number())
      ->type_name("SECONDS");
}

}  // namespace fathom::program
