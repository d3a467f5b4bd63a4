// The examples' programs on a CUDA device: compiled by nvcc in device_programs.cu.
#pragma once

#include "../../../examples/searches/betweenness.hpp"
#include "../../../examples/searches/components.hpp"
#include "../../../examples/searches/distances.hpp"
#include "../../../examples/searches/k_hop_counts.hpp"
#include "../../../examples/searches/label_reachability.hpp"
#include "fathom/execution.hpp"

namespace fathom::test {

/// Position of each search's source in the list of all sources.
struct source_positions {
  struct state {
    std::uint64_t position = 0;
  };
  FATHOM_CALLABLE void init(auto& search) const {
    search.once([&] { search.state.position = search.index(); });
  }
};

template <class Program>
multi_search_result<Program> on_device(const layout& prepared, std::span<const vertex_id> sources, const Program& program,
                                       const multi_search_options& options);
/// On the devices or processes of `exec`.
template <class Program>
multi_search_result<Program> on_devices(const layout& prepared, std::span<const vertex_id> sources, const Program& program,
                                        const execution& exec);

}  // namespace fathom::test
