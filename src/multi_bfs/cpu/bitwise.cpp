// Bitwise multi-source BFS on the CPU with OpenMP: one bit per vertex and search. Liu, Huang, Hu, "iBFS", SIGMOD 2016, sections 4
// and 6; Then et al., "The More the Merrier", PVLDB 8(4), 2014.
#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "multi_bfs/cpu/bitwise_results.hpp"
#include "multi_bfs/cpu/bitwise_state.hpp"
#include "multi_bfs/cpu/bitwise_steps.hpp"
#include "multi_bfs/cpu/engine_of_width.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {
namespace {

// Minimum edges per thread.
constexpr std::uint64_t edges_per_thread = 1u << 12;

template <int Words>
class bitwise_cpu final : public group_engine {
 public:
  bitwise_cpu(const layout& l, const group_plan& plan) : plan_(plan), state_(l), sums_(static_cast<std::size_t>(plan.threads)) {
    bitwise_state<Words>& s = state_;
    const std::uint64_t n = l.num_vertices;
    s.threads = useful_threads(l.num_edges, edges_per_thread, plan.threads);
    s.needs = plan.needs;
    s.deterministic = plan.deterministic;
    s.report = plan.report_levels;
    s.early_termination = plan.early_termination;
    s.range =
        static_cast<vertex_id>(std::max<std::size_t>(plan.tuning.cached_bytes / sizeof(bit_row<Words>) / word_bits, 1) * word_bits);
    s.hubs = std::min(s.range, l.num_vertices);
    for (int t = 0; t < s.threads; ++t) s.hub_rows.emplace_back(s.hubs);
    hub_share_ = l.in.offsets && l.num_edges > 0 ? static_cast<double>(l.in.offsets[s.hubs]) / static_cast<double>(l.num_edges) : 0;
    s.seen = array<bit_row<Words>>(n);
    s.finished = array<std::uint64_t>(s.words());
    for (frontier_rows<Words>* const f : {&s.frontier, &s.next}) {
      f->rows = array<bit_row<Words>>(n);
      f->members = array<std::uint64_t>(s.words());
      std::fill(f->members.begin(), f->members.end(), 0);
      fill_bytes(f->rows, 0, s.threads);
    }
    if (s.needs.predecessors) s.predecessors = array<vertex_id>(n * Words * 64);
    if (s.needs.vertex_totals) s.totals = no_totals(n);
  }

  group_outcome run(std::span<const vertex_id> sources) override {
    start(sources);
    while (frontier_vertices_ > 0 && state_.level < plan_.depth_limit) {
      if (plan_.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
      run_level();
    }
    return std::move(outcome_);
  }

  [[nodiscard]] std::uint64_t edges_of_reached() const override {
    const bitwise_state<Words>& s = state_;
    std::uint64_t edges = 0;
#pragma omp parallel for num_threads(s.threads) schedule(static) reduction(+ : edges)
    for (vertex_id v = 0; v < s.l.num_vertices; ++v) edges += degree(s.l.out, v) * s.seen[v].count();
    return edges;
  }

  void copy_distances(std::span<std::int8_t* const> rows) const override { multi_bfs_engine::copy_distances(state_, rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { multi_bfs_engine::copy_distances(state_, rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { multi_bfs_engine::copy_distances(state_, rows); }

  void copy_predecessors(std::span<vertex_id* const> rows) const override { multi_bfs_engine::copy_predecessors(state_, rows); }
  void add_totals(vertex_totals& sums) const override { add_to_callers(state_.l, state_.totals, sums, state_.threads); }

 private:
  void start(std::span<const vertex_id> sources) {
    bitwise_state<Words>& s = state_;
    num_searches_ = sources.size();
    outcome_ = {};
    fill_bytes(s.seen, 0, s.threads);
    if (s.needs.predecessors) fill_bytes(s.predecessors, 0xFF, s.threads);
    std::fill(s.finished.begin(), s.finished.end(), 0);
    if (s.l.num_vertices % word_bits != 0) s.finished[s.words() - 1] = ~std::uint64_t{0} << (s.l.num_vertices % word_bits);
    s.planes_in_use = 0;
#pragma omp parallel num_threads(s.threads)
    clean(s.frontier, 0, s.words());

    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] == no_vertex) continue;
      bit_row<Words> single{};
      single.set(i);
      s.frontier.rows[sources[i]] = single;
      s.frontier.members[sources[i] / word_bits] |= bit_of(sources[i]);
      record(s, sums_[0], sources[i], single, 0);
    }
    s.level = -1;
    pull_edges_ = static_cast<double>(s.l.num_edges);
    take_sums();
  }

  void run_level() {
    bitwise_state<Words>& s = state_;
    const level_ways ways = choose_directions();
    joint_level_report level = describe_level(ways);
    const timer clock;
    prepare_planes(s);
    if (ways.others != way::pull) list_frontier(ways.others == way::push_to_all);
    const std::uint64_t hub_words = words_for(s.hubs), words = s.words();
#pragma omp parallel num_threads(s.threads)
    {
      level_sums<Words>& mine = sums_[static_cast<std::size_t>(omp_get_thread_num())];
      if (ways.others == way::push_to_all) {
        omp_get_num_threads() > 1 ? push_to_all<true>(s, mine) : push_to_all<false>(s, mine);
      } else {
        ways.hubs == way::pull ? pull(s, mine, 0, hub_words) : push_to_hubs(s, mine);
        ways.others == way::pull ? pull(s, mine, hub_words, words) : push_to_ranges(s, mine);
      }
#pragma omp barrier
      if (s.needs.predecessors) find_predecessors(s);
    }
    std::swap(s.frontier, s.next);
    const level_sums<Words> all = take_sums();
    if (ways.others == way::pull) pull_edges_ = static_cast<double>(all.pulled);
    if (!s.report) return;
    level.edges_inspected = all.inspected + all.pulled;
    level.found = all.found;
    level.seconds = clock.seconds();
    outcome_.levels.push_back(level);
  }

  enum class way { push_to_all, push, pull };
  struct level_ways {
    way hubs, others;
  };

  /// Report of a level's work; its direction is that of vertices that are not hubs if there are any. Counts frontiers only if
  /// reports are requested.
  [[nodiscard]] joint_level_report describe_level(const level_ways& ways) {
    const bitwise_state<Words>& s = state_;
    joint_level_report level;
    level.level = s.level;
    if (!s.report) return level;
    const bool pulls = (s.hubs < s.l.num_vertices ? ways.others : ways.hubs) == way::pull;
    level.way = pulls ? direction::bottom_up : direction::top_down;
    level.visited = {frontier_vertices_, frontier_found_};
    std::uint64_t joint = 0, separate = 0, edges = 0;
#pragma omp parallel for num_threads(s.threads) schedule(static) reduction(+ : joint, separate, edges)
    for (vertex_id v = 0; v < s.l.num_vertices; ++v) {
      const unsigned unseen = without(s.active, s.seen[v]).count();
      joint += unseen > 0, separate += unseen;
      edges += degree(s.l.out, v) * s.frontier.rows[v].count();
    }
    level.unvisited = {joint, separate};
    level.frontier_edges = edges;
    return level;
  }

  /// Chooses the cheapest directions. The cost of pulling is that of the last level that pulled, initially the number of all edges.
  [[nodiscard]] level_ways choose_directions() const {
    const bitwise_state<Words>& s = state_;
    const bitwise_tuning& t = plan_.tuning;
    const double edges = static_cast<double>(frontier_edges_), to_hubs = edges * hub_share_, to_others = edges - to_hubs;
    const double ranges = static_cast<double>((s.l.num_vertices - s.hubs) / s.range + 1);
    const double all = t.push_anywhere * edges;
    const double push_hubs = t.push_cached * to_hubs;
    const double push_others = t.push_cached * to_others + t.push_search * ranges * static_cast<double>(frontier_vertices_);
    if (!s.l.in.offsets) return {way::push, all < push_hubs + push_others ? way::push_to_all : way::push};
    const double pull_hubs = t.pull_by_hub * pull_edges_ * hub_share_;
    const double pull_others = t.pull_by_other * pull_edges_ * (1 - hub_share_);
    if (all < std::min(push_hubs, pull_hubs) + std::min(push_others, pull_others)) return {way::push, way::push_to_all};
    return {push_hubs < pull_hubs ? way::push : way::pull, push_others < pull_others ? way::push : way::pull};
  }

  void list_frontier(bool cut_long_rows) {
    bitwise_state<Words>& s = state_;
    s.frontier_list.clear();
    s.long_rows.clear();
    for (std::uint64_t w = 0; w < s.words(); ++w) {
      for_each_vertex(s.frontier.members[w], w, [&](vertex_id v) {
        s.frontier_list.push_back(v);
        const edge_offset first = s.l.out.offsets[v], last = s.l.out.offsets[v + 1];
        if (!cut_long_rows || last - first <= row_chunk) return;
        for (edge_offset e = first; e < last; e += row_chunk) s.long_rows.push_back({v, e, std::min(e + row_chunk, last)});
      });
    }
  }

  /// Adds up the threads' counts of a level and moves on to the next level.
  level_sums<Words> take_sums() {
    bitwise_state<Words>& s = state_;
    level_sums<Words> all;
    std::vector<std::uint64_t> counts(s.needs.level_counts ? Words * 64 : 0);
    for (level_sums<Words>& mine : sums_) {
      all.vertices += mine.vertices, all.found += mine.found, all.edges += mine.edges;
      all.inspected += mine.inspected, all.pulled += mine.pulled;
      all.active |= mine.active;
      if (s.needs.level_counts) mine.counter.take(counts.data());
      mine.vertices = mine.found = mine.edges = mine.inspected = mine.pulled = 0;
      mine.active = {};
    }
    s.active = all.active;
    ++s.level;
    frontier_vertices_ = all.vertices, frontier_found_ = all.found, frontier_edges_ = all.edges;
    if (all.vertices > 0) {
      outcome_.depth = s.level;
      outcome_.counts.insert(outcome_.counts.end(), counts.begin(),
                             counts.begin() + (counts.empty() ? 0 : static_cast<std::ptrdiff_t>(num_searches_)));
    }
    return all;
  }

  const group_plan plan_;
  bitwise_state<Words> state_;
  std::vector<level_sums<Words>> sums_;  // one per thread
  group_outcome outcome_;
  std::size_t num_searches_ = 0;
  std::uint64_t frontier_vertices_ = 0, frontier_found_ = 0, frontier_edges_ = 0;
  double pull_edges_ = 0;
  double hub_share_ = 0;  ///< fraction of the edges that lead to hubs
};

}  // namespace

std::unique_ptr<group_engine> make_bitwise_cpu(const layout& l, const group_plan& plan) {
  return engine_of_width<bitwise_cpu>(l, plan);
}

}  // namespace fathom::multi_bfs_engine
