// Batched access to the distance rows of a finished group, for sinks that keep less than a matrix: a few rows at a time are copied
// out in the narrowest type that holds them, and processed by all threads.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "fathom/array.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

/// Calls f(v) for each vertex that a row of n distances reaches, in ascending order.
template <class T, class F>
void for_each_reached(const T* distances, std::uint64_t n, const F& f) {
  std::uint64_t v = 0;
  if constexpr (sizeof(T) == 1) {
    // Rows of searches with few hops are mostly unreached: skip eight vertices at a time.
    for (; v + 8 <= n; v += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, distances + v, sizeof eight);
      if (eight == ~std::uint64_t{0}) continue;
      for (std::uint64_t i = v; i < v + 8; ++i) {
        if (distances[i] >= 0) f(i);
      }
    }
  }
  for (; v < n; ++v) {
    if (distances[v] >= 0) f(v);
  }
}

class distance_row_batches {
 public:
  distance_row_batches(vertex_id num_vertices, int threads) : n_(num_vertices), threads_(threads) {}

  /// Calls f(search, row) once per search of the group, from any thread; row points to n distances, `unreachable` is -1.
  /// f must not throw. Throws error_category::memory if the rows do not fit.
  template <class F>
  void visit(const finished_group& group, const F& f) {
    if (group.depth() <= std::numeric_limits<std::int8_t>::max()) return visit_as<std::int8_t>(group, f);
    if (group.depth() <= std::numeric_limits<std::int16_t>::max()) return visit_as<std::int16_t>(group, f);
    visit_as<hop_count>(group, f);
  }

 private:
  // Engines copy rows in words of 64 searches: fewer cost the same.
  static constexpr std::size_t fewest_rows = 64;
  // Larger batches save passes over the engine's state; in graphs where that matters, the group's own state is larger than this.
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;

  template <class T, class F>
  void visit_as(const finished_group& group, const F& f) {
    const std::size_t row_bytes = std::max<std::size_t>(std::size_t{n_} * sizeof(T), 1);
    const std::size_t batch = std::min(group.size(), std::max(fewest_rows, most_bytes / row_bytes / fewest_rows * fewest_rows));
    if (buffer_.size() < batch * row_bytes) {
      buffer_ = {};
      require_host_memory(batch * row_bytes, fmt::format("{} rows of distances in a graph of {} vertices", batch, n_));
      buffer_ = array<std::byte>(batch * row_bytes);
    }
    T* const rows = reinterpret_cast<T*>(buffer_.data());
    for (std::size_t first = 0; first < group.size(); first += batch) {
      const std::size_t last = std::min(first + batch, group.size());
      std::vector<T*> wanted(last);
      for (std::size_t i = first; i < last; ++i) wanted[i] = rows + (i - first) * n_;
      group.copy_distances(std::span<T* const>(wanted));
      exception_capture failure;
#pragma omp parallel for num_threads(threads_) schedule(dynamic)
      for (std::size_t i = first; i < last; ++i) failure.run([&] { f(i, static_cast<const T*>(wanted[i])); });
      failure.rethrow();
    }
  }

  vertex_id n_;
  int threads_;
  array<std::byte> buffer_;
};

}  // namespace fathom
