// Prefetching from arrays.
#pragma once

#include <cstdint>

namespace fathom {

/// Prefetches array[i], which need not exist: integer arithmetic, since a pointer past the end or from null would be undefined.
template <class T>
inline void prefetch_entry(const T* array, std::uint64_t i) {
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(array) + i * sizeof(T)));
  // GCC deletes calls of functions that only prefetch, because it sees no effect in them. This statement counts as an effect and
  // emits no instruction.
  asm volatile("");
}

}  // namespace fathom
