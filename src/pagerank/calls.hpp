// Calls of pagerank() after the checks of its options.
#pragma once

#include <string_view>

#include "fathom/pagerank.hpp"
#include "pagerank/request.hpp"

namespace fathom {

/// The method used with these options; never automatic.
[[nodiscard]] pagerank_method chosen_method(const pagerank_options& options);

/// The layout, if its vertex order improves locality and it has all arrays that the CPU reads; else null. Throws
/// error_category::usage for a layout of another graph or in device memory.
[[nodiscard]] const layout* useful_layout(const graph& g, const layout* prepared, bool weighted);

/// Copies the engine's counts to the report; `what` names the engine and its method.
void describe(const pagerank_engine::pagerank_run& ran, std::string_view what, pagerank_report& report);

/// `prepared` may be null. The graph has vertices, and its weights are in single precision.
[[nodiscard]] pagerank_result pagerank_on_cpu(const graph& g, const layout* prepared, const pagerank_options& options);

}  // namespace fathom
