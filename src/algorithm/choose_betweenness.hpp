// Which of a CUDA device's engines computes betweenness.
#pragma once

#include <cstddef>
#include <string>

#include "engine/betweenness/grid_betweenness.hpp"
#include "fathom/betweenness.hpp"

namespace fathom {

struct betweenness_choice {
  betweenness_method method = betweenness_method::blocks;  ///< not automatic
  std::string reason;
};

/// As options ask, else by what was measured (see the source). Throws error_category::device.
[[nodiscard]] betweenness_choice choose_betweenness(const layout& prepared, const betweenness_engine::grid_request& request,
                                                    betweenness_method asked_for);

/// In a graph as sparse as roads and lattices are: many levels, each with little to do for a whole device.
[[nodiscard]] bool is_deep(const layout& prepared) noexcept;

/// From so many sources on a deep graph is searched a block a source: as many levels at a time as there are blocks.
inline constexpr std::size_t deep_block_sources = 33;

}  // namespace fathom
