// The searcher whose ranks' devices write to each other's memory: its launch, and what it tells.
#include <algorithm>
#include <string>
#include <vector>

#include "core/timer.hpp"
#include "cuda/transfer.hpp"
#include "distributed/agreement.hpp"
#include "distributed/peer_memory.hpp"
#include "engine/ranks/device/device_search_on.hpp"
#include "engine/ranks/device/results.cuh"
#include "engine/ranks/peers/level_loop.cuh"
#include "engine/ranks/peers/peer_block.hpp"
#include "fathom/error.hpp"

namespace fathom::ranks_engine {
namespace {

struct peer_parents {
  const std::uint32_t* predecessors;
  std::uint32_t stride;
  unsigned ranks;
  __device__ local_vertex operator()(local_vertex id) const {
    const std::uint32_t column = predecessors[id];
    if (column == no_vertex) return no_local_vertex;
    const std::uint32_t turn = column / turn_vertices;
    return turn % ranks * stride + turn / ranks * turn_vertices + column % turn_vertices;
  }
};

/// A number in the host's memory that the device writes, which can be read when the device has failed.
class host_number {
 public:
  host_number() {
    cuda::check(cudaHostAlloc(reinterpret_cast<void**>(&number_), sizeof *number_, cudaHostAllocMapped),
                "allocating pinned memory");
  }
  host_number(const host_number&) = delete;
  host_number& operator=(const host_number&) = delete;
  ~host_number() { cudaFreeHost(number_); }
  [[nodiscard]] unsigned* get() const noexcept { return number_; }

 private:
  unsigned* number_ = nullptr;
};

/// Of one rank, all that others need not wait for.
class peer_rank {
 public:
  peer_rank(const partitioned_graph& g, device where)
      : g_(g), block_(g, stream_), search_(block_.search(g)), predecessors_(g.to_local.size(), stream_) {
    const auto* const kernel = reinterpret_cast<const void*>(&peer_search_kernel);
    cuda::check(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bfs_engine::shared_bytes)),
        "asking for shared memory");
    int multiprocessors = 0, blocks = 0;
    cuda::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking about the device");
    cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, bfs_engine::block_threads, bfs_engine::shared_bytes),
                "planning the grid");
    if (blocks == 0) throw error(error_category::device, "the search kernel fits no multiprocessor of this device");
    grid_ = static_cast<unsigned>(multiprocessors * blocks);
    *late_.get() = 0;
    search_.late_rank = late_.get();
    stream_.wait("copying a rank's part to the device");
  }

  void reach(const std::vector<std::byte*>& memory) { std::copy(memory.begin(), memory.end(), search_.memory); }

  search_outcome run(const search_request& request) {
    const timer all;
    prepare(request);
    void* arguments[] = {&search_};
    cuda::check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&peer_search_kernel), dim3(grid_),
                                            dim3(bfs_engine::block_threads), arguments, bfs_engine::shared_bytes, stream_.get()),
                "starting the search");
    time_.start(stream_);
    write_results(request);
    time_.stop(stream_);
    peer_outcome end{};
    cuda::check(cudaMemcpyAsync(&end, search_.outcome, sizeof end, cudaMemcpyDeviceToHost, stream_.get()), "copying the outcome");
    wait();
    search_.meeting = end.meeting;
    search_outcome outcome;
    outcome.reached = std::max<std::uint64_t>(1, end.reached);  // a source without an edge is in no frontier
    outcome.depth = static_cast<hop_count>(end.depth);
    outcome.seconds_result = time_.seconds();
    outcome.seconds = all.seconds();
    outcome.levels = levels(std::min(end.levels, search_.most_records));
    return outcome;
  }

  void take_results(const search_request& request) {
    if (!request.predecessors.empty()) {
      cuda::copy_to_host(request.predecessors.data(), predecessors_.data(), predecessors_.bytes(), stream_);
    }
    if (!request.distances.empty()) cuda::copy_to_host(request.distances.data(), distances_.data(), distances_.bytes(), stream_);
  }

 private:
  void prepare(const search_request& request) {
    if (!request.distances.empty() && distances_.size() == 0) {
      levels_ = cuda::buffer<hop_count>(std::max<std::uint64_t>(1, g_.own_vertices), stream_);
      distances_ = cuda::buffer<hop_count>(g_.to_local.size(), stream_);
    }
    search_.distances = request.distances.empty() ? nullptr : levels_.data();
    search_.depth_limit = static_cast<unsigned>(request.depth_limit);
    search_.top_down_only = request.top_down_only;
    search_.alpha = request.alpha, search_.beta = request.beta;
    const index_range own = g_.own_block();
    const bool is_mine = request.source >= own.first && request.source < own.last;
    search_.source = is_mine ? g_.to_local[request.source - own.first] : no_local_vertex;
  }

  void write_results(const search_request& request) {
    const result_names names = names_of(g_, block_.part, request.source);
    const peer_parents parent_of{search_.predecessors, names.stride, search_.room.ranks};
    ranks_engine::write_results<<<std::min(cuda::wide_grid(names.size), grid_ * 8), cuda::wide_block, 0, stream_.get()>>>(
        names, parent_of, levels_.data(), request.predecessors.empty() ? nullptr : predecessors_.data(),
        request.distances.empty() ? nullptr : distances_.data());
    cuda::check(cudaGetLastError(), "writing results");
  }

  void wait() const {
    try {
      stream_.wait("searching");
    } catch (const error&) {
      if (*late_.get() == 0) throw;
      throw error(error_category::device, "rank " + std::to_string(*late_.get() - 1) +
                                              " has not come to a meeting of all devices for " +
                                              std::to_string(longest_wait_ns / 1'000'000'000) + " s");
    }
  }

  [[nodiscard]] std::vector<rank_level> levels(std::uint32_t count) const {
    std::vector<peer_record> records(count);
    cuda::check(
        cudaMemcpyAsync(records.data(), search_.records, count * sizeof(peer_record), cudaMemcpyDeviceToHost, stream_.get()),
        "copying the levels");
    stream_.wait("copying the levels");
    std::vector<rank_level> levels;
    for (const peer_record& r : records) {
      const std::uint64_t bits = r.bottom_up != 0 ? bfs_engine::words_of(search_.num_vertices) * std::uint64_t{4} : 0;
      levels.push_back({.level = static_cast<hop_count>(levels.size()),
                        .way = r.bottom_up != 0 ? direction::bottom_up : direction::top_down,
                        .frontier = r.frontier,
                        .inspected = r.inspected,
                        .bytes_sent = (bits + r.sent_listed * std::uint64_t{4} + sizeof(peer_word)) * (search_.room.ranks - 1),
                        .seconds_search = static_cast<double>(r.done - r.began) * 1e-9,
                        .seconds_exchange = static_cast<double>(r.met - r.done) * 1e-9});
    }
    return levels;
  }

  const partitioned_graph& g_;
  cuda::stream stream_;
  peer_block block_;
  peer_search search_;
  host_number late_;
  cuda::stopwatch time_;
  cuda::buffer<std::int64_t> predecessors_;
  cuda::buffer<hop_count> levels_, distances_;  ///< by local id, and by position; empty until somebody asks
  unsigned grid_ = 1;
};

class peer_searcher final : public searcher {
 public:
  peer_searcher(const partitioned_graph& g, device where) : where_(where) {
    communicator& ranks = *g.ranks;
    on_all_ranks(ranks, [&] {
      if (ranks.size() > static_cast<int>(most_peers)) {
        throw error(error_category::device, "devices of " + std::to_string(ranks.size()) +
                                                " ranks cannot write to each other's memory: " + std::to_string(most_peers) +
                                                " are the most; name the transport nccl or host");
      }
      mine_ = std::make_unique<peer_rank>(g, where);
    });
    memory_ = std::make_unique<peer_memory>(ranks, peer_block::room_of(g).bytes());
    mine_->reach(memory_->of_ranks());
  }

  search_outcome run(const search_request& request) override {
    const cuda::current_device current(where_.index);
    return mine_->run(request);
  }
  void take_results(const search_request& request) override {
    const cuda::current_device current(where_.index);
    mine_->take_results(request);
  }

 private:
  device where_;
  std::unique_ptr<peer_rank> mine_;
  std::unique_ptr<peer_memory> memory_;
};

}  // namespace

std::unique_ptr<searcher> make_peer_search(const partitioned_graph& g, device where) {
  return std::make_unique<peer_searcher>(g, where);
}

}  // namespace fathom::ranks_engine
