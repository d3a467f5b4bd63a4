// Signals: Ctrl-C and SIGTERM as a stop token, those of input and output as errors.
#pragma once

#include <stop_token>

namespace fathom::program {

/// From here on the first SIGINT, SIGTERM or SIGHUP (unless it is ignored, as nohup does) requests a stop through the returned
/// token, and a second one kills the program at once. Call it before any other thread exists: they inherit the blocked signals.
[[nodiscard]] std::stop_token stop_on_interrupt();

/// The same token; one that never stops before stop_on_interrupt().
[[nodiscard]] std::stop_token interrupt_token();

/// Standard output whose reader has gone and files that reach their size limit become errors of write() instead of signals, and a
/// mapped input that becomes shorter while it is read (SIGBUS) ends the program with a message, exit code 3 and no temporary files.
void handle_io_signals();

}  // namespace fathom::program
