// What the tables of published values share: reasons, commands and the usual chart. Each paper has a file of its own.
#pragma once

#include <cstdint>
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

// A published range; see published_value.
constexpr published_value published(std::string_view name, value_unit unit, double low, double high, std::string_view source,
                                    value_rule rule = value_rule::shown, measured_place here = {}) {
  return {name, unit, low, high, source, rule, here};
}

// A published value.
constexpr published_value published(std::string_view name, value_unit unit, double value, std::string_view source,
                                    value_rule rule = value_rule::shown, measured_place here = {}) {
  return {name, unit, value, value, source, rule, here};
}

// A figure or table; see exhibit.
constexpr exhibit exhibited(std::string_view paper, std::string_view number, std::string_view title, std::string_view command,
                            std::span<const published_value> values, chart_of_exhibit chart = {},
                            std::span<const published_curve> curves = {}, std::string_view why_different = "",
                            std::string_view why_not = "", bool cpu_only = false, std::string_view why_on_gpu = "") {
  return {paper, number, title, command, values, chart, curves, why_different, why_not, cpu_only, why_on_gpu};
}

constexpr chart_of_exhibit ranges(std::string_view title, std::string_view label, bool logarithmic = false) {
  return {.form = chart_form::ranges, .x_label = label, .x_logarithmic = logarithmic, .title = title};
}

// A chart of rows of `bench`, with linear axes.
constexpr chart_of_exhibit chart(chart_form form, std::string_view bench, std::string_view series, std::string_view x_label,
                                 std::string_view y_label, std::string_view title) {
  return {.form = form, .bench = bench, .series = series, .x_label = x_label, .y_label = y_label, .title = title};
}

// A sweep over the number of workers.
constexpr chart_of_exhibit by_workers(std::string_view bench, std::string_view x_label, std::string_view y_label,
                                      std::string_view y_figure, std::string_view title) {
  chart_of_exhibit made = chart(chart_form::sweep, bench, "", x_label, y_label, title);
  made.x_figure = "workers", made.y_figure = y_figure;
  return made;
}

enum class log_of : std::uint8_t { x, y, both };

// The same chart with logarithmic axes.
constexpr chart_of_exhibit logarithmic(chart_of_exhibit made, log_of axes) {
  made.x_logarithmic = axes != log_of::y, made.y_logarithmic = axes != log_of::x;
  return made;
}

}  // namespace papers_data
}  // namespace fathom::program
