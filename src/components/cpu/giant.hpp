// Searches for a giant component: the vertices that may be in it, a likely member, and labels of the members.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bitmap.hpp"
#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom::components_engine {

/// The vertices that may be in a component with others, one bit each, and the most likely member of a giant component.
struct candidates {
  array<std::uint64_t> bits;
  vertex_id pivot = no_vertex;  ///< no_vertex if there are no candidates

  [[nodiscard]] std::span<const std::uint64_t> all() const { return {bits.data(), bits.size()}; }
};

/// Calls body(word, first, size) for each word of a bitmap of n vertices, which has the bits of vertices [first, first + size).
template <class Body>
void for_words(vertex_id n, int threads, const Body& body) {
  const std::size_t words = bfs_engine::words_for(n);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t word = 0; word < words; ++word) {
    const std::uint64_t first = word * bfs_engine::word_bits;
    body(word, static_cast<vertex_id>(first), static_cast<vertex_id>(std::min(bfs_engine::word_bits, n - first)));
  }
}

/// The candidates are the vertices of positive weight. The pivot is the one of largest weight, the smallest one of equals.
template <class Weight>
[[nodiscard]] candidates find_candidates(vertex_id n, int threads, const Weight& weight) {
  candidates found{array<std::uint64_t>(bfs_engine::words_for(n))};
  double largest = 0;
#pragma omp parallel num_threads(threads)
  {
    double my_largest = 0;
    vertex_id my_pivot = no_vertex;
#pragma omp for schedule(static) nowait
    for (std::size_t word = 0; word < found.bits.size(); ++word) {
      std::uint64_t bits = 0;
      const std::uint64_t first = word * bfs_engine::word_bits;
      for (std::uint64_t i = first; i < std::min<std::uint64_t>(first + bfs_engine::word_bits, n); ++i) {
        const auto v = static_cast<vertex_id>(i);
        const double w = weight(v);
        bits |= std::uint64_t{w > 0} << (i - first);
        if (w > my_largest) my_largest = w, my_pivot = v;
      }
      found.bits[word] = bits;
    }
#pragma omp critical
    if (my_largest > largest || (my_largest == largest && my_pivot < found.pivot)) largest = my_largest, found.pivot = my_pivot;
  }
  return found;
}

/// The smallest vertex whose bit is set. At least one must be.
[[nodiscard]] inline vertex_id smallest_member(std::span<const std::uint64_t> members) {
  std::size_t word = 0;
  while (members[word] == 0) ++word;
  return bfs_engine::vertex_of(word, members[word]);
}

/// Labels the members, one bit each, with `label` and each other vertex with itself.
inline void label_members(std::span<const std::uint64_t> members, vertex_id n, vertex_id* labels, vertex_id label, int threads) {
  for_words(n, threads, [=](std::size_t word, vertex_id first, vertex_id size) {
    // Without branches, which would be hard to predict: bit i of the word selects one of two numbers.
    for (vertex_id i = 0; i < size; ++i) {
      const vertex_id v = first + i, mask = 0 - static_cast<vertex_id>((members[word] >> i) & 1);
      labels[v] = (label & mask) | (v & ~mask);
    }
  });
}

}  // namespace fathom::components_engine
