#include "sssp/distributed/paths.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <utility>

#include "fathom/control.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::size_t relaxed_per_thread = 256;
constexpr std::uint64_t few_in_window = 64;     // scanning the waiting vertices costs about as much
constexpr std::uint64_t few_in_bucket = 4'096;  // per process; exchanging costs about as much

constexpr std::size_t fetched_ahead = 4;  // vertices whose adjacency rows are prefetched

template <class Distance>
Distance end_after(Distance smallest, double width) {
  return std::max(smallest + static_cast<Distance>(width), std::nextafter(smallest, std::numeric_limits<Distance>::infinity()));
}

template <bool Shared, class Distance>
void lower_to(Distance& there, Distance value) {
  if constexpr (Shared) {
    const std::atomic_ref<Distance> shared(there);
    Distance seen = shared.load(std::memory_order_relaxed);
    while (value < seen && !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  } else {
    there = std::min(there, value);
  }
}

}  // namespace

template <class Distance>
std::uint64_t rank_paths<Distance>::planned_bytes(const partitioned_graph& g) {
  const bool grid = g.grid.columns > 1;
  const std::uint64_t rows = g.row_ids() * path_table<Distance>::bytes_per_row;
  const std::uint64_t lists = 4 * vertex_list::planned_bytes(g.stride) + (grid ? vertex_list::planned_bytes(g.row_ids()) : 0);
  const std::uint64_t bitmaps = 2 * (g.stride + g.column_ids()) / 8;
  const std::uint64_t messages = (2 * g.stride + g.column_ids()) * sizeof(reached);
  const std::uint64_t edges = g.out.ends.size() * sizeof(weighted_end) + g.column_ids() * sizeof(edge_offset);
  return edges + rows + lists + bitmaps + messages + (grid ? g.stride * sizeof(global_vertex) : 0);
}

template <class Distance>
rank_paths<Distance>::rank_paths(const partitioned_graph& g, const bucket_plan& plan, vertex_bits border, int threads)
    : g_(g),
      threads_(threads),
      plan_(plan),
      border_(std::move(border)),
      rows_(g, plan.lightest_heavy, threads),
      best_(g.row_ids()),
      predecessors_(one_column() ? 0 : g.stride),
      open_(g.stride),
      near_(g.stride),
      settled_(plan.has_heavy ? g.stride : 0),
      settled_border_(plan.has_heavy ? g.stride : 0),
      unsent_(g.stride),
      touched_(one_column() ? 0 : g.row_ids()),
      active_(g.stride),
      all_(static_cast<std::size_t>(g.ranks->size())),
      sent_(g.stride),
      nearest_(g.delegates.size()),
      lowered_at_(g.delegates.size()),
      delegate_parents_(g.delegates.size()) {}

template <class Distance>
paths_outcome rank_paths<Distance>::run(global_vertex source, const path_limits& limits) {
  source_ = source, limits_ = limits;
  start();
  for (;;) {
    settle_bucket();
    const step next = agree();
    if (next == step::finish) break;
    if (next == step::next_bucket) continue;
    begin_phase();
    window_end_ = 0;  // improved vertices wait for settle_bucket(), which begins with the nearest
    if (next == step::relax_heavy) {
      send_along_column(settled_border_, &own_counts::settled_border);
      relax_settled();
      relax_received(row_part::heavy);
    } else {
      send_along_column(unsent_, &own_counts::unsent);
      unsent_.clear();
      relax_received(row_part::light);
    }
    if (!one_column()) send_along_row();
    reduce_delegates();
  }
  resolve_delegate_predecessors();
  clock_.sent(outcome_.bytes_sent);
  return outcome_;
}

// no_local_vertex for a vertex of another process, and for an isolated one.
template <class Distance>
local_vertex rank_paths<Distance>::own_id(global_vertex v) const {
  const index_range block = g_.own_block();
  return v >= block.first && v < block.last ? g_.to_local[v - block.first] : no_local_vertex;
}

template <class Distance>
void rank_paths<Distance>::start() {
  clock_.restart();
  outcome_ = {};
  outcome_.buckets = 1;
  bucket_width_ = window_width_ = window_width(plan_.width, plan_.is_fixed);
  bucket_end_ = static_cast<Distance>(plan_.width);
  window_end_ = 0, smallest_ = infinity;
  in_bucket_ = in_window_ = {};
  farthest_ = static_cast<Distance>(limits_.cutoff);
  best_.clear();
  std::fill(predecessors_.begin(), predecessors_.end(), no_global_vertex);
  open_.clear(), near_.clear(), settled_.clear(), settled_border_.clear(), unsent_.clear(), touched_.clear();
  std::fill(nearest_.begin(), nearest_.end(), static_cast<distance_bits>(~bits(infinity)));
  has_nearer_delegates_ = 0, time_ = 0;
  target_ = own_id(limits_.target);
  if (limits_.target == source_) farthest_ = 0;
  // The source's predecessor is replaced in the result. Each process has the delegates.
  if (const std::uint32_t delegate = g_.delegates.find(source_); delegate != delegate_table::none)
    lower(delegate, 0, no_global_vertex);
  else if (const local_vertex id = own_id(source_); id != no_local_vertex)
    lower(id, 0, no_global_vertex);
}

// Relaxes the edges of this process's vertices until no distance within the bucket changes, the nearest vertices first.
template <class Distance>
void rank_paths<Distance>::settle_bucket() {
  while (open_window()) {
    while (!near_.empty()) {
      take_near();
      relax(active_.view().first(active_count_), row_part::light);
    }
    in_bucket_.expanded += in_window_.expanded, in_bucket_.found += in_window_.found;
    window_width_.adapt(std::exchange(in_window_, {}), few_in_window);
  }
}

// Lists the open vertices of the next window in near_. Returns false if there is none within the bucket.
template <class Distance>
bool rank_paths<Distance>::open_window() {
  while (smallest_ < bucket_end_ && smallest_ <= farthest_) {
    window_end_ = std::min(bucket_end_, end_after(smallest_, window_width_.value()));
    Distance next = infinity;
    open_.filter(threads_, [&](local_vertex id, auto shared) {
      constexpr bool is_shared = decltype(shared)::value;
      const Distance distance = distance_of(id);
      if (distance > farthest_) return false;
      if (distance < window_end_)
        near_.template insert<is_shared>(id);
      else
        lower_to<is_shared>(next, distance);
      return true;
    });
    smallest_ = next;
    if (!near_.empty()) return true;
  }
  return false;
}

// Makes the vertices of a list those to relax.
template <class Distance>
void rank_paths<Distance>::take_near() {
  const std::span<const local_vertex> near = near_.view();
  in_window_.expanded += near.size();
  active_count_ = near.size();
  for_each_index(near.size(), [&](std::uint64_t i, auto shared) {
    const local_vertex id = near[i];
    constexpr bool is_shared = decltype(shared)::value;
    open_.remove<is_shared>(id);
    active_[i] = reached_here(id);
    const bool is_border = border_.contains(id);
    if (is_border && plan_.has_light) unsent_.insert<is_shared>(id);
    if (plan_.has_heavy) (is_border ? settled_border_ : settled_).template insert<is_shared>(id);
    if (g_.is_delegate(id) && active_[i].distance < from_bits(static_cast<distance_bits>(~nearest_[id])))
      std::atomic_ref(has_nearer_delegates_).store(1, std::memory_order_relaxed);
  });
  near_.clear();
}

// Calls visit(i, std::bool_constant<Shared>) for the indices below `size`; `Shared`: on several threads.
template <class Distance>
template <class Visit>
void rank_paths<Distance>::for_each_index(std::uint64_t size, const Visit& visit) const {
  const int threads = useful_threads(size, relaxed_per_thread, threads_);
  if (threads == 1) {
    for (std::uint64_t i = 0; i < size; ++i) visit(i, std::false_type());
    return;
  }
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t i = 0; i < size; ++i) visit(i, std::true_type());
}

// All processes know the same counts.
template <class Distance>
void rank_paths<Distance>::open_bucket(Distance smallest) {
  work_counts done;
  for (const own_counts& one : all_) done.expanded += one.expanded, done.found += one.found;
  bucket_width_.adapt(done, few_in_bucket * all_.size());
  in_bucket_ = {};
  bucket_end_ = end_after(smallest, bucket_width_.value());
  ++outcome_.buckets;
}

// Along heavy edges, the vertices of the bucket, whose distances do not change any more.
template <class Distance>
void rank_paths<Distance>::relax_settled() {
  active_count_ = 0;
  for (vertex_list* const list : {&settled_, &settled_border_}) {
    for (const local_vertex id : list->view()) active_[active_count_++] = reached_here(id);
    list->clear();
  }
  relax(active_.view().first(active_count_), row_part::heavy);
}

template <class Distance>
void rank_paths<Distance>::relax_received(row_part part) {
  std::size_t first = 0;
  for (std::size_t row = 0; row < received_counts_.size(); ++row) {
    const std::span<reached> theirs = received_.view().subspan(first, received_counts_[row]);
    first += theirs.size();
    if (static_cast<int>(row) == g_.grid.row) continue;
    for (reached& one : theirs) one.id += static_cast<local_vertex>(row * g_.stride);
    relax(theirs, part);
  }
}

template <class Distance>
void rank_paths<Distance>::relax(std::span<const reached> vertices, row_part part) {
  ++time_;
  const int threads = useful_threads(vertices.size(), relaxed_per_thread, threads_);
  if (threads == 1) return relax_edges<false>(vertices, part);
  const std::size_t chunks = (vertices.size() + relaxed_per_thread / 8 - 1) / (relaxed_per_thread / 8);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const index_range range = part_of(vertices.size(), chunks, chunk);
    relax_edges<true>(vertices.subspan(range.first, range.last - range.first), part);
  }
}

template <class Distance>
template <bool Shared>
void rank_paths<Distance>::relax_edges(std::span<const reached> vertices, row_part part) {
  const edge_offset* const starts = part == row_part::heavy ? rows_.middles.data() : g_.out.offsets.data();
  const edge_offset* const ends = part == row_part::heavy ? g_.out.offsets.data() + 1 : rows_.middles.data();
  const std::uint64_t first_own = first_own_row(), stride = g_.stride;
  const Distance farthest = farthest_, window_end = window_end_;
  Distance smallest = infinity;  // of the improved vertices behind the window
  std::uint64_t relaxed = 0, found = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (i + 2 * fetched_ahead < vertices.size()) {
      __builtin_prefetch(&starts[vertices[i + 2 * fetched_ahead].id]);
      __builtin_prefetch(&rows_.ends[starts[vertices[i + fetched_ahead].id]]);
    }
    const reached& u = vertices[i];
    const Distance above = u.distance;
    const edge_offset begin = starts[u.id], end = ends[u.id];
    relaxed += end - begin;
    for (edge_offset e = begin; e < end; ++e) {
      const weighted_end v = rows_.ends[e];
      const Distance along = above + static_cast<Distance>(v.weight);
      if (along > farthest) continue;
      const lowering change = best_.template lower<Shared>(v.id, along, u.id);
      if (change == lowering::none) continue;
      const std::uint64_t id = v.id - first_own;
      if (id >= stride) {
        touched_.insert<Shared>(v.id);
        continue;
      }
      found += change == lowering::first;
      if (id < lowered_at_.size()) std::atomic_ref(lowered_at_[id]).store(time_, std::memory_order_relaxed);
      open_.insert<Shared>(static_cast<local_vertex>(id));
      if (along < window_end)
        near_.insert<Shared>(static_cast<local_vertex>(id));
      else
        smallest = std::min(smallest, along);
    }
  }
  lower_to<Shared>(smallest_, smallest);
  std::atomic_ref(outcome_.relaxed).fetch_add(relaxed, std::memory_order_relaxed);
  std::atomic_ref(in_window_.found).fetch_add(found, std::memory_order_relaxed);
}

// Sets a smaller distance that another process has found. The window is closed.
template <class Distance>
void rank_paths<Distance>::lower(local_vertex id, Distance distance, global_vertex predecessor) {
  in_window_.found += !(distance_of(id) < infinity);
  best_.set(own_row(id), distance, no_local_vertex);
  if (!one_column()) predecessors_[id] = predecessor;
  open_.insert<false>(id);
  smallest_ = std::min(smallest_, distance);
}

// The predecessor of a reached vertex that is not the source.
template <class Distance>
global_vertex rank_paths<Distance>::predecessor_of(local_vertex id) const {
  if (g_.is_delegate(id)) return delegate_parents_[id] - 1;
  const local_vertex column = best_.from(own_row(id));
  return column == no_local_vertex ? predecessors_[id] : g_.column_vertex(column);
}

template class rank_paths<float>;
template class rank_paths<double>;

}  // namespace fathom::ranks_engine
