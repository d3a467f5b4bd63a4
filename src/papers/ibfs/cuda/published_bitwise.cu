// Bitwise searches on a CUDA device as published, for comparison with Fathom's own: MS-BFS (Then et al., PVLDB 8(4), 2014), whose
// rows pass on the visits of one level only, and iBFS's Algorithms 1 and 2 (section 6), whose rows keep all visits. The host runs
// the level loop.
#include <algorithm>

#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "gpu/transfer.hpp"
#include "multi_bfs/cuda/distance_rows.hpp"
#include "multi_bfs/cuda/engines.hpp"
#include "multi_bfs/cuda/on_device.hpp"
#include "papers/ibfs/cuda/published_bitwise_kernels.cuh"

namespace fathom::multi_bfs_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;
using cuda::wide_block;
using cuda::wide_grid;
using counters_of_level = published::level_counters;

constexpr unsigned words_of(int width) { return static_cast<unsigned>(width) / 32; }
// Pushing an edge is an atomic operation, pulling one a read.
constexpr std::uint64_t atomic_cost = 2;

/// Differences between the published algorithms.
struct published_steps {
  bool keeps_visits = false;       ///< rows of all visits pass bits on, as in iBFS
  bool early_termination = false;  ///< bottom-up
  bool merges = false;             ///< top-down updates, in the shared memory of a thread block
};

class published_bitwise final : public cuda_distance_rows {
 public:
  published_bitwise(std::shared_ptr<const device_copy> l, const group_plan& plan, const published_steps& steps)
      : cuda_distance_rows(std::move(l), plan),
        steps_(steps),
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
        inspected_(1, stream_) {
    // Each thread block merges as much as it can: no more blocks than run at once.
    int of_multiprocessor = 0, multiprocessors = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_multiprocessor, published::merging_push_kernel, wide_block, 0),
          "asking how many blocks fit");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, layout_->where.index), "asking for processors");
    merging_blocks_ = static_cast<unsigned>(std::max(1, of_multiprocessor * multiprocessors));
  }

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
    published::place_sources_kernel<<<wide_grid(sources.size()), wide_block, 0, stream_.get()>>>(
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
      const auto kernel = steps_.early_termination ? published::pull_kernel<true> : published::pull_kernel<false>;
      kernel<<<grid, wide_block, 0, stream_.get()>>>(rows(), work, inspected_.data());
    } else if (steps_.merges) {
      published::merging_push_kernel<<<std::min(grid, merging_blocks_), wide_block, 0, stream_.get()>>>(rows(), work);
    } else {
      published::push_kernel<<<grid, wide_block, 0, stream_.get()>>>(rows(), work);
    }
    check_launch("expanding a frontier");
  }

  counters_of_level finish_level(hop_count level) {
    fill(counters_, 0);
    published::finish_kernel<<<wide_grid(num_vertices_ * row_words_), wide_block, 0, stream_.get()>>>(
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
    published::mark_running_kernel<<<wide_grid(num_vertices_ * row_words_), wide_block, 0, stream_.get()>>>(rows(), runs.data());
    published::count_unseen_kernel<<<wide_grid(num_vertices_ * joint::warp_lanes), wide_block, 0, stream_.get()>>>(
        rows(), runs.data(), sums.data());
    check_launch("counting unvisited vertices");
    return {cuda::read_one(sums.data(), stream_), cuda::read_one(sums.data() + 1, stream_)};
  }

  [[nodiscard]] published::bit_rows rows() {
    const std::uint32_t* const from = steps_.keeps_visits ? seen_.data() : visit_.data();
    return {seen_.data(), visit_.data(), next_.data(), from, num_vertices_, row_words_, all_.data()};
  }

  const published_steps steps_;
  const unsigned row_words_;
  const bool writes_;
  buffer<std::uint32_t> seen_, visit_, next_, all_;
  buffer<vertex_id> visited_, missing_, sources_;  // lists of both frontiers; the second is empty without in-edges
  buffer<counters_of_level> counters_;
  buffer<unsigned long long> inspected_;
  unsigned merging_blocks_ = 1;
  std::uint64_t traversed_ = 0;
};

}  // namespace

std::unique_ptr<group_engine> make_ms_bfs_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan) {
  return std::make_unique<on_device<published_bitwise>>(std::move(l), plan, published_steps{});
}

std::unique_ptr<group_engine> make_ibfs_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan) {
  return std::make_unique<on_device<published_bitwise>>(
      std::move(l), plan,
      published_steps{.keeps_visits = true, .early_termination = plan.early_termination, .merges = plan.merge_updates});
}

std::uint64_t planned_bytes_published_cuda(const layout& l, const group_plan& plan) {
  const std::uint64_t rows = 3 * words_of(plan.width) * sizeof(std::uint32_t);
  const std::uint64_t lists = (l.in.offsets ? 2 : 1) * sizeof(vertex_id);
  return cuda_distance_rows::bytes(l, plan) + l.num_vertices * (rows + lists);
}

}  // namespace fathom::multi_bfs_engine
