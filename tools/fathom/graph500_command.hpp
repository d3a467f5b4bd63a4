// What `fathom graph500` tells.
#pragma once

#include <string>

#include "fathom/graph500.hpp"

namespace fathom::program {

struct graph500_printing {
  bool levels = false;   ///< what the ranks did, to standard error
  bool numbers = true;   ///< the specification's output, to standard output
  std::string why_cpu{};  ///< why no GPU was used; empty where one was, or the CPU was named
};

/// Prints, where this process `speaks`, what is wanted of the results, and to standard error the energy where it was asked for and a
/// slower transport with its reason. Of an invalid run there are no results. Returns the exit code.
[[nodiscard]] int tell_graph500(const graph500_result& result, const graph500_printing& wanted, bool speaks);

/// The object of --json, of a valid run.
[[nodiscard]] std::string graph500_json(const graph500_result& result, const std::string& why_cpu);

}  // namespace fathom::program
