#include "algorithm/multi_bfs_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "algorithm/group_sources.hpp"
#include "core/memory.hpp"
#include "core/text.hpp"
#include "core/timer.hpp"
#include "engine/bfs/bfs_cpu.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

using multi_bfs_engine::group_engine;
using multi_bfs_engine::group_plan;

template <class... Args>
[[noreturn]] void fail_usage(fmt::format_string<Args...> text, Args&&... args) {
  throw error(error_category::usage, fmt::format(text, std::forward<Args>(args)...));
}

constexpr int joined_widths[] = {1024, 512, 256, 128, 64};
constexpr int separate_widths[] = {64, 32, 16, 8, 4, 2, 1};
// Rows of 512 bits are a cache line; wider ones gained nothing on a CPU.
constexpr int widest_that_pays = 512;
// Searches of more levels than this meet so seldom that joining them costs more than it saves.
constexpr hop_count deepest_that_pays = 128;

// Joined searches leave this much of the memory to their results.
std::uint64_t memory_to_use() { return available_host_memory() / 4 * 3; }

bool is_joined(multi_bfs_method method) { return method == multi_bfs_method::joint || method == multi_bfs_method::bitwise; }

// The number of levels of one search, by the engine for one.
hop_count depth_from(const layout& l, vertex_id source, const multi_bfs_options& options) {
  bfs_engine::request r;
  r.source = l.to_internal ? l.to_internal[source] : source;
  if (r.source == no_vertex) return 0;
  const bfs_options defaults;
  r.depth_limit = options.depth_limit;
  r.alpha = 15, r.beta = defaults.beta;
  r.stop = options.control.stop;
  return bfs_engine::bfs_cpu(l, thread_count(options.control)).run(r).depth;
}

std::unique_ptr<group_engine> make_engine(multi_bfs_method method, const layout& l, const group_plan& plan) {
  switch (method) {
    case multi_bfs_method::sequential:
      return multi_bfs_engine::make_sequential_cpu(l, plan);
    case multi_bfs_method::separate:
      return multi_bfs_engine::make_separate_cpu(l, plan);
    case multi_bfs_method::joint:
      return multi_bfs_engine::make_joint_cpu(l, plan);
    case multi_bfs_method::automatic:
    case multi_bfs_method::bitwise:
      break;
  }
  return multi_bfs_engine::make_bitwise_cpu(l, plan);
}

}  // namespace

multi_bfs_run::multi_bfs_run(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                             const multi_bfs_options& options)
    : layout_(prepared), sources_(sources), sinks_(sinks), options_(options) {
  plan_.threads = thread_count(options.control);
  plan_.deterministic = options.deterministic;
  plan_.report_levels = options.report_levels;
  plan_.depth_limit = options.depth_limit;
  plan_.stop = options.control.stop;
  for (const multi_bfs_sink* const sink : sinks) {
    const sink_needs n = sink->needs();
    plan_.needs.level_counts |= n.level_counts;
    plan_.needs.distances |= n.distances;
    plan_.needs.predecessors |= n.predecessors;
    plan_.needs.vertex_totals |= n.vertex_totals;
  }
  check();
  find_distinct();
  choose_method();
  choose_width();
}

void multi_bfs_run::check() const {
  if (options_.where.kind != device_kind::cpu) {
    throw error(error_category::device,
                fmt::format("joined searches run on the cpu, not on {}; choose the cpu", to_string(options_.where)));
  }
  if (layout_.where.kind != device_kind::cpu) {
    fail_usage("the layout was prepared for {} and cannot be searched on the cpu; prepare it for the cpu",
               to_string(layout_.where));
  }
  if (sources_.empty()) fail_usage("there are no sources to search from; give at least one");
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i] < layout_.caller_vertices) continue;
    fail_usage("source {} (number {} of {}) is outside the graph of {} vertices{}", sources_[i], i + 1, sources_.size(),
               layout_.caller_vertices, layout_.caller_vertices > 0 ? fmt::format(" (0 to {})", layout_.caller_vertices - 1) : "");
  }
  if (options_.depth_limit < 0) fail_usage("depth_limit is {}; give 0 (the sources alone) or more", options_.depth_limit);
  if (options_.width != 0 &&
      std::find(std::begin(joined_widths), std::end(joined_widths), options_.width) == std::end(joined_widths)) {
    fail_usage("width is {}; give 64, 128, 256, 512 or 1024 searches a group, or 0 for what pays", options_.width);
  }
  if (options_.small_degree == 0) fail_usage("small_degree is 0; give the out-degree that sources of a group are below");
  if (plan_.needs.predecessors && !layout_.in.offsets) {
    fail_usage(
        "predecessors of joined searches need in-edges, and this directed graph was built without them; build it with "
        "in_edges::automatic");
  }
}

void multi_bfs_run::find_distinct() {
  std::vector<std::size_t> order(sources_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return sources_[a] != sources_[b] ? sources_[a] < sources_[b] : a < b; });
  // Where each source stands first, and how often it stands: in the order of those first places.
  std::vector<index_range> runs;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && sources_[order[last]] == sources_[order[first]]) ++last;
    runs.push_back({first, last});
    first = last;
  }
  std::sort(runs.begin(), runs.end(), [&](const index_range& a, const index_range& b) { return order[a.first] < order[b.first]; });
  positions_.reserve(order.size());
  for (const index_range& run : runs) {
    distinct_.push_back(sources_[order[run.first]]);
    position_begin_.push_back(positions_.size());
    for (std::uint64_t i = run.first; i < run.last; ++i) positions_.push_back(order[i]);
  }
  position_begin_.push_back(positions_.size());
}

void multi_bfs_run::choose_method() {
  method_ = options_.method;
  if (method_ != multi_bfs_method::automatic) {
    report_.engine = fmt::format("CPU, {}", to_string(method_));
    return;
  }
  if (distinct_.size() == 1) {
    method_ = multi_bfs_method::sequential;
    report_.engine = "CPU, sequential: there is one search";
    return;
  }
  method_ = multi_bfs_method::bitwise;
  report_.engine = "CPU, bitwise";
  // Graphs with hubs are shallow.
  if (layout_.order == vertex_order::degree) return;
  const hop_count depth = depth_from(layout_, distinct_.front(), options_);
  if (depth <= deepest_that_pays) return;
  method_ = multi_bfs_method::separate;
  report_.engine =
      fmt::format("CPU, separate: joining does not pay in a graph of {} levels from vertex {}", depth, distinct_.front());
}

void multi_bfs_run::choose_width() {
  const std::span<const int> widths =
      is_joined(method_) ? std::span<const int>(joined_widths) : std::span<const int>(separate_widths);
  const std::uint64_t memory = memory_to_use();
  std::uint64_t bytes = 0;
  for (const int width : widths) {
    const bool is_narrowest = width == widths.back();
    if (options_.width != 0 && is_joined(method_) ? width != options_.width : width > widest_that_pays) continue;
    // Half as wide is enough.
    if (options_.width == 0 && !is_narrowest && distinct_.size() * 2 <= static_cast<std::size_t>(width)) continue;
    plan_.width = width;
    bytes = multi_bfs_engine::planned_bytes(method_, layout_, plan_);
    if (bytes <= memory) break;
  }
  if (bytes > memory) {
    require_host_memory(bytes + bytes / 3,
                        fmt::format("{} searches at a time in a graph of {} vertices", plan_.width, layout_.caller_vertices));
  }
  report_.width = plan_.width;
  report_.planned_bytes = bytes;
}

multi_bfs_report multi_bfs_run::run() {
  report_.order = layout_.reason;
  report_.where = options_.where;
  report_.threads = plan_.threads;
  report_.sources = sources_.size();
  const multi_bfs_plan plan{.num_vertices = layout_.caller_vertices,
                            .sources = sources_,
                            .searches = distinct_.size(),
                            .depth_limit = options_.depth_limit,
                            .width = plan_.width,
                            .where = options_.where,
                            .bytes = report_.planned_bytes};
  for (multi_bfs_sink* const sink : sinks_) sink->begin(plan);
  leave_out_what_sinks_have();
  timer clock;
  const source_groups grouped = group_sources(layout_, distinct_, plan_.width, options_);
  report_.grouping = grouped.reason;
  report_.seconds_group = clock.seconds();

  const std::unique_ptr<group_engine> engine = make_engine(method_, layout_, plan_);
  std::size_t done = 0;
  for (const std::vector<std::size_t>& members : grouped.groups) {
    report_progress(options_.control, "searching", done, distinct_.size());
    finished_group group = describe(members);
    search(*engine, group);
    clock.restart();
    for (multi_bfs_sink* const sink : sinks_) sink->take(group);
    report_.seconds_sink += clock.seconds();
    done += members.size();
  }
  report_progress(options_.control, "searching", done, distinct_.size());
  clock.restart();
  vertex_totals totals = totals_of(*engine);
  for (multi_bfs_sink* const sink : sinks_) sink->end(totals);
  report_.seconds_sink += clock.seconds();
  report_.peak_memory_bytes = peak_memory_bytes();
  return std::move(report_);
}

void multi_bfs_run::leave_out_what_sinks_have() {
  const auto all_have = [&](std::size_t i) {
    const std::span<const std::size_t> positions(positions_.data() + position_begin_[i],
                                                 position_begin_[i + 1] - position_begin_[i]);
    return !sinks_.empty() && std::all_of(sinks_.begin(), sinks_.end(), [&](const multi_bfs_sink* sink) {
      return std::all_of(positions.begin(), positions.end(), [&](std::size_t p) { return sink->has(p); });
    });
  };
  std::vector<vertex_id> sources;
  std::vector<std::size_t> positions, begin;
  for (std::size_t i = 0; i < distinct_.size(); ++i) {
    if (all_have(i)) continue;
    sources.push_back(distinct_[i]);
    begin.push_back(positions.size());
    positions.insert(positions.end(), positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i]),
                     positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i + 1]));
  }
  begin.push_back(positions.size());
  distinct_.swap(sources), positions_.swap(positions), position_begin_.swap(begin);
  report_.searches = distinct_.size();
}

finished_group multi_bfs_run::describe(std::span<const std::size_t> members) const {
  finished_group group;
  for (const std::size_t i : members) {
    group.sources_.push_back(distinct_[i]);
    group.position_begin_.push_back(group.positions_.size());
    group.positions_.insert(group.positions_.end(), positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i]),
                            positions_.begin() + static_cast<std::ptrdiff_t>(position_begin_[i + 1]));
  }
  group.position_begin_.push_back(group.positions_.size());
  return group;
}

void multi_bfs_run::search(group_engine& engine, finished_group& group) {
  std::vector<vertex_id> internal(group.sources_);
  if (layout_.to_internal) {
    for (vertex_id& v : internal) v = layout_.to_internal[v];
  }
  timer clock;
  multi_bfs_engine::group_outcome outcome = engine.run(internal);
  const double seconds = clock.seconds();
  // A source without neighbours is not in the layout: it finds itself.
  if (plan_.needs.level_counts) {
    outcome.counts.resize(std::max(outcome.counts.size(), internal.size()));
    for (std::size_t i = 0; i < internal.size(); ++i) outcome.counts[i] = 1;
  }
  group.engine_ = &engine;
  group.depth_ = outcome.depth;
  group.counts_ = std::move(outcome.counts);
  group_report& told = report_.groups.emplace_back();
  told.searches = static_cast<int>(internal.size());
  told.where = options_.where;
  told.depth = outcome.depth;
  told.seconds = seconds;
  told.levels = std::move(outcome.levels);
  if (options_.count_edges) told.edges_traversed = engine.edges_of_reached();
  report_.seconds_search += seconds;
  report_.edges_traversed += told.edges_traversed;
}

vertex_totals multi_bfs_run::totals_of(const group_engine& engine) const {
  vertex_totals totals;
  if (!plan_.needs.vertex_totals) return totals;
  const std::size_t n = layout_.caller_vertices;
  totals = {array<std::uint32_t>(n), array<std::uint64_t>(n), array<std::uint64_t>(n), array<hop_count>(n)};
  std::fill(totals.reached_by.begin(), totals.reached_by.end(), 0);
  std::fill(totals.distance_sum.begin(), totals.distance_sum.end(), 0);
  std::fill(totals.harmonic_sum.begin(), totals.harmonic_sum.end(), 0);
  std::fill(totals.farthest.begin(), totals.farthest.end(), unreachable);
  engine.add_totals(totals);
  for (const vertex_id source : distinct_) {
    if (layout_.to_internal && layout_.to_internal[source] == no_vertex) {
      totals.reached_by[source] = 1;
      totals.farthest[source] = 0;
    }
  }
  return totals;
}

namespace {

template <class T>
void copy(const group_engine& engine, const finished_group& group, std::span<T* const> rows, hop_count largest) {
  if (group.depth() > largest) {
    fail_usage("a distance of {} does not fit {} bits, which hold up to {}; ask for wider distances, or a depth limit",
               group.depth(), 8 * sizeof(T), largest);
  }
  engine.copy_distances(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i]) rows[i][group.source(i)] = 0;  // also where the source is not in the layout
  }
}

}  // namespace

void finished_group::copy_distances(std::span<std::int8_t* const> rows) const { copy(*engine_, *this, rows, 127); }
void finished_group::copy_distances(std::span<std::int16_t* const> rows) const { copy(*engine_, *this, rows, 32767); }
void finished_group::copy_distances(std::span<hop_count* const> rows) const {
  copy(*engine_, *this, rows, std::numeric_limits<hop_count>::max());
}
void finished_group::copy_predecessors(std::span<vertex_id* const> rows) const { engine_->copy_predecessors(rows); }

template <class T>
void finished_group::copy_rows(T* matrix, std::size_t columns) const {
  std::vector<T*> rows(size());
  for (std::size_t i = 0; i < size(); ++i) rows[i] = matrix + positions(i).front() * columns;
  if constexpr (std::is_same_v<T, vertex_id>) {
    copy_predecessors(rows);
  } else {
    copy_distances(rows);
  }
  for (std::size_t i = 0; i < size(); ++i) {
    for (const std::size_t again : positions(i).subspan(1)) std::copy_n(rows[i], columns, matrix + again * columns);
  }
}

template void finished_group::copy_rows(std::int8_t*, std::size_t) const;
template void finished_group::copy_rows(std::int16_t*, std::size_t) const;
template void finished_group::copy_rows(hop_count*, std::size_t) const;
template void finished_group::copy_rows(vertex_id*, std::size_t) const;

}  // namespace fathom
