// Distributed BFS on devices that write to each other's memory: launch and results.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "bfs/distributed/cuda/peers/level_loop.cuh"
#include "bfs/distributed/cuda/results.cuh"
#include "bfs/distributed/cuda/searcher.hpp"
#include "bfs/distributed/cuda/take_predecessors.hpp"
#include "bfs/search_request.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/peer_memory.hpp"
#include "comm/process_device.hpp"
#include "fathom/error.hpp"
#include "gpu/loads.cuh"
#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/peer_block.hpp"

namespace fathom::ranks_engine {
namespace {

struct peer_parents {
  const std::uint32_t* predecessors;
  __device__ local_vertex operator()(bool wanted, local_vertex id) const {
    return cuda::load_if(wanted, predecessors + id, no_local_vertex);
  }
};
static_assert(no_vertex == no_local_vertex);

/// Prefix of a peer_log that holds all records of most searches.
struct short_log {
  static constexpr std::uint32_t most_records = 64;

  peer_outcome outcome;
  peer_record records[most_records];
};
static_assert(offsetof(short_log, records) == offsetof(peer_log, records));

/// Collective: room for hubs that all devices have, since all must agree on the hubs.
bfs_engine::block_room room_of_all(communicator& ranks, device where) {
  std::uint32_t mine = 0;
  on_all_processes(ranks, [&] { mine = bfs_engine::room_of(cuda::capabilities_of(where)).near_words; });
  const std::uint64_t lacking = largest_of(ranks, bfs_engine::most_hub_words - mine);
  bfs_engine::block_room room;
  room.near_words = bfs_engine::most_hub_words - static_cast<std::uint32_t>(lacking);
  return room;
}

// Kernels of several processes take turns on a device. Within one process the second would start after the first has ended, which
// waits for it.
void require_room_for_all_kernels(device where, bool share_in_one_process) {
  if (!share_in_one_process) return;
  throw error(error_category::device, "device " + to_string(where) +
                                          " is used by several threads of this process, whose kernels cannot wait for each other; "
                                          "use the transport host or auto");
}

/// The part of a process's state that can be set up without waiting for other processes.
class peer_rank {
 public:
  peer_rank(const partitioned_graph& g, device where, const bfs_engine::block_room& shared, peer_part part)
      : g_(g),
        block_(g, std::move(part), stream_),
        search_(block_.search(g)),
        progress_(1, stream_),
        predecessors_(g.to_local.size(), stream_) {
    use(shared);
    cuda::check(cudaMemsetAsync(progress_.data(), 0, progress_.bytes(), stream_.get()), "clearing device memory");
    search_.progress = progress_.data();
    const auto* const kernel = reinterpret_cast<const void*>(&peer_search_kernel);
    cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes_)),
                "asking for shared memory");
    int multiprocessors = 0, blocks = 0;
    cuda::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking about the device");
    cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, bfs_engine::block_threads, shared_bytes_),
                "planning the grid");
    if (blocks == 0) throw error(error_category::device, "the search kernel fits no multiprocessor of this device");
    grid_ = static_cast<unsigned>(multiprocessors * blocks);
    *late_.data() = 0;
    search_.late_rank = late_.data();
    stream_.wait("copying a rank's part to the device");
  }

  void reach(const std::vector<std::byte*>& memory, std::uint64_t all_vertices) {
    std::copy(memory.begin(), memory.end(), search_.memory);
    search_.all_vertices = all_vertices;
  }

  /// Whether the first search with distances needs room for them.
  [[nodiscard]] bool needs_room(const search_request& request) const { return !request.distances.empty() && levels_.size() == 0; }
  void make_room() {
    distances_ = cuda::buffer<hop_count>(g_.to_local.size(), stream_);
    levels_ = cuda::buffer<hop_count>(std::max<std::uint64_t>(1, g_.own_vertices), stream_);
  }

  search_outcome run(const search_request& request) {
    const timer all;
    prepare(request);
    launch(reinterpret_cast<const void*>(&peer_search_kernel), shared_bytes_);
    write_results(request);
    read_log();
    const peer_outcome& end = log_.data()->outcome;
    search_outcome outcome;
    outcome.reached = std::max<std::uint64_t>(1, end.reached);  // an isolated source is in no frontier
    outcome.depth = static_cast<hop_count>(end.depth);
    outcome.seconds = all.seconds();
    outcome.seconds_result = outcome.seconds - static_cast<double>(end.nanoseconds) * 1e-9;
    outcome.levels = levels(std::min(end.levels, peer_log::most_records));
    outcome.waits_in_exchange = true;
    return outcome;
  }

  void wake() {
    launch(reinterpret_cast<const void*>(&peer_wake_kernel), 0);
    read_log();
  }

  [[nodiscard]] const std::uint32_t* predecessors() const { return predecessors_.data(); }

  void take_results(const search_request& request) {
    if (!request.predecessors.empty()) take_predecessors(predecessors_.data(), request.predecessors, narrow_, stream_);
    if (!request.distances.empty()) cuda::copy_to_host(request.distances.data(), distances_.data(), distances_.bytes(), stream_);
  }

 private:
  void use(const bfs_engine::block_room& shared) {
    search_.near_words = shared.near_words;
    search_.one_block_vertices = bfs_engine::rows_beside_claims(shared);
    // Each row begins with the highest-degree vertices of all processes, in no particular order.
    const std::uint32_t turns = turn_vertices * search_.room.ranks;
    search_.hub_end = std::min(shared.near_words * 32, search_.room.columns() / bfs_engine::hub_fraction) / turns * turns;
    shared_bytes_ = bfs_engine::dynamic_bytes(shared);
  }

  void prepare(const search_request& request) {
    if (needs_room(request)) make_room();
    search_.distances = request.distances.empty() ? nullptr : levels_.data();
    search_.options = request.options;
    search_.estimates = request.options.alpha == 0;
    if (search_.options.alpha == 0) search_.options.alpha = bfs_engine::usual_alpha_hubs_first_on_gpu;
    const index_range own = g_.own_block();
    const bool is_mine = request.source >= own.first && request.source < own.last;
    search_.source = is_mine ? g_.to_local[request.source - own.first] : no_local_vertex;
  }

  void write_results(const search_request& request) {
    const result_names<std::uint32_t> names = names_of(g_, block_.part, request.source);
    ranks_engine::write_results<<<result_blocks(names.size), cuda::wide_block, 0, stream_.get()>>>(
        names, peer_parents{search_.predecessors}, levels_.data(), request.predecessors.empty() ? nullptr : predecessors_.data(),
        request.distances.empty() ? nullptr : distances_.data());
    cuda::check_launch("writing results");
  }

  void launch(const void* kernel, std::size_t shared_bytes) {
    void* arguments[] = {&search_};
    cuda::check(
        cudaLaunchCooperativeKernel(kernel, dim3(grid_), dim3(bfs_engine::block_threads), arguments, shared_bytes, stream_.get()),
        "starting the search");
  }

  void read_log() {
    cuda::check(cudaMemcpyAsync(log_.data(), search_.log, sizeof(short_log), cudaMemcpyDeviceToHost, stream_.get()),
                "copying the outcome");
    try {
      stream_.wait("searching");
    } catch (const error&) {
      if (*late_.data() == 0) throw;
      throw error(error_category::device, "process " + std::to_string(*late_.data() - 1) + " missed a device barrier for " +
                                              std::to_string(longest_wait_ns / 1'000'000'000) + " s");
    }
    search_.barrier = log_.data()->outcome.barrier;
  }

  [[nodiscard]] std::vector<rank_level> levels(std::uint32_t count) const {
    std::vector<peer_record> records(log_.data()->records, log_.data()->records + std::min(count, short_log::most_records));
    if (count > records.size()) {
      records.resize(count);
      cuda::check(
          cudaMemcpyAsync(records.data(), search_.log->records, count * sizeof(peer_record), cudaMemcpyDeviceToHost, stream_.get()),
          "copying the levels");
      stream_.wait("copying the levels");
    }
    std::vector<rank_level> levels;
    for (const peer_record& r : records) {
      const std::uint64_t bits = r.sent_bits != 0 ? bfs_engine::words_of(search_.num_vertices) * std::uint64_t{4} : 0;
      const std::uint64_t others = search_.room.ranks - 1, listed = r.sent_listed * std::uint64_t{4};
      levels.push_back({.level = static_cast<hop_count>(levels.size()),
                        .way = r.bottom_up != 0 ? direction::bottom_up : direction::top_down,
                        .frontier = r.frontier,
                        .inspected = r.inspected,
                        .bytes_sent = (bits + listed + sizeof(peer_word)) * others,
                        .sets = {.lists = listed * others, .bitmaps = bits * others},
                        .seconds_search = static_cast<double>(r.done - r.began) * 1e-9,
                        .seconds_exchange = static_cast<double>(r.met - r.done) * 1e-9});
    }
    return levels;
  }

  const partitioned_graph& g_;
  cuda::stream stream_;
  peer_block block_;
  peer_search search_;
  cuda::buffer<peer_progress> progress_;
  cuda::pinned<unsigned> late_;  ///< written by the device when it fails
  cuda::pinned<short_log> log_;
  cuda::buffer<std::uint32_t> predecessors_;  ///< by position: vertices, or all ones
  std::vector<std::uint32_t> narrow_;
  cuda::buffer<hop_count> levels_, distances_;  ///< by local id and by position; empty until requested
  std::size_t shared_bytes_ = 0;                ///< dynamic, per thread block
  unsigned grid_ = 1;
};

class peer_searcher final : public searcher {
 public:
  /// `make_part(stream)` returns this process's part.
  template <class Make_part>
  peer_searcher(const partitioned_graph& g, device where, const Make_part& make_part) : ranks_(*g.ranks), where_(where) {
    communicator& ranks = ranks_;
    const bool share = ranks.in_one_process() && share_devices(ranks, where);
    const bfs_engine::block_room shared = room_of_all(ranks, where);
    on_all_processes(ranks, [&] {
      require_few_peers(g);
      require_room_for_all_kernels(where, share);
      mine_ = std::make_unique<peer_rank>(g, where, shared, make_part(stream_));
    });
    memory_ = std::make_unique<peer_memory>(ranks, peer_block::room_of(g).bytes());
    mine_->reach(memory_->of_ranks(), sum_of(ranks, g.own_vertices));
  }

  search_outcome run(const search_request& request) override {
    const cuda::current_device current(where_.index);
    // A running kernel would wait for a process that has no memory and starts none. Processes without vertices need no room.
    if (!std::exchange(has_run_, true) && largest_of(ranks_, mine_->needs_room(request) ? 1 : 0) != 0)
      on_all_processes(ranks_, [&] { mine_->make_room(); });
    return mine_->run(request);
  }
  void wake() override {
    if (memory_->of_ranks().size() == 1) return;
    const cuda::current_device current(where_.index);
    mine_->wake();
  }
  void take_results(const search_request& request) override {
    const cuda::current_device current(where_.index);
    mine_->take_results(request);
  }
  const std::uint32_t* predecessors_on_device() const override { return mine_->predecessors(); }

 private:
  communicator& ranks_;
  device where_;
  bool has_run_ = false;
  cuda::stream stream_;  ///< for a part that was copied
  std::unique_ptr<peer_rank> mine_;
  std::unique_ptr<peer_memory> memory_;
};

}  // namespace

std::unique_ptr<searcher> make_peer_search(const partitioned_graph& g, device where) {
  return std::make_unique<peer_searcher>(g, where, [&](const cuda::stream& s) {
    peer_part part = transposed_part(g, s);
    s.wait("copying a rank's part to the device");
    return part;
  });
}

std::unique_ptr<searcher> make_peer_search(const partitioned_graph& g, device where, peer_part part) {
  return std::make_unique<peer_searcher>(g, where, [&](const cuda::stream&) {
    require_memory_for(g, peer_block::planned_bytes(g));
    return std::move(part);
  });
}

}  // namespace fathom::ranks_engine
