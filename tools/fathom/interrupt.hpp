// Signal handling: Ctrl-C and SIGTERM become a stop token, signals of input and output become errors.
#pragma once

#include <stop_token>

namespace fathom::program {

/// From here on the first SIGINT, SIGTERM or SIGHUP (unless it is ignored, as nohup does) requests a stop through the returned
/// token, and a second one kills the program at once. Call it before any other thread exists: they inherit the blocked signals.
[[nodiscard]] std::stop_token stop_on_interrupt();

/// The same token; one that never stops before stop_on_interrupt().
[[nodiscard]] std::stop_token interrupt_token();

/// Turns SIGPIPE (standard output without a reader) and SIGXFSZ (file size limit) into errors of write(). If a mapped input becomes
/// shorter while it is read (SIGBUS), the program ends with a message and exit code 3 and leaves no temporary files.
void handle_io_signals();

}  // namespace fathom::program
