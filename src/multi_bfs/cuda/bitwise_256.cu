#include "multi_bfs/cuda/bitwise_kernels.cuh"

namespace fathom::multi_bfs_engine {

bitwise_kernels kernels_of_256() { return kernels_of_width<2>(); }

}  // namespace fathom::multi_bfs_engine
