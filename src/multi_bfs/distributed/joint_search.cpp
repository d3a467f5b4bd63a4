// Distributed multi-source BFS on a 2D grid of processes: like rank_search, with a bit row per vertex instead of a bit. Liu, Huang,
// Hu, "iBFS", SIGMOD 2016; Then et al., "The More the Merrier", PVLDB 8(4), 2014.
#include "multi_bfs/distributed/joint_search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "fathom/error.hpp"
#include "multi_bfs/cpu/bitwise_results.hpp"
#include "multi_bfs/distributed/joint_exchange.hpp"
#include "multi_bfs/distributed/joint_steps.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t edges_per_thread = 1u << 12;  // minimum edges of the block per thread
// Cost of a pushed edge relative to a pulled one, which reads a bit row and writes none: 26 ns against 5 to 9 ns in the
// single-process engine.
constexpr double push_by_pull = 4;
constexpr std::uint64_t usual_planes = 4;  // searches that run concurrently are seldom deeper than 15 levels

template <int Words>
class joint_search_cpu final : public joint_search {
 public:
  joint_search_cpu(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan)
      : plan_(plan),
        g_(g),
        s_(g, useful_threads(g.in.ends.size(), edges_per_thread, plan.threads)),
        exchange_(s_),
        sums_(static_cast<std::size_t>(s_.threads)),
        all_(static_cast<std::size_t>(g.ranks->size())) {
    multi_bfs_engine::fill_bytes(s_.found.rows, 0, s_.threads);
    std::fill(s_.found.members.begin(), s_.found.members.end(), 0);
    multi_bfs_engine::fill_bytes(s_.frontier, 0, s_.threads);
  }

  multi_bfs_engine::group_outcome run(std::span<const vertex_id> sources) override {
    start(sources);
    while (exchange_counts() && now_.level < plan_.depth_limit) {
      choose_direction();
      exchange_frontier();
      step();
      record_level(now_.level + 1);
      next_level();
    }
    add_to_work();  // time of the last exchange_counts()
    if (plan_.needs.level_counts) g_.ranks->all_reduce(reduction::sum, std::span(outcome_.counts));
    return std::move(outcome_);
  }

  [[nodiscard]] std::uint64_t edges_of_reached() const override {
    std::uint64_t edges = 0;
    const std::span<const bit_row<Words>> seen = s_.own_seen();
#pragma omp parallel for num_threads(s_.threads) schedule(static) reduction(+ : edges)
    for (std::uint64_t id = 0; id < g_.own_vertices; ++id) edges += std::uint64_t{g_.out_degrees[id]} * seen[id].count();
    return edges;
  }

  void copy_distances(std::span<std::int8_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { copy(rows); }
  void copy_predecessors(std::span<vertex_id* const>) const override {
    throw error(error_category::usage, "concurrent searches across processes do not compute predecessors");
  }
  void add_totals(vertex_totals&) const override {
    throw error(error_category::usage, "concurrent searches across processes do not compute per-vertex totals");
  }

  [[nodiscard]] std::span<const rank_level> levels() const noexcept override { return levels_; }
  [[nodiscard]] std::span<const joint_counts> counts() const noexcept override { return counts_; }
  [[nodiscard]] const rank_work& work() const noexcept override { return work_; }

 private:
  struct own_counts {
    std::uint64_t vertices = 0, found = 0, edges = 0, listed_bytes = 0, inspected = 0, stop = 0;
    bit_row<Words> active{};
  };

  void start(std::span<const vertex_id> sources) {
    outcome_ = {};
    levels_.clear();
    counts_.clear();
    now_ = {};
    clock_.restart();
    sources_.assign(sources.begin(), sources.end());
    multi_bfs_engine::fill_bytes(s_.seen, 0, s_.threads);
    std::fill(s_.finished.begin(), s_.finished.end(), 0);
    clean_found(s_);
    planes_in_use_ = 0;
    pull_edges_ = static_cast<double>(g_.num_edges);
    const index_range block = g_.own_block();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      local_vertex id = g_.delegates.find(sources[i]);
      if (id == delegate_table::none && sources[i] >= block.first && sources[i] < block.last) {
        id = g_.to_local[sources[i] - block.first];
      }
      if (id == no_local_vertex) continue;  // owned by another process, or isolated: only the source itself is reached
      bit_row<Words> single{};
      single.set(i);
      multi_bfs_engine::merge<false>(s_.found, static_cast<vertex_id>(s_.own_first + id), single);
    }
    record_level(0);
  }

  /// Updates visited bits, distances and counts for the vertices discovered at this distance.
  void record_level(hop_count distance) {
    if (plan_.needs.distances) prepare_planes(distance);
    book_own(s_, sums_, [&](local_vertex id, const bit_row<Words>& row, own_sums<Words>& mine) {
      if (plan_.needs.level_counts && s_.counts(id)) mine.counter.add(row);
      if (!plan_.needs.distances) return;
      for (auto bits = static_cast<std::uint32_t>(distance); bits != 0; bits &= bits - 1) {
        planes_[static_cast<std::size_t>(std::countr_zero(bits))][id] |= row;
      }
    });
    mine_ = {};
    mine_.inspected = now_.inspected;
    std::vector<std::uint64_t> counts(plan_.needs.level_counts ? Words * 64 : 0);
    for (own_sums<Words>& one : sums_) {
      mine_.vertices += one.vertices, mine_.found += one.found, mine_.edges += one.edges;
      mine_.listed_bytes += one.listed_bytes;
      mine_.active |= one.active;
      if (plan_.needs.level_counts) one.counter.take(counts.data());
      one.vertices = one.found = one.edges = one.listed_bytes = 0;
      one.active = {};
    }
    if (!counts.empty())
      outcome_.counts.insert(outcome_.counts.end(), counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(sources_.size()));
    now_.seconds_search += lap();
  }

  /// Makes sure that there are enough bit planes to represent `distance`.
  void prepare_planes(hop_count distance) {
    const int wanted = std::bit_width(static_cast<std::uint32_t>(distance));
    for (; planes_in_use_ < wanted; ++planes_in_use_) {
      // Collective; happens at the same level on all processes, and seldom.
      if (static_cast<std::size_t>(planes_in_use_) == planes_.size())
        on_all_processes(*g_.ranks, [this] { planes_.emplace_back(g_.own_vertices); });
      multi_bfs_engine::fill_bytes(planes_[static_cast<std::size_t>(planes_in_use_)], 0, s_.threads);
    }
  }

  /// Exchanges counts of the new frontier. Returns false if it is empty.
  bool exchange_counts() {
    mine_.stop = plan_.stop.stop_requested();
    const std::vector<std::uint64_t> sizes(all_.size(), sizeof mine_);
    g_.ranks->all_gather(std::as_bytes(std::span(&mine_, 1)), sizes, std::as_writable_bytes(std::span(all_)));
    s_.active = {};
    for (const own_counts& one : all_) s_.active |= one.active;
    now_.seconds_wait += lap();
    if (total(&own_counts::stop) > 0) {
      on_all_processes(*g_.ranks, [] { throw error(error_category::cancelled, "stopped on request"); });
    }
    now_.frontier = total(&own_counts::vertices);
    const std::uint64_t separate = total(&own_counts::found);
    if (!counts_.empty()) counts_.back().found = separate;
    counts_.push_back({separate, 0});
    if (now_.frontier > 0) outcome_.depth = now_.level;
    return now_.frontier > 0;
  }

  [[nodiscard]] std::uint64_t total(std::uint64_t own_counts::*member) const {
    return std::accumulate(all_.begin(), all_.end(), std::uint64_t{0},
                           [member](std::uint64_t sum, const own_counts& one) { return sum + one.*member; });
  }

  /// Chooses the cheaper direction. The cost of pulling is that of the last bottom-up level, initially the number of all edges.
  void choose_direction() {
    if (now_.way == direction::bottom_up) pull_edges_ = static_cast<double>(total(&own_counts::inspected));
    const double push = push_by_pull * static_cast<double>(total(&own_counts::edges));
    now_.way = push < pull_edges_ ? direction::top_down : direction::bottom_up;
  }

  void exchange_frontier() {
    std::vector<std::uint64_t> listed;
    for (const own_counts& one : all_) listed.push_back(one.listed_bytes);
    now_.bytes_sent += exchange_.send_frontier(listed);
    now_.bytes_sent += exchange_.update_seen(listed);
    now_.seconds_exchange += lap();
  }

  void step() {
    now_.inspected = now_.way == direction::bottom_up ? pull_all(s_) : push_all(s_);
    now_.seconds_search += lap();
    now_.bytes_sent += exchange_.send_to_owners() + exchange_.reduce_delegates();
    now_.seconds_exchange += lap();
  }

  void next_level() {
    levels_.push_back(now_);
    add_to_work();
    now_ = {.level = now_.level + 1, .way = now_.way};
  }

  void add_to_work() {
    work_.bytes_sent += now_.bytes_sent;
    work_.seconds_compute += now_.seconds_search;
    work_.seconds_exchange += now_.seconds_exchange;
    work_.seconds_wait += now_.seconds_wait;
  }

  /// Seconds since the last call.
  double lap() {
    const double seconds = clock_.seconds();
    clock_.restart();
    return seconds;
  }

  template <class T>
  void copy(std::span<T* const> rows) const {
    const index_range block = g_.own_block();
    const multi_bfs_engine::caller_view own(g_.to_local.data(), static_cast<vertex_id>(g_.to_local.size()));
    multi_bfs_engine::copy_distances<Words, T>({own, s_.own_seen().data(), planes_, planes_in_use_}, rows, s_.threads);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] && sources_[i] >= block.first && sources_[i] < block.last) rows[i][sources_[i] - block.first] = 0;
    }
  }

  const multi_bfs_engine::group_plan plan_;
  const partitioned_graph& g_;
  joint_state<Words> s_;
  joint_exchange<Words> exchange_;
  std::vector<own_sums<Words>> sums_;  // one per thread
  std::vector<own_counts> all_;        // one per process
  own_counts mine_;
  std::vector<array<bit_row<Words>>> planes_;  // of distances, by local id
  int planes_in_use_ = 0;
  double pull_edges_ = 0;
  std::vector<vertex_id> sources_;
  multi_bfs_engine::group_outcome outcome_;
  rank_level now_;
  std::vector<rank_level> levels_;
  std::vector<joint_counts> counts_;  // one entry more than levels_: the last holds the final, empty frontier
  rank_work work_;
  timer clock_;
};

}  // namespace

std::uint64_t joint_bytes(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan) {
  const std::uint64_t row = static_cast<std::uint64_t>(plan.width) / 8;
  const std::uint64_t several_columns = g.grid.columns > 1 ? g.row_ids() : 0;
  const std::uint64_t planes = plan.needs.distances ? usual_planes * g.own_vertices : 0;
  // Upper bound relative to the arrays, see list_gain.
  const std::uint64_t lists = (g.stride + g.column_ids()) / list_gain + 2 * several_columns;
  return (2 * g.row_ids() + g.column_ids() + several_columns + planes + lists) * row;
}

std::unique_ptr<joint_search> joint_search_of(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan) {
  switch (plan.width) {
    case 64:
      return std::make_unique<joint_search_cpu<1>>(g, plan);
    case 128:
      return std::make_unique<joint_search_cpu<2>>(g, plan);
    case 256:
      return std::make_unique<joint_search_cpu<4>>(g, plan);
    default:
      return std::make_unique<joint_search_cpu<8>>(g, plan);
  }
}

}  // namespace fathom::ranks_engine
