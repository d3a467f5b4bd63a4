// Forward phase: the vertices of a level count their shortest paths and discover the next level in one pass over their adjacency
// rows.
#pragma once

#include <type_traits>

#include "betweenness/cuda/narrow_rows.cuh"

namespace fathom::betweenness_engine {

/// Stores the path counts of the lanes for vertex v. The counts of sources are already set.
template <class Value>
__device__ void put_paths(const grid_search& s, std::uint32_t v, const word_lanes& l, Value paths, bool is_mine) {
  if (!is_mine || l.bit == 0) return;
  *value_of<Value>(s, v, l.source) = paths;
  if constexpr (std::is_same_v<Value, double>) {
    if (!(paths < s.most_paths)) s.counts->overflows = 1;
  }
}

/// One level of the forward phase, processed by one warp.
template <class Value>
class forward_level {
 public:
  __device__ forward_level(const grid_search& s, warp_room& room, const list_end& end, unsigned level)
      : s_(s), room_(room), found_(s, room.found, end, level + 1), level_(level) {}

  /// Returns the number of edges that this lane has inspected.
  __device__ unsigned run(const level_lists& lists) {
    for_each_part(
        lists.wide, [&](own_part& own, unsigned long long i) { look_up(own, i); },
        [&](const own_part& own, unsigned from) { part(own, from); });
    for_each_narrow(s_, lists.narrow, words_of(s_, level_), [&](narrow_vertex& own, bool is_here) { narrow(own, is_here); });
    found_.flush();
    return inspected_;
  }

 private:
  __device__ void look_up(own_part& own, unsigned long long i) {
    own.vertex = s_.wide[i].x, own.part = s_.parts[i];
    own.word = words_of(s_, level_)[own.vertex];
    s_.wide[i].y = own.word;
    own.kind = s_.kinds[own.vertex];
    const row_cut in = cut(s_.in, own.vertex, own.part);
    own.first = in.first, own.edges = in.edges;
    inspected_ += own.edges;
  }

  __device__ void part(const own_part& own, unsigned from) {
    const std::uint32_t v = __shfl_sync(all_lanes, own.vertex, from), word = __shfl_sync(all_lanes, own.word, from);
    const std::uint32_t kind = __shfl_sync(all_lanes, own.kind, from), number = __shfl_sync(all_lanes, own.part, from);
    const row_part row{s_.in.targets, __shfl_sync(all_lanes, own.first, from), __shfl_sync(all_lanes, own.edges, from)};
    const word_lanes l = lanes_of(word);
    Value sum;
    if (s_.directed) {
      const row_cut out = cut(s_.out, v, number);
      inspected_ += lane() == 0 ? out.edges : 0;
      along_row<Value, false, true, false>(s_, {s_.out.targets, out.first, out.edges}, word, l, nullptr, room_, &found_, {});
      sum = along_row<Value, true, false, false>(s_, row, word, l, near(), room_, &found_, {});
    } else {
      sum = along_row<Value, true, true, false>(s_, row, word, l, near(), room_, &found_, {});
    }
    if (level_ == 0) return;
    if (join_parts(s_, kind, number, l, sum)) put_paths(s_, v, l, sum, lane() < l.lanes);
  }

  __device__ void narrow(narrow_vertex& own, bool is_here) {
    const own_edge in = edge_of(s_.in, own.vertex, is_here);
    own.target = load_if(in.is_one(), s_.in.targets + in.at, no_vertex);
    std::uint32_t next = own.target;
    inspected_ += degree_of(in);
    if (s_.directed) {
      const own_edge out = edge_of(s_.out, own.vertex, is_here);
      next = load_if(out.is_one(), s_.out.targets + out.at, no_vertex);
      inspected_ += degree_of(out);
    }
    own.mask = own.word & load_if(own.target != no_vertex, near() + own.target, 0);
    found_.reach(next, own.word & ~load_changing_if(next != no_vertex, s_.seen + next, 0xFFFFFFFFu));
    if (level_ == 0) return;
    sum_narrow<Value>(s_, own, [&](std::uint32_t v, const word_lanes& l, Value sum) { put_paths(s_, v, l, sum, true); });
  }

  /// Words of the previous level, whose path counts are summed; all 0 at level 0.
  [[nodiscard]] __device__ const std::uint32_t* near() const { return words_of(s_, level_ + word_levels - 1); }

  const grid_search& s_;
  warp_room& room_;
  found_vertices found_;
  unsigned level_;
  unsigned inspected_ = 0;
};

}  // namespace fathom::betweenness_engine
