// Distributed multi-source BFS on devices: the part of one process.
#include "multi_bfs/distributed/joint_block.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "comm/agreement.hpp"
#include "comm/process_device.hpp"
#include "gpu/backend.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"
#include "multi_bfs/cuda/bitwise_results.hpp"
#include "multi_bfs/distributed/cuda/joint_lines.hpp"
#include "multi_bfs/distributed/cuda/joint_memory.hpp"
#include "multi_bfs/distributed/cuda/joint_steps.hpp"
#include "multi_bfs/distributed/joint_levels.hpp"

namespace fathom::ranks_engine {
namespace {

static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
static_assert(most_joint_lanes * sizeof(uint4) == sizeof(joint_searches));
static_assert(multi_bfs_engine::most_planes == 31);  // bits of a distance

class joint_block_on_device final : public joint_block {
 public:
  /// The device must be current.
  joint_block_on_device(const partitioned_graph& g, device where, rank_transport transport,
                        const multi_bfs_engine::group_plan& plan)
      : g_(g), where_(where), memory_(g, transport, plan, stream_) {}

  /// Call once, on all processes together.
  void connect(rank_transport transport, bool share) {
    const joint_sizes& z = memory_.sizes;
    lines_ =
        std::make_unique<joint_lines>(g_, memory_, connect_grid(g_, transport, share, z.most_to_column, z.most_to_row), stream_);
  }

  void start(std::span<const joint_start> sources) override {
    const cuda::current_device current(where_.index);
    planes_in_use_ = 0;
    clear(memory_.seen.data(), memory_.seen.bytes());
    clear(memory_.finished.data(), memory_.finished.bytes());
    clear(memory_.totals.data(), memory_.totals.bytes());
    lines_->clear_found();
    if (!sources.empty()) cuda::copy_to_device(memory_.sources.data(), sources.data(), sources.size_bytes(), stream_);
    place_sources(memory_.view, memory_.sources.data(), sources.size(), stream_);
  }

  void use_planes(int planes) override {
    const cuda::current_device current(where_.index);
    for (; planes_in_use_ < planes; ++planes_in_use_) {
      const auto p = static_cast<std::size_t>(planes_in_use_);
      if (p == planes_.size()) planes_.emplace_back(g_.own_vertices * memory_.sizes.lanes, stream_);
      clear(planes_[p].data(), planes_[p].bytes());
    }
  }

  joint_discoveries record(hop_count distance, std::span<std::uint64_t> counts) override {
    const cuda::current_device current(where_.index);
    joint_planes planes{};
    for (std::size_t p = 0; p < static_cast<std::size_t>(planes_in_use_); ++p) planes.plane[p] = planes_[p].data();
    planes.distance = planes_in_use_ > 0 ? static_cast<unsigned>(distance) : 0;
    record_discoveries(memory_.view, planes, !counts.empty(), memory_.totals.data(), stream_);
    const std::size_t bytes = counts.empty() ? offsetof(joint_totals, counts) : sizeof(joint_totals);
    cuda::check(cudaMemcpyAsync(read_.data(), memory_.totals.data(), bytes, cudaMemcpyDeviceToHost, stream_.get()),
                "counting discoveries");
    clear(memory_.totals.data(), memory_.totals.bytes());
    stream_.wait("counting discoveries");
    const joint_totals& t = *read_.data();
    std::copy_n(t.counts, counts.size(), counts.begin());
    joint_discoveries found{
        .vertices = t.vertices, .found = t.found, .edges = t.edges, .listed = t.listed, .inspected = t.inspected};
    std::memcpy(found.active.data(), t.active, sizeof found.active);
    return found;
  }

  std::uint64_t exchange_frontier(std::span<const joint_discoveries> of_processes) override {
    const cuda::current_device current(where_.index);
    const std::uint64_t sent = lines_->send_frontier(of_processes);
    stream_.wait("exchanging the frontier");  // for the times of the report
    return sent;
  }

  void step(direction way, const joint_searches& active) override {
    const cuda::current_device current(where_.index);
    lines_->clear_found();
    if (way == direction::bottom_up) {
      active_searches searches;
      std::memcpy(searches.row, active.data(), sizeof searches.row);
      pull_frontier(memory_.view, searches, memory_.totals.data(), stream_);
    } else {
      push();
    }
    stream_.wait("searching");  // for the times of the report
  }

  std::uint64_t exchange_found() override {
    const cuda::current_device current(where_.index);
    return lines_->send_found();
  }

  [[nodiscard]] std::uint64_t edges_of_reached() const override {
    const cuda::current_device current(where_.index);
    const cuda::buffer<unsigned long long> sum = cuda::filled<unsigned long long>(1, 0, stream_);
    sum_reached_edges(memory_.view, sum.data(), stream_);
    return cuda::read_one(sum.data(), stream_);
  }

  void copy_distances(std::span<std::int8_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<std::int16_t* const> rows) const override { copy(rows); }
  void copy_distances(std::span<hop_count* const> rows) const override { copy(rows); }

  [[nodiscard]] transport_in_use transport() const override { return lines_->transport(); }

 private:
  void clear(void* memory, std::size_t bytes) {
    if (bytes > 0) cuda::check(cudaMemsetAsync(memory, 0, bytes, stream_.get()), "clearing device memory");
  }

  void push() {
    if (!lines_->is_listed()) {
      clear(memory_.cursor.data(), memory_.cursor.bytes());
      list_frontier(memory_.view, memory_.listed.data(), memory_.cursor.data(), stream_);
    }
    push_frontier(memory_.view, {memory_.listed.data(), memory_.starts.data(), lines_->frontier_size()}, memory_.totals.data(),
                  stream_);
  }

  template <class T>
  void copy(std::span<T* const> rows) const {
    const cuda::current_device current(where_.index);
    const auto words_of = [](const uint4* row) { return reinterpret_cast<const std::uint32_t*>(row); };
    multi_bfs_engine::finished_rows f{};
    f.seen.sides[0] = words_of(memory_.view.own_seen());
    f.seen.words_per_row = static_cast<std::uint32_t>(memory_.view.row_bytes() / sizeof(std::uint32_t));
    f.num_planes = planes_in_use_;
    for (std::size_t p = 0; p < static_cast<std::size_t>(planes_in_use_); ++p) f.planes[p] = words_of(planes_[p].data());
    f.to_internal = memory_.to_local.data();
    f.caller_vertices = static_cast<std::uint32_t>(g_.to_local.size());
    multi_bfs_engine::copy_distances(f, rows, stream_);
  }

  const partitioned_graph& g_;
  const device where_;
  cuda::stream stream_;  // declared before the buffers that are allocated on it
  joint_memory memory_;
  std::unique_ptr<joint_lines> lines_;
  std::vector<cuda::buffer<uint4>> planes_;  // of distances, by local id
  int planes_in_use_ = 0;
  cuda::pinned<joint_totals> read_;
};

}  // namespace

std::unique_ptr<joint_search> joint_search_on_device(const partitioned_graph& g, device where, rank_transport transport,
                                                     const multi_bfs_engine::group_plan& plan) {
  communicator& ranks = *g.ranks;
  on_all_processes(ranks, [&] { cuda::require_capability(where); });
  const cuda::current_device current(where.index);
  const bool share = share_devices(ranks, where);
  std::unique_ptr<joint_block_on_device> block;
  on_all_processes(ranks, [&] { block = std::make_unique<joint_block_on_device>(g, where, transport, plan); });
  block->connect(transport, share);
  std::unique_ptr<joint_search> made;
  on_all_processes(ranks, [&] { made = std::make_unique<joint_levels>(g, plan, std::move(block)); });
  return made;
}

std::uint64_t joint_search_bytes_on_device(const partitioned_graph& g, rank_transport transport,
                                           const multi_bfs_engine::group_plan& plan) {
  return joint_memory::bytes(g, transport, plan);
}

}  // namespace fathom::ranks_engine
