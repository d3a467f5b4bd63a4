// Bottom-up: every unvisited vertex looks for a visited neighbour and stops at the first.
#include <bit>

#include "engine/bfs/bitmap.hpp"
#include "engine/bfs/local_queue.hpp"
#include "engine/bfs/search_state.hpp"

namespace fathom::bfs_engine {
namespace {

constexpr std::uint64_t words_a_chunk = 16;  // 1,024 vertices: their heads are 4 KiB or 16 KiB of consecutive memory

constexpr std::uint64_t words_a_large_chunk = 1024;  // of a pass over two bitmaps

// The unvisited vertices of word w.
std::uint64_t unvisited(const search_state& s, std::uint64_t w, vertex_id n) {
  const std::uint64_t valid = (w + 1) * word_bits <= n ? ~std::uint64_t{0} : (std::uint64_t{1} << (n % word_bits)) - 1;
  return ~s.visited[w] & valid;
}

// Which of the Width heads of v are visited, a bit each; no branch on any.
template <int Width>
unsigned visited_heads(const vertex_id* heads, const std::uint64_t* visited, vertex_id v) {
  unsigned hits = 0;
  for (int h = 0; h < Width; ++h) hits |= unsigned{test_bit(visited, heads[std::uint64_t{v} * Width + h])} << h;
  return hits;
}

template <int Width>
struct bottom_up_step {
  const layout_adjacency& in;
  const vertex_id* heads;
  search_state& s;
  const std::uint64_t* visited;
  step_counts counts;

  // Returns those of the vertices of word w, a subset `wanting`, that have found a predecessor.
  std::uint64_t look_at_word(std::uint64_t w, std::uint64_t wanting) {
    const auto base = static_cast<vertex_id>(w * word_bits);
    std::uint64_t missed = 0;
    // First the heads of all, whose misses a branch predictor cannot foresee, then the rest of those few that missed.
    for (std::uint64_t rest = wanting; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      const vertex_id v = base + static_cast<vertex_id>(bit);
      const unsigned hits = visited_heads<Width>(heads, visited, v);
      const int at = std::countr_zero(hits | 1u << (Width - 1));
      s.record(v, heads[std::uint64_t{v} * Width + at]);  // overwritten or ignored where nothing was hit
      missed |= std::uint64_t{hits == 0} << bit;
    }
    counts.inspected += static_cast<std::uint64_t>(std::popcount(wanting));
    // Where many missed, one row after another would wait for memory.
    for (std::uint64_t rest = missed; rest != 0; rest &= rest - 1) {
      prefetch_rest(base + static_cast<vertex_id>(std::countr_zero(rest)));
    }
    std::uint64_t found = wanting & ~missed;
    for (; missed != 0; missed &= missed - 1) {
      const int bit = std::countr_zero(missed);
      found |= std::uint64_t{search_rest(base + static_cast<vertex_id>(bit))} << bit;
    }
    return found;
  }

  // By numbers, not by pointers: there may be no neighbours behind the heads, nor any at all.
  void prefetch_rest(vertex_id v) const {
    __builtin_prefetch(
        reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(in.targets) + (in.offsets[v] + Width) * sizeof(vertex_id)));
  }

  // The neighbours behind the heads.
  bool search_rest(vertex_id v) {
    const edge_offset end = in.offsets[v + 1];
    for (edge_offset e = in.offsets[v] + Width; e < end; ++e) {
      ++counts.inspected;
      if (!test_bit(visited, in.targets[e])) continue;
      s.record(v, in.targets[e]);
      return true;
    }
    return false;
  }
};

template <int Width>
step_counts run(const layout& l, search_state& s, chunk_cursor& cursor) {
  bottom_up_step<Width> step{l.in, l.heads, s, s.visited.data(), {}};
  std::uint64_t* const next = s.next.data();
  const std::uint64_t words = words_for(l.num_vertices);
  cursor.for_chunks(words, words_a_chunk, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t w = first; w < last; ++w) {
      const std::uint64_t wanting = unvisited(s, w, l.num_vertices);
      const std::uint64_t found = wanting ? step.look_at_word(w, wanting) : 0;
      next[w] = s.visited[w] | found;
      step.counts.found += static_cast<std::uint64_t>(std::popcount(found));
    }
  });
  return step.counts;
}

}  // namespace

step_counts bottom_up(const layout& l, search_state& s, chunk_cursor& cursor) {
  return l.head_width == 1 ? run<1>(l, s, cursor) : run<4>(l, s, cursor);
}

void queue_of_difference(search_state& s, vertex_id num_vertices, std::uint64_t& tail, chunk_cursor& cursor) {
  local_queue queue(s.queue.data(), tail);
  const std::uint64_t words = words_for(num_vertices);
  cursor.for_chunks(words, words_a_large_chunk, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t w = first; w < last; ++w) {
      for (std::uint64_t rest = s.visited[w] & ~s.next[w]; rest != 0; rest &= rest - 1) {
        queue.push(static_cast<vertex_id>(w * word_bits) + static_cast<vertex_id>(std::countr_zero(rest)));
      }
    }
  });
}

}  // namespace fathom::bfs_engine
