// What all ranks say of a claimed tree.
#pragma once

#include <cstdint>
#include <string>

#include "engine/ranks_validate/offence.hpp"

namespace fathom::ranks_engine {

/// The same on all ranks.
struct rank_verdict {
  bool valid = false;
  offence worst;              ///< of several the one with the lowest rule, then the smallest `to`
  std::string message;        ///< empty where valid
  std::uint64_t reached = 0;  ///< vertices
  std::uint64_t edges_traversed =
      0;  ///< of those given, out of reached vertices, duplicates and self-loops too; undirected ones once
};

/// Collective: of what each rank has seen, the worst offence and the sums.
[[nodiscard]] rank_verdict agree(communicator& ranks, const offence& worst, std::uint64_t reached, std::uint64_t edges);

}  // namespace fathom::ranks_engine
