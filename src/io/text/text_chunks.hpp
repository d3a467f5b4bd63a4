// Division of a text block into chunks of whole lines for threads.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/parallel.hpp"

namespace fathom::io {

/// Chunks of about 256 KiB: the output of one chunk stays in a core's L2 cache, and there are enough chunks for load balance. A
/// longer line makes a longer chunk.
[[nodiscard]] std::vector<std::string_view> split_chunks(std::string_view block);

/// Calls body(i) for all i < count on `threads` threads, in any order. The first exception is rethrown at the end.
template <class Body>
void parallel_for(std::size_t count, int threads, Body&& body) {
  exception_capture failure;
#pragma omp parallel for num_threads(useful_threads(count, 1, threads)) schedule(dynamic, 1)
  for (std::size_t i = 0; i < count; ++i) failure.run([&] { body(i); });
  failure.rethrow();
}

}  // namespace fathom::io
