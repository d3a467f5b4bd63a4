#include "bfs/distributed/cuda/told_counts.hpp"

namespace fathom::ranks_engine {
namespace {

// By one thread block. `inspected` and `delegates` may be null.
__global__ void tell_counts(const frontier_message* messages, unsigned size, const unsigned long long* inspected,
                            const std::uint32_t* delegates, message_head* heads, told_numbers* told, unsigned number) {
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) heads[i] = messages[i];
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x != 0) return;
  told->inspected = inspected ? *inspected : 0;
  told->delegates = delegates ? *delegates : 0;
  __threadfence_system();
  *static_cast<volatile unsigned*>(&told->number) = number;
}

}  // namespace

void told_counts::tell(const frontier_message* messages, const cuda::stream& s, const unsigned long long* inspected,
                       const std::uint32_t* delegates) {
  number_ = number_ == 0xFFFFFFFFu ? 1 : number_ + 1;
  tell_counts<<<1, 128, 0, s.get()>>>(messages, static_cast<unsigned>(heads_.size()), inspected, delegates, heads_.data(),
                                      told_.data(), number_);
  cuda::check(cudaGetLastError(), "reading what was found");
}

}  // namespace fathom::ranks_engine
