// Specs of Kronecker graphs of which each process can generate its own part.
#pragma once

#include <optional>
#include <string_view>

namespace fathom {

struct kron_spec {
  int scale = 0, edge_factor = 0;
};

/// Parses "kron:SCALE[:EDGE_FACTOR]". Empty for other generators and for specs with their own probabilities. Throws
/// error_category::usage if a field is not a number.
[[nodiscard]] std::optional<kron_spec> plain_kron(std::string_view spec);

}  // namespace fathom
