#include "sssp/distributed/paths.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "comm/agreement.hpp"
#include "comm/routing.hpp"
#include "fathom/control.hpp"
#include "sssp/distributed/mark_bits.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::size_t relaxed_per_thread = 256;
constexpr std::uint64_t words_per_thread = 1u << 10;

}  // namespace

template <class Distance>
std::uint64_t rank_paths<Distance>::planned_bytes(const partitioned_graph& g) {
  const bool grid = g.grid.columns > 1;
  const std::uint64_t by_edge = sizeof(weighted_end);
  const std::uint64_t by_row = path_table<Distance>::bytes_per_row + (grid ? sizeof(local_vertex) : 0);
  const std::uint64_t by_column = sizeof(edge_offset) + sizeof(reached);
  const std::uint64_t by_vertex = sizeof(reached) + sizeof(local_vertex) + (grid ? sizeof(Distance) + sizeof(global_vertex) : 0);
  return g.out.ends.size() * by_edge + g.row_ids() * by_row + g.column_ids() * by_column + g.own_vertices * by_vertex;
}

template <class Distance>
rank_paths<Distance>::rank_paths(const partitioned_graph& g, const bucket_plan& plan, int threads)
    : g_(g),
      threads_(threads),
      plan_(plan),
      rows_(g, plan.width, threads),
      best_(g.row_ids()),
      pending_(g.stride / word_bits),
      in_bucket_(g.stride / word_bits),
      bucket_(g.own_vertices),
      sent_(g.own_vertices),
      all_(static_cast<std::size_t>(g.ranks->size())),
      nearest_(g.delegates.size()),
      delegate_parents_(g.delegates.size()),
      distances_(one_column() ? 0 : g.own_vertices),
      parents_(one_column() ? 0 : g.own_vertices),
      is_touched_(one_column() ? 0 : g.row_ids() / word_bits),
      touched_(one_column() ? 0 : g.row_ids()) {}

template <class Distance>
paths_outcome rank_paths<Distance>::run(global_vertex source, const path_limits& limits) {
  source_ = source, limits_ = limits;
  start();
  while (next_frontier()) {
    send_active();
    relax();
    if (!one_column()) send_to_owners();
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
  limit_ = static_cast<Distance>(plan_.width);
  farthest_ = static_cast<Distance>(limits_.cutoff);
  is_heavy_phase_ = true;
  best_.clear();
  std::fill(pending_.begin(), pending_.end(), 0);
  std::fill(in_bucket_.begin(), in_bucket_.end(), 0);
  bucket_.clear(), sent_.clear();
  std::fill(distances_.begin(), distances_.end(), infinity);
  std::fill(parents_.begin(), parents_.end(), no_global_vertex);
  target_ = own_id(limits_.target);
  if (limits_.target == source_) farthest_ = 0;
  if (const std::uint32_t delegate = g_.delegates.find(source_); delegate != delegate_table::none)
    return lower_delegate(delegate, 0);
  const local_vertex id = own_id(source_);
  if (id == no_local_vertex) return;
  best_.set(own_row(id), 0, 0);  // this predecessor is replaced in the result
  if (!one_column()) distances_[id] = 0;
  mark<false>(pending_, id);
}

// Determines the next vertices to relax. While the current bucket changes: its changed vertices, along light edges. Then once: all
// of the bucket, along heavy edges. Then the next bucket. Without light edges, nothing in a bucket can change, so its heavy edges
// follow at once. Returns false if no vertex is left.
template <class Distance>
bool rank_paths<Distance>::next_frontier() {
  for (;;) {
    if (exchange_counts(take_active())) {
      is_heavy_phase_ = !plan_.has_light;
      return true;
    }
    if (!is_heavy_phase_ && plan_.has_heavy) {
      is_heavy_phase_ = true;
      take_bucket();
      return true;
    }
    is_heavy_phase_ = true;
    const auto next = std::min_element(all_.begin(), all_.end(),
                                       [](const own_counts& a, const own_counts& b) { return a.smallest < b.smallest; });
    const Distance smallest = from_bits(next->smallest);
    if (!(smallest < infinity)) return false;
    limit_ = std::max(smallest + static_cast<Distance>(plan_.width), std::nextafter(smallest, infinity));
    ++outcome_.buckets;
  }
}

// Returns whether any process has something to send.
template <class Distance>
bool rank_paths<Distance>::exchange_counts(std::uint64_t smallest) {
  ++outcome_.rounds;
  own_counts mine{.active = sent_.size(), .bucket = bucket_.size(), .smallest = smallest, .stops = limits_.stop.stop_requested()};
  if (target_ != no_local_vertex) mine.target = bits(distance_of(target_));
  const std::vector<std::uint64_t> sizes(all_.size(), sizeof mine);
  clock_.computed();
  g_.ranks->all_gather(std::as_bytes(std::span(&mine, 1)), sizes, std::as_writable_bytes(std::span(all_)));
  clock_.waited();
  bool is_any = false, stops = false;
  for (const own_counts& one : all_) {
    is_any = is_any || one.active > 0, stops = stops || one.stops != 0;
    farthest_ = std::min(farthest_, from_bits(one.target));
  }
  if (stops) {
    on_all_processes(*g_.ranks, [&] {
      run_control stopping;
      stopping.stop = limits_.stop;
      check_stop(stopping);
    });
  }
  return is_any;
}

// Returns the bits of the smallest distance outside the current bucket.
template <class Distance>
std::uint64_t rank_paths<Distance>::take_active() {
  sent_.clear();
  const bool lists_bucket = plan_.has_light && plan_.has_heavy;
  std::uint64_t smallest = bits(infinity);
#pragma omp parallel num_threads(useful_threads(pending_.size(), words_per_thread, threads_)) reduction(min : smallest)
  {
    typename fixed_list<reached>::batch active(sent_);
    typename fixed_list<local_vertex>::batch bucket(bucket_);
    const index_range part = part_of(pending_.size(), static_cast<std::uint64_t>(omp_get_num_threads()),
                                     static_cast<std::uint64_t>(omp_get_thread_num()));
    for (std::uint64_t w = part.first; w < part.last; ++w) {
      for (std::uint64_t open = pending_[w]; open != 0; open &= open - 1) {
        const auto id = static_cast<local_vertex>(w * word_bits + static_cast<std::uint64_t>(std::countr_zero(open)));
        const Distance distance = distance_of(id);
        if (distance > farthest_) {
          pending_[w] &= ~bit_of(id);
          continue;
        }
        if (!(distance < limit_)) {
          smallest = std::min(smallest, bits(distance));
          continue;
        }
        pending_[w] &= ~bit_of(id);
        active.append({id, distance});
        if (lists_bucket && (in_bucket_[w] & bit_of(id)) == 0) bucket.append(id), in_bucket_[w] |= bit_of(id);
      }
    }
  }
  return smallest;
}

// The processes have exchanged the sizes of the bucket in a round without active vertices.
template <class Distance>
void rank_paths<Distance>::take_bucket() {
  for (own_counts& one : all_) one.active = one.bucket;
  for (const local_vertex id : bucket_.view()) {
    sent_.append({id, distance_of(id)});
    in_bucket_[id / word_bits] = 0;
  }
  bucket_.clear();
}

// Gathers the active vertices of all processes of the grid column.
template <class Distance>
void rank_paths<Distance>::send_active() {
  std::vector<std::uint64_t> sizes;
  frontier_counts_.clear();
  for (int row = 0; row < g_.grid.rows; ++row) {
    frontier_counts_.push_back(all_[static_cast<std::size_t>(g_.grid.rank_at(row, g_.grid.column))].active);
    sizes.push_back(frontier_counts_.back() * sizeof(reached));
  }
  frontier_size_ = std::accumulate(frontier_counts_.begin(), frontier_counts_.end(), std::uint64_t{0});
  // All processes know all counts, so that they allocate in the same round, in steps by which a search seldom grows twice.
  std::uint64_t largest = 0;
  for (int column = 0; column < g_.grid.columns; ++column) {
    std::uint64_t size = 0;
    for (int row = 0; row < g_.grid.rows; ++row) size += all_[static_cast<std::size_t>(g_.grid.rank_at(row, column))].active;
    largest = std::max(largest, size);
  }
  if (largest > frontier_.size()) {
    on_all_processes(*g_.ranks, [&] {
      frontier_ = {};
      frontier_ = array<reached>(std::min(std::bit_ceil(largest), g_.column_ids()));
    });
  }
  clock_.computed();
  g_.grid.along_column->all_gather(std::as_bytes(sent_.view()), sizes,
                                   std::as_writable_bytes(frontier_.view().first(frontier_size_)));
  outcome_.bytes_sent += sent_.size() * sizeof(reached) * static_cast<std::uint64_t>(g_.grid.rows - 1);
  clock_.exchanged();
  std::size_t at = 0;
  for (std::size_t row = 0; row < frontier_counts_.size(); ++row) {
    for (const std::size_t end = at + frontier_counts_[row]; at < end; ++at) {
      frontier_[at].id += static_cast<local_vertex>(row * g_.stride);
    }
  }
}

template <class Distance>
void rank_paths<Distance>::relax() {
  const int threads = useful_threads(frontier_size_, relaxed_per_thread, threads_);
  if (threads == 1) return relax_edges<false>(0, frontier_size_);
  const std::size_t chunks = (frontier_size_ + relaxed_per_thread / 8 - 1) / (relaxed_per_thread / 8);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const index_range part = part_of(frontier_size_, chunks, chunk);
    relax_edges<true>(part.first, part.last);
  }
}

// With one grid column, improved vertices are this process's own and become pending at once.
template <class Distance>
template <bool Shared>
void rank_paths<Distance>::relax_edges(std::size_t first, std::size_t last) {
  std::vector<std::uint64_t>& nearer = one_column() ? pending_ : is_touched_;
  const Distance farthest = farthest_;
  std::uint64_t relaxed = 0;
  for (std::size_t i = first; i < last; ++i) {
    const local_vertex u = frontier_[i].id;
    const Distance above = frontier_[i].distance;
    const edge_offset begin = is_heavy_phase_ ? rows_.middles[u] : g_.out.offsets[u];
    const edge_offset end = is_heavy_phase_ ? g_.out.offsets[u + 1] : rows_.middles[u];
    relaxed += end - begin;
    for (edge_offset e = begin; e < end; ++e) {
      const weighted_end v = rows_.ends[e];
      const Distance along = above + static_cast<Distance>(v.weight);
      if (along <= farthest && best_.template lower<Shared>(v.id, along, u)) mark<Shared>(nearer, v.id);
    }
  }
  std::atomic_ref(outcome_.relaxed).fetch_add(relaxed, std::memory_order_relaxed);
}

template <class Distance>
void rank_paths<Distance>::send_to_owners() {
  list_touched();
  clock_.computed();
  const std::span<const local_vertex> touched = touched_.view();
  const exchanged<shorter_path<Distance>> found = deliver<shorter_path<Distance>>(
      *g_.grid.along_row, *g_.ranks, touched.size(), 1, outcome_.bytes_sent,
      [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
        for (std::uint64_t i = first; i < last; ++i) {
          const local_vertex row = touched[i];
          emit(static_cast<int>(row / g_.stride), shorter_path<Distance>{static_cast<local_vertex>(row % g_.stride),
                                                                         best_.distance(row), g_.column_vertex(best_.from(row))});
        }
      });
  clock_.exchanged();
  for (const shorter_path<Distance>& path : found.values) {
    const Distance distance = path.distance;
    if (!(distance < distances_[path.id])) continue;  // an equal distance by another predecessor improves no neighbor
    distances_[path.id] = distance;
    parents_[path.id] = path.predecessor;
    mark<false>(pending_, path.id);
  }
}

template <class Distance>
void rank_paths<Distance>::list_touched() {
  touched_.clear();
  for (std::uint64_t w = 0; w < is_touched_.size(); ++w) {
    for (std::uint64_t open = std::exchange(is_touched_[w], 0); open != 0; open &= open - 1) {
      touched_.append(static_cast<local_vertex>(w * word_bits + static_cast<std::uint64_t>(std::countr_zero(open))));
    }
  }
}

// The predecessor of a reached vertex that is not the source.
template <class Distance>
std::int64_t rank_paths<Distance>::predecessor_of(local_vertex id) const {
  if (g_.is_delegate(id)) return static_cast<std::int64_t>(delegate_parents_[id]) - 1;
  return static_cast<std::int64_t>(one_column() ? g_.column_vertex(best_.from(id)) : parents_[id]);
}

template class rank_paths<float>;
template class rank_paths<double>;

}  // namespace fathom::ranks_engine
