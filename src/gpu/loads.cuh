// Predicated loads without a branch. The compiler waits for a load inside a branch at the branch's end, and such serialized loads
// make a traversal slow. The assembly is volatile so that no load moves across a barrier.
#pragma once

#include <concepts>
#include <type_traits>

namespace fathom::cuda {

/// *from if `wanted`, else `otherwise`.
template <std::integral T>
__device__ T load_if(bool wanted, const T* from, std::type_identity_t<T> otherwise) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  T value;
  if constexpr (sizeof(T) == 4) {
    asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, %3; @p ld.global.b32 %0, [%1];}"
                 : "=r"(value)
                 : "l"(from), "r"(static_cast<unsigned>(wanted)), "r"(otherwise));
  } else {
    asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b64 %0, %3; @p ld.global.b64 %0, [%1];}"
                 : "=l"(value)
                 : "l"(from), "r"(static_cast<unsigned>(wanted)), "l"(otherwise));
  }
  return value;
}

}  // namespace fathom::cuda
