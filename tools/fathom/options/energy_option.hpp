// Option --energy of commands that run on several processes, and its report.
#pragma once

#include <string>

#include "fathom/distributed/energy.hpp"

namespace CLI {
class App;
}

namespace fathom::program {

/// Adds --energy SECONDS.
void add_energy_option(CLI::App& command, double& seconds);

/// Joules in total and per search, and edges per joule; the devices that could not be measured, and the reason.
[[nodiscard]] std::string energy_text(const search_energy& measured);

}  // namespace fathom::program
