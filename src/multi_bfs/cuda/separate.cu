// Independent concurrent searches on a CUDA device, one thread block per search: memory and launch.
#include <algorithm>
#include <atomic>
#include <stop_token>

#include "gpu/pinned_memory.hpp"
#include "gpu/transfer.hpp"
#include "multi_bfs/cuda/distance_rows.hpp"
#include "multi_bfs/cuda/engines.hpp"
#include "multi_bfs/cuda/on_device.hpp"
#include "multi_bfs/cuda/separate_kernel.cuh"

namespace fathom::multi_bfs_engine {
namespace {

using cuda::buffer;
using cuda::check;
using cuda::check_launch;

// Two per multiprocessor. More blocks would not wait for each other, but each has queues of its own.
constexpr int most_blocks = 264;

unsigned blocks_for(const group_plan& plan) { return static_cast<unsigned>(std::min(plan.width, most_blocks)); }

class separate_cuda final : public cuda_distance_rows {
 public:
  separate_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan)
      : cuda_distance_rows(std::move(l), plan),
        queues_(2 * num_vertices_ * blocks_for(plan), stream_),
        sources_(static_cast<std::size_t>(plan.width), stream_),
        counters_(2, stream_) {}

  group_outcome run(std::span<const vertex_id> sources) override {
    throw_if_stopped();
    if (num_vertices_ == 0 || sources.empty()) return finish(sources.size(), 0);
    *stop_.data() = 0;
    const std::stop_callback on_stop(plan_.stop, [this] {
      const std::atomic_ref<unsigned> stop(*stop_.data());
      stop.store(1, std::memory_order_relaxed);
    });
    start(sources);
    if (plan_.needs.predecessors && plan_.deterministic) find_predecessors(sources.size());
    const auto depth = static_cast<hop_count>(cuda::read_one(counters_.data() + 1, stream_));
    throw_if_stopped();
    return finish(sources.size(), depth);
  }

 private:
  void start(std::span<const vertex_id> sources) {
    const std::size_t entries = sources.size() * num_vertices_;
    const bool writes_parents = plan_.needs.predecessors && !plan_.deterministic;
    clear(distances(0), 0xFF, entries);
    if (writes_parents) clear(predecessors(0), 0xFF, entries);
    clear(counters_.data(), 0, counters_.size());
    cuda::copy_to_device(sources_.data(), sources.data(), sources.size_bytes(), stream_);
    const separate::plan p{.num_vertices = num_vertices_,
                           .num_edges = layout_->host.num_edges,
                           .out = layout_->out,
                           .in = layout_->in,
                           .sources = sources_.data(),
                           .searches = static_cast<unsigned>(sources.size()),
                           .depth_limit = plan_.depth_limit,
                           .alpha = 15,
                           .beta = bfs_options{}.beta,
                           .distances = distances(0),
                           .predecessors = writes_parents ? predecessors(0) : nullptr,
                           .queues = queues_.data(),
                           .next = counters_.data(),
                           .depth = reinterpret_cast<int*>(counters_.data() + 1),
                           .stop = stop_.data()};
    const unsigned blocks = std::min(blocks_for(plan_), p.searches);
    separate::separate_kernel<<<blocks, bfs_engine::block_threads, 0, stream_.get()>>>(p);
    check_launch("searching");
  }

  template <class T>
  void clear(T* data, int byte, std::size_t size) const {
    check(cudaMemsetAsync(data, byte, size * sizeof(T), stream_.get()), "clearing results");
  }

  buffer<vertex_id> queues_, sources_;
  buffer<unsigned> counters_;  // the next search, and the depth
  cuda::pinned<unsigned> stop_;
};

}  // namespace

std::unique_ptr<group_engine> make_separate_cuda(std::shared_ptr<const device_copy> l, const group_plan& plan) {
  return std::make_unique<on_device<separate_cuda>>(std::move(l), plan);
}

std::uint64_t planned_bytes_separate_cuda(const layout& l, const group_plan& plan) {
  return cuda_distance_rows::bytes(l, plan) + std::uint64_t{blocks_for(plan)} * 2 * l.num_vertices * sizeof(vertex_id);
}

}  // namespace fathom::multi_bfs_engine
