#include "components/cpu/component_list.hpp"

#include <atomic>
#include <bit>

#include "base/bitmap.hpp"
#include "components/cpu/connected.hpp"
#include "components/cpu/giant.hpp"

namespace fathom::components_engine {
namespace {

using bfs_engine::bit_of;
using bfs_engine::vertex_of;
using bfs_engine::word_bits;

// The labels in use, one bit per vertex, and how many precede each word: the place of a label in the list of components.
struct used_labels {
  array<std::uint64_t> bits;
  array<vertex_id> before;

  [[nodiscard]] vertex_id place(vertex_id label) const {
    return before[label / word_bits] + static_cast<vertex_id>(std::popcount(bits[label / word_bits] & (bit_of(label) - 1)));
  }
};

// The number of bits set before each word, and in all words.
vertex_id count_before(const array<std::uint64_t>& bits, array<vertex_id>& before) {
  vertex_id count = 0;
  for (std::size_t word = 0; word < bits.size(); ++word) {
    before[word] = count;
    count += static_cast<vertex_id>(std::popcount(bits[word]));
  }
  return count;
}

}  // namespace

void list_components(const vertex_id* labels, vertex_id n, bool sizes, int threads, components_result& result) {
  if (n == 0) return;
  used_labels used{array<std::uint64_t>(bfs_engine::words_for(n)), array<vertex_id>(bfs_engine::words_for(n))};
  // Most vertices are in the giant component or isolated. The others are counted one by one, by a bitmap of their own.
  array<std::uint64_t> others(used.bits.size());
  const vertex_id giant = frequent_label(labels, n);
  for_words(n, threads, [&](std::size_t word, vertex_id first, vertex_id size) {
    std::uint64_t firsts = 0, members = 0;
    for (vertex_id i = 0; i < size; ++i) {
      firsts |= std::uint64_t{labels[first + i] == first + i} << i;
      members |= std::uint64_t{labels[first + i] == giant} << i;
    }
    used.bits[word] = firsts;
    others[word] = ~(firsts | members) & (~std::uint64_t{0} >> (word_bits - size));
  });
  result.count = count_before(used.bits, used.before);
  if (!sizes) return;
  result.components = array<component>(result.count);
  for_words(n, threads, [&](std::size_t word, vertex_id, vertex_id) {
    component* next = result.components.data() + used.before[word];
    for (std::uint64_t left = used.bits[word]; left != 0; left &= left - 1) *next++ = {vertex_of(word, left), 1};
  });
  for_words(n, threads, [&](std::size_t word, vertex_id, vertex_id) {
    for (std::uint64_t left = others[word]; left != 0; left &= left - 1) {
      const vertex_id label = labels[vertex_of(word, left)];
      std::atomic_ref(result.components[used.place(label)].size).fetch_add(1, std::memory_order_relaxed);
    }
  });
  vertex_id counted = result.count;
  for (const std::uint64_t word : others) counted += static_cast<vertex_id>(std::popcount(word));
  result.components[used.place(giant)].size += n - counted;
  for (const component& c : result.components) {
    if (c.size > result.largest.size) result.largest = c;
  }
}

}  // namespace fathom::components_engine
