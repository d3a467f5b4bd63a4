#include "multi_bfs/cuda/bitwise_kernels.cuh"

namespace fathom::multi_bfs_engine {

bitwise_kernels kernels_of_512() { return kernels_of_width<4>(); }

}  // namespace fathom::multi_bfs_engine
