// Queue of a process's own vertices that several threads fill, without allocations after its construction.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "base/parallel.hpp"
#include "fathom/array.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

class vertex_queue {
 public:
  vertex_queue() = default;
  explicit vertex_queue(std::uint64_t capacity) : vertices_(capacity) {}

  void push(std::uint64_t v) {
    vertices_[std::atomic_ref(size_).fetch_add(1, std::memory_order_relaxed)] = static_cast<local_vertex>(v);
  }
  void clear() noexcept { size_ = 0; }
  void swap(vertex_queue& other) noexcept { vertices_.swap(other.vertices_), std::swap(size_, other.size_); }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::span<const local_vertex> all() const noexcept { return {vertices_.data(), size_}; }

 private:
  array<local_vertex> vertices_;
  std::uint64_t size_ = 0;
};

/// Calls visit(v) for each vertex, on several threads if there are many.
template <class Visit>
void for_each_in_parallel(std::span<const local_vertex> vertices, int threads, const Visit& visit) {
  constexpr std::uint64_t vertices_per_thread = 512;  // fewer are not worth waking other threads
  constexpr int vertices_per_chunk = 64;
  const std::uint64_t size = vertices.size();
  const int team = useful_threads(size, vertices_per_thread, threads);
  if (team == 1) {
    for (const local_vertex v : vertices) visit(v);
    return;
  }
#pragma omp parallel for num_threads(team) schedule(dynamic, vertices_per_chunk)
  for (std::uint64_t i = 0; i < size; ++i) visit(vertices[i]);
}

}  // namespace fathom::ranks_engine
