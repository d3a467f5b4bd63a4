// Loads only where they are wanted, without a branch: the compiler waits for a load inside a branch where the branch ends, and one
// after another is what makes a traversal slow. They are volatile so that none moves across a barrier.
#pragma once

#include <cstdint>

namespace fathom::cuda {

__device__ inline std::uint32_t load_if(bool wanted, const std::uint32_t* from, std::uint32_t otherwise) {
  std::uint32_t value;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, %3; @p ld.global.b32 %0, [%1];}"
               : "=r"(value)
               : "l"(from), "r"(static_cast<unsigned>(wanted)), "r"(otherwise));
  return value;
}

__device__ inline std::uint64_t load_if(bool wanted, const std::uint64_t* from, std::uint64_t otherwise) {
  std::uint64_t value;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b64 %0, %3; @p ld.global.b64 %0, [%1];}"
               : "=l"(value)
               : "l"(from), "r"(static_cast<unsigned>(wanted)), "l"(otherwise));
  return value;
}

}  // namespace fathom::cuda
