// Engine with Enterprise's methods, driven level by level by the host. For files that are compiled only with CUDA.
#pragma once

#include <memory>

#include "bfs/cuda/engine.hpp"
#include "fathom/papers/enterprise.hpp"

namespace fathom::bfs_engine {

[[nodiscard]] std::unique_ptr<cuda_engine> make_enterprise_engine(const layout& l, const enterprise_options& options,
                                                                  edge_positions positions = edge_positions::narrow_where_they_fit);

}  // namespace fathom::bfs_engine
