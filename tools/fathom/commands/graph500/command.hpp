// Report of `fathom graph500` as text and JSON.
#pragma once

#include <string>

#include "fathom/graph500.hpp"
#include "session.hpp"

namespace fathom::program {

struct graph500_printing {
  bool levels = false;    ///< levels of the slowest search and work per process, to standard error
  bool numbers = true;    ///< the specification's output, to standard output
  std::string why_cpu{};  ///< why no GPU was used; empty if one was used or the CPU was named
};

/// Prints the requested results, and to standard error the energy if it was measured and the reason for a slower transport. An
/// invalid run has no results. Returns the exit code.
[[nodiscard]] int report_graph500(const graph500_result& result, const graph500_printing& wanted, const session& s);

/// The object of --json, for a valid run.
[[nodiscard]] std::string graph500_json(const graph500_result& result, const std::string& why_cpu);

}  // namespace fathom::program
