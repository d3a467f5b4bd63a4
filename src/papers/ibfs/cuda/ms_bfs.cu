// MS-BFS on a CUDA device, the comparator of iBFS's Figure 20: bitwise operations as in Then et al., PVLDB 8(4), 2014, with rows
// that hold the visits of one level only. The host runs the level loop.
#include <algorithm>

#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "gpu/event.hpp"
#include "gpu/transfer.hpp"
#include "multi_bfs/cuda/distance_rows.hpp"
#include "multi_bfs/cuda/engines.hpp"
#include "multi_bfs/cuda/on_device.hpp"
#include "papers/ibfs/cuda/ms_bfs_kernels.cuh"

namespace fathom::multi_bfs_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;
using cuda::wide_block;
using cuda::wide_grid;
using counters_of_level = ms_bfs::level_counters;

constexpr unsigned words_of(int width) { return static_cast<unsigned>(width) / 32; }
// Pushing an edge is an atomic operation, pulling one a read.
constexpr std::uint64_t atomic_cost = 2;

class ms_bfs_cuda final : public cuda_distance_rows {
 public:
  ms_bfs_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan)
      : cuda_distance_rows(std::move(l), plan),
        row_words_(words_of(plan.width)),
        writes_(plan.needs.distances || plan.needs.predecessors || plan.needs.level_counts || plan.needs.vertex_totals),
        seen_(num_vertices_ * row_words_, stream_),
        visit_(num_vertices_ * row_words_, stream_),
        next_(num_vertices_ * row_words_, stream_),
        all_(row_words_, stream_),
        visited_(num_vertices_, stream_),
        missing_(layout_->in.offsets ? num_vertices_ : 0, stream_),
        sources_(static_cast<std::size_t>(plan.width), stream_),
        counters_(1, stream_),
        inspected_(1, stream_) {}

  group_outcome run(std::span<const vertex_id> sources) override {
    throw_if_stopped();
    traversed_ = 0;
    if (num_vertices_ == 0 || sources.empty()) return finish(sources.size(), 0);
    begin(sources);
    std::vector<joint_level_report> levels;
    const hop_count depth = traverse(levels);
    if (plan_.needs.predecessors) find_predecessors(sources.size());
    group_outcome outcome = finish(sources.size(), depth);
    outcome.levels = std::move(levels);
    return outcome;
  }

  /// Counted while searching: distances are written only if they are needed.
  [[nodiscard]] std::uint64_t edges_of_reached() const override { return traversed_; }

 private:
  template <class T>
  void fill(const buffer<T>& there, int byte) {
    check(cudaMemsetAsync(there.data(), byte, there.bytes(), stream_.get()), "clearing device memory");
  }

  void begin(std::span<const vertex_id> sources) {
    for (const buffer<std::uint32_t>* const rows : {&seen_, &visit_, &next_, &all_}) fill(*rows, 0);
    if (writes_) {
      static_assert(unreachable == -1);
      check(cudaMemsetAsync(distances(0), 0xFF, sources.size() * num_vertices_ * sizeof(hop_count), stream_.get()),
            "clearing distances");
    }
    cuda::copy_to_device(sources_.data(), sources.data(), sources.size_bytes(), stream_);
    ms_bfs::place_sources_kernel<<<wide_grid(sources.size()), wide_block, 0, stream_.get()>>>(
        rows(), sources_.data(), static_cast<unsigned>(sources.size()), all_.data());
    check_launch("placing sources");
  }

  hop_count traverse(std::vector<joint_level_report>& levels) {
    hop_count depth = 0;
    counters_of_level now = finish_level(0);
    for (hop_count level = 0; level < plan_.depth_limit && now.joint > 0; ++level) {
      throw_if_stopped();
      const bool pulls = layout_->in.offsets && atomic_cost * now.edges > now.missing_edges;
      const sharing unseen = plan_.report_levels ? count_unseen() : sharing{};
      const timer clock;
      fill(inspected_, 0);
      expand(now, pulls);
      const std::uint64_t inspected = pulls && plan_.report_levels ? cuda::read_one(inspected_.data(), stream_) : now.edges;
      const counters_of_level after = finish_level(level + 1);
      if (after.joint > 0) depth = level + 1;
      if (plan_.report_levels) {
        levels.push_back({.level = level,
                          .way = pulls ? direction::bottom_up : direction::top_down,
                          .by_edges = direction::top_down,  // set at the end of the run
                          .visited = {now.joint, now.separate},
                          .unvisited = unseen,
                          .frontier_edges = now.separate_edges,
                          .edges_inspected = inspected,
                          .found = after.separate,
                          .seconds = clock.seconds()});
      }
      now = after;
    }
    return depth;
  }

  void expand(const counters_of_level& now, bool pulls) {
    const long_rows& pieces = pulls ? layout_->long_rows_in() : layout_->long_out;
    const joint::level_work work{.rows = pulls ? layout_->in : layout_->out,
                                 .piece_vertex = pieces.vertex.data(),
                                 .piece_number = pieces.number.data(),
                                 .num_pieces = pieces.vertex.size(),
                                 .list = pulls ? missing_.data() : visited_.data(),
                                 .listed = now.listed[pulls]};
    const unsigned grid = wide_grid(work.size() * joint::warp_lanes);
    if (pulls) {
      ms_bfs::pull_kernel<<<grid, wide_block, 0, stream_.get()>>>(rows(), work, inspected_.data());
    } else {
      ms_bfs::push_kernel<<<grid, wide_block, 0, stream_.get()>>>(rows(), work);
    }
    check_launch("expanding a frontier");
  }

  counters_of_level finish_level(hop_count level) {
    fill(counters_, 0);
    ms_bfs::finish_kernel<<<wide_grid(num_vertices_ * row_words_), wide_block, 0, stream_.get()>>>(
        rows(), layout_->out, layout_->in, level, writes_ ? distances(0) : nullptr, visited_.data(), missing_.data(),
        counters_.data());
    check_launch("finishing a level");
    const counters_of_level found = cuda::read_one(counters_.data(), stream_);
    traversed_ += found.separate_edges;
    return found;
  }

  sharing count_unseen() {
    const auto runs = cuda::filled<std::uint32_t>(row_words_, 0, stream_);
    const auto sums = cuda::filled<unsigned long long>(2, 0, stream_);
    ms_bfs::mark_running_kernel<<<wide_grid(num_vertices_ * row_words_), wide_block, 0, stream_.get()>>>(rows(), runs.data());
    ms_bfs::count_unseen_kernel<<<wide_grid(num_vertices_ * joint::warp_lanes), wide_block, 0, stream_.get()>>>(rows(), runs.data(),
                                                                                                                sums.data());
    check_launch("counting unvisited vertices");
    return {cuda::read_one(sums.data(), stream_), cuda::read_one(sums.data() + 1, stream_)};
  }

  [[nodiscard]] ms_bfs::bit_rows rows() {
    return {seen_.data(), visit_.data(), next_.data(), num_vertices_, row_words_, all_.data()};
  }

  const unsigned row_words_;
  const bool writes_;
  buffer<std::uint32_t> seen_, visit_, next_, all_;
  buffer<vertex_id> visited_, missing_, sources_;  // lists of both frontiers; the second is empty without in-edges
  buffer<counters_of_level> counters_;
  buffer<unsigned long long> inspected_;
  std::uint64_t traversed_ = 0;
};

}  // namespace

std::unique_ptr<group_engine> make_ms_bfs_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan) {
  return std::make_unique<on_device<ms_bfs_cuda>>(std::move(l), plan);
}

std::uint64_t planned_bytes_ms_bfs_cuda(const layout& l, const group_plan& plan) {
  const std::uint64_t rows = 3 * words_of(plan.width) * sizeof(std::uint32_t);
  const std::uint64_t lists = (l.in.offsets ? 2 : 1) * sizeof(vertex_id);
  return cuda_distance_rows::bytes(l, plan) + l.num_vertices * (rows + lists);
}

}  // namespace fathom::multi_bfs_engine
