// Device of Graph500 searches on several processes.
#pragma once

#include <string>

#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "options/graph_argument.hpp"

namespace fathom::program {

/// Collective: without a named device, `where` becomes the CPU unless every process has its own GPU. Returns the reason; empty if
/// nothing changed or the CPU was named. `ranks` may be null.
[[nodiscard]] std::string fall_back_to_cpu(const graph_arguments& arguments, device& where, communicator* ranks);

}  // namespace fathom::program
