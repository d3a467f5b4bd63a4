// Specs of Kronecker graphs that ranks can make in parts.
#pragma once

#include <optional>
#include <string_view>

namespace fathom {

struct kron_spec {
  int scale = 0, edge_factor = 0;
};

/// What "kron:SCALE[:EDGE_FACTOR]" says; nothing for other generators, or where it gives probabilities of its own. Throws
/// error_category::usage for what is no number.
[[nodiscard]] std::optional<kron_spec> plain_kron(std::string_view spec);

}  // namespace fathom
