// Launches of a level's kernels: one per nonempty queue, run concurrently.
#pragma once

#include <algorithm>

#include "gpu/event.hpp"
#include "gpu/runtime.hpp"
#include "papers/enterprise/enterprise_bottom_up.cuh"
#include "papers/enterprise/enterprise_search.hpp"
#include "papers/enterprise/enterprise_top_down.cuh"
#include "papers/enterprise/level_clock.hpp"

namespace fathom::bfs_engine::enterprise {

/// Number of CTAs that fill the current device.
inline unsigned most_resident_ctas() {
  int index = 0, multiprocessors = 0;
  cuda::check(cudaGetDevice(&index), "asking for the device");
  cuda::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, index), "asking for multiprocessors");
  return static_cast<unsigned>(multiprocessors) * ctas_a_multiprocessor;
}

/// Sizes of the queues, which are stored one after another.
struct queue_sizes {
  std::uint32_t of[granularities] = {};

  [[nodiscard]] std::uint32_t total() const { return of[0] + of[1] + of[2] + of[3]; }
  [[nodiscard]] uint4 ends() const { return {of[0], of[0] + of[1], of[0] + of[1] + of[2], total()}; }
};

template <class Offset>
class level_steps {
 public:
  level_steps(const cuda::stream& s, unsigned most_ctas, level_clock& clock) : stream_(s), most_ctas_(most_ctas), clock_(clock) {}

  void top_down(const traversal<Offset>& t, const std::uint32_t* queue, const queue_sizes& sizes) {
    static constexpr step_kernel kernels[granularities] = {&top_down_kernel<Offset, of_thread>, &top_down_kernel<Offset, of_warp>,
                                                           &top_down_kernel<Offset, of_cta>, &top_down_kernel<Offset, of_grid>};
    launch(kernels, t, queue, sizes);
  }

  void bottom_up(const traversal<Offset>& t, const std::uint32_t* queue, const queue_sizes& sizes, bool cached) {
    static constexpr step_kernel plain[granularities] = {
        &bottom_up_kernel<Offset, of_thread, false>, &bottom_up_kernel<Offset, of_warp, false>,
        &bottom_up_kernel<Offset, of_cta, false>, &bottom_up_kernel<Offset, of_grid, false>};
    static constexpr step_kernel with_cache[granularities] = {
        &bottom_up_kernel<Offset, of_thread, true>, &bottom_up_kernel<Offset, of_warp, true>,
        &bottom_up_kernel<Offset, of_cta, true>, &bottom_up_kernel<Offset, of_grid, true>};
    launch(cached ? with_cache : plain, t, queue, sizes);
  }

  /// Baseline: one CTA per vertex, up to the maximum grid size.
  void over_array(const traversal<Offset>& t, bool bottom_up) {
    const unsigned ctas = std::min(t.num_vertices, most_grid_ctas);
    clock_.start_kernel(of_cta, stream_);
    if (bottom_up) {
      bottom_up_array_kernel<<<ctas, cta_threads, 0, stream_.get()>>>(t);
    } else {
      top_down_array_kernel<<<ctas, cta_threads, 0, stream_.get()>>>(t);
    }
    cuda::check_launch("starting a level");
    clock_.stop_kernel(of_cta, stream_);
  }

 private:
  using step_kernel = void (*)(traversal<Offset>, const std::uint32_t*, std::uint32_t);
  static constexpr std::uint32_t most_grid_ctas = 0x7FFFFFFFu;

  /// Launches each queue's kernel in a stream of its own (the paper's Hyper-Q), the longest rows first. A single queue, as in the
  /// levels of deep graphs, costs no more than its kernel.
  void launch(const step_kernel (&kernels)[granularities], const traversal<Offset>& t, const std::uint32_t* queue,
              const queue_sizes& sizes) {
    const auto used = std::count_if(std::begin(sizes.of), std::end(sizes.of), [](std::uint32_t size) { return size > 0; });
    if (used > 1) fork_.record(stream_);
    std::uint32_t begin = sizes.total();
    unsigned beside = 0;
    bool first = true;
    for (unsigned each = granularities; each-- > 0;) {
      const std::uint32_t size = sizes.of[each];
      begin -= size;
      if (size == 0) continue;
      const cuda::stream& s = first ? stream_ : side_[beside++];
      if (!first) fork_.hold(s);
      first = false;
      clock_.start_kernel(each, s);
      kernels[each]<<<ctas_for(each, size), cta_threads, 0, s.get()>>>(t, queue + begin, size);
      cuda::check_launch("starting a level");
      clock_.stop_kernel(each, s);
    }
    for (unsigned i = 0; i < beside; ++i) {
      joined_[i].record(side_[i]);
      joined_[i].hold(stream_);
    }
  }

  [[nodiscard]] unsigned ctas_for(unsigned each, std::uint32_t size) const {
    const std::uint64_t wanted = each == of_thread ? (std::uint64_t{size} + cta_threads - 1) / cta_threads
                                 : each == of_warp ? (std::uint64_t{size} + cta_warps - 1) / cta_warps
                                 : each == of_cta  ? size
                                                   : most_ctas_;
    return static_cast<unsigned>(std::min<std::uint64_t>(wanted, most_ctas_));
  }

  const cuda::stream& stream_;
  const unsigned most_ctas_;
  level_clock& clock_;
  cuda::stream side_[granularities - 1];
  cuda::event fork_, joined_[granularities - 1];
};

}  // namespace fathom::bfs_engine::enterprise
