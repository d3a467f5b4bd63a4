// What people are shown of a graph: the receipt, the layout, degrees.
#pragma once

#include <string>
#include <string_view>

#include "graph_argument.hpp"

namespace fathom::program {

/// The name of v as terminal_safe() has it, a long label cut short.
[[nodiscard]] std::string shown_name(const graph& g, vertex_id v);
/// Likewise of any text.
[[nodiscard]] std::string shown_text(std::string text);
/// A number of a column whose largest is `largest`: six decimals, and more where they show less than four
/// digits of that one.
[[nodiscard]] std::string shown_value(double value, double largest);
/// One line: name, direction, vertices, edges.
[[nodiscard]] std::string graph_line(const std::string& name, const graph& g);
/// The graph's line and everything that happened between the file and the graph.
[[nodiscard]] std::string receipt_text(const loaded_graph& loaded);
/// One line that names --largest-component where the graph is not (strongly) connected; empty where it is. `statistic` is what
/// depends on that ("closeness").
[[nodiscard]] std::string component_hint(const loaded_graph& loaded, std::string_view statistic, const run_control& control);
/// One line: the layout's order, its reason, and what preparing it cost, unless it was `loaded` from the graph's file.
[[nodiscard]] std::string layout_text(const layout& prepared, bool loaded);
/// Vertices by out-degree, one bar for each power of two.
[[nodiscard]] std::string degree_histogram(const graph& g);
[[nodiscard]] std::string_view to_string(vertex_order order);

}  // namespace fathom::program
