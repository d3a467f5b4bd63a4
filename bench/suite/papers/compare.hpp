// Comparison of published values with rows of `fathom bench`.
#pragma once

#include <string>
#include <vector>

#include "bench/suite/bench.hpp"
#include "bench/suite/papers/published.hpp"

namespace fathom::program {

/// Measured values of one published value, one per graph.
struct measured_values {
  const published_value* published = nullptr;
  std::vector<std::pair<std::string, double>> by_graph;  ///< graph and value; empty if nothing was measured
};

enum class verdict_kind { reproduced, in_part, differs, shown, not_here };

struct compared_exhibit {
  const exhibit* what = nullptr;
  std::vector<measured_values> values;
  verdict_kind kind = verdict_kind::not_here;
  std::string verdict;  ///< "reproduced", "differs because ...", "not possible here because ..."
};

/// Compares all exhibits of a paper with the rows. `on_gpu`: the rows were measured on a GPU.
[[nodiscard]] std::vector<compared_exhibit> compare_with_paper(std::string_view paper, const std::vector<bench_row>& rows,
                                                               bool on_gpu);

/// Rule of a verdict: "within a factor of 1.5".
[[nodiscard]] std::string_view to_string(value_rule rule);

}  // namespace fathom::program
