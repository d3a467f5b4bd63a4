// Checks that walks and sampled neighborhoods share.
#pragma once

#include <span>
#include <string_view>

#include "fathom/execution.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Throws error_category::usage unless `exec` is of one device of this process, a CUDA device if results are kept there; ::device
/// if there is no such device. `what` are "random walks", say.
void check_place(const execution& exec, bool keep_on_device, std::string_view what);

/// Throws error_category::usage for a source outside the graph.
void check_sources(const graph& g, std::span<const vertex_id> sources);

}  // namespace fathom
