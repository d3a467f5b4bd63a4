#include "sssp/cpu/window_search.hpp"

#include <algorithm>
#include <bit>

#include "base/prefetch.hpp"
#include "fathom/error.hpp"
#include "sssp/cpu/count_results.hpp"
#include "sssp/cpu/pieces.hpp"

namespace fathom::sssp_engine {
namespace {

constexpr edge_offset edges_per_thread = 1u << 13;  // with fewer, starting and synchronizing a thread costs more than it saves
constexpr std::size_t worth_giving = 256;           // queue size from which half is given to a waiting thread
constexpr unsigned edges_at_once = 4;               // of a short row; roads and lattices have few rows with more
constexpr unsigned fetched_targets = 3;             // of a short row; roads have 2.5 edges per vertex
constexpr vertex_id vertices_per_pull = 4096;       // chunk size

}  // namespace

template <class Sum>
window_search<Sum>::window_search(const weighted_layout& prepared, int threads)
    : layout_(prepared),
      sum_(prepared),
      threads_(useful_threads(prepared.num_edges, edges_per_thread, threads)),
      plan_(prepared, threads_),
      rows_are_short_(plan_.rows_are_short()),
      distances_(std::size_t{prepared.num_vertices} + 1),
      lanes_(static_cast<std::size_t>(threads_)) {}

template <class Sum>
outcome window_search<Sum>::run(const request& r) {
  const queued_vertex from_source{r.source, 0};
  return run(r, {&from_source, 1});
}

template <class Sum>
outcome window_search<Sum>::run(const request& r, std::span<const queued_vertex> starts) {
  begin(r);
  const std::uint64_t entries = distances_.size();
#pragma omp parallel num_threads(threads_)
  {
#pragma omp for schedule(static)
    for (std::uint64_t v = 0; v < entries; ++v) distances_[v] = Sum::infinity;
#pragma omp single
    {
      // OpenMP may provide fewer threads than requested.
      barrier_.emplace(omp_get_num_threads());
      shared_.open(omp_get_num_threads());
      failure_.run([&] { begin_at(starts); });
    }
    search(static_cast<std::size_t>(omp_get_thread_num()));
  }
  failure_.rethrow();
  if (r.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
  outcome o;
  finish(o);
  return o;
}

template <class Sum>
void window_search<Sum>::begin(const request& r) {
  request_ = &r;
  plan_.start(r.delta);
  limit_ = Sum::next_above(Sum::of(r.cutoff));
  high_ = std::min(limit_, std::max(Sum::next_above(0), Sum::of(plan_.delta())));
  step_ = step::settle;
  pulled_ = false;
  windows_ = last_found_ = last_expanded_ = 0;
  for (lane& l : lanes_) {
    l.open.clear(), l.still_open.clear(), l.fresh.clear(), l.newly_fresh.clear(), l.waiting.clear(), l.still_waiting.clear();
    l.queue.clear();
    l.open_cursor = l.fresh_cursor = l.waiting_cursor = 0;
    l.next = Sum::infinity, l.last_waiting = 0;
    l.relaxed = l.found = l.found_edges = l.expanded = 0;
  }
}

// The starts wait for their windows, as if found in an earlier one.
template <class Sum>
void window_search<Sum>::begin_at(std::span<const queued_vertex> starts) {
  lane& first = lanes_.front();
  for (const queued_vertex& s : starts) {
    if (rows_are_short_) lower(first, s.v, s.distance);
    first.waiting.push_back(s);
  }
}

template <class Sum>
void window_search<Sum>::search(std::size_t me) {
  lane& mine = lanes_[me];
  for (;;) {
    if (step_ == step::pull)
      failure_.run([&] { pull(mine); });
    else
      settle_window(mine);
    barrier_->arrive_and_wait([] {});  // all threads are done reading the lists of this window
    turn_over(mine);
    barrier_->arrive_and_wait([this] { decide(); });
    if (step_ == step::finish) return;
  }
}

// After a failure threads do no work, but still reach the barrier.
template <class Sum>
void window_search<Sum>::settle_window(lane& mine) {
  failure_.run([&] { follow_lists(mine); });
  do {
    failure_.run([&] { drain(mine); });
    mine.queue.clear();
  } while (shared_.take(mine.queue));
}

template <class Sum>
void window_search<Sum>::follow_lists(lane& mine) {
  const auto me = static_cast<std::size_t>(&mine - lanes_.data());
  const auto fetch_row = [&](const open_row& row) {
    if (row.next < high_) __builtin_prefetch(&layout_.out.edges[row.at]);
  };
  for_pieces(lanes_, me, &lane::open, &lane::open_cursor, fetch_row, [&](const open_row& row) {
    if (row.next >= high_) {
      mine.still_open.push_back(row);
      mine.next = std::min(mine.next, row.next);
      return;
    }
    const open_row rest = relax(mine, row.from, row.at);
    if (rest.next < Sum::infinity) mine.still_open.push_back(rest);
  });
  const auto fetch_distance = [&](const auto& entry) { __builtin_prefetch(&distances_[entry.v]); };
  for_pieces(lanes_, me, &lane::fresh, &lane::fresh_cursor, fetch_distance, [&](const fresh_row& f) {
    // Distances below the end of the last window are settled.
    if (std::atomic_ref(distances_[f.v]).load(std::memory_order_relaxed) != f.row.from) return;
    const open_row rest = f.row.next < high_ ? relax(mine, f.row.from, f.row.at) : f.row;
    mine.next = std::min(mine.next, rest.next);
    if (rest.next < Sum::infinity) mine.still_open.push_back(rest);
  });
  for_pieces(lanes_, me, &lane::waiting, &lane::waiting_cursor, fetch_distance, [&](const queued_vertex& w) {
    if (w.distance < high_) {
      // If the tentative distance has decreased since, another entry holds or held it.
      if (!rows_are_short_) return improve(mine, w.v, w.distance);
      if (std::atomic_ref(distances_[w.v]).load(std::memory_order_relaxed) == w.distance) mine.queue.push_back(w);
      return;
    }
    mine.still_waiting.push_back(w);
    mine.next = std::min(mine.next, w.distance);
  });
}

// Relaxes a row up to the first edge that leads beyond the window.
template <class Sum>
auto window_search<Sum>::relax(lane& mine, distance from, edge_offset at) -> open_row {
  const weighted_edge* e = layout_.out.edges + at;
  distance d;
  for (; (d = sum_.add(from, e->weight)) < high_; ++e) improve(mine, e->target, d);
  const auto end = static_cast<edge_offset>(e - layout_.out.edges);
  mine.relaxed += end - at;
  mine.next = std::min(mine.next, d);
  return {d, from, end};
}

// Lowers v's distance to d; returns false if it is already as low.
template <class Sum>
bool window_search<Sum>::lower(lane& mine, vertex_id v, distance d) {
  const std::atomic_ref<distance> there(distances_[v]);
  distance old = there.load(std::memory_order_relaxed);
  if (d >= old) return false;
  if (threads_ == 1) {
    there.store(d, std::memory_order_relaxed);  // an atomic exchange would take a third of the time of a search over short rows
  } else {
    while (!there.compare_exchange_weak(old, d, std::memory_order_relaxed)) {
      if (d >= old) return false;
    }
  }
  if (old == Sum::infinity) {
    ++mine.found;
    if (!rows_are_short_) mine.found_edges += layout_.out.degree(v);
  }
  return true;
}

template <class Sum>
void window_search<Sum>::improve(lane& mine, vertex_id v, distance d) {
  if (lower(mine, v, d)) mine.queue.push_back({v, d});
}

// Relaxes a short row completely; vertices beyond the window get a tentative distance and wait.
template <class Sum>
void window_search<Sum>::relax_all(lane& mine, const queued_vertex& q) {
  const weighted_edge* const row = layout_.out.begin(q.v);
  const edge_offset size = layout_.out.degree(q.v);
  for (edge_offset first = 0; first < size; first += edges_at_once) relax_some(mine, row + first, size - first, q.distance);
  mine.relaxed += size;
}

// Relaxes the first edges of a row's rest of `size` edges. Which of them improve a distance is unpredictable: the comparisons have
// no branches. The entry that ends the row stands in for missing edges: the sum with its weight is infinite.
template <class Sum>
void window_search<Sum>::relax_some(lane& mine, const weighted_edge* first, edge_offset size, distance from) {
  unsigned better = 0;
  for (unsigned i = 0; i < edges_at_once; ++i) {
    const weighted_edge& e = first[std::min<edge_offset>(i, size)];
    const distance old = std::atomic_ref(distances_[std::min(e.target, layout_.num_vertices)]).load(std::memory_order_relaxed);
    better |= unsigned{sum_.add(from, e.weight) < std::min(old, limit_)} << i;
  }
  for (; better != 0; better &= better - 1) {
    const weighted_edge& e = first[std::countr_zero(better)];
    const distance d = sum_.add(from, e.weight);
    if (!lower(mine, e.target, d)) continue;
    const bool waits = d >= high_;
    (waits ? mine.still_waiting : mine.queue).push_back({e.target, d});
    mine.next = std::min(mine.next, waits ? d : Sum::infinity);
  }
}

template <class Sum>
void window_search<Sum>::expand(lane& mine, const queued_vertex& q) {
  // The vertex has been queued again with a shorter distance.
  if (std::atomic_ref(distances_[q.v]).load(std::memory_order_relaxed) != q.distance) return;
  ++mine.expanded;
  if (rows_are_short_) return relax_all(mine, q);
  const open_row rest = relax(mine, q.distance, layout_.out.offsets[q.v]);
  if (rest.next < Sum::infinity) mine.newly_fresh.push_back({rest, q.v});
}

// Fetches the distances of a short row's first neighbors. The entry that ends a row has no neighbor.
template <class Sum>
void window_search<Sum>::fetch_distances(vertex_id v) const {
  const weighted_edge* const row = layout_.out.begin(v);
  const edge_offset size = layout_.out.degree(v);
  for (unsigned i = 0; i < fetched_targets; ++i) {
    prefetch_entry(distances_.data(), std::min(row[std::min<edge_offset>(i, size)].target, layout_.num_vertices));
  }
}

// First in, first out: vertices found first are usually nearest.
template <class Sum>
void window_search<Sum>::drain(lane& mine) {
  for (std::size_t i = 0; i < mine.queue.size(); ++i) {
    const std::size_t left = mine.queue.size() - i;
    if (left > worth_giving && i % (worth_giving / 4) == 0 && shared_.is_wanted()) {
      const auto half = mine.queue.end() - static_cast<std::ptrdiff_t>(left / 2);
      shared_.give({half, mine.queue.end()});
      mine.queue.erase(half, mine.queue.end());
    }
    if (left > 4 * fetched_ahead) {
      prefetch_entry(layout_.out.offsets, mine.queue[i + 4 * fetched_ahead].v);
      prefetch_entry(layout_.out.edges, layout_.out.offsets[mine.queue[i + 2 * fetched_ahead].v]);
      if (rows_are_short_) fetch_distances(mine.queue[i + fetched_ahead].v);
    }
    expand(mine, queued_vertex(mine.queue[i]));
  }
}

// Each unsettled vertex inspects its in-edges, the lightest first, until they cannot give a shorter distance.
template <class Sum>
void window_search<Sum>::pull(lane& mine) {
  const vertex_id n = layout_.num_vertices;
  for (;;) {
    const std::uint64_t first = pull_cursor_.fetch_add(vertices_per_pull, std::memory_order_relaxed);
    if (first >= n) return;
    const auto last = static_cast<vertex_id>(std::min<std::uint64_t>(first + vertices_per_pull, n));
    for (auto v = static_cast<vertex_id>(first); v < last; ++v) {
      if (distances_[v] != Sum::infinity) continue;
      distance best = limit_;
      const weighted_edge* e = layout_.in.begin(v);
      for (; sum_.add(0, e->weight) < best; ++e) best = std::min(best, sum_.add(distances_[e->target], e->weight));
      mine.relaxed += static_cast<edge_offset>(e - layout_.in.begin(v));
      if (best >= limit_) continue;
      mine.still_waiting.push_back({v, best});
      mine.next = std::min(mine.next, best);
      mine.last_waiting = std::max(mine.last_waiting, best);
    }
  }
}

template <class Sum>
void window_search<Sum>::turn_over(lane& mine) {
  mine.open.swap(mine.still_open);
  mine.fresh.swap(mine.newly_fresh);
  mine.waiting.swap(mine.still_waiting);
  mine.still_open.clear(), mine.newly_fresh.clear(), mine.still_waiting.clear();
  if (step_ == step::pull) mine.open.clear(), mine.fresh.clear();
  mine.open_cursor.store(0, std::memory_order_relaxed);
  mine.fresh_cursor.store(0, std::memory_order_relaxed);
  mine.waiting_cursor.store(0, std::memory_order_relaxed);
}

template <class Sum>
void window_search<Sum>::decide() {
  distance next = Sum::infinity, last_waiting = 0;
  std::uint64_t relaxed = 0, found = 0, settled_edges = 0, expanded = 0;
  for (lane& l : lanes_) {
    next = std::min(next, l.next), last_waiting = std::max(last_waiting, l.last_waiting);
    l.next = Sum::infinity, l.last_waiting = 0;
    relaxed += l.relaxed, found += l.found, settled_edges += l.found_edges, expanded += l.expanded;
  }
  const bool has_pulled = step_ == step::pull;
  windows_ += !has_pulled;
  const vertex_id target = request_->target;
  if (target != no_vertex && distances_[target] < high_) limit_ = std::min(limit_, Sum::next_above(distances_[target]));
  if (next >= limit_ || failure_.failed() || request_->stop.stop_requested()) {
    step_ = step::finish;
    return;
  }
  shared_.open(static_cast<int>(omp_get_num_threads()));
  if (!pulled_ && plan_.pulling_pays(settled_edges, relaxed)) {
    step_ = step::pull;
    pulled_ = true;
    pull_cursor_.store(0, std::memory_order_relaxed);
    return;
  }
  step_ = step::settle;
  if (has_pulled)
    plan_.adapt_to_pulled(static_cast<double>(last_waiting) - static_cast<double>(next));
  else
    plan_.adapt(found - last_found_, expanded - last_expanded_);
  last_found_ = found, last_expanded_ = expanded;
  const double high = static_cast<double>(next) + plan_.delta();
  high_ = std::min(limit_, std::max(Sum::next_above(next), Sum::of(high)));
}

// Counts the results, and resets distances beyond a limit that was found during the search.
template <class Sum>
void window_search<Sum>::finish(outcome& o) {
  const vertex_id n = layout_.num_vertices;
  if (limit_ < Sum::infinity) {
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (vertex_id v = 0; v < n; ++v) {
      if (distances_[v] >= limit_) distances_[v] = Sum::infinity;
    }
  }
  count_results<Sum>(layout_, distances_, threads_, o);
  for (const lane& l : lanes_) o.edges_relaxed += l.relaxed;
  o.windows = windows_;
  o.delta = plan_.first_delta();
  // If no sum came near infinity, none has overflowed.
  o.is_exact = limit_ < Sum::infinity || o.farthest + layout_.largest_weight < static_cast<double>(Sum::infinity);
}

template class window_search<whole_32>;
template class window_search<whole_64>;
template class window_search<real_64>;
template class window_search<table_64>;

}  // namespace fathom::sssp_engine
