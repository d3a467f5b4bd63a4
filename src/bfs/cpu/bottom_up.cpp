// Bottom-up step: every unvisited vertex searches its neighbors for a visited one and stops at the first.
#include <bit>

#include "base/bitmap.hpp"
#include "base/local_queue.hpp"
#include "base/prefetch.hpp"
#include "bfs/cpu/search_state.hpp"

namespace fathom::bfs_engine {
namespace {

constexpr std::uint64_t words_per_chunk = 16;  // 1,024 vertices: their heads are 4 KiB or 16 KiB of consecutive memory

// Heads are inspected this many words ahead of the rests of rows, which are fetched meanwhile.
constexpr std::uint64_t words_ahead = 1;
// The rest of a row is fetched up to this many neighbors after its first, which is in the next cache line as often as not. Few
// vertices inspect more.
constexpr std::uint64_t fetched_neighbors = 8;

constexpr std::uint64_t words_per_large_chunk = 1024;  // for a pass over two bitmaps

// The unvisited vertices of word w.
std::uint64_t unvisited(const search_state& s, std::uint64_t w, vertex_id n) {
  const std::uint64_t valid = (w + 1) * word_bits <= n ? ~std::uint64_t{0} : (std::uint64_t{1} << (n % word_bits)) - 1;
  return ~s.visited[w] & valid;
}

// Mask of the visited ones among the Width heads of v, computed without branches.
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

  // The vertices `wanting` of word w inspect their heads, without branches, since misses are unpredictable. Returns those that have
  // found no predecessor, whose rows are then on their way.
  std::uint64_t inspect_heads(std::uint64_t w, std::uint64_t wanting) {
    const auto base = static_cast<vertex_id>(w * word_bits);
    std::uint64_t missed = 0;
    for (std::uint64_t rest = wanting; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      const vertex_id v = base + static_cast<vertex_id>(bit);
      const unsigned hits = visited_heads<Width>(heads, visited, v);
      const int at = std::countr_zero(hits | 1u << (Width - 1));
      s.record(v, heads[std::uint64_t{v} * Width + at]);  // overwritten or ignored if there was no hit
      missed |= std::uint64_t{hits == 0} << bit;
    }
    counts.inspected += static_cast<std::uint64_t>(std::popcount(wanting));
    for (std::uint64_t rest = missed; rest != 0; rest &= rest - 1) prefetch_rest(vertex_of(w, rest));
    return missed;
  }

  // The vertices `missed` of word w inspect their other neighbors; returns those that have found a predecessor.
  std::uint64_t inspect_rest(std::uint64_t w, std::uint64_t missed) {
    std::uint64_t found = 0;
    for (std::uint64_t rest = missed; rest != 0; rest &= rest - 1) {
      found |= std::uint64_t{search_rest(vertex_of(w, rest))} << std::countr_zero(rest);
    }
    return found;
  }

  void prefetch_rest(vertex_id v) const {
    prefetch_entry(in.targets, in.offsets[v] + Width);
    prefetch_entry(in.targets, in.offsets[v] + Width + fetched_neighbors);
  }

  // Searches the neighbors after the heads.
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
  cursor.for_chunks(words, words_per_chunk, [&](std::uint64_t first, std::uint64_t last) {
    std::uint64_t wanting[words_per_chunk], missed[words_per_chunk];
    for (std::uint64_t w = first; w < last + words_ahead; ++w) {
      if (w < last) {
        wanting[w - first] = unvisited(s, w, l.num_vertices);
        missed[w - first] = step.inspect_heads(w, wanting[w - first]);
      }
      if (w < first + words_ahead) continue;
      const std::uint64_t at = w - words_ahead, i = at - first;
      const std::uint64_t found = (wanting[i] & ~missed[i]) | step.inspect_rest(at, missed[i]);
      next[at] = s.visited[at] | found;
      step.counts.found += static_cast<std::uint64_t>(std::popcount(found));
    }
  });
  return step.counts;
}

}  // namespace

step_counts bottom_up(const layout& l, search_state& s, chunk_cursor& cursor) {
  return l.head_width == 1 ? run<1>(l, s, cursor) : run<4>(l, s, cursor);
}

void queue_from_bitmaps(search_state& s, vertex_id num_vertices, std::uint64_t& tail, chunk_cursor& cursor) {
  local_queue queue(s.queue.data(), tail);
  const std::uint64_t words = words_for(num_vertices);
  cursor.for_chunks(words, words_per_large_chunk, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t w = first; w < last; ++w) {
      for (std::uint64_t rest = s.visited[w] & ~s.next[w]; rest != 0; rest &= rest - 1) {
        queue.push(static_cast<vertex_id>(w * word_bits) + static_cast<vertex_id>(std::countr_zero(rest)));
      }
    }
  });
}

}  // namespace fathom::bfs_engine
