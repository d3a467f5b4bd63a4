// What the tables of published values share: reasons, commands and the usual chart. Each paper has a file of its own.
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "bench/suite/papers/published.hpp"

namespace fathom::program {

/// The exhibits of each paper, in the paper's order.
[[nodiscard]] std::span<const exhibit> enterprise_exhibits();
[[nodiscard]] std::span<const exhibit> multi_search_exhibits();
[[nodiscard]] std::span<const exhibit> graph500_exhibits();
[[nodiscard]] std::span<const exhibit> ibfs_exhibits();
[[nodiscard]] std::span<const exhibit> edge_vertex_exhibits();

namespace papers_data {

using place = measured_place;

inline constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

inline constexpr std::string_view needs_gpu = "the paper's kernels need a CUDA device, and this run had none";
inline constexpr std::string_view counters_not_read =
    "it shows hardware counters of a GPU, which fathom bench ibfs does not read; NVIDIA's ncu reads them";
inline constexpr std::string_view needs_counters = "it shows hardware counters of a CUDA device, which this run could not read";
inline constexpr std::string_view other_counters = "hardware counters depend on the GPU and on the size of the graphs";
inline constexpr std::string_view smaller_graphs = "this run has smaller graphs";
inline constexpr std::string_view needs_others = "it compares other programs, which are not part of Fathom";
inline constexpr std::string_view other_graphs = "the graphs are generated, smaller and of other kinds than the paper's";
inline constexpr std::string_view other_machine = "the machine and the graphs differ";
inline constexpr std::string_view threads_for_gpus = "threads or processes of one host stand in for the paper's GPUs";

inline constexpr std::string_view bench_enterprise = "fathom bench enterprise", bench_ibfs = "fathom bench ibfs",
                                  bench_searches = "fathom bench multi-search", bench_programs = "fathom bench edge-vertex",
                                  scaling = "fathom bench scaling";

// Benches of `fathom bench scaling`, which shows figures of two papers.
inline constexpr std::string_view strong = "strong scaling", weak = "weak scaling", weak_by_edges = "weak scaling by edges";

constexpr chart_of_exhibit ranges(std::string_view title, std::string_view label, bool logarithmic = false) {
  return {.form = chart_form::ranges, .x_label = label, .x_logarithmic = logarithmic, .title = title};
}

}  // namespace papers_data
}  // namespace fathom::program
