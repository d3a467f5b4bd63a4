#include "bfs/distributed/cuda/published_counts.hpp"

namespace fathom::ranks_engine {
namespace {

// By one thread block. `inspected` and `delegates` may be null.
__global__ void publish_counts(const frontier_message* messages, unsigned size, const unsigned long long* inspected,
                               const std::uint32_t* delegates, message_head* heads, published_numbers* to, unsigned number) {
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) heads[i] = messages[i];
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x != 0) return;
  to->inspected = inspected ? *inspected : 0;
  to->delegates = delegates ? *delegates : 0;
  __threadfence_system();
  *static_cast<volatile unsigned*>(&to->number) = number;
}

}  // namespace

void published_counts::publish(const frontier_message* messages, const cuda::stream& s, const unsigned long long* inspected,
                               const std::uint32_t* delegates) {
  number_ = number_ == 0xFFFFFFFFu ? 1 : number_ + 1;
  publish_counts<<<1, 128, 0, s.get()>>>(messages, static_cast<unsigned>(heads_.size()), inspected, delegates, heads_.data(),
                                         counts_.data(), number_);
  cuda::check_launch("reading counts");
}

}  // namespace fathom::ranks_engine
