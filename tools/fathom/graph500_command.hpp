// What `fathom graph500` tells.
#pragma once

#include <string>

#include "fathom/graph500.hpp"

namespace fathom::program {

/// Prints, where this process `speaks`, the results to standard output, and to standard error with `levels` what the ranks did, and
/// the energy where it was asked for. Of
/// an invalid run there are no results. Returns the exit code.
[[nodiscard]] int tell_graph500(const graph500_result& result, bool levels, bool speaks);

/// The object of --json, of a valid run.
[[nodiscard]] std::string graph500_json(const graph500_result& result);

}  // namespace fathom::program
