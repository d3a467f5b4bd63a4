// Ctrl-C and SIGTERM as a stop token.
#pragma once

#include <stop_token>

namespace fathom::program {

/// From here on the first SIGINT or SIGTERM asks the returned token's holders to stop, and a second one kills the program at once.
/// Call it before any other thread exists: they inherit the blocked signals.
[[nodiscard]] std::stop_token stop_on_interrupt();

}  // namespace fathom::program
