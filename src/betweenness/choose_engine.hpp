// Choice of the CUDA engine that computes betweenness.
#pragma once

#include <cstddef>
#include <string>

#include "betweenness/grid_request.hpp"
#include "fathom/betweenness.hpp"

namespace fathom {

struct betweenness_choice {
  betweenness_method method = betweenness_method::blocks;  ///< not automatic
  std::string reason;
};

/// The requested method, or for automatic the one that measured fastest (see the source). Throws error_category::device.
[[nodiscard]] betweenness_choice choose_betweenness(const layout& prepared, const betweenness_engine::grid_request& request,
                                                    betweenness_method asked_for);

/// Whether the graph is as sparse as a road network or lattice: many levels, each with little work for a whole device.
[[nodiscard]] bool is_deep(const layout& prepared) noexcept;

/// From this many sources on, a deep graph is searched with one source per thread block, so that levels of many searches overlap.
inline constexpr std::size_t deep_block_sources = 33;

}  // namespace fathom
