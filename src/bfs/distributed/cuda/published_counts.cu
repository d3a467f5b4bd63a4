#include "bfs/distributed/cuda/published_counts.hpp"

#include "bfs/cuda/step.cuh"

namespace fathom::ranks_engine {
namespace {

// By one thread block. `progress` and `delegates` may be null.
__global__ void publish_counts(const frontier_message* messages, unsigned size, level_progress* progress,
                               const std::uint32_t* delegates, message_head* heads, published_numbers* to) {
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) heads[i] = messages[i];
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (progress) {
    std::uint32_t listed = 0;
    for (unsigned i = 0; i < size; ++i) listed += static_cast<std::uint32_t>(messages[i].found);
    progress->listed = listed;
    ++progress->level;
    to->progress = *progress;
  }
  to->delegates = delegates ? *delegates : 0;
  to->published = bfs_engine::global_nanoseconds();
  __threadfence_system();
  *static_cast<volatile unsigned*>(&to->is_complete) = 1;
}

}  // namespace

void published_counts::publish(const frontier_message* messages, const cuda::stream& s, level_progress* progress,
                               const std::uint32_t* delegates) {
  publish_counts<<<1, 128, 0, s.get()>>>(messages, static_cast<unsigned>(heads_.size()), progress, delegates, heads_.data(),
                                         counts_.data());
  cuda::check_launch("reading counts");
}

}  // namespace fathom::ranks_engine
