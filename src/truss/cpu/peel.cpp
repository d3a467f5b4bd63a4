// Peeling level by level: Kabir, Madduri, "Shared-memory graph truss decomposition", HiPC 2017. At level k, all edges in exactly k
// triangles of remaining edges are removed at once, in rounds, until every remaining edge is in more.
#include "truss/cpu/peel.hpp"

#include <atomic>
#include <vector>

#include "base/parallel.hpp"

namespace fathom::truss_engine {
namespace {

constexpr int edges_per_chunk = 64;
constexpr std::size_t edges_per_thread = 256;  // of a round; with fewer, starting a thread costs more than it saves
constexpr std::size_t scanned_per_thread = 1u << 15;

enum class edge_state : std::uint8_t { remaining, removing, removed };

class peeling {
 public:
  peeling(const edge_rows& rows, std::uint32_t* support, int threads, const run_control& control)
      : rows_(rows),
        support_(support),
        threads_(threads),
        control_(control),
        state_(rows.num_edges(), edge_state::remaining),
        remaining_(rows.num_edges()) {
    for (std::size_t e = 0; e < remaining_.size(); ++e) remaining_[e] = static_cast<edge_number>(e);
    next_.resize(static_cast<std::size_t>(threads));
  }

  void run() {
    while (start_level()) {
      do remove_round();
      while (start_round());
    }
  }

 private:
  // Drops removed edges, and begins the level of the smallest support.
  bool start_level() {
    std::erase_if(remaining_, [&](edge_number e) { return state_[e] == edge_state::removed; });
    const int threads = useful_threads(remaining_.size(), scanned_per_thread, threads_);
    std::uint32_t smallest = std::numeric_limits<std::uint32_t>::max();
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : smallest)
    for (std::size_t i = 0; i < remaining_.size(); ++i) smallest = std::min(smallest, support_[remaining_[i]]);
    level_ = smallest;
    current_.clear();
    for (const edge_number e : remaining_) {
      if (support_[e] == level_) current_.push_back(e);
    }
    for (const edge_number e : current_) state_[e] = edge_state::removing;
    return !current_.empty();
  }

  // Begins a round with the edges that the last one brought to the level.
  bool start_round() {
    for (const edge_number e : current_) state_[e] = edge_state::removed;
    current_.clear();
    for (std::vector<edge_number>& found : next_) {
      current_.insert(current_.end(), found.begin(), found.end());
      found.clear();
    }
    for (const edge_number e : current_) state_[e] = edge_state::removing;
    return !current_.empty();
  }

  void remove_round() {
    check_stop(control_);
    std::atomic<std::size_t> cursor{0};
    exception_capture failure;
    const int threads = useful_threads(current_.size(), edges_per_thread, threads_);
#pragma omp parallel num_threads(threads)
    failure.run([&] {
      std::vector<edge_number>& found = next_[static_cast<std::size_t>(omp_get_thread_num())];
      for (std::size_t first; (first = cursor.fetch_add(edges_per_chunk)) < current_.size();) {
        check_stop(control_);
        const std::size_t last = std::min(first + edges_per_chunk, current_.size());
        for (std::size_t i = first; i < last; ++i) remove(current_[i], found);
      }
    });
    failure.rethrow();
  }

  [[nodiscard]] std::uint32_t support(edge_number e) const { return std::atomic_ref(support_[e]).load(std::memory_order_relaxed); }

  // A triangle ends with the first of its edges that is removed. If two are removed in one round, the lower one takes it from the
  // third edge.
  void remove(edge_number e, std::vector<edge_number>& found) {
    for_triangles(rows_, e, [&](edge_number a, edge_number b) {
      if (state_[a] == edge_state::removed || state_[b] == edge_state::removed) return;
      if (state_[b] != edge_state::removing || e < b) take_triangle(a, found);
      if (state_[a] != edge_state::removing || e < a) take_triangle(b, found);
    });
  }

  // Two threads may take the support below the level at the same time. The later one adds it back, so only the decrement to the
  // level finds the edge.
  void take_triangle(edge_number e, std::vector<edge_number>& found) {
    if (support(e) <= level_) return;
    const std::atomic_ref<std::uint32_t> value(support_[e]);
    const std::uint32_t before = value.fetch_sub(1, std::memory_order_relaxed);
    if (before == level_ + 1)
      found.push_back(e);
    else if (before <= level_)
      value.fetch_add(1, std::memory_order_relaxed);
  }

  const edge_rows& rows_;
  std::uint32_t* const support_;
  const int threads_;
  const run_control& control_;
  std::uint32_t level_ = 0;
  std::vector<edge_state> state_;
  std::vector<edge_number> remaining_, current_;
  std::vector<std::vector<edge_number>> next_;  // one per thread
};

}  // namespace

std::uint64_t count_support(const edge_rows& rows, std::uint32_t* support, int threads, const run_control& control) {
  std::uint64_t sum = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, edges_per_chunk) reduction(+ : sum)
  for (std::size_t e = 0; e < rows.num_edges(); ++e) {
    if (control.stop.stop_requested()) continue;
    std::uint32_t triangles = 0;
    for_triangles(rows, static_cast<edge_number>(e), [&](edge_number, edge_number) { ++triangles; });
    support[e] = triangles;
    sum += triangles;
  }
  check_stop(control);
  return sum;
}

std::uint64_t peel_bytes(std::uint64_t edges) {
  return edges * (sizeof(std::uint32_t) + sizeof(edge_state) + 3 * sizeof(edge_number));
}

void peel(const edge_rows& rows, std::uint32_t* support, int threads, const run_control& control) {
  peeling(rows, support, threads, control).run();
}

}  // namespace fathom::truss_engine
