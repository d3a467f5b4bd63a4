// Breadth-first search without distances, for the vertices reachable from one vertex among those without a component.
#pragma once

#include <span>
#include <stop_token>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

class reach {
 public:
  reach(vertex_id num_vertices, int threads);

  /// Searches along `rows`, only over vertices v with labels[v] == no_vertex. Ends early if `stop` is requested.
  void search(const adjacency_view& rows, vertex_id source, const vertex_id* labels, const std::stop_token& stop);

  [[nodiscard]] bool has(vertex_id v) const;
  /// The discovered vertices, starting with the source.
  [[nodiscard]] std::span<const vertex_id> found() const { return {queue_.data(), size_}; }

 private:
  void expand_serially(const adjacency_view& rows, const vertex_id* labels, std::uint64_t first, std::uint64_t last);
  void expand_in_parallel(const adjacency_view& rows, const vertex_id* labels, std::uint64_t first, std::uint64_t last);

  const int threads_;
  array<std::uint64_t> visited_;  // one bit per vertex
  array<vertex_id> queue_;
  std::uint64_t size_ = 0;
};

}  // namespace fathom::components_engine
