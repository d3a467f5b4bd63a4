// Text descriptions of a graph: receipt, layout, degrees.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "options/loaded_graph.hpp"

namespace fathom::program {

/// The name of v for display: through terminal_safe(), long labels truncated.
[[nodiscard]] std::string shown_name(const graph& g, vertex_id v);
/// Any text for display, treated in the same way.
[[nodiscard]] std::string shown_text(std::string text);
/// The names of a path's vertices, joined by arrows; a long path is shown by its ends.
[[nodiscard]] std::string shown_path(const graph& g, std::span<const vertex_id> path);
/// A number in a column with the maximum `largest`: six decimals, or more if six show fewer than four significant digits of
/// that maximum.
[[nodiscard]] std::string shown_value(double value, double largest);
/// One line: name, kind (directed, weighted, labeled), vertices, edges.
[[nodiscard]] std::string graph_line(const std::string& name, const graph& g);
/// One row for each step from the input to the stored graph: what was done, the number of edges, and details.
[[nodiscard]] text_table receipt_table(const loaded_graph& loaded);
/// graph_line(), then receipt_table() and the notes.
[[nodiscard]] std::string receipt_text(const loaded_graph& loaded);
/// A line that suggests --largest-component if the graph is not (strongly) connected, else empty. `statistic` names the result
/// that depends on connectivity ("closeness").
[[nodiscard]] std::string component_hint(const loaded_graph& loaded, std::string_view statistic, const run_control& control);
/// One line: the layout's order, its reason, and the cost of preparing it unless it was `loaded` from the graph's file.
[[nodiscard]] std::string layout_text(const layout& prepared, bool loaded);
/// Vertices by out-degree, one bar per power of two.
[[nodiscard]] std::string degree_histogram(const graph& g);

}  // namespace fathom::program
