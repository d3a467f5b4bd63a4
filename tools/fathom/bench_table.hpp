// Rows of `fathom bench` as the papers print them: a line a graph, a column for each thing measured.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench.hpp"
#include "core/text.hpp"

namespace fathom::program {

inline constexpr const char* no_figure = "-";

/// 0 where the row has no figure of that name.
[[nodiscard]] double figure_of(const bench_row& row, std::string_view name);

/// A line for each graph and a column for each `what`, of the rows of one bench. A graph with few columns may come first: those
/// that have a number ("T = 16") come in its order.
[[nodiscard]] text_table pivot(const std::vector<bench_row>& rows, std::string_view bench,
                               const std::function<std::string(const bench_row&)>& cell);

/// The table under its title; empty where it has no line.
[[nodiscard]] std::string titled(const std::string& title, const text_table& table);

}  // namespace fathom::program
