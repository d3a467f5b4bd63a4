// Backward phase: the vertices of a level accumulate the dependencies of their successors.
#pragma once

#include "betweenness/cuda/forward.cuh"

namespace fathom::betweenness_engine {

/// One level of the backward phase, processed by one warp.
template <class Value, bool Edges>
class backward_level {
 public:
  __device__ backward_level(const grid_search& s, warp_room& room, unsigned level, bool is_deepest)
      : s_(s), room_(room), level_(level), is_deepest_(is_deepest) {}

  /// Returns the number of edges that this lane has inspected.
  __device__ unsigned run(const level_lists& lists) {
    for_each_part(
        lists.wide, [&](own_part& own, unsigned long long i) { look_up(own, i); },
        [&](const own_part& own, unsigned from) { part(own, from); });
    for_each_narrow(s_, lists.narrow, nullptr, [&](narrow_vertex& own, bool is_here) { narrow(own, is_here); });
    return inspected_;
  }

 private:
  __device__ void look_up(own_part& own, unsigned long long i) {
    const uint2 entry = s_.wide[i];
    own.vertex = entry.x, own.word = entry.y, own.part = s_.parts[i];
    own.kind = s_.kinds[own.vertex];
    words_of(s_, level_)[own.vertex] = own.word;
    if (is_deepest_) return;
    const row_cut out = cut(s_.out, own.vertex, own.part);
    own.first = out.first, own.edges = out.edges;
    inspected_ += own.edges;
  }

  __device__ void part(const own_part& own, unsigned from) {
    const std::uint32_t v = __shfl_sync(all_lanes, own.vertex, from), word = __shfl_sync(all_lanes, own.word, from);
    const row_part row{s_.out.targets, __shfl_sync(all_lanes, own.first, from), __shfl_sync(all_lanes, own.edges, from)};
    const std::uint32_t kind = __shfl_sync(all_lanes, own.kind, from), number = __shfl_sync(all_lanes, own.part, from);
    const word_lanes l = lanes_of(word);
    const Value paths = load_if(Edges && l.bit != 0, value_of<Value>(s_, v, l.source));
    Value sum = along_row<Value, true, false, Edges>(s_, row, word, l, near(), room_, nullptr, paths);
    if (level_ == 0 || !join_parts(s_, kind, number, l, sum)) return;
    put_share(v, l, sum, lane() < l.lanes);
  }

  __device__ void narrow(narrow_vertex& own, bool is_here) {
    if (is_here && lane() % narrow_row == 0) words_of(s_, level_)[own.vertex] = own.word;
    own_edge edge{0, 0};
    if (!is_deepest_) {
      edge = edge_of(s_.out, own.vertex, is_here);
      own.target = load_if(edge.is_one(), s_.out.targets + edge.at, no_vertex);
      own.mask = own.word & load_if(own.target != no_vertex, near() + own.target, 0);
      inspected_ += degree_of(edge);
    }
    if constexpr (Edges) {
      add_edge(own, edge.at);
      __syncwarp();  // path counts are overwritten below
    }
    if (level_ == 0) return;
    sum_narrow<Value>(s_, own, [&](std::uint32_t v, const word_lanes& l, Value sum) { put_share(v, l, sum, true); });
  }

  __device__ void add_edge(const narrow_vertex& own, edge_offset at) {
    double through = 0;
    for (std::uint32_t rest = own.mask; rest != 0; rest &= rest - 1) {
      const unsigned source = static_cast<unsigned>(cuda::first_bit(rest));
      through += static_cast<double>(*value_of<Value>(s_, own.vertex, source) * *value_of<Value>(s_, own.target, source));
    }
    if (own.mask != 0) s_.edges[at] += through;
  }

  /// Replaces the path counts of a vertex by its contributions, (1 + dependency) / paths, and adds its dependencies to the total.
  /// All lanes of the warp must call this.
  __device__ void put_share(std::uint32_t v, const word_lanes& l, Value sum, bool is_mine) {
    const bool counts = is_mine && l.bit != 0;
    double dependency = 0;
    if (counts) {
      Value* const value = value_of<Value>(s_, v, l.source);
      const Value paths = *value;
      dependency = static_cast<double>(paths * sum);
      *value = Value(1 + dependency) / paths;
      dependency += s_.endpoints ? 1 : 0;
    }
    const double total = sum_lanes(dependency, 1, l.lanes);
    if (counts && lane() % l.lanes == 0) s_.vertices[v] += total;
  }

  [[nodiscard]] __device__ const std::uint32_t* near() const { return words_of(s_, level_ + 1); }

  const grid_search& s_;
  warp_room& room_;
  unsigned level_;
  bool is_deepest_;
  unsigned inspected_ = 0;
};

}  // namespace fathom::betweenness_engine
