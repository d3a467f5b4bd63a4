// Direction-optimizing breadth-first search on one CUDA device with the whole level loop in one kernel: memory and launch. Each
// room of shared memory has a file that compiles its kernels. Liu, Huang, "Enterprise", SC 2015; Beamer, Asanovic, Patterson, SC
// 2012; Merrill, Garland, Grimshaw, PPoPP 2012.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "bfs/cuda/engine.hpp"
#include "bfs/cuda/kernel.cuh"
#include "bfs/cuda/layout.cuh"
#include "bfs/cuda/levels.hpp"
#include "bfs/cuda/shared_memory.hpp"
#include "bfs/cuda/small_graph.cuh"
#include "fathom/error.hpp"
#include "gpu/await.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/repeated_kernel.hpp"
#include "gpu/runtime.hpp"

namespace fathom::bfs_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

// With fewer edges than this, offsets fit in 32 bits, including the overshoot of the last iteration of every loop.
constexpr edge_offset narrow_edges = 0xFFFFF000u;

// Further levels are searched, but not reported.
constexpr std::uint32_t most_records = 1u << 20;

constexpr unsigned sum_blocks = 1024;

/// Bitmaps, queues and counters of the search; the kernel initializes them.
template <class Offset, class Room>
class working_memory {
 public:
  working_memory(const layout& l, const bfs_options& options, const cuda::stream& s, cuda_search<Offset, Room>& search) {
    for (int i = 0; i < 2; ++i) {
      bitmaps_[i] = buffer<std::uint32_t>(words_of(l.num_vertices), s);
      queues_[i] = buffer<std::uint32_t>(l.num_vertices, s);
      remaining_[i] = buffer<std::uint32_t>(l.num_vertices / remaining_fraction + 1, s);
      search.bitmap[i] = bitmaps_[i].data();
      search.queue[i] = queues_[i].data();
      search.remaining[i] = remaining_[i].data();
    }
    pieces_ = buffer<row_piece>(num_pieces(l), s);
    counters_ = buffer<phase_counters>(3, s);
    progress_ = buffer<search_progress>(1, s);
    target_level_ = buffer<unsigned>(2, s);
    records_ = buffer<level_record>(num_records(l, options), s);
    search.pieces = pieces_.data();
    search.counters = counters_.data();
    search.progress = progress_.data();
    search.target_level = target_level_.data();
    search.spilled = target_level_.data() + 1;
    search.most_records = static_cast<unsigned>(records_.size());
  }

  [[nodiscard]] level_record* records() const { return records_.data(); }

  static std::uint64_t bytes(const layout& l, const bfs_options& options) {
    const std::uint64_t n = l.num_vertices;
    return 2 * (words_of(l.num_vertices) + n + n / remaining_fraction + 1) * sizeof(std::uint32_t) +
           num_pieces(l) * sizeof(row_piece) + num_records(l, options) * sizeof(level_record);
  }

 private:
  // Upper bound on the number of pieces, reached if all edges are in long rows.
  static std::size_t num_pieces(const layout& l) { return 2 * (l.num_edges / piece_edges) + 1; }
  static std::size_t num_records(const layout& l, const bfs_options& options) {
    return options.report_levels ? std::min<std::uint64_t>(std::uint64_t{l.num_vertices} + 1, most_records) : 0;
  }

  buffer<std::uint32_t> bitmaps_[2], queues_[2], remaining_[2];
  buffer<row_piece> pieces_;
  buffer<phase_counters> counters_;
  buffer<search_progress> progress_;
  buffer<unsigned> target_level_;
  buffer<level_record> records_;
};

template <class Offset, class Room>
class resident_engine final : public cuda_engine {
 public:
  /// `end`: end_of_rests().
  resident_engine(const layout& l, std::uint32_t end, const bfs_options& options, const Room& room)
      : cuda_engine(l, options),
        room_(room),
        graph_(l, end, stream, Room::has_cluster),
        memory_(l, options, stream, search_),
        sum_(1, stream) {
    static_cast<Room&>(search_) = room;
    search_.num_vertices = l.num_vertices;
    search_.num_edges = l.num_edges;
    search_.out = graph_.out;
    search_.in = graph_.in;
    search_.heads = graph_.heads;
    search_.packs = graph_.packs.data();
    search_.rest_end = graph_.rest_end;
    search_.quads = graph_.quads.data();
    search_.hub_degree = static_cast<std::uint32_t>(std::min<edge_offset>(l.hub_degree, 0xFFFFFFFFu));
    search_.num_hubs = l.num_hubs;
    search_.whole_graph = {static_cast<float>(l.num_vertices), static_cast<float>(l.num_edges), l.order == vertex_order::degree};
    search_.mean_degree = search_.whole_graph.edges / search_.whole_graph.vertices;
    search_.hub_end = std::min(room.hub_words() * 32, l.num_vertices / hub_fraction);
    if constexpr (Room::is_small_graph) {
      kernel_ = l.head_width == 1 ? reinterpret_cast<const void*>(&small_graph_kernel<1>)
                                  : reinterpret_cast<const void*>(&small_graph_kernel<4>);
    } else {
      kernel_ = reinterpret_cast<const void*>(&search_kernel<Offset, Room, 4>);
      // Graphs that suit a cluster are in the caller's order, which has four heads per vertex.
      if constexpr (!Room::has_cluster) {
        if (l.head_width == 1) kernel_ = reinterpret_cast<const void*>(&search_kernel<Offset, Room, 1>);
      }
    }
    choose_grid();
    summary_.data()->search = 0;
    check(cudaMemsetAsync(left_.data(), 0, left_.bytes(), stream.get()), "clearing a counter");
    stream.wait("copying the graph to the device");
  }

  static std::uint64_t require_memory(const layout& l, std::uint32_t end, const bfs_options& options) {
    const std::uint64_t bytes = device_layout<Offset>::bytes(l, end, Room::has_cluster) +
                                working_memory<Offset, Room>::bytes(l, options) + cuda_results::bytes(l, options);
    cuda::require_device_memory(bytes, "searching a graph of " + std::to_string(l.num_vertices) + " vertices and " +
                                           std::to_string(l.num_edges) + " edges");
    return bytes;
  }

  outcome run(const request& r) override {
    prepare(r);
    number_ = number_ == 0xFFFFFFFFu ? 1 : number_ + 1;
    const bool chooses = results.chooses_predecessors(), maps_itself = Room::is_small_graph && !chooses;
    const bool maps_after = results.maps_back() && !maps_itself;
    search_.end = end_of_kernel(!chooses && !maps_after);
    start(maps_itself ? results.arrays_to_map() : map_back_arrays{});
    results.choose_predecessors(search_.out, end_of_kernel(!maps_after));
    if (maps_after) results.map_back(end_of_kernel(true));
    cuda::await(summary_.data()->search, number_, stream, "searching");
    const search_summary& summary = *summary_.data();
    seconds_search = static_cast<double>(summary.searched - summary.began) * 1e-9;
    seconds_map_back = results.maps_back() ? static_cast<double>(summary.mapped - summary.searched) * 1e-9 : 0;
    const search_progress& end = summary.progress;
    visited_ = search_.bitmap[end.bitmap];
    outcome o{.reached = end.reached, .depth = static_cast<hop_count>(end.level)};
    // The last level may have discovered nothing.
    if (end.frontier == 0 && o.depth > 0) --o.depth;
    if (r.options.report_levels) o.levels = levels(std::min(end.levels_recorded, search_.most_records), r);
    return o;
  }

  std::uint64_t edges_out_of_reached() override {
    check(cudaMemsetAsync(sum_.data(), 0, sizeof(unsigned long long), stream.get()), "clearing a sum");
    reached_edges_kernel<Offset>
        <<<sum_blocks, block_threads, 0, stream.get()>>>(visited_, search_.out.offsets, search_.num_vertices, sum_.data());
    check_launch("counting edges");
    unsigned long long edges = 0;
    check(cudaMemcpyAsync(&edges, sum_.data(), sizeof edges, cudaMemcpyDeviceToHost, stream.get()), "copying a sum");
    stream.wait("counting edges");
    return edges;
  }

 private:
  [[nodiscard]] std::size_t shared_bytes() const { return dynamic_bytes(room_); }

  [[nodiscard]] kernel_end end_of_kernel(bool is_last) const {
    return {summary_.data(), times_.data(), left_.data(), is_last ? number_ : 0};
  }

  /// As many thread blocks as can be co-resident. Lattices and road networks use the largest cluster size that the device supports.
  void choose_grid() {
    check(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes())),
          "asking for shared memory");
    if (Room::is_small_graph && !cuda::current_capabilities().clusters) return;  // one thread block
    if (Room::has_cluster || Room::is_small_graph) {
      check(cudaFuncSetAttribute(kernel_, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), "asking for clusters");
      cluster_ = most_cluster_blocks;
      while (Room::is_small_graph && cluster_ > 1 && (cluster_ / 2) * block_threads >= search_.num_vertices) cluster_ /= 2;
      for (; cluster_ > 1; cluster_ /= 2) {
        int clusters = 0;
        launch_attributes with(cluster_);
        const cudaLaunchConfig_t config = with.config(cluster_, shared_bytes(), stream);
        if (cudaOccupancyMaxActiveClusters(&clusters, kernel_, &config) == cudaSuccess && clusters > 0) {
          grid_ = Room::is_small_graph ? cluster_ : static_cast<unsigned>(clusters) * cluster_;
          return;
        }
        static_cast<void>(cudaGetLastError());  // the cluster is too large for this device
      }
    }
    if (Room::is_small_graph) return;
    int index = 0, multiprocessors = 0, blocks = 0;
    check(cudaGetDevice(&index), "asking for the device");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, index), "asking for multiprocessors");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel_, block_threads, shared_bytes()), "planning the grid");
    if (blocks == 0) throw error(error_category::device, "the search kernel fits no multiprocessor of this device");
    const std::uint64_t useful = std::uint64_t{search_.num_vertices} / block_threads + 1;
    grid_ = static_cast<unsigned>(std::min<std::uint64_t>(static_cast<unsigned>(multiprocessors * blocks), useful));
  }

  struct launch_attributes {
    explicit launch_attributes(unsigned cluster) {
      if (!Room::is_small_graph) {
        all[count].id = cudaLaunchAttributeCooperative;
        all[count++].val.cooperative = 1;
      }
      if (Room::has_cluster || (Room::is_small_graph && cluster > 1)) {
        all[count].id = cudaLaunchAttributeClusterDimension;
        all[count++].val.clusterDim = {cluster, 1, 1};
      }
    }
    [[nodiscard]] cudaLaunchConfig_t config(unsigned blocks, std::size_t bytes, const cuda::stream& s) {
      return {dim3(blocks), dim3(block_threads), bytes, s.get(), all, count};
    }
    cudaLaunchAttribute all[2]{};
    unsigned count = 0;
  };

  /// From the second search on, a CUDA graph is launched with new arguments, which takes the host 2 us instead of 3.6.
  void start(map_back_arrays mapping) {
    void* arguments[] = {&search_, &mapping};  // only the kernel for small graphs takes the second
    launch_attributes with(cluster_);
    const cudaLaunchConfig_t config = with.config(grid_, shared_bytes(), stream);
    if (number_ == 2) repeated_ = cuda::repeated_kernel(config, kernel_, arguments);
    if (repeated_)
      repeated_.launch(arguments, stream, "starting the search");
    else
      check(cudaLaunchKernelExC(&config, kernel_, arguments), "starting the search");
  }

  void prepare(const request& r) {
    search_.distances = results.distances();
    search_.predecessors = results.predecessors();
    search_.records = r.options.report_levels ? memory_.records() : nullptr;  // searches that record levels count inspected edges
    search_.source = r.source;
    search_.root_predecessor = r.root_predecessor();
    search_.options = r.options;
    search_.estimates = r.estimates;
  }

  std::vector<level_report> levels(std::uint64_t count, const request& r) {
    std::vector<level_record> raw(count);
    check(cudaMemcpyAsync(raw.data(), search_.records, count * sizeof(level_record), cudaMemcpyDeviceToHost, stream.get()),
          "copying the levels");
    stream.wait("copying the levels");
    return to_levels(raw, r.options);
  }

  const Room room_;
  device_layout<Offset> graph_;
  cuda_search<Offset, Room> search_{};
  working_memory<Offset, Room> memory_;
  buffer<unsigned long long> sum_;
  buffer<unsigned long long> times_{2, stream};
  buffer<unsigned> left_{1, stream};
  cuda::pinned<search_summary> summary_;
  cuda::repeated_kernel repeated_;  // the search kernel
  unsigned number_ = 0;             // of the current search
  const void* kernel_ = nullptr;
  unsigned grid_ = 1, cluster_ = 1;
  const std::uint32_t* visited_ = nullptr;
};

template <class Offset, class Room>
std::unique_ptr<cuda_engine> make(const layout& l, const bfs_options& options, const Room& room) {
  using engine_here = resident_engine<Offset, Room>;
  const std::uint32_t end = end_of_rests(l);
  const std::uint64_t bytes = engine_here::require_memory(l, end, options);
  auto engine = std::make_unique<engine_here>(l, end, options, room);
  engine->planned_bytes = bytes;
  return engine;
}

template <class Room>
std::unique_ptr<cuda_engine> make_in_room(const layout& l, const bfs_options& options, edge_positions positions, const Room& room) {
  const bool narrow = positions == edge_positions::narrow_where_they_fit && l.num_edges < narrow_edges;
  return narrow ? make<std::uint32_t>(l, options, room) : make<edge_offset>(l, options, room);
}

}  // namespace

/// The engine whose kernels use a cluster (cluster_engine.cu).
[[nodiscard]] std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options,
                                                                edge_positions positions, const cluster_room& room);
/// The engine of small graphs (small_graph_engine.cu).
[[nodiscard]] std::unique_ptr<cuda_engine> make_resident_engine(const layout& l, const bfs_options& options,
                                                                const small_graph_room& room);

}  // namespace fathom::bfs_engine
