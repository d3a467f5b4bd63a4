// Steps of a search by a thread block: top-down and bottom-up levels, and the backward phase.
// McLaughlin, Riedy, Bader, HPEC 2015, sections III and IV: one warp per long adjacency row, one thread per short one, scheduled
// dynamically.
#pragma once

#include <type_traits>

#include "fathom/visitor/device_search.cuh"

namespace fathom {

template <class P>
__device__ void device_search<P>::push(queue_kind q, vertex_id v) {
  const std::uint32_t at = atomicAdd(&s_.tail[q], 1u);
  in_queue(q, at) = v;
  const std::uint32_t in_level = at - s_.end[q];
  if (in_level < multi_search_engine::block_state::window_size(q)) window(q, level_ + 1)[in_level] = v;
}

template <class P>
__device__ void device_search<P>::join(vertex_id v) {
  const word bit = word{1} << (v % 32);
  if (visits != edge_visits::until_vertex_joins && joined_[v / 32] & bit) return;  // else the caller has tested it
  if (atomicOr(&joined_[v / 32], bit) & bit) return;
  const edge_offset degree = __ldg(&g_.offsets[v + 1]) - __ldg(&g_.offsets[v]);
  joined_out_ += degree;
  if (g_.in_offsets) joined_in_ += g_.in_offsets == g_.offsets ? degree : g_.in_offsets[v + 1] - g_.in_offsets[v];
  push(queue(degree >= job_.warp_from), v);
}

template <class P>
__device__ bool device_search<P>::call_visit(vertex_id u, vertex_id v, [[maybe_unused]] edge_offset e) {
  if constexpr (visits_with_position())
    return program_.visit_vertex(*this, u, v, e);
  else if constexpr (!multi_search_engine::leaves_visit_vertex_out<P>)
    return program_.visit_vertex(*this, u, v);
  else
    return true;
}

template <class P>
__device__ bool device_search<P>::sees(vertex_id v) const {
  if constexpr (visits == edge_visits::to_next_level) return !test(settled_, v);
  if constexpr (visits == edge_visits::until_vertex_joins) return !test(joined_, v);
  return true;
}

// The edges among the next `edges_together` of a row whose other end is wanted: bit i stands for the edge e + i * step. The loads
// of all ends, and then of their bits, are under way together, since threads wait for loads most of the time.
template <class P>
template <class Wanted>
__device__ unsigned device_search<P>::wanted_edges(const vertex_id* ends, edge_offset e, edge_offset last, edge_offset step,
                                                   Wanted&& wanted) {
  vertex_id v[edges_together];
  unsigned found = 0;
  if (e + (edges_together - 1) * step < last) {
#pragma unroll
    for (unsigned i = 0; i < edges_together; ++i) v[i] = __ldg(&ends[e + i * step]);
#pragma unroll
    for (unsigned i = 0; i < edges_together; ++i) found |= unsigned{wanted(v[i])} << i;
  } else {
    bool has[edges_together];
#pragma unroll
    for (unsigned i = 0; i < edges_together; ++i) {
      has[i] = e + i * step < last;
      v[i] = has[i] ? __ldg(&ends[e + i * step]) : 0;
    }
#pragma unroll
    for (unsigned i = 0; i < edges_together; ++i) found |= unsigned{has[i] && wanted(v[i])} << i;
  }
  return found;
}

// Only a program's call can stop the search: edges that the program does not see cost no test.
template <class P>
__device__ void device_search<P>::visit_row(vertex_id u, edge_offset e, edge_offset last, edge_offset step) {
  for (; e < last; e += edges_together * step) {
    unsigned seen = wanted_edges(g_.targets, e, last, step, [this](vertex_id v) { return sees(v); });
    for (; seen != 0; seen &= seen - 1) {
      const edge_offset at = e + (__ffs(static_cast<int>(seen)) - 1) * step;
      const vertex_id v = __ldg(&g_.targets[at]);
      if (call_visit(u, v, at)) join(v);
      if (stopped()) return;
    }
  }
}

template <class P>
__device__ std::uint32_t device_search<P>::grab(std::uint32_t& counter, std::uint32_t items) const {
  std::uint32_t first = 0;
  if (lane() == 0) first = atomicAdd(&counter, items);
  return __shfl_sync(all_lanes, first, 0);
}

// The same for the frontier's rows: none is left in a search that was stopped.
template <class P>
__device__ std::uint32_t device_search<P>::grab_rows(std::uint32_t& counter, std::uint32_t items) const {
  std::uint32_t first = none_left;
  if (lane() == 0 && !stopped()) first = atomicAdd(&counter, items);
  return __shfl_sync(all_lanes, first, 0);
}

template <class P>
__device__ bool device_search<P>::uses_bottom_up() const {
  if (!g_.in_offsets || job_.directions == search_directions::top_down) return false;
  if (job_.directions == search_directions::bottom_up) return true;
  // Also if few vertices have many edges, since each vertex that has not joined waits for its row.
  const std::uint32_t vertices = s_.end[0] - s_.begin[0] + s_.end[1] - s_.begin[1];
  if (visits == edge_visits::until_vertex_joins && edge_offset{vertices} * least_share < g_.n) return false;
  return multi_search_engine::bottom_up_pays(visits, {.frontier = static_cast<float>(s_.frontier_out),
                                                      .remaining = static_cast<float>(g_.num_edges - s_.settled_in),
                                                      .unvisited = static_cast<float>(g_.n - s_.end[0] - s_.end[1]),
                                                      .edges = static_cast<float>(g_.num_edges),
                                                      .words = static_cast<float>(job_.words)});
}

template <class P>
__device__ void device_search<P>::visit_frontier() {
  if (s_.source >= g_.n) return;
  if constexpr (visits == edge_visits::to_next_level) each_at(level_, [&](vertex_id u) { set(settled_, u); });
  bool up = false;
  if constexpr (visits != edge_visits::every_edge && !visits_with_position()) up = uses_bottom_up();
  if (up || job_.edge_parallel) each_at(level_, [&](vertex_id u) { set(marks_, u); });
  __syncthreads();
  if (up)
    visit_bottom_up();
  else if (job_.edge_parallel)
    inspect_all_edges();
  else
    visit_top_down();
  if (up || job_.edge_parallel) {
    __syncthreads();
    // Not each_at(), because the queue already has vertices of the next level.
    for (int q = 0; q < 2; ++q) {
      for (std::uint32_t i = s_.begin[q] + threadIdx.x; i < s_.end[q]; i += blockDim.x) marks_[in_queue(queue(q), i) / 32] = 0;
    }
  }
}

template <class P>
__device__ void device_search<P>::visit_top_down() {
  if (threadIdx.x == 0) inspected_ += s_.frontier_out;
  const std::uint32_t long_ones = s_.end[for_warps] - s_.begin[for_warps];
  for (std::uint32_t i; (i = grab_rows(s_.work[for_warps], 1)) < long_ones;) {
    const vertex_id u = in_frontier(for_warps, i);
    visit_row(u, __ldg(&g_.offsets[u]) + lane(), __ldg(&g_.offsets[u + 1]), warp_threads);
    __syncwarp();
  }
  const std::uint32_t short_ones = s_.end[for_threads] - s_.begin[for_threads];
  for (std::uint32_t i; (i = grab_rows(s_.work[for_threads], warp_threads)) < short_ones;) {
    if (i + lane() < short_ones) {
      const vertex_id u = in_frontier(for_threads, i + lane());
      visit_row(u, __ldg(&g_.offsets[u]), __ldg(&g_.offsets[u + 1]), 1);
    }
    __syncwarp();
  }
}

// Edge-parallel step: inspects all edges of the graph at every level.
template <class P>
__device__ void device_search<P>::inspect_all_edges() {
  if (threadIdx.x == 0) inspected_ += g_.num_edges;
  for (edge_offset e = threadIdx.x; e < g_.num_edges && !stopped(); e += blockDim.x) {
    const vertex_id u = __ldg(&g_.origins[e]);
    if (test(marks_, u)) visit_row(u, e, e + 1, 1);
  }
}

// Processes each lane's adjacency row, if it has one, with row(x, first, last, step). The whole warp processes long rows, with a
// call in every lane; each lane processes its own short row.
template <class P>
template <class Row>
__device__ void device_search<P>::rows_of_lanes(bool has, vertex_id x, const edge_offset* offsets, Row&& row) const {
  const edge_offset first = has ? offsets[x] : 0, last = has ? offsets[x + 1] : 0;
  for (unsigned long_ones = __ballot_sync(all_lanes, last - first > long_row); long_ones != 0; long_ones &= long_ones - 1) {
    const int from = __ffs(static_cast<int>(long_ones)) - 1;
    const vertex_id its = __shfl_sync(all_lanes, x, from);
    const edge_offset its_first = __shfl_sync(all_lanes, first, from), its_last = __shfl_sync(all_lanes, last, from);
    row(its, its_first + lane(), its_last, edge_offset{warp_threads});
    __syncwarp();
  }
  if (has && last - first <= long_row) row(x, first, last, edge_offset{1});
  __syncwarp();
}

// Bottom-up step: vertices that have not joined look for frontier vertices among their in-neighbors, one lane per bit of a word.
template <class P>
__device__ void device_search<P>::visit_bottom_up() {
  const word* const taken = visits == edge_visits::to_next_level ? settled_ : joined_;
  const std::uint32_t words = (g_.n + 31) / 32;
  for (std::uint32_t first; (first = grab_rows(s_.next_word, warp_threads)) < words;) {
    const word mine = first + lane() < words ? ~taken[first + lane()] : 0;
    for (int i = 0; i < static_cast<int>(warp_threads); ++i) {
      const word left = __shfl_sync(all_lanes, mine, i);
      if (left == 0) continue;
      const vertex_id v = (first + i) * 32 + lane();
      rows_of_lanes(((left >> lane()) & 1) && v < g_.n && !stopped(), v, g_.in_offsets,
                    [&](vertex_id x, edge_offset e, edge_offset last, edge_offset step) { inspect_in_edges(x, e, last, step); });
    }
  }
}

template <class P>
__device__ void device_search<P>::inspect_in_edges(vertex_id v, edge_offset e, edge_offset last, edge_offset step) {
  constexpr bool one_suffices = visits == edge_visits::until_vertex_joins;
  bool joins = false, ends = false;
  for (; e < last && !ends; e += edges_together * step) {
    unsigned found = wanted_edges(g_.in_targets, e, last, step, [this](vertex_id u) { return test(marks_, u); });
    auto inspected = static_cast<unsigned>(min(edge_offset{edges_together}, (last - e + step - 1) / step));
    for (; found != 0 && !ends; found &= found - 1) {
      const unsigned i = static_cast<unsigned>(__ffs(static_cast<int>(found))) - 1;
      const edge_offset at = e + i * step;
      if (one_suffices && ((now(joined_[v / 32]) >> (v % 32)) & 1)) {
        ends = true;  // another lane has already made v join
      } else {
        joins |= call_visit(__ldg(&g_.in_targets[at]), v, at);
        ends = (one_suffices && joins) || stopped();
      }
      if (ends) inspected = i + 1;
    }
    inspected_ += inspected;
  }
  if (joins) join(v);
}

template <class P>
template <class F>
__device__ void device_search<P>::each_at(hop_count at, F&& f) const {
  for (int q = 0; q < 2; ++q) {
    const std::uint32_t end = end_of(queue(q), at);
    for (std::uint32_t i = begin_of(queue(q), at) + threadIdx.x; i < end; i += blockDim.x) f(in_queue(queue(q), i));
  }
}

// Calls row(x, first, last, step) for the vertices of a level: once per vertex, or for long rows in each lane of a warp.
template <class P>
template <class Row>
__device__ void device_search<P>::rows_at(hop_count at, const edge_offset* offsets, Row&& row) {
  const std::uint32_t begin = begin_of(for_warps, at), count = end_of(for_warps, at) - begin;
  for (std::uint32_t i; (i = grab(s_.work[for_warps], 1)) < count;) {
    const vertex_id x = in_queue(for_warps, begin + i);
    row(x, offsets[x] + lane(), offsets[x + 1], edge_offset{warp_threads});
    __syncwarp();
  }
  const std::uint32_t begin_short = begin_of(for_threads, at), count_short = end_of(for_threads, at) - begin_short;
  for (std::uint32_t i; (i = grab(s_.work[for_threads], warp_threads)) < count_short;) {
    const bool has = i + lane() < count_short;
    rows_of_lanes(has, has ? in_queue(for_threads, begin_short + i + lane()) : 0, offsets, row);
  }
}

// Backward phase as in cpu_search: level by level from the deepest, from the end of the edges that has fewer to inspect.
template <class P>
template <class Above, class Below, class Vertex>
__device__ void device_search<P>::walk_back(bool may_use_in_edges, Above&& from_above, Below&& from_below, Vertex&& vertex) {
  __syncthreads();
  for (hop_count at = s_.depth; at >= 0; --at) {
    if (at < s_.depth) {
      const bool known = at + 1 < multi_search_engine::block_state::known_levels;
      const bool fewer = known && s_.level_in[known ? at + 1 : 0] < s_.level_out[known ? at : 0];
      const bool up = may_use_in_edges && g_.in_offsets && job_.directions != search_directions::top_down &&
                      (fewer || job_.directions == search_directions::bottom_up);
      const hop_count near = up ? at + 1 : at, far = up ? at : at + 1;
      each_at(far, [&](vertex_id v) { set(marks_, v); });
      if (threadIdx.x == 0) s_.work[0] = s_.work[1] = 0;
      __syncthreads();
      if (up)
        rows_at(near, g_.in_offsets, from_below);
      else
        rows_at(near, g_.offsets, from_above);
      __syncthreads();
      each_at(far, [&](vertex_id v) { marks_[v / 32] = 0; });
    }
    each_at(at, vertex);
    __syncthreads();
  }
}

template <class P>
template <class Edge, class Vertex>
__device__ void device_search<P>::retrace(Edge&& edge, Vertex&& vertex) {
  constexpr bool with_position = std::is_invocable_v<Edge&, vertex_id, vertex_id, edge_offset>;
  const auto call = [&](vertex_id u, vertex_id v, [[maybe_unused]] edge_offset e) {
    if constexpr (with_position)
      edge(u, v, e);
    else
      edge(u, v);
  };
  walk_back(
      !with_position,
      [&](vertex_id u, edge_offset e, edge_offset last, edge_offset step) {
        for (; e < last; e += step, ++inspected_) {
          if (test(marks_, g_.targets[e])) call(u, g_.targets[e], e);
        }
      },
      [&](vertex_id v, edge_offset e, edge_offset last, edge_offset step) {
        for (; e < last; e += step, ++inspected_) {
          if (test(marks_, g_.in_targets[e])) call(g_.in_targets[e], v, e);
        }
      },
      vertex);
}

template <class P>
template <class T, class Value, class Vertex>
__device__ void device_search<P>::retrace_sums(vertex_array<T> sums, Value&& value, Vertex&& vertex) {
  walk_back(
      true,
      [&](vertex_id u, edge_offset e, edge_offset last, edge_offset step) {
        T sum{};
        bool any = false;
        for (; e < last; e += step, ++inspected_) {
          const vertex_id v = g_.targets[e];
          if (!test(marks_, v)) continue;
          sum = any ? sum + value(v) : value(v);
          any = true;
        }
        if (!any) return;
        if (step == 1)
          sums[u] = sums[u] + sum;  // no other thread processes this row
        else
          add(sums[u], sum);
      },
      [&](vertex_id v, edge_offset e, edge_offset last, edge_offset step) {
        const T term = value(v);
        for (; e < last; e += step, ++inspected_) {
          if (test(marks_, g_.in_targets[e])) add(sums[g_.in_targets[e]], term);
        }
      },
      vertex);
}

}  // namespace fathom
