// Calls of pagerank() after the checks of its options.
#pragma once

#include <string_view>

#include "fathom/pagerank.hpp"
#include "pagerank/request.hpp"

namespace fathom {

/// The method used with these options; never automatic.
[[nodiscard]] pagerank_method chosen_method(const pagerank_options& options);

/// Copies the engine's counts to the report; `what` names the engine and its method.
void describe(const pagerank_engine::pagerank_run& ran, std::string_view what, pagerank_report& report);

/// `prepared` may be null. The graph has vertices, and its weights are in single precision.
[[nodiscard]] pagerank_result pagerank_on_cpu(const graph& g, const layout* prepared, const pagerank_options& options);

}  // namespace fathom
