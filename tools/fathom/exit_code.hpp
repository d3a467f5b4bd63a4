// Exit codes of the program (docs/program.md).
#pragma once

#include "fathom/error.hpp"

namespace fathom::program {

inline constexpr int exit_good = 0;
inline constexpr int exit_invalid = 1;        ///< a result did not validate
inline constexpr int exit_usage = 2;          ///< invalid command line
inline constexpr int exit_files = 3;          ///< input or output error
inline constexpr int exit_resources = 4;      ///< device or memory error
inline constexpr int exit_cancelled = 130;    ///< Ctrl-C: 128 + SIGINT, the shells' convention
inline constexpr int exit_reader_gone = 141;  ///< standard output was closed by its reader: 128 + SIGPIPE

[[nodiscard]] constexpr int exit_code(error_category category) {
  switch (category) {
    case error_category::usage:
      return exit_usage;
    case error_category::input:
    case error_category::output:
      return exit_files;
    case error_category::device:
    case error_category::memory:
      return exit_resources;
    case error_category::cancelled:
      return exit_cancelled;
  }
  return exit_resources;
}

}  // namespace fathom::program
