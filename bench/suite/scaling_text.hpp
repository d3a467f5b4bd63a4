// Tables of `fathom bench scaling`, for text and pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"

namespace fathom::program {

/// Names in bench_row::bench. In weak scaling the graph has as many times the vertices, or as many times the edges, as workers.
inline constexpr std::string_view strong_scaling = "strong scaling", weak_scaling = "weak scaling",
                                  weak_scaling_by_edges = "weak scaling by edges";
[[nodiscard]] bool is_scaling(std::string_view bench);

/// The rows of one graph and one kind of scaling, by ascending number of workers.
struct scaling_study {
  std::string bench, graph;
  std::vector<const bench_row*> rows;
};
[[nodiscard]] std::vector<scaling_study> scaling_studies(const std::vector<bench_row>& rows);

/// One line per number of workers.
[[nodiscard]] text_table scaling_table(const std::vector<bench_row>& rows, std::string_view bench, std::string_view graph);
/// One line per level.
[[nodiscard]] text_table levels_table(const bench_row& row);

}  // namespace fathom::program
