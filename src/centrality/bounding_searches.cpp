#include "centrality/bounding_searches.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "comm/exchange.hpp"
#include "fathom/reversed.hpp"
#include "fathom/sinks.hpp"

namespace fathom {
namespace {

// The first searches tighten the bounds most, and each suggests the next source: 2 find the diametral pair of most graphs, 4 that
// of lattices.
constexpr std::size_t single_searches = 8;
// A graph with at most this many levels is shallow: a multi-source BFS costs little more than a single search.
constexpr hop_count shallow = 100;
constexpr std::size_t first_joined = 64, most_joined = 1024;
// Fewer searches than this are faster one at a time, each with all threads.
constexpr std::size_t fewest_joined = 8;
// In deep graphs concurrent searches save nothing, so rounds stay small to avoid superfluous searches.
constexpr std::size_t first_joined_deep = 8, deep_rounds_per_doubling = 4;
// A round is worth its cost if it closes at least this many vertices per source.
constexpr std::size_t hopeful = 2;

// Starting a thread costs some microseconds.
constexpr std::uint64_t items_per_thread = 1u << 12;

// Sink that keeps only the eccentricity of each source.
class depths_sink final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.level_counts = true}; }
  void begin(const multi_bfs_plan& plan) override { depths.assign(plan.sources.size(), 0); }
  void take(const finished_group& group) override {
    for (std::size_t i = 0; i < group.size(); ++i) {
      hop_count depth = 0;
      while (depth < group.depth() && group.found(i, depth + 1) > 0) ++depth;
      for (const std::size_t at : group.positions(i)) depths[at] = depth;
    }
  }

  std::vector<hop_count> depths;
};

}  // namespace

bounding_searches::bounding_searches(const graph& g, shared_call& call) : g_(g), call_(call) {
  timer clock;
  const run_control& control = call.control();
  const prepare_options preparing{.where = call.where(), .control = control, .searches = search_kind::joined};
  call.run([&] {
    there_ = prepare(g, preparing);
    if (g.directed()) back_ = prepare(reversed(g, control), preparing);
    parts_ = number_components(g, control);
    report_.threads = useful_threads(g.num_vertices() + g.num_edges(), items_per_thread, thread_count(control));
    bounds_.emplace(g, parts_, report_.threads);
  });
  report_.order = there_.reason;
  report_.where = call.where();
  report_.seconds_prepare = clock.seconds();
}

std::size_t bounding_searches::next_round() const noexcept {
  if (single_rounds_ < single_searches) return 1;
  const bool is_shallow = deepest_ <= shallow;
  const std::size_t doublings = is_shallow ? joined_rounds_ : joined_rounds_ / deep_rounds_per_doubling;
  const std::size_t first = is_shallow ? first_joined : first_joined_deep;
  return doublings < 8 ? std::min(first << doublings, most_joined) : most_joined;
}

multi_bfs_options bounding_searches::search_options(std::size_t searches) const {
  multi_bfs_options options;
  if (searches < fewest_joined) options.method = multi_bfs_method::sequential;
  options.count_edges = false;
  return options;
}

// Distance rows take at most a quarter of the available memory, of which the processes of a host have equal parts.
std::size_t bounding_searches::most_at_once() const {
  const std::uint64_t widest = sizeof(hop_count) * std::uint64_t{g_.num_vertices()} * (back_ ? 3 : 1);
  const auto on_host = static_cast<std::uint64_t>(call_.ranks().ranks_on_host());
  const std::uint64_t own = available_host_memory_for(most_joined * widest * 4) / 4 / widest / on_host * call_.step();
  return std::max<std::uint64_t>(std::min<std::uint64_t>(own, most_joined), 1);
}

void bounding_searches::search(std::span<const vertex_id> sources) {
  (sources.size() == 1 ? single_rounds_ : joined_rounds_) += 1;
  // No distance exceeds the largest upper bound.
  const hop_count largest = bounds_->largest_upper();
  if (largest <= std::numeric_limits<std::int8_t>::max())
    search_as<std::int8_t>(sources);
  else if (largest <= std::numeric_limits<std::int16_t>::max())
    search_as<std::int16_t>(sources);
  else
    search_as<hop_count>(sources);
  const timer clock;
  call_.run([&] { bounds_->propagate(); });
  report_.seconds_bound += clock.seconds();
}

bool bounding_searches::divides(std::span<const vertex_id> sources) const noexcept {
  return call_.is_shared() && sources.size() > 1;
}

std::vector<vertex_id> bounding_searches::own_part(std::span<const vertex_id> sources) const {
  return divides(sources) ? call_.own_part(sources) : std::vector<vertex_id>(sources.begin(), sources.end());
}

// Puts every process's part into `all`, in the order of the sources. `by_rank` has as many entries.
void bounding_searches::gather_farthest(std::span<const far_pair> mine, std::span<far_pair> by_rank, std::span<far_pair> all) {
  call_.combine([&](communicator& ranks) {
    std::vector<std::uint64_t> sizes;
    for (std::size_t r = 0; r < call_.step(); ++r)
      sizes.push_back((all.size() + call_.step() - 1 - r) / call_.step() * sizeof(far_pair));
    ranks.all_gather(std::as_bytes(mine), sizes, std::as_writable_bytes(by_rank));
  });
  auto next = by_rank.begin();
  for (std::size_t r = 0; r < call_.step(); ++r) {
    for (std::size_t i = r; i < all.size(); i += call_.step()) all[i] = *next++;
  }
}

void bounding_searches::search_own(const layout& prepared, std::span<const vertex_id> sources, multi_bfs_sink& sink) {
  if (sources.empty()) return;  // more processes than sources
  execution place{.where = report_.where, .control = call_.control()};
  place.control.on_progress = {};  // the caller sees the progress of the whole computation instead
  const timer clock;
  const multi_bfs_report report = multi_bfs(prepared, sources, sink, search_options(sources.size()), place);
  report_.seconds_search += clock.seconds();
  call_.count_searches(report.searches);
  if (report.searches <= most_in_round_) return;
  most_in_round_ = report.searches;
  report_.engine = report.engine;
}

template <class T>
void bounding_searches::search_as(std::span<const vertex_id> sources) {
  std::vector<vertex_id> mine;
  distance_matrix<T> there, back;
  std::vector<distances_both_ways<T>> rows;
  std::vector<far_pair> far, far_by_rank, far_of_all;
  call_.run([&] {
    mine = own_part(sources);
    rows.resize(mine.size()), far.resize(mine.size());
    search_own(there_, mine, there);
    const timer clock;
#pragma omp parallel for num_threads(useful_threads(rows.size(), 1, report_.threads)) schedule(dynamic)
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::span<const T> row = there.row(i);
      const auto farthest = std::max_element(row.begin(), row.end());
      far[i] = {mine[i], static_cast<vertex_id>(farthest - row.begin()), *farthest};
      rows[i] = {row, row, *farthest};
    }
    if (divides(sources)) far_by_rank.resize(sources.size());
    far_of_all = divides(sources) ? far_by_rank : far;
    report_.seconds_bound += clock.seconds();
  });
  count_round(sources.size());
  if (divides(sources)) gather_farthest(far, far_by_rank, far_of_all);
  for (const far_pair& pair : far_of_all) {
    deepest_ = std::max(deepest_, pair.distance);
    if (pair.distance > farthest_.distance) farthest_ = pair;
    bounds_->mark_searched(pair.from);
  }
  if (back_) {
    std::vector<vertex_id> targets;
    call_.run([&] {
      targets = targets_of(far_of_all);
      // A process searches back from its own sources, and from its part of the other targets.
      std::vector<vertex_id> own = mine;
      const std::vector<vertex_id> others = own_part(std::span(targets).subspan(sources.size()));
      own.insert(own.end(), others.begin(), others.end());
      search_own(*back_, own, back);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i].back = back.row(i);
      for (std::size_t i = rows.size(); i < own.size(); ++i) rows.push_back({{}, back.row(i), 0});
    });
    count_round(targets.size());
  }
  const timer clock;
  bounds_->tighten(std::span<const distances_both_ways<T>>(rows));
  if (divides(sources)) call_.combine([&](communicator& ranks) { bounds_->combine(ranks); });
  report_.seconds_bound += clock.seconds();
}

void bounding_searches::count_round(std::size_t searches) {
  report_.searches += searches;
  ++report_.rounds;
}

// Roots of the backward searches: the sources, then the vertices farthest from them, which are likely far from others, too.
std::vector<vertex_id> bounding_searches::targets_of(std::span<const far_pair> far) {
  std::vector<vertex_id> targets;
  for (const far_pair& pair : far) targets.push_back(pair.from);
  was_target_.resize(g_.num_vertices());
  for (const vertex_id v : targets) was_target_[v] = true;
  for (const far_pair& pair : far) {
    if (was_target_[pair.to]) continue;
    was_target_[pair.to] = true;
    targets.push_back(pair.to);
  }
  return targets;
}

// Determines only the eccentricities of these vertices, which is cheaper: only the depth of each search is kept.
void bounding_searches::find_exact(std::span<const vertex_id> sources) {
  std::vector<hop_count> depths;
  call_.run([&] {
    depths.assign(sources.size(), 0);
    const std::vector<vertex_id> mine = own_part(sources);
    depths_sink sink;
    search_own(there_, mine, sink);
    const std::size_t first = divides(sources) ? call_.first() : 0, step = divides(sources) ? call_.step() : 1;
    for (std::size_t i = 0; i < mine.size(); ++i) depths[first + i * step] = sink.depths[i];
  });
  if (divides(sources)) call_.combine([&](communicator& ranks) { ranks.all_reduce(reduction::max, depths); });
  count_round(sources.size());
  const timer clock;
  for (std::size_t i = 0; i < sources.size(); ++i) bounds_->set_exact(sources[i], depths[i]);
  call_.run([&] { bounds_->propagate(); });
  report_.seconds_bound += clock.seconds();
}

// Whether to skip bounding for some rounds: after a round that closed few vertices besides its own sources. The pause doubles each
// time another attempt is no better.
bool bounding_searches::is_hopeless(std::size_t num_open) {
  if (last_joined_ >= first_joined && last_open_ < num_open + hopeful * last_joined_) {
    settling_left_ = settling_next_;
    settling_next_ *= 2;
  }
  if (settling_left_ == 0) return false;
  --settling_left_;
  return true;
}

void bounding_searches::advance(std::vector<vertex_id>& high, std::vector<vertex_id>& low) {
  const timer clock;
  const std::size_t open = high.size() + low.size();
  const bool hopeless = is_hopeless(open);
  std::size_t fits = 0;
  call_.run([&] { fits = most_at_once(); });
  if (call_.is_shared()) fits = smallest(call_.ranks(), fits);
  std::vector<vertex_id> sources;
  call_.run([&] { sources = choose(high, low, hopeless ? most_joined : std::min(next_round(), fits)); });
  last_open_ = open;
  last_joined_ = hopeless ? 0 : sources.size();
  report_.seconds_bound += clock.seconds();
  if (hopeless)
    find_exact(sources);
  else
    search(sources);
}

bounding_report bounding_searches::report() const {
  bounding_report all = report_;
  call_.combine([&](communicator& ranks) {
    for (double* const seconds : {&all.seconds_prepare, &all.seconds_search, &all.seconds_bound})
      *seconds = longest(ranks, *seconds);
  });
  all.by_rank = call_.work_of_all();
  return all;
}

std::vector<vertex_id> bounding_searches::choose(std::vector<vertex_id>& high, std::vector<vertex_id>& low, std::size_t count) {
  const eccentricity_bounds& b = *bounds_;
  const adjacency_view& out = g_.view().out;
  const auto later_high = [&](vertex_id x, vertex_id y) {
    if (b.upper(x) != b.upper(y)) return b.upper(x) < b.upper(y);
    if (out.degree(x) != out.degree(y)) return out.degree(x) < out.degree(y);
    return x > y;
  };
  const auto later_low = [&](vertex_id x, vertex_id y) {
    if (b.lower(x) != b.lower(y)) return b.lower(x) > b.lower(y);
    if (out.degree(x) != out.degree(y)) return out.degree(x) < out.degree(y);
    return x > y;
  };
  // Heaps, because only few of many are taken, and how few is unknown: several vertices may map to the same source.
  std::make_heap(high.begin(), high.end(), later_high);
  std::make_heap(low.begin(), low.end(), later_low);
  const auto take = [](std::vector<vertex_id>& heap, const auto& later) {
    std::pop_heap(heap.begin(), heap.end(), later);
    const vertex_id first = heap.back();
    heap.pop_back();
    return first;
  };
  std::vector<vertex_id> chosen;
  std::unordered_set<vertex_id> is_chosen;
  while (chosen.size() < count && !(high.empty() && low.empty())) {
    const bool from_high = low.empty() || (take_high_ && !high.empty());
    const vertex_id v = from_high ? b.to_lower_upper(take(high, later_high)) : b.to_raise_lower(take(low, later_low));
    if (!is_chosen.insert(v).second) continue;
    chosen.push_back(v);
    take_high_ = !take_high_;
  }
  return chosen;
}

vertex_id bounding_searches::hub() const {
  const graph_view& view = g_.view();
  vertex_id best = no_vertex;
  for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
    if (parts_.of[v] != parts_.largest) continue;
    if (best == no_vertex || view.out.degree(v) > view.out.degree(best)) best = v;
  }
  return best;
}

}  // namespace fathom
