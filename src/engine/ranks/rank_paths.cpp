#include "engine/ranks/rank_paths.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "distributed/routing.hpp"
#include "engine/ranks/bucket_width.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::uint64_t unreached = std::uint64_t{std::bit_cast<std::uint32_t>(infinity)} << 32 | 0xFFFFFFFFu;
constexpr std::size_t relaxed_a_thread = 256;
// In mean distances between the weights of a vertex. Of kron:16:16 every edge is then looked at less than twice, and with 4 four
// times; with a tenth it takes 950 rounds.
constexpr double width_of_bucket = 0.5;

constexpr std::uint64_t packed(float distance, local_vertex from) noexcept {
  return std::uint64_t{std::bit_cast<std::uint32_t>(distance)} << 32 | from;
}
constexpr float distance_in(std::uint64_t word) noexcept { return std::bit_cast<float>(static_cast<std::uint32_t>(word >> 32)); }

// Takes the value where its distance is smaller; true where that was done. Among equal distances the first stays: edges of weight 0
// could otherwise make vertices each other's predecessors.
bool lower(std::uint64_t& word, std::uint64_t value) {
  const std::atomic_ref<std::uint64_t> shared(word);
  std::uint64_t seen = shared.load(std::memory_order_relaxed);
  while ((value >> 32) < (seen >> 32)) {
    if (shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) return true;
  }
  return false;
}

}  // namespace

rank_paths::rank_paths(const partitioned_graph& g, int threads)
    : g_(g),
      threads_(threads),
      bucket_width_(bucket_width(g, width_of_bucket)),
      distances_(g.own_vertices),
      parents_(g.grid.columns > 1 ? g.own_vertices : 0),
      pending_(g.own_vertices),
      all_(static_cast<std::size_t>(g.ranks->size())),
      best_(g.row_ids()),
      is_touched_(g.row_ids() / 64) {}

paths_outcome rank_paths::run(const paths_request& request) {
  start();
  const index_range block = g_.own_block();
  if (request.source >= block.first && request.source < block.last) {
    const local_vertex id = g_.to_local[request.source - block.first];
    if (id != no_local_vertex) {
      const std::uint64_t row_id = static_cast<std::uint64_t>(g_.grid.column) * g_.stride + id;
      best_[row_id] = packed(0, 0);  // overwritten in the result
      improve(id, 0);
    }
  }
  while (meet()) {
    send_active();
    relax();
    settle();
  }
  write(request);
  outcome_.reached = 0;
  for (const float distance : distances_) outcome_.reached += distance < infinity;
  outcome_.reached = std::max<std::uint64_t>(1, sum_of(*g_.ranks, outcome_.reached));
  return outcome_;
}

void rank_paths::start() {
  outcome_ = {};
  limit_ = 0;
  std::fill(distances_.begin(), distances_.end(), infinity);
  std::fill(pending_.begin(), pending_.end(), 0);
  std::fill(best_.begin(), best_.end(), unreached);
  active_.clear(), later_.clear();
}

// All ranks learn how much is left in this bucket, and where the next one begins. False where nothing is left.
bool rank_paths::meet() {
  for (;;) {
    ++outcome_.rounds;
    take_active();
    own_counts mine{sent_.size(), std::bit_cast<std::uint32_t>(infinity)};
    const bool may_matter = mine.active == 0;
    for (std::size_t i = 0; may_matter && i < later_.size(); ++i) {
      const local_vertex id = later_[i];
      if (pending_[id] != 0) mine.smallest = std::min<std::uint64_t>(mine.smallest, std::bit_cast<std::uint32_t>(distances_[id]));
    }
    const std::vector<std::uint64_t> sizes(all_.size(), sizeof mine);
    g_.ranks->all_gather(std::as_bytes(std::span(&mine, 1)), sizes, std::as_writable_bytes(std::span(all_)));
    if (std::any_of(all_.begin(), all_.end(), [](const own_counts& one) { return one.active > 0; })) return true;
    const auto next = std::min_element(all_.begin(), all_.end(),
                                       [](const own_counts& a, const own_counts& b) { return a.smallest < b.smallest; });
    const float smallest = std::bit_cast<float>(static_cast<std::uint32_t>(next->smallest));
    if (!(smallest < infinity)) return false;
    limit_ = std::max(smallest + bucket_width_, std::nextafter(smallest, infinity));
    open_next_bucket();
  }
}

void rank_paths::open_next_bucket() {
  const auto now =
      std::partition(later_.begin(), later_.end(), [&](local_vertex id) { return pending_[id] == 0 || distances_[id] >= limit_; });
  std::copy_if(now, later_.end(), std::back_inserter(active_), [&](local_vertex id) { return pending_[id] != 0; });
  later_.erase(now, later_.end());
  std::erase_if(later_, [&](local_vertex id) { return pending_[id] == 0; });
}

// What was listed twice is looked at once.
void rank_paths::take_active() {
  sent_.clear();
  for (const local_vertex id : active_) {
    if (pending_[id] == 0) continue;
    pending_[id] = 0;
    sent_.push_back({id, distances_[id]});
  }
  active_.clear();
}

// The ranks of a column learn of the bucket's vertices of them all.
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
  touched_.clear();
  const int threads = useful_threads(frontier_.size(), relaxed_a_thread, threads_);
  if (threads == 1) return relax_edges(0, frontier_.size(), touched_);
  const std::size_t chunks = (frontier_.size() + relaxed_a_thread / 8 - 1) / (relaxed_a_thread / 8);
#pragma omp parallel num_threads(threads)
  {
    std::vector<local_vertex> mine;
#pragma omp for schedule(dynamic, 1)
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      const index_range part = part_of(frontier_.size(), chunks, chunk);
      relax_edges(part.first, part.last, mine);
    }
#pragma omp critical(fathom_rank_paths)
    touched_.insert(touched_.end(), mine.begin(), mine.end());
  }
}

void rank_paths::relax_edges(std::size_t first, std::size_t last, std::vector<local_vertex>& touched) {
  std::uint64_t relaxed = 0;
  for (std::size_t i = first; i < last; ++i) {
    const reached_vertex u = frontier_[i];
    relaxed += g_.out.offsets[u.id + 1] - g_.out.offsets[u.id];
    for (edge_offset e = g_.out.offsets[u.id]; e < g_.out.offsets[u.id + 1]; ++e) {
      const local_vertex v = g_.out.ends[e];
      if (!lower(best_[v], packed(u.distance + g_.out.weights[e], u.id))) continue;
      const std::uint64_t bit = std::uint64_t{1} << (v % 64);
      if ((std::atomic_ref(is_touched_[v / 64]).fetch_or(bit, std::memory_order_relaxed) & bit) == 0) touched.push_back(v);
    }
  }
  std::atomic_ref(outcome_.relaxed).fetch_add(relaxed, std::memory_order_relaxed);
}

void rank_paths::settle() {
  for (const local_vertex v : touched_) is_touched_[v / 64] = 0;
  if (g_.grid.columns > 1) return send_to_owners();
  for (const local_vertex v : touched_) improve(v, distance_in(best_[v]));
}

// An equal distance from another predecessor changes no neighbour's.
void rank_paths::improve(local_vertex id, float distance) {
  if (!(distance < distances_[id])) return;
  distances_[id] = distance;
  (distance < limit_ ? active_ : later_).push_back(id);
  pending_[id] = 1;
}

void rank_paths::send_to_owners() {
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
    if (path.distance < distances_[path.id]) parents_[path.id] = path.predecessor;
    improve(path.id, path.distance);
  }
}

void rank_paths::write(const paths_request& request) const {
  const std::uint64_t first = g_.own_block().first;
  for (std::uint64_t position = 0; position < g_.to_local.size(); ++position) {
    const local_vertex id = g_.to_local[position];
    const bool is_source = first + position == request.source;
    const bool reached = id != no_local_vertex && distances_[id] < infinity;
    std::int64_t parent = -1;
    if (is_source) {
      parent = static_cast<std::int64_t>(request.source);
    } else if (reached) {
      parent =
          static_cast<std::int64_t>(g_.grid.columns > 1 ? parents_[id] : g_.column_vertex(static_cast<local_vertex>(best_[id])));
    }
    request.predecessors[position] = parent;
    request.distances[position] = is_source ? 0 : reached ? distances_[id] : infinity;
  }
}

}  // namespace fathom::ranks_engine
