// The examples' programs on a CUDA device: compiled by nvcc in device_programs.cu.
#pragma once

#include "../../../examples/searches/betweenness.hpp"
#include "../../../examples/searches/components.hpp"
#include "../../../examples/searches/distances.hpp"
#include "../../../examples/searches/k_hop_counts.hpp"
#include "../../../examples/searches/label_reachability.hpp"

namespace fathom::test {

template <class Program>
multi_search_result<Program> on_device(const layout& prepared, std::span<const vertex_id> sources, const Program& program,
                                       const multi_search_options& options);

}  // namespace fathom::test
