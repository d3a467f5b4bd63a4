// Times of the parts of Enterprise's levels, for the paper's Figure 8. For files that are compiled only with CUDA.
#pragma once

#include <optional>
#include <vector>

#include "fathom/papers/enterprise.hpp"
#include "gpu/runtime.hpp"
#include "papers/enterprise/enterprise_search.hpp"

namespace fathom::bfs_engine::enterprise {

/// Does nothing if no times are wanted.
class level_clock {
 public:
  level_clock(std::vector<enterprise_level_times>* times, const cuda::stream& s) : times_(times), stream_(s) {
    if (times_) watches_.emplace();
  }

  void start_search() {
    if (!times_) return;
    times_->clear();
    next_ = {};
  }

  void start_queue() { start(&watches::queue); }
  /// Waits for the queue.
  void stop_queue() {
    if (!times_) return;
    watches_->queue.stop(stream_);
    stream_.wait("making a queue");
    next_.seconds_queue += watches_->queue.seconds();  // where the direction changes, two queues have been made
  }

  void start_expansion() { start(&watches::expansion); }
  /// Waits for the level's kernels, and completes its entry.
  void stop_expansion() {
    if (!times_) return;
    watches_->expansion.stop(stream_);
    stream_.wait("searching a level");
    next_.seconds_expansion = watches_->expansion.seconds();
    for (unsigned each = 0; each < granularities; ++each) {
      if (ran_[each]) next_.seconds_kernels[each] = watches_->kernels[each].seconds();
      ran_[each] = false;
    }
    times_->push_back(next_);
    next_ = {};
  }

  void start_kernel(unsigned each, const cuda::stream& s) {
    if (times_) watches_->kernels[each].start(s);
  }
  void stop_kernel(unsigned each, const cuda::stream& s) {
    if (!times_) return;
    watches_->kernels[each].stop(s);
    ran_[each] = true;
  }

 private:
  struct watches {
    cuda::stopwatch queue, expansion, kernels[granularities];
  };

  void start(cuda::stopwatch watches::*watch) {
    if (times_) (*watches_.*watch).start(stream_);
  }

  std::vector<enterprise_level_times>* times_;
  const cuda::stream& stream_;
  std::optional<watches> watches_;
  enterprise_level_times next_;
  bool ran_[granularities] = {};
};

}  // namespace fathom::bfs_engine::enterprise
