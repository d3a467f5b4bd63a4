// Steps of a search on one CPU thread: top-down and bottom-up levels, and the backward phase.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <type_traits>
#include <utility>

#include "fathom/visitor/cpu_search.hpp"

namespace fathom {

template <class P, class A>
cpu_search<P, A>::cpu_search(const P& program, const layout& l, const multi_search_options& options, std::size_t slots,
                             vertex_id isolated)
    : program_(program),
      n_(l.num_vertices),
      offsets_(l.out.offsets),
      in_offsets_(l.in.offsets),
      targets_(l.out.targets),
      in_targets_(l.in.targets),
      to_caller_(l.to_caller),
      to_internal_(l.to_internal),
      num_edges_(l.num_edges),
      counts_in_(in_offsets_ && in_offsets_ != offsets_),
      depth_limit_(options.depth_limit),
      directions_(options.directions),
      stop_token_(options.control.stop),
      isolated_(isolated),
      bits_(3 * multi_search_engine::words_for(slots)),
      words_(multi_search_engine::words_for(slots)),
      queue_memory_(std::size_t{l.num_vertices} + 1),
      queue_(queue_memory_.data()) {
  joined_ = bits_.data(), settled_ = joined_ + words_, marks_ = settled_ + words_;
  std::fill(bits_.begin(), bits_.end(), word{0});
}

template <class P, class A>
void cpu_search<P, A>::run(std::size_t index, vertex_id caller_source) {
  index_ = index, caller_source_ = caller_source;
  source_ = to_internal_ ? to_internal_[caller_source] : caller_source;
  join_source();
  begins_.push_back(0);
  frontier_end_ = tail_;
  if constexpr (!multi_search_engine::leaves_init_out<P>) program_.init(*this);
  while (!stopped_ && level_ < depth_limit_) {
    frontier_end_ = tail_;
    degrees_.push_back(taken_degrees());
    settled_sum_.out += degrees_.back().out, settled_sum_.in += degrees_.back().in;
    if constexpr (!multi_search_engine::leaves_prior_out<P>) {
      program_.prior(*this);
      if (stopped_) break;
    }
    visit_frontier();
    if (found() > 0) begins_.push_back(frontier_end_);
    if (stopped_) break;
    if constexpr (!multi_search_engine::leaves_post_out<P>) program_.post(*this);
    if (found() == 0) break;
    ++level_;
  }
  if (degrees_.size() < begins_.size()) degrees_.push_back(taken_degrees());
  if constexpr (!multi_search_engine::leaves_finalize_out<P>) program_.finalize(*this);
  counted.stopped += stopped_, counted.reached += tail_;
  for (const degrees& d : degrees_) counted.edges_traversed += d.out;
  counted.depth = std::max(counted.depth, depth());
}

template <class P, class A>
void cpu_search<P, A>::reset() {
  // If few vertices joined, clearing their words is cheaper than clearing the whole bitmaps.
  const bool few = tail_ < words_ / 8;
  if (few) {
    for (vertex_id i = 0; i < tail_; ++i) joined_[queue_[i] / 64] = settled_[queue_[i] / 64] = 0;
  } else {
    std::fill_n(joined_, 2 * words_, word{0});
  }
  if (few && multi_search_engine::writes_reached_only<P>())
    memory.clear(std::span<const vertex_id>(queue_, tail_));
  else
    memory.clear();
  state = memory.fresh();
  begins_.clear(), degrees_.clear();
  next_ = settled_sum_ = {};
  level_ = 0, frontier_end_ = tail_ = 0, stopped_ = false;
}

template <class P, class A>
void cpu_search<P, A>::join(vertex_id v) {
  if (test(joined_, v)) return;
  set(joined_, v);
  queue_[tail_++] = v;
  next_.out += offsets_[v + 1] - offsets_[v];
  if (counts_in_) next_.in += in_offsets_[v + 1] - in_offsets_[v];
}

template <class P, class A>
typename cpu_search<P, A>::degrees cpu_search<P, A>::taken_degrees() {
  degrees sums = std::exchange(next_, {});
  if (!counts_in_) sums.in = sums.out;
  return sums;
}

// An isolated source, which the layout does not have, has no edges.
template <class P, class A>
void cpu_search<P, A>::join_source() {
  if (source_ != no_vertex) return join(source_);
  source_ = isolated_;
  set(joined_, source_);
  queue_[tail_++] = source_;
}

template <class P, class A>
bool cpu_search<P, A>::call_visit(vertex_id u, vertex_id v, [[maybe_unused]] edge_offset e) {
  if constexpr (visits_with_position())
    return program_.visit_vertex(*this, u, v, e);
  else if constexpr (!multi_search_engine::leaves_visit_vertex_out<P>)
    return program_.visit_vertex(*this, u, v);
  else
    return true;
}

template <class P, class A>
bool cpu_search<P, A>::uses_bottom_up() const noexcept {
  if (!in_offsets_ || directions_ == search_directions::top_down) return false;
  if (directions_ == search_directions::bottom_up) return true;
  return multi_search_engine::bottom_up_pays(visits, {.frontier = static_cast<float>(degrees_.back().out),
                                                      .remaining = static_cast<float>(num_edges_ - settled_sum_.in),
                                                      .unvisited = static_cast<float>(n_ - tail_),
                                                      .edges = static_cast<float>(num_edges_),
                                                      .words = static_cast<float>(words_)});
}

template <class P, class A>
void cpu_search<P, A>::visit_frontier() {
  const vertex_id first = begins_.back();
  if (source_ >= n_) return;
  if constexpr (visits == edge_visits::to_next_level) {
    for (vertex_id i = first; i < frontier_end_; ++i) set(settled_, queue_[i]);
  }
  if constexpr (visits != edge_visits::every_edge && !visits_with_position()) {
    if (uses_bottom_up()) return visit_bottom_up();
  }
  visit_top_down();
}

template <class P, class A>
void cpu_search<P, A>::check_stop_token() const {
  if (stop_token_.stop_requested()) multi_search_engine::throw_cancelled();
}

template <class P, class A>
void cpu_search<P, A>::visit_top_down() {
  counted.edges_inspected += degrees_.back().out;
  for (vertex_id i = begins_.back(); i < frontier_end_; ++i) {
    if (i % stop_check_interval == 0) check_stop_token();
    const vertex_id u = queue_[i];
    const edge_offset last = offsets_[u + 1];
    for (edge_offset e = offsets_[u]; e < last; ++e) {
      const vertex_id v = targets_[e];
      if constexpr (visits == edge_visits::to_next_level) {
        if (test(settled_, v)) continue;
      } else if constexpr (visits == edge_visits::until_vertex_joins) {
        if (test(joined_, v)) continue;
      }
      if (call_visit(u, v, e)) join(v);
      if (stopped_) return;
    }
  }
}

// Bottom-up step: vertices that have not joined look for frontier vertices among their in-neighbors.
template <class P, class A>
void cpu_search<P, A>::visit_bottom_up() {
  const vertex_id first = begins_.back();
  for (vertex_id i = first; i < frontier_end_; ++i) set(marks_, queue_[i]);
  const word* const taken = visits == edge_visits::to_next_level ? settled_ : joined_;
  std::uint64_t inspected = 0;
  for (std::size_t w = 0; w < words_ && !stopped_; ++w) {
    if (w % (stop_check_interval / 64) == 0) check_stop_token();
    for (word left = ~taken[w]; left != 0 && !stopped_; left &= left - 1) {
      const auto v = static_cast<vertex_id>(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      if (v >= n_) break;
      const edge_offset begin = in_offsets_[v], last = in_offsets_[v + 1];
      edge_offset e = begin;
      bool joins = false;
      for (; e < last; ++e) {
        const vertex_id u = in_targets_[e];
        if (!test(marks_, u)) continue;
        joins |= call_visit(u, v, e);
        if (stopped_ || (visits == edge_visits::until_vertex_joins && joins)) break;
      }
      inspected += e - begin;
      if (joins) join(v);
    }
  }
  counted.edges_inspected += inspected;
  for (vertex_id i = first; i < frontier_end_; ++i) marks_[queue_[i] / 64] = 0;
}

// Backward phase, level by level from the deepest. Inspects the edges to the next level from the end that has fewer to inspect,
// with `from_above` or `from_below`, then calls `vertex` for the level's own vertices.
template <class P, class A>
template <class Above, class Below, class Vertex>
void cpu_search<P, A>::walk_back(bool may_use_in_edges, Above&& from_above, Below&& from_below, Vertex&& vertex) {
  for (hop_count at = depth(); at >= 0; --at) {
    check_stop_token();
    if (at < depth()) {
      const edge_offset above = degrees_[static_cast<std::size_t>(at)].out, below = degrees_[static_cast<std::size_t>(at) + 1].in;
      const bool up = may_use_in_edges && in_offsets_ && directions_ != search_directions::top_down &&
                      (below < above || directions_ == search_directions::bottom_up);
      const hop_count near = up ? at + 1 : at, far = up ? at : at + 1;
      for_each_at(far, [&](vertex_id v) { set(marks_, v); });
      if (up)
        for_each_at(near, from_below);
      else
        for_each_at(near, from_above);
      for_each_at(far, [&](vertex_id v) { marks_[v / 64] = 0; });
      counted.edges_inspected += up ? below : above;
    }
    for_each_at(at, vertex);
  }
}

template <class P, class A>
template <class F>
void cpu_search<P, A>::each_marked(const edge_offset* offsets, const vertex_id* targets, vertex_id v, F&& f) const {
  const edge_offset last = offsets[v + 1];
  for (edge_offset e = offsets[v]; e < last; ++e) {
    if (test(marks_, targets[e])) f(targets[e], e);
  }
}

template <class P, class A>
template <class Edge, class Vertex>
void cpu_search<P, A>::retrace(Edge&& edge, Vertex&& vertex) {
  constexpr bool with_position = std::is_invocable_v<Edge&, vertex_id, vertex_id, edge_offset>;
  const auto call = [&](vertex_id u, vertex_id v, [[maybe_unused]] edge_offset e) {
    if constexpr (with_position)
      edge(u, v, e);
    else
      edge(u, v);
  };
  walk_back(
      !with_position, [&](vertex_id u) { each_marked(offsets_, targets_, u, [&](vertex_id v, edge_offset e) { call(u, v, e); }); },
      [&](vertex_id v) { each_marked(in_offsets_, in_targets_, v, [&](vertex_id u, edge_offset e) { call(u, v, e); }); }, vertex);
}

template <class P, class A>
template <class T, class Value, class Vertex>
void cpu_search<P, A>::retrace_sums(vertex_array<T> sums, Value&& value, Vertex&& vertex) {
  walk_back(
      true,
      [&](vertex_id u) {
        T sum = sums[u];
        each_marked(offsets_, targets_, u, [&](vertex_id v, edge_offset) { sum = sum + value(v); });
        sums[u] = sum;
      },
      [&](vertex_id v) {
        const T term = value(v);
        each_marked(in_offsets_, in_targets_, v, [&](vertex_id u, edge_offset) { sums[u] = sums[u] + term; });
      },
      vertex);
}

}  // namespace fathom
