// Prefetching from arrays.
#pragma once

#include <cstdint>

namespace fathom {

/// Prefetches array[i], which need not exist: integer arithmetic, since a pointer past the end or from null would be undefined.
/// Inlined early, as functions that call only this must be: GCC takes a function that only prefetches for one without effects and
/// deletes calls that it has not inlined by then.
template <class T>
[[gnu::always_inline]] inline void prefetch_entry(const T* array, std::uint64_t i) {
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(array) + i * sizeof(T)));
}

}  // namespace fathom
