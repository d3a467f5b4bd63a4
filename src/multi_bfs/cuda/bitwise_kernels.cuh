// Kernel instantiations for one bit-row width; each width is a file of its own for parallel compilation.
#pragma once

#include "multi_bfs/cuda/advance.cuh"
#include "multi_bfs/cuda/bitwise_kernels.hpp"
#include "multi_bfs/cuda/count_unvisited.cuh"
#include "multi_bfs/cuda/push.cuh"

namespace fathom::multi_bfs_engine {

template <int Lanes>
constexpr bitwise_kernels kernels_of_width() {
  return {.pull_long_rows = pull_long_rows_kernel<Lanes>,
          .pull_open_rows = pull_open_rows_kernel<Lanes>,
          .touch_long_rows = push_long_rows_kernel<Lanes, push_step::touch>,
          .touch_short_rows = push_short_rows_kernel<Lanes, push_step::touch>,
          .push_long_rows = push_long_rows_kernel<Lanes, push_step::push>,
          .push_short_rows = push_short_rows_kernel<Lanes, push_step::push>,
          .advance = {{advance_kernel<Lanes, false, false>, advance_kernel<Lanes, false, true>},
                      {advance_kernel<Lanes, true, false>, advance_kernel<Lanes, true, true>}},
          .count_unvisited = count_unvisited_kernel<Lanes>};
}

}  // namespace fathom::multi_bfs_engine
