// A block of text cut into chunks of whole lines for the threads.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/parallel.hpp"

namespace fathom::io {

/// Chunks of some 256 KiB: what a thread writes for one stays in its L2 cache, and there are enough to share out evenly.
/// A longer line makes a longer chunk.
[[nodiscard]] std::vector<std::string_view> split_chunks(std::string_view block);

/// body(i) for i below count, on `threads` threads, in any order. The first exception met is thrown again at the end.
template <class Body>
void parallel_for(std::size_t count, int threads, Body&& body) {
  exception_keeper failure;
#pragma omp parallel for num_threads(useful_threads(count, 1, threads)) schedule(dynamic, 1)
  for (std::size_t i = 0; i < count; ++i) failure.run([&] { body(i); });
  failure.rethrow();
}

}  // namespace fathom::io
