// Power law fitted to the tail of a distribution of positive integers.
// Clauset, Shalizi, Newman, "Power-Law Distributions in Empirical Data", SIAM Review 51(4), 2009.
#pragma once

#include <cstdint>
#include <optional>

#include "output/distribution.hpp"

namespace fathom::program {

/// The fitted distribution of values of `from` and above: the fraction of them that is k or more is
/// ((k - 1/2) / (from - 1/2))^(1 - exponent), the paper's approximation for integers (equation 3.7).
struct tail_fit {
  std::uint64_t from = 0;
  double exponent = 0;
  std::uint64_t values = 0;  ///< number of values in the tail
  double distance = 0;       ///< Kolmogorov-Smirnov: largest difference between the fit and the data, as fractions

  /// Fitted fraction of the tail's values that are k or more.
  [[nodiscard]] double at_least(double k) const;
  /// Fitted number of values k.
  [[nodiscard]] double count_at(double k) const;
};

/// The start is the one with the smallest distance (section 3.3), the exponent that of maximum likelihood. Nothing without a start
/// that leaves 50 values, of which ten differ. A fit is not a test: other distributions may fit as well or better.
[[nodiscard]] std::optional<tail_fit> fit_tail(const value_distribution& all);

}  // namespace fathom::program
