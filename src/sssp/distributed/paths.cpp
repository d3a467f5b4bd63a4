#include "sssp/distributed/paths.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>

#include "base/parallel.hpp"
#include "comm/routing.hpp"
#include "sssp/distributed/path_words.hpp"

namespace fathom::ranks_engine {

using namespace path_words;

namespace {

constexpr std::size_t relaxed_per_thread = 256;
constexpr std::uint64_t words_per_thread = 1u << 10;

}  // namespace

std::uint64_t rank_paths::planned_bytes(const partitioned_graph& g) {
  const std::uint64_t by_row = g.row_ids() * sizeof(std::uint64_t), by_column = g.column_ids() * sizeof(edge_offset);
  const std::uint64_t by_vertex = g.grid.columns == 1 ? 0 : g.own_vertices * (sizeof(float) + sizeof(global_vertex));
  return g.out.ends.size() * sizeof(weighted_end) + by_row + by_column + by_vertex;
}

rank_paths::rank_paths(const partitioned_graph& g, float width, int threads)
    : g_(g),
      threads_(threads),
      bucket_width_(width),
      rows_(g, bucket_width_, threads),
      best_(g.row_ids()),
      pending_(g.stride / word_bits),
      in_bucket_(g.stride / word_bits),
      all_(static_cast<std::size_t>(g.ranks->size())),
      nearest_(g.delegates.size()),
      delegate_parents_(g.delegates.size()),
      distances_(one_column() ? 0 : g.own_vertices),
      parents_(one_column() ? 0 : g.own_vertices),
      is_touched_(one_column() ? 0 : g.row_ids() / word_bits) {}

paths_outcome rank_paths::run(const paths_request& request) {
  start(request.source);
  while (next_frontier()) {
    send_active();
    relax();
    if (!one_column()) send_to_owners();
    reduce_delegates();
  }
  resolve_delegate_predecessors();
  write(request);
  outcome_.reached = std::max<std::uint64_t>(1, sum_of(*g_.ranks, outcome_.reached));  // the source may be isolated
  return outcome_;
}

// With one grid column, row ids are local ids.
float rank_paths::distance_of(local_vertex id) const noexcept { return one_column() ? distance_in(best_[id]) : distances_[id]; }

void rank_paths::start(global_vertex source) {
  outcome_ = {};
  limit_ = bucket_width_;
  is_heavy_phase_ = true;
  std::fill(best_.begin(), best_.end(), unreached);
  std::fill(pending_.begin(), pending_.end(), 0);
  std::fill(distances_.begin(), distances_.end(), infinity);
  std::fill(parents_.begin(), parents_.end(), no_global_vertex);
  if (const std::uint32_t delegate = g_.delegates.find(source); delegate != delegate_table::none)
    return lower_delegate(delegate, 0);
  const index_range block = g_.own_block();
  if (source < block.first || source >= block.last) return;
  const local_vertex id = g_.to_local[source - block.first];
  if (id == no_local_vertex) return;
  best_[own_row(id)] = packed(0, 0);  // this predecessor is replaced in the result
  if (!one_column()) distances_[id] = 0;
  mark<false>(pending_, id);
}

// Determines the next vertices to relax. While the current bucket changes: its changed vertices, along light edges. Then once: all
// of the bucket, along heavy edges. Then the next bucket. Returns false if no vertex is left.
bool rank_paths::next_frontier() {
  for (;;) {
    if (exchange_counts(take_active())) {
      is_heavy_phase_ = false;
      return true;
    }
    if (!is_heavy_phase_) {
      is_heavy_phase_ = true;
      take_bucket();
      return exchange_counts(infinite_bits);
    }
    const auto next = std::min_element(all_.begin(), all_.end(),
                                       [](const own_counts& a, const own_counts& b) { return a.smallest < b.smallest; });
    const float smallest = std::bit_cast<float>(static_cast<std::uint32_t>(next->smallest));
    if (!(smallest < infinity)) return false;
    limit_ = std::max(smallest + bucket_width_, std::nextafter(smallest, infinity));
  }
}

// Returns whether any process has something to send.
bool rank_paths::exchange_counts(std::uint64_t smallest) {
  ++outcome_.rounds;
  const own_counts mine{sent_.size(), smallest};
  const std::vector<std::uint64_t> sizes(all_.size(), sizeof mine);
  g_.ranks->all_gather(std::as_bytes(std::span(&mine, 1)), sizes, std::as_writable_bytes(std::span(all_)));
  return std::any_of(all_.begin(), all_.end(), [](const own_counts& one) { return one.active > 0; });
}

// Returns the bits of the smallest distance outside the current bucket.
std::uint64_t rank_paths::take_active() {
  sent_.clear();
  std::uint64_t smallest = infinite_bits;
  std::mutex merging;
  exception_capture failure;
#pragma omp parallel num_threads(useful_threads(pending_.size(), words_per_thread, threads_)) reduction(min : smallest)
  failure.run([&] {
    std::vector<reached_vertex> active;
    std::vector<local_vertex> bucket;
    const index_range part = part_of(pending_.size(), static_cast<std::uint64_t>(omp_get_num_threads()),
                                     static_cast<std::uint64_t>(omp_get_thread_num()));
    for (std::uint64_t w = part.first; w < part.last; ++w) {
      for (std::uint64_t open = pending_[w]; open != 0; open &= open - 1) {
        const auto id = static_cast<local_vertex>(w * word_bits + static_cast<std::uint64_t>(std::countr_zero(open)));
        const float distance = distance_of(id);
        if (!(distance < limit_)) {
          smallest = std::min<std::uint64_t>(smallest, std::bit_cast<std::uint32_t>(distance));
          continue;
        }
        pending_[w] &= ~bit_of(id);
        active.push_back({id, distance});
        if ((in_bucket_[w] & bit_of(id)) == 0) bucket.push_back(id);
        in_bucket_[w] |= bit_of(id);
      }
    }
    const std::lock_guard lock(merging);
    sent_.insert(sent_.end(), active.begin(), active.end());
    bucket_.insert(bucket_.end(), bucket.begin(), bucket.end());
  });
  failure.rethrow();
  return smallest;
}

void rank_paths::take_bucket() {
  for (const local_vertex id : bucket_) {
    sent_.push_back({id, distance_of(id)});
    in_bucket_[id / word_bits] = 0;
  }
  bucket_.clear();
}

// Gathers the active vertices of all processes of the grid column.
void rank_paths::send_active() {
  std::vector<std::uint64_t> sizes;
  frontier_counts_.clear();
  for (int row = 0; row < g_.grid.rows; ++row) {
    frontier_counts_.push_back(all_[static_cast<std::size_t>(g_.grid.rank_at(row, g_.grid.column))].active);
    sizes.push_back(frontier_counts_.back() * sizeof(reached_vertex));
  }
  frontier_.resize(std::accumulate(frontier_counts_.begin(), frontier_counts_.end(), std::uint64_t{0}));
  g_.grid.along_column->all_gather(std::as_bytes(std::span(sent_)), sizes, std::as_writable_bytes(std::span(frontier_)));
  outcome_.bytes_sent += sent_.size() * sizeof(reached_vertex) * static_cast<std::uint64_t>(g_.grid.rows - 1);
  std::size_t at = 0;
  for (std::size_t row = 0; row < frontier_counts_.size(); ++row) {
    for (const std::size_t end = at + frontier_counts_[row]; at < end; ++at) {
      frontier_[at].id += static_cast<local_vertex>(row * g_.stride);
    }
  }
}

void rank_paths::relax() {
  const int threads = useful_threads(frontier_.size(), relaxed_per_thread, threads_);
  if (threads == 1) return relax_edges<false>(0, frontier_.size());
  const std::size_t chunks = (frontier_.size() + relaxed_per_thread / 8 - 1) / (relaxed_per_thread / 8);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    const index_range part = part_of(frontier_.size(), chunks, chunk);
    relax_edges<true>(part.first, part.last);
  }
}

// With one grid column, improved vertices are this process's own and become pending at once.
template <bool Shared>
void rank_paths::relax_edges(std::size_t first, std::size_t last) {
  std::vector<std::uint64_t>& nearer = one_column() ? pending_ : is_touched_;
  std::uint64_t relaxed = 0;
  for (std::size_t i = first; i < last; ++i) {
    const reached_vertex u = frontier_[i];
    const edge_offset begin = is_heavy_phase_ ? rows_.middles[u.id] : g_.out.offsets[u.id];
    const edge_offset end = is_heavy_phase_ ? g_.out.offsets[u.id + 1] : rows_.middles[u.id];
    relaxed += end - begin;
    for (edge_offset e = begin; e < end; ++e) {
      const weighted_end v = rows_.ends[e];
      if (lower<Shared>(best_[v.id], packed(u.distance + v.weight, u.id))) mark<Shared>(nearer, v.id);
    }
  }
  std::atomic_ref(outcome_.relaxed).fetch_add(relaxed, std::memory_order_relaxed);
}

void rank_paths::send_to_owners() {
  list_touched();
  const exchanged<shorter_path> found =
      deliver<shorter_path>(*g_.grid.along_row, *g_.ranks, touched_.size(), 1, outcome_.bytes_sent,
                            [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                              for (std::uint64_t i = first; i < last; ++i) {
                                const std::uint64_t best = best_[touched_[i]];
                                emit(static_cast<int>(touched_[i] / g_.stride),
                                     shorter_path{static_cast<local_vertex>(touched_[i] % g_.stride), distance_in(best),
                                                  g_.column_vertex(static_cast<local_vertex>(best))});
                              }
                            });
  for (const shorter_path& path : found.values) {
    if (!(path.distance < distances_[path.id])) continue;  // an equal distance by another predecessor improves no neighbor
    distances_[path.id] = path.distance;
    parents_[path.id] = path.predecessor;
    mark<false>(pending_, path.id);
  }
}

void rank_paths::list_touched() {
  touched_.clear();
  for (std::uint64_t w = 0; w < is_touched_.size(); ++w) {
    for (std::uint64_t open = std::exchange(is_touched_[w], 0); open != 0; open &= open - 1) {
      touched_.push_back(static_cast<local_vertex>(w * word_bits + static_cast<std::uint64_t>(std::countr_zero(open))));
    }
  }
}

void rank_paths::write(const paths_request& request) {
  const std::uint64_t first = g_.own_block().first, size = g_.to_local.size();
  std::uint64_t reached = 0;
#pragma omp parallel for num_threads(useful_threads(size, words_per_thread, threads_)) schedule(static) reduction(+ : reached)
  for (std::uint64_t position = 0; position < size; ++position) {
    const local_vertex id = g_.to_local[position];
    const float distance = id == no_local_vertex ? infinity : distance_of(id);
    const bool is_reached = distance < infinity;
    reached += is_reached;
    std::int64_t parent = -1;
    if (first + position == request.source) {
      parent = static_cast<std::int64_t>(request.source);
    } else if (is_reached && g_.is_delegate(id)) {
      parent = static_cast<std::int64_t>(delegate_parents_[id]) - 1;
    } else if (is_reached) {
      parent = static_cast<std::int64_t>(one_column() ? g_.column_vertex(static_cast<local_vertex>(best_[id])) : parents_[id]);
    }
    request.predecessors[position] = parent;
    request.distances[position] = first + position == request.source ? 0 : distance;
  }
  outcome_.reached = reached;
}

}  // namespace fathom::ranks_engine
