// Nonnegative number with the precision of a double and an extended exponent range, for path counts that overflow a double.
#pragma once

#include <cmath>
#include <cstdint>

#include "fathom/visitor/arrays.hpp"

namespace fathom {

/// mantissa * 2^(512 * exponent), with the mantissa in [2^-256, 2^256), or 0 with the smallest exponent.
struct extended_number {
  static constexpr double step = 0x1p512, upper = 0x1p256, lower = 0x1p-256;
  static constexpr std::int32_t smallest = INT32_MIN / 4;

  double mantissa = 0;
  std::int32_t exponent = smallest;

  extended_number() = default;
  /// `value` must be 0 or between 2^-768 and 2^768.
  FATHOM_CALLABLE explicit extended_number(double value) : mantissa(value), exponent(value > 0 ? 0 : smallest) { normalize(); }

  FATHOM_CALLABLE explicit operator double() const {
    if (exponent == 0) return mantissa;
    return exponent > 0 ? mantissa * (exponent > 1 ? HUGE_VAL : step) : exponent == -1 ? mantissa / step : 0;
  }

  FATHOM_CALLABLE friend extended_number operator+(extended_number a, extended_number b) {
    if (a.exponent < b.exponent) {
      const extended_number smaller = a;
      a = b, b = smaller;
    }
    // A summand more than 2^512 times smaller has no effect, unless the mantissas are at opposite ends of their range.
    if (a.exponent == b.exponent)
      a.mantissa += b.mantissa;
    else if (a.exponent == b.exponent + 1)
      a.mantissa += b.mantissa / step;
    a.normalize();
    return a;
  }
  FATHOM_CALLABLE friend extended_number operator*(extended_number a, extended_number b) {
    if (a.mantissa == 0 || b.mantissa == 0) return {};
    a.mantissa *= b.mantissa, a.exponent += b.exponent;
    a.normalize();
    return a;
  }
  FATHOM_CALLABLE friend extended_number operator/(extended_number a, extended_number b) {
    if (a.mantissa == 0) return {};
    a.mantissa /= b.mantissa, a.exponent -= b.exponent;
    a.normalize();
    return a;
  }

 private:
  FATHOM_CALLABLE void normalize() {
    if (mantissa >= upper)
      mantissa /= step, ++exponent;
    else if (mantissa > 0 && mantissa < lower)
      mantissa *= step, --exponent;
  }
};

}  // namespace fathom
