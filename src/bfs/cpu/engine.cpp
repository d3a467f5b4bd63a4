#include "bfs/cpu/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <utility>

#include "base/bitmap.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "bfs/level_rules.hpp"
#include "fathom/error.hpp"
#include "fathom/visitor/directions.hpp"

namespace fathom::bfs_engine {
namespace {

// A level of this many edges takes one thread about 30 us, ten times as long as the barriers of a parallel level.
constexpr std::uint64_t one_thread_edges = 1u << 14;
// A search of fewer edges per thread takes less time than waking up sleeping threads.
constexpr std::uint64_t edges_per_search_thread = 1u << 15;
// A pass over this many words of a bitmap is worth one more thread.
constexpr std::uint64_t words_per_thread = 1u << 12;
// The degree sum of a larger frontier is extrapolated from this many vertices. Hubs appear in early levels, whose sum is still
// exact.
constexpr std::uint64_t sampled_vertices = 1u << 12;
// A search that is still top-down at this level has many more levels ahead.
constexpr hop_count deep = 16;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

edge_offset degree(const layout_adjacency& rows, vertex_id v) { return rows.offsets[v + 1] - rows.offsets[v]; }

edge_offset largest_degree(const layout& l) {
  if (l.order == vertex_order::caller) return l.source.properties().max_out_degree;
  return l.num_vertices > 0 ? degree(l.out, 0) : 0;
}

void add_shared(std::uint64_t& sum, std::uint64_t value) { std::atomic_ref(sum).fetch_add(value, std::memory_order_relaxed); }

}  // namespace

bfs_cpu::bfs_cpu(const layout& prepared, int threads)
    : layout_(prepared),
      threads_(useful_threads(prepared.num_edges, edges_per_search_thread, threads)),
      max_degree_(largest_degree(prepared)),
      small_(prepared, max_degree_, threads_),
      barrier_(threads_) {
  const std::uint64_t n = layout_.num_vertices;
  state_.visited = array<std::uint64_t>(words_for(n));
  state_.next = array<std::uint64_t>(words_for(n));
  state_.queue = array<vertex_id>(n + 1);
  state_.found_by = array<vertex_id>(n + 1);
}

outcome bfs_cpu::run(const request& r) {
  request_ = &r;
  start();
  // The first levels are small: one thread searches them before waking up the others, if they are needed at all.
  failure_.run([this] { move_ = next_move(move::finish); });
  if (move_ != move::finish) {
    run_on_team(threads_, {[](void* engine, int thread, int team) { static_cast<bfs_cpu*>(engine)->search(thread, team); }, this});
  } else if (!failure_.failed()) {
    const std::uint64_t words = words_for(layout_.num_vertices);
    for_parts(words, useful_threads(words, words_per_thread, threads_), [this](std::uint64_t first, std::uint64_t last) {
      fill_unvisited({first, last});
    });
  }
  failure_.rethrow();
  if (r.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
  return std::move(outcome_);
}

void bfs_cpu::start() {
  const request& r = *request_;
  outcome_ = {.reached = 1, .depth = 0, .levels = {}};
  std::fill(state_.visited.begin(), state_.visited.end(), 0);
  state_.visited[r.source / word_bits] |= bit_of(r.source);
  state_.distances = r.distances;
  state_.predecessors = r.predecessors;
  state_.level = -1;
  state_.record(r.source, r.root_predecessor());
  state_.level = 0;
  state_.count_edges = r.options.report_levels;
  state_.queue[0] = r.source;
  state_.first = 0;
  state_.last = 1;
  way_ = r.options.strategy == bfs_strategy::bottom_up ? direction::bottom_up : direction::top_down;
  direction_is_chosen_ = false;
  queue_is_current_ = true;
  small_is_allowed_ = threads_ > 1;
  in_small_ = false;
  frontier_ = 1;
  previous_frontier_ = 0;
  unexplored_edges_ = layout_.num_edges;
  reason_.clear();
  counts_ = {};
  cursor_.reset();
  move_ = move::finish;
}

// Writes the results of unreached vertices; all others were written when they were discovered.
void bfs_cpu::fill_unvisited(index_range words) {
  const std::uint64_t n = layout_.num_vertices;
  if (outcome_.reached == n) return;
  for (std::uint64_t w = words.first; w < words.last; ++w) {
    for (std::uint64_t rest = ~state_.visited[w]; rest != 0; rest &= rest - 1) {
      const std::uint64_t v = w * word_bits + static_cast<std::uint64_t>(std::countr_zero(rest));
      if (v >= n) break;
      if (state_.predecessors) state_.predecessors[v] = no_vertex;
      if (state_.distances) state_.distances[v] = unreachable;
    }
  }
}

// Between two barriers either one thread takes decisions and runs levels too small for several threads, or all work on one level.
void bfs_cpu::search(int thread, int team) {
  while (move_ != move::finish) {
    step_together(move_, thread, team);
    barrier_.arrive_and_wait(team, [this] {
      const move done = std::exchange(move_, move::finish);
      failure_.run([&] { move_ = next_move(done); });
      cursor_.reset();
    });
  }
  fill_unvisited(part_of(words_for(layout_.num_vertices), static_cast<std::uint64_t>(team), static_cast<std::uint64_t>(thread)));
}

void bfs_cpu::step_together(move m, int thread, int team) {
  step_counts mine;
  switch (m) {
    case move::top_down:
      mine = top_down_parallel(layout_.out, state_, tail_, cursor_);
      break;
    case move::bottom_up:
      mine = bottom_up(layout_, state_, cursor_);
      break;
    case move::make_queue:
      queue_from_bitmaps(state_, layout_.num_vertices, tail_, cursor_);
      break;
    case move::small_levels:
      small_.run(thread, team, [this] { return go_on_small(); });
      break;
    case move::finish:
      break;
  }
  add_shared(counts_.found, mine.found);
  add_shared(counts_.inspected, mine.inspected);
}

bfs_cpu::move bfs_cpu::next_move(move done) {
  if (done == move::make_queue) {
    state_.first = 0;
    state_.last = tail_;
    queue_is_current_ = true;
  } else if (done == move::top_down) {
    state_.first = state_.last;
    state_.last = tail_;
    finish_level(counts_);
  } else if (done == move::bottom_up) {
    state_.visited.swap(state_.next);
    queue_is_current_ = false;
    finish_level(counts_);
  } else if (done == move::small_levels) {
    small_.leave();
    in_small_ = false;
    correct_frontier(frontier_ - (state_.last - state_.first));
  }
  counts_ = {};
  while (!is_over()) {
    if (!direction_is_chosen_) choose_direction();
    if (way_ == direction::bottom_up) {
      small_is_allowed_ = false;
      return move::bottom_up;
    }
    if (!queue_is_current_) {
      tail_ = 0;
      return move::make_queue;
    }
    if (small_is_worth_it()) {
      small_.enter(state_);
      in_small_ = true;
      small_is_allowed_ = false;
      return move::small_levels;
    }
    if (threads_ > 1 && frontier_edges() > one_thread_edges) {
      tail_ = state_.last;
      return move::top_down;
    }
    finish_level(top_down_serial(layout_, max_degree_, state_));
  }
  return move::finish;
}

// At most once per search, since entering and leaving cost a pass over all vertices. All visited vertices must still be in the
// queue; the hub ratio, which is counted from the queue, rules it out.
bool bfs_cpu::small_is_worth_it() const {
  return small_is_allowed_ && state_.level >= deep && request_->options.switching != bfs_switching::hub_ratio &&
         small_.is_worth_sharing(frontier_) && stays_small();
}

// Only a larger frontier ends the small levels, so that no direction has to be chosen.
bool bfs_cpu::stays_small() const {
  return small_.fits(frontier_) && !many_frontier_edges(request_->options, static_cast<float>(frontier_ * max_degree_),
                                                        static_cast<float>(unexplored_edges_));
}

bool bfs_cpu::go_on_small() {
  bool go_on = false;
  failure_.run([&] {
    for (;;) {
      const small_frontier::level_counts counts = small_.finish_level();
      correct_frontier(counts.listed_twice);
      finish_level(counts.step);
      if (is_over() || !stays_small()) return;
      choose_direction();
      if ((go_on = small_.is_worth_sharing(frontier_))) return;
      small_.expand_serially();
    }
  });
  return go_on;
}

// Corrects the counts of the last level for vertices that were discovered more than once.
void bfs_cpu::correct_frontier(std::uint64_t too_many) {
  frontier_ -= too_many;
  outcome_.reached -= too_many;
  if (too_many > 0 && !outcome_.levels.empty()) outcome_.levels.back().found -= too_many;
}

bool bfs_cpu::is_over() const {
  return frontier_ == 0 || is_last(request_->options, state_.level) || request_->stop.stop_requested() || target_is_found();
}

bool bfs_cpu::target_is_found() const {
  const vertex_id target = request_->options.target;
  return target != no_vertex && (in_small_ ? small_.is_visited(target) : test_bit(state_.visited.data(), target));
}

void bfs_cpu::choose_direction() {
  level_start_ = request_->options.report_levels ? now() : 0;
  reason_.clear();
  direction_is_chosen_ = true;
  if (request_->options.strategy != bfs_strategy::direction_optimizing || !layout_.in.offsets) return;
  way_ = request_->options.switching == bfs_switching::hub_ratio ? by_hub_ratio() : by_alpha_beta();
}

direction bfs_cpu::by_alpha_beta() {
  if (way_ == direction::bottom_up) {
    if (request_->estimates && !bottom_up_still_pays(layout_.num_vertices, layout_.num_edges, frontier_, outcome_.reached)) {
      reason_ = fmt::format("{}: bottom-up, most unreached vertices would inspect all their edges",
                            counted(frontier_, "vertex", "vertices"));
      return direction::top_down;
    }
    const double floor = vertices_for_top_down(request_->options, layout_.num_vertices);
    if (frontier_ >= previous_frontier_ || static_cast<double>(frontier_) > floor) return way_;
    reason_ =
        fmt::format("{}: fewer than 1/{:g} of all and shrinking", counted(frontier_, "vertex", "vertices"), request_->options.beta);
    return direction::top_down;
  }
  const auto unexplored = static_cast<float>(unexplored_edges_);
  // Most levels of a deep search are so small that an upper bound by the largest degree decides.
  if (!many_frontier_edges(request_->options, static_cast<float>(frontier_ * max_degree_), unexplored)) return way_;
  const std::uint64_t edges = frontier_edges();
  if (!many_frontier_edges(request_->options, static_cast<float>(edges), unexplored) ||
      (request_->estimates && !bottom_up_pays(edges))) {
    unexplored_edges_ -= std::min(edges, unexplored_edges_);
    return way_;
  }
  reason_ = fmt::format("{} out of the frontier: more than 1/{:g} of the {} unexplored", counted(edges, "edge"),
                        request_->options.alpha, grouped(unexplored_edges_));
  return direction::bottom_up;
}

bool bfs_cpu::bottom_up_pays(std::uint64_t frontier_edges) const {
  return bfs_engine::bottom_up_pays(
      {static_cast<float>(layout_.num_vertices), static_cast<float>(layout_.num_edges)},
      {static_cast<float>(frontier_), static_cast<float>(frontier_edges),
       static_cast<float>(layout_.num_vertices - outcome_.reached), static_cast<float>(unexplored_edges_)},
      static_cast<float>(words_for(layout_.num_vertices)));
}

direction bfs_cpu::by_hub_ratio() {
  if (way_ == direction::bottom_up) return way_;
  const double ratio = hub_share_of_frontier();
  if (ratio <= request_->options.gamma) return way_;
  reason_ = fmt::format("{:.0f} % of {} in the frontier: more than {:g} %", 100 * ratio, counted(layout_.num_hubs, "hub"),
                        100 * request_->options.gamma);
  return direction::bottom_up;
}

// Requires that the queue is current.
std::uint64_t bfs_cpu::frontier_edges() const {
  const std::uint64_t stride = (frontier_ - 1) / sampled_vertices + 1;
  std::uint64_t sum = 0;
  for (std::uint64_t i = state_.first; i < state_.last; i += stride) sum += degree(layout_.out, state_.queue[i]);
  return sum * stride;
}

// Requires that the queue is current.
double bfs_cpu::hub_share_of_frontier() const {
  if (layout_.num_hubs == 0) return 0;
  const auto hubs = std::count_if(state_.queue.begin() + state_.first, state_.queue.begin() + state_.last,
                                  [&](vertex_id v) { return degree(layout_.out, v) >= layout_.hub_degree; });
  return static_cast<double>(hubs) / layout_.num_hubs;
}

void bfs_cpu::finish_level(const step_counts& counts) {
  if (request_->options.report_levels) {
    outcome_.levels.push_back(
        {state_.level, way_, frontier_, counts.inspected, counts.found, now() - level_start_, std::move(reason_)});
  }
  previous_frontier_ = frontier_;
  frontier_ = counts.found;
  outcome_.reached += counts.found;
  ++state_.level;
  if (counts.found > 0) outcome_.depth = state_.level;
  direction_is_chosen_ = false;
}

std::uint64_t bfs_cpu::edges_out_of_reached() const {
  const std::uint64_t n = layout_.num_vertices;
  const std::uint64_t words = words_for(n);
  std::uint64_t edges = 0;
  for_parts(words, useful_threads(words, words_per_thread, threads_), [&](std::uint64_t first, std::uint64_t last) {
    std::uint64_t mine = 0;
    for (std::uint64_t w = first; w < last; ++w) {
      for (std::uint64_t rest = state_.visited[w]; rest != 0; rest &= rest - 1) {
        mine += degree(layout_.out, static_cast<vertex_id>(w * word_bits) + static_cast<vertex_id>(std::countr_zero(rest)));
      }
    }
    add_shared(edges, mine);
  });
  return edges;
}

}  // namespace fathom::bfs_engine
