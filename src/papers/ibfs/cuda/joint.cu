// Joint multi-source BFS on a CUDA device with one status byte per vertex and search; the host runs the level loop. A baseline for
// the bitwise engine.
#include <algorithm>
#include <bit>

#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"
#include "multi_bfs/cuda/distance_rows.hpp"
#include "multi_bfs/cuda/engines.hpp"
#include "multi_bfs/cuda/on_device.hpp"
#include "papers/ibfs/cuda/joint_kernels.cuh"

namespace fathom::multi_bfs_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;
using cuda::wide_block;
using cuda::wide_grid;
using joint::level_counters;

constexpr std::size_t words_for(std::size_t searches) { return (searches + 3) / 4; }

class joint_cuda final : public cuda_distance_rows {
 public:
  joint_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan)
      : cuda_distance_rows(std::move(l), plan),
        status_words_(num_vertices_ * words_for(static_cast<std::size_t>(plan.width)), stream_),
        visited_(num_vertices_, stream_),
        missing_(layout_->in.offsets ? num_vertices_ : 0, stream_),
        sources_(static_cast<std::size_t>(plan.width), stream_),
        counters_(1, stream_),
        depth_(1, stream_) {}

  group_outcome run(std::span<const vertex_id> sources) override {
    throw_if_stopped();
    if (num_vertices_ == 0 || sources.empty()) return finish(sources.size(), 0);
    begin(sources);
    std::vector<joint_level_report> levels = traverse();
    const hop_count depth = write_distances(static_cast<unsigned>(sources.size()));
    if (plan_.needs.predecessors) find_predecessors(sources.size());
    group_outcome outcome = finish(sources.size(), depth);
    outcome.levels = std::move(levels);
    return outcome;
  }

 private:
  void begin(std::span<const vertex_id> sources) {
    const std::size_t words = words_for(sources.size()), padded = words * 4 - sources.size();
    status_ = {.words = status_words_.data(),
               .num_vertices = num_vertices_,
               .row_words = static_cast<unsigned>(words),
               .group = static_cast<unsigned>(std::min<std::size_t>(std::bit_ceil(words), joint::warp_lanes)),
               .last_mask = 0xFFFFFFFFu >> (8 * padded)};
    cuda::copy_to_device(sources_.data(), sources.data(), sources.size_bytes(), stream_);
    joint::clear_kernel<<<wide_grid(num_vertices_ * words), wide_block, 0, stream_.get()>>>(status_);
    check_launch("clearing status rows");
    joint::place_sources_kernel<<<wide_grid(sources.size()), wide_block, 0, stream_.get()>>>(status_, sources_.data(),
                                                                                             static_cast<unsigned>(sources.size()));
    check_launch("placing sources");
    check(cudaMemsetAsync(counters_.data(), 0, sizeof(level_counters), stream_.get()), "clearing counters");
  }

  std::vector<joint_level_report> traverse() {
    std::vector<joint_level_report> levels;
    std::uint64_t pull_edges = layout_->host.num_edges;
    timer clock;
    level_counters now = scan(0);
    for (hop_count level = 0; level < plan_.depth_limit && now.joint[0] > 0; ++level) {
      throw_if_stopped();
      require_bytes_suffice(level);
      const bool pulls = layout_->in.offsets && 2 * now.edges > pull_edges;
      const sharing missing = plan_.report_levels ? count_unvisited(static_cast<unsigned>(level)) : sharing{};
      expand(now, static_cast<unsigned>(level), pulls);
      const level_counters after = scan(level + 1);
      if (pulls) pull_edges = after.inspected;
      if (plan_.report_levels) {
        levels.push_back({.level = level,
                          .way = pulls ? direction::bottom_up : direction::top_down,
                          .by_edges = direction::top_down,  // set at the end of the run
                          .visited = {now.joint[0], now.separate[0]},
                          .unvisited = missing,
                          .frontier_edges = now.separate_edges,
                          .edges_inspected = pulls ? after.inspected : now.edges,
                          .found = after.separate[0],
                          .seconds = clock.seconds()});
        clock.restart();
      }
      now = after;
    }
    return levels;
  }

  static void require_bytes_suffice(hop_count level) {
    if (level < static_cast<hop_count>(joint::deepest)) return;
    throw error(error_category::usage,
                "the joint method keeps distances in bytes, and a search is deeper than 254 levels; choose another method, or a "
                "depth limit of at most 254");
  }

  /// Lists the frontiers of a level; returns their counts together with those of the previous level.
  level_counters scan(hop_count level) {
    joint::scan_kernel<<<wide_grid(num_vertices_), wide_block, 0, stream_.get()>>>(
        status_, static_cast<unsigned>(level), layout_->out, layout_->in, visited_.data(), missing_.data(), counters_.data());
    check_launch("listing frontiers");
    check(cudaMemcpyAsync(arrived_.data(), counters_.data(), sizeof(level_counters), cudaMemcpyDeviceToHost, stream_.get()),
          "copying counters");
    check(cudaMemsetAsync(counters_.data(), 0, sizeof(level_counters), stream_.get()), "clearing counters");
    stream_.wait("listing frontiers");
    return *arrived_.data();
  }

  sharing count_unvisited(unsigned level) {
    const auto runs = cuda::filled<std::uint32_t>(status_.row_words, 0, stream_);
    const auto sums = cuda::filled<unsigned long long>(2, 0, stream_);
    joint::mark_running_kernel<<<wide_grid(num_vertices_ * status_.row_words), wide_block, 0, stream_.get()>>>(status_, level,
                                                                                                               runs.data());
    joint::count_unvisited_kernel<<<wide_grid(num_vertices_ * joint::warp_lanes), wide_block, 0, stream_.get()>>>(
        status_, runs.data(), sums.data());
    check_launch("counting unvisited vertices");
    return {cuda::read_one(sums.data(), stream_), cuda::read_one(sums.data() + 1, stream_)};
  }

  void expand(const level_counters& now, unsigned level, bool pulls) {
    const long_rows& pieces = pulls ? layout_->long_rows_in() : layout_->long_out;
    const joint::level_work work{.rows = pulls ? layout_->in : layout_->out,
                                 .piece_vertex = pieces.vertex.data(),
                                 .piece_number = pieces.number.data(),
                                 .num_pieces = pieces.vertex.size(),
                                 .list = pulls ? missing_.data() : visited_.data(),
                                 .listed = now.listed[pulls]};
    const unsigned grid = wide_grid(work.size() * joint::warp_lanes);
    if (pulls) {
      joint::pull_kernel<<<grid, wide_block, 0, stream_.get()>>>(status_, work, level, &counters_.data()->inspected);
    } else {
      joint::push_kernel<<<grid, wide_block, 0, stream_.get()>>>(status_, work, level);
    }
    check_launch("expanding a frontier");
  }

  hop_count write_distances(unsigned searches) {
    check(cudaMemsetAsync(depth_.data(), 0, sizeof(int), stream_.get()), "clearing the depth");
    const dim3 grid(wide_grid(num_vertices_ * (wide_block / joint::warp_lanes)), (status_.row_words + 31) / 32);
    joint::write_distances_kernel<<<grid, wide_block, 0, stream_.get()>>>(status_, searches, distances(0), depth_.data());
    check_launch("writing distances");
    return cuda::read_one(depth_.data(), stream_);
  }

  buffer<std::uint32_t> status_words_;
  buffer<vertex_id> visited_, missing_, sources_;  // lists of both frontiers; the second is empty without in-edges
  buffer<level_counters> counters_;
  buffer<int> depth_;
  cuda::pinned<level_counters> arrived_;
  joint::status_rows status_{};
};

}  // namespace

std::unique_ptr<group_engine> make_joint_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan) {
  return std::make_unique<on_device<joint_cuda>>(std::move(l), plan);
}

std::uint64_t planned_bytes_joint_cuda(const layout& l, const group_plan& plan) {
  const std::uint64_t row = words_for(static_cast<std::size_t>(plan.width)) * sizeof(std::uint32_t);
  const std::uint64_t lists = (l.in.offsets ? 2 : 1) * sizeof(vertex_id);
  return cuda_distance_rows::bytes(l, plan) + l.num_vertices * (row + lists);
}

}  // namespace fathom::multi_bfs_engine
