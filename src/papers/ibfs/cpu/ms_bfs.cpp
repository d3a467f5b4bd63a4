// MS-BFS, the comparator of iBFS (Figures 20 and 22): one bit per vertex and search, and one thread per group. Then et al., "The
// More the Merrier: Efficient Multi-Source Graph Traversal", PVLDB 8(4), 2014: aggregated neighbor processing (section 4.1) and the
// change of direction (section 4.2). The rows of the last level hold no older bits, so that no vertex can stop early.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "multi_bfs/cpu/bitwise_results.hpp"
#include "multi_bfs/cpu/bitwise_state.hpp"
#include "multi_bfs/cpu/bitwise_steps.hpp"
#include "multi_bfs/cpu/engine_of_width.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {
namespace {

// Pushing reads and writes a row of the next level for each edge, pulling only reads.
constexpr std::uint64_t push_cost = 2;

template <int Words>
class ms_bfs_cpu final : public group_engine {
 public:
  ms_bfs_cpu(const layout& l, const group_plan& plan) : plan_(plan), state_(l) {
    bitwise_state<Words>& s = state_;
    s.needs = plan.needs, s.deterministic = plan.deterministic, s.report = plan.report_levels;
    s.seen = array<bit_row<Words>>(l.num_vertices);
    for (frontier_rows<Words>* const f : {&s.frontier, &s.next}) {
      f->rows = array<bit_row<Words>>(l.num_vertices);
      f->members = array<std::uint64_t>(s.words());
    }
    if (s.needs.predecessors) s.predecessors = array<vertex_id>(std::size_t{l.num_vertices} * Words * 64);
    if (s.needs.vertex_totals) s.totals = no_totals(l.num_vertices);
  }

  group_outcome run(std::span<const vertex_id> sources) override {
    start(sources);
    while (vertices_ > 0 && state_.level < plan_.depth_limit) {
      if (plan_.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
      run_level();
    }
    return std::move(outcome_);
  }

  [[nodiscard]] std::uint64_t edges_of_reached() const override {
    std::uint64_t edges = 0;
    for (vertex_id v = 0; v < state_.l.num_vertices; ++v) edges += degree(state_.l.out, v) * state_.seen[v].count();
    return edges;
  }

  void copy_distances(std::span<std::int8_t* const> rows) const override { multi_bfs_engine::copy_distances(state_, rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { multi_bfs_engine::copy_distances(state_, rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { multi_bfs_engine::copy_distances(state_, rows); }
  void copy_predecessors(std::span<vertex_id* const> rows) const override { multi_bfs_engine::copy_predecessors(state_, rows); }
  void add_totals(vertex_totals& sums) const override { add_to_callers(state_.l, state_.totals, sums, 1); }

 private:
  void start(std::span<const vertex_id> sources) {
    bitwise_state<Words>& s = state_;
    num_searches_ = sources.size();
    outcome_ = {};
    fill_bytes(s.seen, 0, 1);
    for (frontier_rows<Words>* const f : {&s.frontier, &s.next}) fill_bytes(f->rows, 0, 1), fill_bytes(f->members, 0, 1);
    if (s.needs.predecessors) std::fill(s.predecessors.begin(), s.predecessors.end(), no_vertex);
    s.planes_in_use = 0;
    all_ = {};
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] == no_vertex) continue;
      bit_row<Words> single{};
      single.set(i), all_.set(i);
      s.frontier.rows[sources[i]] = single;
      s.frontier.members[sources[i] / word_bits] |= bit_of(sources[i]);
      record(s, sums_, sources[i], single, 0);
    }
    s.level = -1;
    missing_edges_ = s.l.num_edges;
    finish_level();
  }

  void run_level() {
    bitwise_state<Words>& s = state_;
    const bool pulls = s.l.in.offsets && push_cost * edges_ > missing_edges_;
    joint_level_report level = describe_level(pulls);
    const timer clock;
    prepare_planes(s);
    const std::uint64_t inspected = pulls ? pull() : push();
    // Second phase: visits of the next level are those that were not seen.
    missing_edges_ = 0;
    for (std::uint64_t w = 0; w < s.words(); ++w) {
      take_word(s, sums_, w);
      if (!s.l.in.offsets) continue;
      const auto last = static_cast<vertex_id>(std::min<std::uint64_t>((w + 1) * word_bits, s.l.num_vertices));
      for (auto v = static_cast<vertex_id>(w * word_bits); v < last; ++v) {
        if (without(all_, s.seen[v]).any()) missing_edges_ += degree(s.l.in, v);
      }
    }
    if (s.needs.predecessors) {
      // Its loops would otherwise be shared with threads that search other groups.
#pragma omp parallel num_threads(1)
      find_predecessors(s);
    }
    for (std::uint64_t w = 0; w < s.words(); ++w) clean_word(s.frontier, w);
    std::swap(s.frontier, s.next);
    level.edges_inspected = inspected, level.found = sums_.found;
    finish_level();
    level.seconds = clock.seconds();
    if (s.report) outcome_.levels.push_back(level);
  }

  // First phase, top-down: neighbors of the frontier are visited, whether or not they were before.
  std::uint64_t push() {
    bitwise_state<Words>& s = state_;
    std::uint64_t inspected = 0;
    for (std::uint64_t w = 0; w < s.words(); ++w) {
      for_each_vertex(s.frontier.members[w], w, [&](vertex_id v) {
        const bit_row<Words> row = s.frontier.rows[v];
        for (edge_offset e = s.l.out.offsets[v]; e < s.l.out.offsets[v + 1]; ++e) merge<false>(s.next, s.l.out.targets[e], row);
        inspected += degree(s.l.out, v);
      });
    }
    return inspected;
  }

  // First phase, bottom-up: vertices that some search has not seen take the visits of all their neighbors.
  std::uint64_t pull() {
    bitwise_state<Words>& s = state_;
    std::uint64_t inspected = 0;
    for (vertex_id v = 0; v < s.l.num_vertices; ++v) {
      if (!without(all_, s.seen[v]).any()) continue;
      bit_row<Words> found{};
      for (edge_offset e = s.l.in.offsets[v]; e < s.l.in.offsets[v + 1]; ++e) found |= s.frontier.rows[s.l.in.targets[e]];
      inspected += degree(s.l.in, v);
      if (found.any()) merge<false>(s.next, v, found);
    }
    return inspected;
  }

  [[nodiscard]] joint_level_report describe_level(bool pulls) {
    const bitwise_state<Words>& s = state_;
    joint_level_report level;
    level.level = s.level, level.way = pulls ? direction::bottom_up : direction::top_down;
    if (!s.report) return level;
    std::uint64_t edges = 0;
    for (vertex_id v = 0; v < s.l.num_vertices; ++v) {
      const unsigned unseen = without(s.active, s.seen[v]).count(), found = s.frontier.rows[v].count();
      level.unvisited.joint += unseen > 0, level.unvisited.separate += unseen;
      level.visited.joint += found > 0, level.visited.separate += found;
      edges += degree(s.l.out, v) * found;
    }
    level.frontier_edges = edges;
    return level;
  }

  /// Moves on to the level that was found.
  void finish_level() {
    bitwise_state<Words>& s = state_;
    std::vector<std::uint64_t> counts(s.needs.level_counts ? Words * 64 : 0);
    if (s.needs.level_counts) sums_.counter.take(counts.data());
    vertices_ = sums_.vertices, edges_ = sums_.edges;
    s.active = sums_.active;
    sums_.vertices = sums_.found = sums_.edges = 0, sums_.active = {};
    ++s.level;
    if (vertices_ == 0) return;
    outcome_.depth = s.level;
    if (!counts.empty())
      outcome_.counts.insert(outcome_.counts.end(), counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(num_searches_));
  }

  const group_plan plan_;
  bitwise_state<Words> state_;  // `finished` and the fields for threads are not used
  level_sums<Words> sums_;
  group_outcome outcome_;
  bit_row<Words> all_{};  // searches whose source is in the layout
  std::size_t num_searches_ = 0;
  std::uint64_t vertices_ = 0, edges_ = 0;  // of the frontier
  std::uint64_t missing_edges_ = 0;         // into vertices that some search has not seen
};

}  // namespace

std::unique_ptr<group_engine> make_ms_bfs_cpu(const layout& l, const group_plan& plan) {
  return engine_of_width<ms_bfs_cpu>(l, plan);
}

}  // namespace fathom::multi_bfs_engine
