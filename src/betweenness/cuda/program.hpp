// Betweenness user program on a CUDA device, with all instantiations compiled in one file.
#pragma once

#include "betweenness/program.hpp"

namespace fathom {

template <class Count, bool Edges>
[[nodiscard]] multi_search_result<betweenness_program<Count, Edges>> betweenness_on_device(
    const graph& g, const layout& prepared, std::span<const vertex_id> sources, const betweenness_program<Count, Edges>& program,
    const multi_search_options& options);

}  // namespace fathom
