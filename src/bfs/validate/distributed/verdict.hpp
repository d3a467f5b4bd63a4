// Verdict of all processes on a claimed tree.
#pragma once

#include <cstdint>
#include <string>

#include "bfs/validate/distributed/violation.hpp"

namespace fathom::ranks_engine {

/// The same on all processes.
struct rank_verdict {
  bool valid = false;
  offence worst;              ///< the one with the lowest rule, then the smallest `to`
  std::string message;        ///< empty if valid
  std::uint64_t reached = 0;  ///< number of reached vertices
  /// Number of given edges out of reached vertices, including duplicates and self-loops; undirected edges count once.
  std::uint64_t edges_traversed = 0;
};

/// Collective: combines the violations and counts of all processes.
[[nodiscard]] rank_verdict agree(communicator& ranks, const offence& worst, std::uint64_t reached, std::uint64_t edges);

}  // namespace fathom::ranks_engine
