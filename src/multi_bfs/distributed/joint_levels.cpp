#include "multi_bfs/distributed/joint_levels.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "bfs/distributed/levels.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

// Cost of a pushed edge relative to a pulled one, which reads a bit row and writes none: 26 ns against 5 to 9 ns in the
// single-process engine on CPUs. Atomic operations on a device are of the same order.
constexpr double push_by_pull = 4;

}  // namespace

// All memory whose size is known is allocated here, where all processes learn of a failure.
joint_levels::joint_levels(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan, std::unique_ptr<joint_block> block)
    : plan_(plan),
      g_(g),
      block_(std::move(block)),
      messages_(static_cast<std::size_t>(g.ranks->size())),
      message_sizes_(messages_.size(), sizeof(message)),
      all_(messages_.size()),
      found_by_search_(plan.needs.level_counts ? static_cast<std::size_t>(plan.width) : 0) {}

multi_bfs_engine::group_outcome joint_levels::run(std::span<const vertex_id> sources) {
  start(sources);
  while (exchange_counts() && now_.level < plan_.depth_limit) {
    choose_direction();
    exchange_frontier();
    step();
    record_level(now_.level + 1);
    next_level();
  }
  add_level(now_, work_);  // time of the last exchange_counts()
  if (plan_.needs.level_counts) g_.ranks->all_reduce(reduction::sum, std::span(outcome_.counts));
  return std::move(outcome_);
}

void joint_levels::copy_predecessors(std::span<vertex_id* const>) const {
  throw error(error_category::usage, "concurrent searches across processes do not compute predecessors");
}

void joint_levels::add_totals(vertex_totals&) const {
  throw error(error_category::usage, "concurrent searches across processes do not compute per-vertex totals");
}

void joint_levels::start(std::span<const vertex_id> sources) {
  outcome_ = {};
  levels_.clear();
  counts_.clear();
  now_ = {};
  clock_.restart();
  sources_.assign(sources.begin(), sources.end());
  planes_in_use_ = 0;
  pull_edges_ = static_cast<double>(g_.num_edges);
  failure_ = {};
  try {
    block_->start(own_starts());
  } catch (...) {
    failure_ = std::current_exception();
  }
  record_level(0);
}

std::vector<joint_start> joint_levels::own_starts() const {
  const index_range own = g_.own_block();
  std::vector<joint_start> starts;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    local_vertex id = g_.delegates.find(sources_[i]);
    if (id == delegate_table::none && sources_[i] >= own.first && sources_[i] < own.last) id = g_.to_local[sources_[i] - own.first];
    // Without an id it is owned by another process, or isolated: only the source itself is reached.
    if (id != no_local_vertex) starts.push_back({id, static_cast<std::uint32_t>(i)});
  }
  return starts;
}

/// Makes sure that there are enough bit planes to represent `distance`.
void joint_levels::prepare_planes(hop_count distance) {
  const int wanted = std::bit_width(static_cast<std::uint32_t>(distance));
  if (wanted > planes_made_) {
    // Collective; happens at the same level on all processes, and seldom.
    on_all_processes(*g_.ranks, [&] { block_->use_planes(wanted); });
    planes_made_ = wanted;
  } else if (wanted > planes_in_use_) {
    block_->use_planes(wanted);
  }
  planes_in_use_ = std::max(planes_in_use_, wanted);
}

/// Updates visited bits, distances and counts for the vertices discovered at this distance.
void joint_levels::record_level(hop_count distance) {
  if (plan_.needs.distances) prepare_planes(distance);
  std::fill(found_by_search_.begin(), found_by_search_.end(), 0);
  mine_ = {};
  try {
    if (!failure_) mine_ = block_->record(distance, found_by_search_);
    if (!found_by_search_.empty())
      outcome_.counts.insert(outcome_.counts.end(), found_by_search_.begin(),
                             found_by_search_.begin() + static_cast<std::ptrdiff_t>(sources_.size()));
  } catch (...) {
    failure_ = std::current_exception();
  }
  now_.inspected = mine_.inspected;
  now_.seconds_search += lap();
}

/// Exchanges counts of the new frontier. Returns false if it is empty.
bool joint_levels::exchange_counts() {
  const bool stops = stops_anywhere();
  now_.seconds_wait += lap();
  if (stops) {
    on_all_processes(*g_.ranks, [&] {
      if (failure_) std::rethrow_exception(failure_);
      if (plan_.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
    });
  }
  active_ = {};
  for (const joint_discoveries& one : all_) {
    for (std::size_t w = 0; w < active_.size(); ++w) active_[w] |= one.active[w];
  }
  now_.frontier = total(&joint_discoveries::vertices);
  const std::uint64_t separate = total(&joint_discoveries::found);
  if (!counts_.empty()) counts_.back().found = separate;
  counts_.push_back({separate, 0});
  if (now_.frontier > 0) outcome_.depth = now_.level;
  return now_.frontier > 0;
}

bool joint_levels::stops_anywhere() {
  const message mine{mine_, failure_ || plan_.stop.stop_requested() ? std::uint64_t{1} : 0};
  g_.ranks->all_gather(std::as_bytes(std::span(&mine, 1)), message_sizes_, std::as_writable_bytes(std::span(messages_)));
  std::transform(messages_.begin(), messages_.end(), all_.begin(), [](const message& one) { return one.discoveries; });
  return std::any_of(messages_.begin(), messages_.end(), [](const message& one) { return one.stops != 0; });
}

std::uint64_t joint_levels::total(std::uint64_t joint_discoveries::*member) const {
  return std::accumulate(all_.begin(), all_.end(), std::uint64_t{0},
                         [member](std::uint64_t sum, const joint_discoveries& one) { return sum + one.*member; });
}

/// Chooses the cheaper direction. The cost of pulling is that of the last bottom-up level, initially the number of all edges.
void joint_levels::choose_direction() {
  if (now_.way == direction::bottom_up) pull_edges_ = static_cast<double>(total(&joint_discoveries::inspected));
  const double push = push_by_pull * static_cast<double>(total(&joint_discoveries::edges));
  now_.way = push < pull_edges_ ? direction::top_down : direction::bottom_up;
}

void joint_levels::exchange_frontier() {
  now_.bytes_sent += block_->exchange_frontier(all_);
  now_.seconds_exchange += lap();
}

void joint_levels::step() {
  try {
    block_->step(now_.way, active_);
  } catch (...) {
    failure_ = std::current_exception();
  }
  now_.seconds_search += lap();
  now_.bytes_sent += block_->exchange_found();
  now_.seconds_exchange += lap();
}

void joint_levels::next_level() {
  levels_.push_back(now_);
  add_level(now_, work_);
  now_ = {.level = now_.level + 1, .way = now_.way};
}

/// Seconds since the last call.
double joint_levels::lap() {
  const double seconds = clock_.seconds();
  clock_.restart();
  return seconds;
}

}  // namespace fathom::ranks_engine
