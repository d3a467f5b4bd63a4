// Vertex delegates: hubs whose edges are distributed over all processes (Pearce and others, "Faster Parallel Traversal of Scale
// Free Graphs at Extreme Scale with Vertex Delegates", SC 2014).
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom {

/// The delegated vertices in descending order of degree, the same on all processes. A delegate's index in this order is its local
/// id on every process.
class delegate_table {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  delegate_table() = default;
  explicit delegate_table(std::vector<global_vertex> vertices) : vertices_(std::move(vertices)) {
    if (vertices_.empty()) return;
    slots_.assign(std::bit_ceil(slots_per_vertex * vertices_.size()), none);
    for (std::uint32_t i = 0; i < vertices_.size(); ++i) slots_[slot_of(vertices_[i])] = i;
  }

  [[nodiscard]] bool empty() const noexcept { return vertices_.empty(); }
  [[nodiscard]] std::uint64_t size() const noexcept { return vertices_.size(); }
  [[nodiscard]] global_vertex vertex(std::uint64_t delegate) const noexcept { return vertices_[delegate]; }
  [[nodiscard]] const std::vector<global_vertex>& vertices() const noexcept { return vertices_; }
  /// The number of 64-bit words of a bitmap of delegates; these words contain no other vertices.
  [[nodiscard]] std::uint64_t words() const noexcept { return (vertices_.size() + 63) / 64; }
  /// Local ids below this number are reserved for delegates; those from size() on stand for no vertex.
  [[nodiscard]] std::uint64_t ids() const noexcept { return words() * 64; }

  /// The delegate's index, or none.
  [[nodiscard]] std::uint32_t find(global_vertex v) const noexcept { return slots_.empty() ? none : slots_[slot_of(v)]; }
  [[nodiscard]] bool has(global_vertex v) const noexcept { return find(v) != none; }

 private:
  static constexpr std::uint64_t slots_per_vertex =
      4;  // most vertices looked up are not delegates, and should hit an empty slot quickly

  /// The slot that holds the vertex, or the empty slot where it would be stored.
  [[nodiscard]] std::size_t slot_of(global_vertex v) const noexcept {
    std::size_t slot = mix64(v) & (slots_.size() - 1);
    while (slots_[slot] != none && vertices_[slots_[slot]] != v) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  std::vector<global_vertex> vertices_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace fathom
