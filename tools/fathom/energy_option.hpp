// --energy of commands on ranks: what it asks for and what came out.
#pragma once

#include <string>

#include "fathom/rank_energy.hpp"

namespace CLI {
class App;
}

namespace fathom::program {

/// Adds --energy SECONDS.
void add_energy_option(CLI::App& command, double& seconds);
/// Throws error_category::usage for seconds that are no time; 0 means that nothing is to be measured.
void check_energy(double seconds);

/// Joules of all devices, of a search, and edges a joule; what was not measured, and why.
[[nodiscard]] std::string energy_text(const search_energy& measured);

}  // namespace fathom::program
