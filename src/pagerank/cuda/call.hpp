// Calls of pagerank() on a CUDA device, after the checks of its options.
#pragma once

#include "fathom/pagerank.hpp"

namespace fathom {

/// `prepared` may be null. The graph has vertices, and its weights are in single precision.
[[nodiscard]] pagerank_result pagerank_cuda(const graph& g, const layout* prepared, const pagerank_options& options);

}  // namespace fathom
