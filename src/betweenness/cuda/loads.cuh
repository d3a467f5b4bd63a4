// Branch-free conditional loads for betweenness, in addition to those of gpu/loads.cuh.
#pragma once

#include <cstdint>

#include "betweenness/extended_number.hpp"
#include "gpu/loads.cuh"

namespace fathom::betweenness_engine {

using cuda::load_if;

/// Returns 0 if not `wanted`.
__device__ inline double load_if(bool wanted, const double* from) {
  double value;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.f64 %0, 0d0000000000000000; @p ld.global.f64 %0, [%1];}"
               : "=d"(value)
               : "l"(from), "r"(static_cast<unsigned>(wanted)));
  return value;
}

/// `from` must be aligned to sizeof(extended_number).
__device__ inline extended_number load_if(bool wanted, const extended_number* from) {
  static_assert(sizeof(extended_number) == 16);
  extended_number value;
  asm volatile(
      "{.reg .pred p; .reg .b64 low, high; .reg .b32 unused; setp.ne.u32 p, %3, 0; mov.f64 %0, 0d0000000000000000; mov.b32 %1, %4;"
      "@p ld.global.v2.b64 {low, high}, [%2]; @p mov.b64 %0, low; @p mov.b64 {%1, unused}, high;}"
      : "=d"(value.mantissa), "=r"(value.exponent)
      : "l"(from), "r"(static_cast<unsigned>(wanted)), "r"(extended_number::smallest));
  return value;
}

/// Loads values that other thread blocks have written since the last barrier, bypassing the L1 cache.
__device__ inline double load_other_if(bool wanted, const double* from) { return wanted ? __ldcg(from) : 0; }
__device__ inline extended_number load_other_if(bool wanted, const extended_number* from) {
  extended_number value;
  if (wanted) value.mantissa = __ldcg(&from->mantissa), value.exponent = __ldcg(&from->exponent);
  return value;
}

/// Loads a word that other thread blocks modify concurrently, from the L2 cache.
__device__ inline std::uint32_t load_changing_if(bool wanted, const std::uint32_t* from, std::uint32_t otherwise) {
  std::uint32_t value;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, %3; @p ld.relaxed.gpu.global.b32 %0, [%1];}"
               : "=r"(value)
               : "l"(from), "r"(static_cast<unsigned>(wanted)), "r"(otherwise));
  return value;
}

}  // namespace fathom::betweenness_engine
