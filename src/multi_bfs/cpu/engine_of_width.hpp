// Engines whose bit rows have a width that is known at compile time.
#pragma once

#include <memory>

#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {

/// Engine<Words> for rows of `plan.width` bits, 64 per word. The width must be one of joined_widths.
template <template <int> class Engine>
[[nodiscard]] std::unique_ptr<group_engine> engine_of_width(const layout& l, const group_plan& plan) {
  switch (plan.width) {
    case 64:
      return std::make_unique<Engine<1>>(l, plan);
    case 128:
      return std::make_unique<Engine<2>>(l, plan);
    case 256:
      return std::make_unique<Engine<4>>(l, plan);
    case 512:
      return std::make_unique<Engine<8>>(l, plan);
    default:
      return std::make_unique<Engine<16>>(l, plan);
  }
}

}  // namespace fathom::multi_bfs_engine
