// Level loop of the search over bitmaps, on the host.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bfs/cuda/engine.hpp"
#include "bfs/cuda/layout.cuh"
#include "bfs/cuda/levels.hpp"
#include "bfs/cuda/workspace.hpp"
#include "bfs/level_rules.hpp"
#include "fathom/error.hpp"
#include "gpu/pinned_memory.hpp"
#include "gpu/runtime.hpp"
#include "papers/graph500/bitmap_bfs.hpp"
#include "papers/graph500/bitmap_kernels.cuh"

namespace fathom::bfs_engine {
namespace bitmaps {
namespace {

using cuda::check;
using cuda::check_launch;

/// Thread blocks of the kernel that counts, which adds to one address per warp.
constexpr std::uint32_t most_counting_blocks = 1024;

std::uint32_t words_of(const layout& l) { return l.num_vertices / 32 + 1; }

class engine final : public cuda_engine {
 public:
  engine(const layout& l, const bfs_options& options) : cuda_engine(l, options), graph_(l, stream), num_edges_(l.num_edges) {
    level_.num_vertices = l.num_vertices;
    level_.num_words = words_of(l);
    level_.out = graph_.out;
    level_.in = graph_.in;
    for (cuda::buffer<std::uint32_t>* const bitmap : {&in_queue_, &out_queue_, &visited_}) *bitmap = {level_.num_words, stream};
    level_.visited = visited_.data();
    stream.wait("copying the graph to the device");
  }

  static std::uint64_t bytes(const layout& l, const bfs_options& options) {
    return device_graph<edge_offset>::bytes(l) + 3 * sizeof(std::uint32_t) * std::uint64_t{words_of(l)} +
           cuda_results::bytes(l, options);
  }

  outcome run(const request& r) override {
    search_time_.start(stream);
    start(r);
    outcome o{.reached = 1};
    std::vector<level_record> records;
    hop_count level = 0;
    while (frontier_.vertices > 0 && !is_last(r.options, level) && !frontier_.target_reached) {
      if (r.stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
      const level_record record = search_level(r, level++);
      if (r.options.report_levels) records.push_back(record);
      o.reached += frontier_.vertices;
    }
    results.choose_predecessors(graph_.out);
    search_time_.stop(stream);
    results.map_back();
    stream.wait("searching");
    seconds_search = search_time_.seconds(), seconds_map_back = results.seconds_map_back();
    // The last level may have discovered nothing.
    o.depth = frontier_.vertices == 0 ? level - 1 : level;
    if (r.options.report_levels) o.levels = to_levels(records, r.options);
    return o;
  }

  std::uint64_t edges_out_of_reached() override {
    clear_counts();
    return counted(visited_, no_vertex).edges;
  }

 private:
  void clear(cuda::buffer<std::uint32_t>& bitmap) const {
    check(cudaMemsetAsync(bitmap.data(), 0, bitmap.bytes(), stream.get()), "clearing a bitmap");
  }

  /// Initial state: only the source is visited, and it is the frontier.
  void start(const request& r) {
    const std::size_t bytes = std::size_t{level_.num_vertices} * sizeof(vertex_id);
    level_.distances = results.distances();
    level_.predecessors = results.predecessors();
    level_.inspected = r.options.report_levels ? &counts_.data()->inspected : nullptr;
    static_assert(unreachable == -1 && no_vertex == 0xFFFFFFFFu && sizeof(hop_count) == sizeof(vertex_id));
    if (level_.distances) check(cudaMemsetAsync(level_.distances, 0xFF, bytes, stream.get()), "clearing results");
    if (level_.predecessors) check(cudaMemsetAsync(level_.predecessors, 0xFF, bytes, stream.get()), "clearing results");
    clear(visited_);
    clear(out_queue_);
    level_.out_queue = out_queue_.data();
    start_kernel<<<1, 1, 0, stream.get()>>>(level_, r.source, r.root_predecessor());
    check_launch("starting the search");
    clear_counts();
    frontier_ = counted(out_queue_, r.options.target);
    previous_ = 0;
    unexplored_ = num_edges_;
    bottom_up_ = r.options.strategy == bfs_strategy::bottom_up;
    returned_ = false;
  }

  /// Expands the frontier, the last level's out-queue; the vertices discovered become the next one.
  level_record search_level(const request& r, hop_count level) {
    level_record record{};
    record.why = choose_direction(r, record);
    record.bottom_up = bottom_up_;
    record.frontier = frontier_.vertices;
    previous_ = frontier_.vertices;
    std::swap(in_queue_, out_queue_);
    level_.in_queue = in_queue_.data();
    level_.out_queue = out_queue_.data();
    level_.next_level = level + 1;

    level_time_.start(stream);
    clear(out_queue_);
    clear_counts();
    const unsigned blocks = (level_.num_words + block_warps_of_words - 1) / block_warps_of_words;
    if (bottom_up_) {
      bottom_up_words_kernel<<<blocks, block_threads_of_words, 0, stream.get()>>>(level_);
    } else {
      top_down_words_kernel<<<blocks, block_threads_of_words, 0, stream.get()>>>(level_);
    }
    check_launch("starting a level");
    level_time_.stop(stream);
    frontier_ = counted(out_queue_, r.options.target);

    record.found = frontier_.vertices;
    record.inspected = frontier_.inspected;
    record.nanoseconds = static_cast<unsigned long long>(level_time_.seconds() * 1e9);
    if (returns_top_down(r)) bottom_up_ = false, returned_ = true;
    return record;
  }

  /// Beamer's rule, as in the chapter's section 3.4.3.
  change choose_direction(const request& r, level_record& record) {
    const change back = returned_ ? change::few : change::none;
    returned_ = false;
    if (bottom_up_) return change::none;
    record.unexplored = unexplored_;
    record.edges = frontier_.edges;
    const bool may_change = r.options.strategy == bfs_strategy::direction_optimizing && level_.in.offsets != nullptr;
    if (may_change && many_frontier_edges(r.options, static_cast<float>(frontier_.edges), static_cast<float>(unexplored_))) {
      bottom_up_ = true;
      return change::edges;
    }
    unexplored_ -= std::min<edge_offset>(unexplored_, frontier_.edges);
    return back;
  }

  [[nodiscard]] bool returns_top_down(const request& r) const {
    return bottom_up_ && r.options.strategy == bfs_strategy::direction_optimizing && frontier_.vertices > 0 &&
           frontier_.vertices < previous_ && frontier_.vertices <= vertices_for_top_down(r.options, level_.num_vertices);
  }

  void clear_counts() const { check(cudaMemsetAsync(counts_.data(), 0, sizeof(bitmap_counts), stream.get()), "clearing counts"); }

  /// Counts of a bitmap, with the edges that the level before has inspected. Waits for the device.
  bitmap_counts counted(const cuda::buffer<std::uint32_t>& bitmap, vertex_id target) {
    const std::uint32_t blocks = std::min(level_.num_words / block_warps_of_words + 1, most_counting_blocks);
    count_kernel<<<blocks, block_threads_of_words, 0, stream.get()>>>(bitmap.data(), visited_.data(), level_.num_words,
                                                                      level_.out.offsets, target, counts_.data());
    check_launch("counting a frontier");
    check(cudaMemcpyAsync(host_counts_.data(), counts_.data(), sizeof(bitmap_counts), cudaMemcpyDeviceToHost, stream.get()),
          "copying counts");
    stream.wait("searching a level");
    return *host_counts_.data();
  }

  device_graph<edge_offset> graph_;
  const edge_offset num_edges_;
  bitmap_level level_{};
  cuda::buffer<std::uint32_t> in_queue_, out_queue_, visited_;
  cuda::buffer<bitmap_counts> counts_{1, stream};
  cuda::pinned<bitmap_counts> host_counts_;
  cuda::stopwatch search_time_, level_time_;

  // State of the current search.
  bitmap_counts frontier_{};
  std::uint32_t previous_ = 0;
  edge_offset unexplored_ = 0;
  bool bottom_up_ = false, returned_ = false;
};

}  // namespace
}  // namespace bitmaps
}  // namespace fathom::bfs_engine

namespace fathom {

std::unique_ptr<bfs_on_device> make_bitmap_bfs_cuda(const layout& prepared, const bfs_options& options, const execution& exec) {
  using bfs_engine::bitmaps::engine;
  const cuda::current_device here(exec.where.index);
  cuda::require_capability(exec.where);
  const std::uint64_t bytes = engine::bytes(prepared, options);
  cuda::require_device_memory(bytes, "searching a graph of " + std::to_string(prepared.num_vertices) + " vertices and " +
                                         std::to_string(prepared.num_edges) + " edges");
  auto made = std::make_unique<engine>(prepared, options);
  made->planned_bytes = bytes;
  return make_workspace_cuda(prepared, options, exec, std::make_unique<bfs_engine::bfs_cuda>(exec.where, std::move(made)),
                             "CUDA, " + std::string(bitmap_method));
}

}  // namespace fathom
