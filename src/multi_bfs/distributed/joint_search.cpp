// Distributed multi-source BFS on CPUs. Liu, Huang, Hu, "iBFS", SIGMOD 2016; Then et al., "The More the Merrier", PVLDB 8(4), 2014.
#include "multi_bfs/distributed/joint_search.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "multi_bfs/cpu/bitwise_results.hpp"
#include "multi_bfs/distributed/joint_exchange.hpp"
#include "multi_bfs/distributed/joint_levels.hpp"
#include "multi_bfs/distributed/joint_steps.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t edges_per_thread = 1u << 12;  // minimum edges of the block per thread

template <int Words>
class joint_block_on_cpu final : public joint_block {
 public:
  joint_block_on_cpu(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan)
      : g_(g),
        with_distances_(plan.needs.distances),
        s_(g, useful_threads(g.in.ends.size(), edges_per_thread, plan.threads)),
        exchange_(s_),
        sums_(static_cast<std::size_t>(s_.threads)) {
    multi_bfs_engine::fill_bytes(s_.found.rows, 0, s_.threads);
    std::fill(s_.found.members.begin(), s_.found.members.end(), 0);
    multi_bfs_engine::fill_bytes(s_.frontier, 0, s_.threads);
  }

  void start(std::span<const joint_start> sources) override {
    multi_bfs_engine::fill_bytes(s_.seen, 0, s_.threads);
    std::fill(s_.finished.begin(), s_.finished.end(), 0);
    clean_found(s_);
    planes_in_use_ = 0;
    inspected_ = 0;
    for (const joint_start& source : sources) {
      bit_row<Words> single{};
      single.set(source.search);
      multi_bfs_engine::merge<false>(s_.found, static_cast<vertex_id>(s_.own_first + source.id), single);
    }
  }

  void use_planes(int planes) override {
    for (; planes_in_use_ < planes; ++planes_in_use_) {
      if (static_cast<std::size_t>(planes_in_use_) == planes_.size()) planes_.emplace_back(g_.own_vertices);
      multi_bfs_engine::fill_bytes(planes_[static_cast<std::size_t>(planes_in_use_)], 0, s_.threads);
    }
  }

  joint_discoveries record(hop_count distance, std::span<std::uint64_t> counts) override {
    book_own(s_, sums_, [&](local_vertex id, const bit_row<Words>& row, own_sums<Words>& mine) {
      if (!counts.empty() && s_.counts(id)) mine.counter.add(row);
      if (!with_distances_) return;
      for (auto bits = static_cast<std::uint32_t>(distance); bits != 0; bits &= bits - 1) {
        planes_[static_cast<std::size_t>(std::countr_zero(bits))][id] |= row;
      }
    });
    joint_discoveries all{.inspected = inspected_};
    for (own_sums<Words>& one : sums_) {
      all.vertices += one.vertices, all.found += one.found, all.edges += one.edges;
      all.listed += one.listed_bytes;
      for (std::size_t w = 0; w < Words; ++w) all.active[w] |= one.active.word[w];
      if (!counts.empty()) one.counter.take(counts.data());
      one.vertices = one.found = one.edges = one.listed_bytes = 0;
      one.active = {};
    }
    return all;
  }

  std::uint64_t exchange_frontier(std::span<const joint_discoveries> of_processes) override {
    std::vector<std::uint64_t> listed;
    for (const joint_discoveries& one : of_processes) listed.push_back(one.listed);
    return exchange_.send_frontier(listed) + exchange_.update_seen(listed);
  }

  void step(direction way, const joint_searches& active) override {
    std::copy_n(active.begin(), Words, s_.active.word);
    inspected_ = way == direction::bottom_up ? pull_all(s_) : push_all(s_);
  }

  std::uint64_t exchange_found() override { return exchange_.send_to_owners() + exchange_.reduce_delegates(); }

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

 private:
  template <class T>
  void copy(std::span<T* const> rows) const {
    const multi_bfs_engine::caller_view own(g_.to_local.data(), static_cast<vertex_id>(g_.to_local.size()));
    multi_bfs_engine::copy_distances<Words, T>({own, s_.own_seen().data(), planes_, planes_in_use_}, rows, s_.threads);
  }

  const partitioned_graph& g_;
  const bool with_distances_;
  joint_state<Words> s_;
  joint_exchange<Words> exchange_;
  std::vector<own_sums<Words>> sums_;          // one per thread
  std::vector<array<bit_row<Words>>> planes_;  // of distances, by local id
  int planes_in_use_ = 0;
  std::uint64_t inspected_ = 0;  // by the last step
};

std::unique_ptr<joint_block> block_on_cpu(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan) {
  switch (plan.width) {
    case 64:
      return std::make_unique<joint_block_on_cpu<1>>(g, plan);
    case 128:
      return std::make_unique<joint_block_on_cpu<2>>(g, plan);
    case 256:
      return std::make_unique<joint_block_on_cpu<4>>(g, plan);
    default:
      return std::make_unique<joint_block_on_cpu<8>>(g, plan);
  }
}

}  // namespace

std::uint64_t joint_bytes(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan) {
  const std::uint64_t row = static_cast<std::uint64_t>(plan.width) / 8;
  const std::uint64_t several_columns = g.grid.columns > 1 ? g.row_ids() : 0;
  const std::uint64_t planes = plan.needs.distances ? usual_joint_planes * g.own_vertices : 0;
  // Upper bound relative to the arrays, see list_gain.
  const std::uint64_t lists = (g.stride + g.column_ids()) / list_gain + 2 * several_columns;
  return (2 * g.row_ids() + g.column_ids() + several_columns + planes + lists) * row;
}

std::unique_ptr<joint_search> joint_search_of(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan) {
  return std::make_unique<joint_levels>(g, plan, block_on_cpu(g, plan));
}

}  // namespace fathom::ranks_engine
