// What one vertex reaches among those that are not settled: a breadth-first search without distances.
#pragma once

#include <span>
#include <stop_token>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

class reach {
 public:
  reach(vertex_id num_vertices, int threads);

  /// Searches along `rows`, over vertices v with labels[v] == no_vertex alone. Where `stop` is requested it ends early.
  void search(const adjacency_view& rows, vertex_id source, const vertex_id* labels, const std::stop_token& stop);

  [[nodiscard]] bool has(vertex_id v) const;
  /// All that was found, the source first.
  [[nodiscard]] std::span<const vertex_id> found() const { return {queue_.data(), size_}; }

 private:
  void expand_alone(const adjacency_view& rows, const vertex_id* labels, std::uint64_t first, std::uint64_t last);
  void expand_together(const adjacency_view& rows, const vertex_id* labels, std::uint64_t first, std::uint64_t last);

  const int threads_;
  array<std::uint64_t> visited_;  // a bit a vertex
  array<vertex_id> queue_;
  std::uint64_t size_ = 0;
};

}  // namespace fathom::components_engine
