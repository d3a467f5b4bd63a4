// Checks that walks and sampled neighborhoods share.
#pragma once

#include <span>
#include <string_view>

#include "fathom/execution.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Throws error_category::usage unless `exec` is of the CPU of this process. `what` are "random walks", say.
void check_place(const execution& exec, std::string_view what);

/// Throws error_category::usage for a source outside the graph.
void check_sources(const graph& g, std::span<const vertex_id> sources);

}  // namespace fathom
