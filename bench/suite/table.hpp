// Tables in the form of the papers from rows of `fathom bench`: one line per graph, one column per measurement.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"

namespace fathom::program {

inline constexpr const char* no_figure = "-";

/// The figure of this name; 0 if the row has none.
[[nodiscard]] double figure_of(const bench_row& row, std::string_view name);

[[nodiscard]] bool has_figure(const bench_row& row, std::string_view name);

/// One line per graph and one column per `what`, from the rows of one benchmark. Columns with a number ("T = 16") are sorted by it,
/// because a graph with few columns may come first.
[[nodiscard]] text_table pivot(const std::vector<bench_row>& rows, std::string_view bench,
                               const std::function<std::string(const bench_row&)>& cell);

/// The table under its title; empty if the table has no rows.
[[nodiscard]] std::string titled(const std::string& title, const text_table& table);

}  // namespace fathom::program
