// Peeling by one team of threads: at each level k, vertices with k remaining neighbors are removed until all others have more.
// Dasari, Ranjan, Zubair, "ParK: An Efficient Algorithm for k-core Decomposition on Multicore Processors", IEEE Big Data 2014;
// Kabir, Madduri, "Parallel k-core Decomposition on Multicore Platforms", IPDPS Workshops 2017. The remaining vertices are listed,
// so that all scans together visit at most as many entries as there are edges. A thread continues with the vertices that it
// removes, without a barrier, and shares them with the others only if there are many.
#include "cores/engines.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "base/parallel.hpp"
#include "base/spin_barrier.hpp"
#include "base/thread_team.hpp"
#include "fathom/array.hpp"

namespace fathom::cores_engine {
namespace {

// Vertices are assigned to threads in turn, in chunks of this size: neighbors in the order of ids often have similar degrees.
constexpr std::uint64_t list_chunk = 1024;
// Removed vertices that a thread keeps for itself.
constexpr std::uint64_t stack_size = 1024;
// Distance of prefetches in a row, in edges: about the latency of the memory.
constexpr std::ptrdiff_t prefetch_distance = 24;
constexpr std::uint64_t rows_ahead = 2;          // distance of prefetches of rows, in queued vertices
constexpr std::ptrdiff_t entries_per_line = 16;  // of a cache line
constexpr edge_offset least_fetched = 8;         // average degree from which prefetches of rows pay off
constexpr std::uint64_t most_claimed = 64;       // queued vertices that a thread takes at a time

/// Degrees that only one thread changes.
struct exclusive {
  static vertex_id read(vertex_id& degree) { return degree; }
  static vertex_id decrement(vertex_id& degree) { return degree--; }
  static void increment(vertex_id& degree) { ++degree; }
};

/// Degrees that all threads change.
struct shared {
  static vertex_id read(vertex_id& degree) { return std::atomic_ref(degree).load(std::memory_order_relaxed); }
  static vertex_id decrement(vertex_id& degree) { return std::atomic_ref(degree).fetch_sub(1, std::memory_order_relaxed); }
  static void increment(vertex_id& degree) { std::atomic_ref(degree).fetch_add(1, std::memory_order_relaxed); }
};

std::uint64_t listed_entries(std::uint64_t n, std::uint64_t threads) { return n + threads * list_chunk; }

template <class Access>
class peeling {
 public:
  peeling(const graph_view& g, bool has_self_loops, vertex_id* degree, int threads, const std::stop_token& stop)
      : g_(g),
        has_self_loops_(has_self_loops),
        degree_(degree),
        stop_(stop),
        barrier_(threads),
        threads_(static_cast<std::size_t>(threads)),
        lists_(listed_entries(g.num_vertices, threads_.size())),
        queue_(g.num_vertices) {}

  std::uint64_t run() {
    run_team(static_cast<int>(threads_.size()), [&](int thread, int team) { run_thread(thread, team); });
    return levels_;
  }

 private:
  struct alignas(64) thread_state {
    std::uint64_t list = 0, length = 0;  // entries of lists_
    std::uint64_t found = 0;             // vertices removed since the last barrier
    vertex_id nearest = no_vertex;       // smallest degree above the level
    std::uint64_t stacked = 0;
    vertex_id stack[stack_size];
  };

  void run_thread(int thread, int team) {
    thread_state& mine = threads_[static_cast<std::size_t>(thread)];
    list_vertices(mine, static_cast<std::uint64_t>(thread), static_cast<std::uint64_t>(team));
    wait(team, [&] { level_ = nearest(); });
    while (!done_) {
      scan(mine);
      wait(team, [&] { start_level(); });
      while (first_ != last_ && !done_) {
        remove_queued(mine);
        wait(team, [&] { continue_level(); });
      }
    }
  }

  // Barrier; `last_one` runs on one thread, and afterwards all see whether the work is done.
  template <class F>
  void wait(int team, const F& last_one) {
    barrier_.arrive_and_wait(team, [&] {
      for (thread_state& of_thread : threads_) left_ -= of_thread.found, of_thread.found = 0;
      last_one();
      done_ = left_ == 0 || stop_.stop_requested();
    });
  }

  vertex_id nearest() {
    vertex_id nearest = no_vertex;
    for (const thread_state& of_thread : threads_) nearest = std::min(nearest, of_thread.nearest);
    return nearest;
  }

  void start_level() {
    take_queue();
    if (first_ == last_)
      level_ = nearest();
    else
      ++levels_;
  }

  void continue_level() {
    first_ = last_;
    take_queue();
    if (first_ == last_) ++level_;
  }

  void take_queue() {
    last_ = tail_;
    cursor_.reset();
    claimed_ = std::clamp<std::uint64_t>((last_ - first_) / (8 * threads_.size()), 1, most_claimed);
  }

  void list_vertices(thread_state& mine, std::uint64_t thread, std::uint64_t team) {
    const std::uint64_t n = g_.num_vertices, chunks = (n + list_chunk - 1) / list_chunk;
    mine.list = thread * ((chunks + team - 1) / team) * list_chunk;
    vertex_id* const list = lists_.data() + mine.list;
    for (std::uint64_t chunk = thread; chunk < chunks; chunk += team) {
      const std::uint64_t last = std::min((chunk + 1) * list_chunk, n);
      for (std::uint64_t v = chunk * list_chunk; v < last; ++v) {
        const vertex_id degree = degree_[v] = degree_of(static_cast<vertex_id>(v));
        if (degree == 0) {
          ++mine.found;
          continue;
        }
        list[mine.length++] = static_cast<vertex_id>(v);
        mine.nearest = std::min(mine.nearest, degree);
      }
    }
  }

  vertex_id degree_of(vertex_id v) const {
    edge_offset degree = 0;
    for_rows(v, [&](const vertex_id* first, const vertex_id* last) {
      degree += static_cast<edge_offset>(last - first);
      if (has_self_loops_) degree -= static_cast<edge_offset>(std::count(first, last, v));
    });
    return static_cast<vertex_id>(degree);
  }

  template <class Visit>
  void for_rows(vertex_id v, const Visit& visit) const {
    visit(g_.out.begin(v), g_.out.end(v));
    if (g_.directed) visit(g_.in.begin(v), g_.in.end(v));
  }

  // Removes the level's vertices from the thread's list and queues them; drops those removed before.
  void scan(thread_state& mine) {
    vertex_id* const list = lists_.data() + mine.list;
    const vertex_id level = level_;
    std::uint64_t kept = 0;
    mine.nearest = no_vertex;
    for (std::uint64_t i = 0; i < mine.length; ++i) {
      const vertex_id v = list[i], degree = degree_[v];
      if (degree > level) {
        list[kept++] = v;
        mine.nearest = std::min(mine.nearest, degree);
      } else if (degree == level) {
        add(mine, v);
      }
    }
    mine.length = kept;
    share(mine);
  }

  // Removes queued vertices and those that this leaves with `level` neighbors.
  void remove_queued(thread_state& mine) {
    cursor_.for_chunks(last_ - first_, claimed_, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = first_ + begin; i < first_ + end; ++i) {
        if (fetches_rows_ && i + rows_ahead < first_ + end) fetch_row(queue_[i + rows_ahead]);
        remove(mine, queue_[i]);
        while (mine.stacked > 0) remove(mine, mine.stack[--mine.stacked]);
      }
    });
  }

  // Inlined early, because GCC takes a function that only prefetches for one without effects and deletes its calls.
  [[gnu::always_inline]] void fetch_row(vertex_id v) const {
    __builtin_prefetch(g_.out.begin(v));
    __builtin_prefetch(g_.out.begin(v) + entries_per_line);
  }

  void remove(thread_state& mine, vertex_id v) {
    const vertex_id level = level_;
    for_rows(v, [&](const vertex_id* first, const vertex_id* last) {
      const vertex_id* const early = fetches_rows_ ? first + std::min(last - first, prefetch_distance) : first;
      for (const vertex_id* at = first; at != early; ++at) __builtin_prefetch(&degree_[*at], 1);
      for (const vertex_id* at = first; at != last; ++at) {
        if (last - at > prefetch_distance) __builtin_prefetch(&degree_[at[prefetch_distance]], 1);
        if (Access::read(degree_[*at]) <= level) continue;
        const vertex_id before = Access::decrement(degree_[*at]);
        if (before == level + 1) {
          if (fetches_rows_) fetch_row(*at);
          add(mine, *at);
        } else if (before <= level) {
          Access::increment(degree_[*at]);  // another thread has removed it since its degree was read
        }
      }
    });
  }

  void add(thread_state& mine, vertex_id v) {
    ++mine.found;
    if (mine.stacked == stack_size) share(mine);
    mine.stack[mine.stacked++] = v;
  }

  void share(thread_state& mine) {
    const std::uint64_t at = std::atomic_ref(tail_).fetch_add(mine.stacked, std::memory_order_relaxed);
    std::copy_n(mine.stack, mine.stacked, queue_.data() + at);
    mine.stacked = 0;
  }

  const graph_view& g_;
  const bool has_self_loops_;
  vertex_id* const degree_;  // remaining neighbors; the core number of a removed vertex
  const bool fetches_rows_ = g_.num_edges > least_fetched* g_.num_vertices;
  const std::stop_token& stop_;
  spin_barrier barrier_;
  std::vector<thread_state> threads_;
  array<vertex_id> lists_;  // remaining vertices, one list per thread
  array<vertex_id> queue_;  // removed vertices that the threads share
  chunk_cursor cursor_;
  // Written only by the last thread at a barrier, except for tail_.
  std::uint64_t tail_ = 0;              // entries of queue_
  std::uint64_t first_ = 0, last_ = 0;  // entries of queue_ whose edges are visited until the next barrier
  std::uint64_t claimed_ = 1;
  std::uint64_t left_ = g_.num_vertices;  // vertices that are not removed
  std::uint64_t levels_ = 0;
  vertex_id level_ = 0;
  bool done_ = false;
};

}  // namespace

std::uint64_t peel(const graph_view& g, bool has_self_loops, vertex_id* core, int threads, const std::stop_token& stop) {
  if (threads == 1) return peeling<exclusive>(g, has_self_loops, core, threads, stop).run();
  return peeling<shared>(g, has_self_loops, core, threads, stop).run();
}

std::uint64_t peel_bytes(vertex_id n, int threads) {
  return (n + listed_entries(n, static_cast<std::uint64_t>(threads))) * sizeof(vertex_id) +
         static_cast<std::uint64_t>(threads) * stack_size * sizeof(vertex_id);
}

}  // namespace fathom::cores_engine
