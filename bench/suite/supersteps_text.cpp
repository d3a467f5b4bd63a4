// Figures and tables of the edge-vertex paper from measured rows: one line per graph, one column per method.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "bench/suite/counters.hpp"
#include "bench/suite/table.hpp"

namespace fathom::program {
namespace {

constexpr const char* ranks = "edge-vertex pagerank";
constexpr const char* gains = "edge-vertex gain over radix";

std::string milliseconds(double seconds) { return three_digits(1e3 * seconds); }
std::string whole_time(const bench_row& row) { return milliseconds(summarize(row.seconds).median); }

std::string figure_in_milliseconds(const bench_row& row, std::string_view figure) {
  const double seconds = figure_of(row, figure);
  return seconds == 0 ? no_figure : milliseconds(seconds);
}

std::string supersteps_or_whole(const bench_row& row) {
  const double seconds = figure_of(row, "seconds_supersteps");
  return seconds > 0 ? milliseconds(seconds) : whole_time(row);
}

std::string extra_slots(const bench_row& row) {
  const bool has_buffer = row.note.find("slots") != std::string::npos;
  return has_buffer ? fmt::format("{} %", three_digits(100 * figure_of(row, "extra_slots"))) : no_figure;
}

// Table 6's rows: one for each program, under its name.
std::vector<bench_row> gains_over_radix(const std::vector<bench_row>& rows) {
  std::vector<bench_row> found;
  for (const bench_row& row : rows) {
    if (std::none_of(row.figures.begin(), row.figures.end(), [](const auto& f) { return f.first == "faster_than_radix"; }))
      continue;
    found.push_back(row);
    found.back().what = std::string(row.bench.substr(std::string_view("edge-vertex ").size()));
    found.back().bench = gains;
  }
  return found;
}

std::string gain(const bench_row& row) { return fmt::format("{} %", three_digits(100 * figure_of(row, "faster_than_radix"))); }

}  // namespace

std::string edge_vertex_text(const std::vector<bench_row>& rows, const bench_settings& settings) {
  if (std::none_of(rows.begin(), rows.end(), [](const bench_row& row) { return row.bench == ranks; })) return "";
  const std::string where = to_string(working_device(settings.graph));
  const auto figure = [](const char* name) { return [name](const bench_row& row) { return figure_in_milliseconds(row, name); }; };
  std::string text;
  text +=
      titled("Figure 7: milliseconds for PageRank, 50 supersteps, with preprocessing, on " + where, pivot(rows, ranks, whole_time));
  text += titled("Figure 8: milliseconds for shortest paths, with preprocessing",
                 pivot(rows, "edge-vertex shortest paths", whole_time));
  text += titled("Figure 9: milliseconds for components, with preprocessing", pivot(rows, "edge-vertex components", whole_time));
  text += titled("Table 4: milliseconds of preprocessing", pivot(rows, ranks, figure("seconds_prepare")));
  text += titled("Figures 10 and 13: milliseconds for 50 supersteps of PageRank, without preprocessing",
                 pivot(rows, ranks, figure("seconds_supersteps")));
  text += titled("Cost of the framework: milliseconds for 50 supersteps, or iterations, of PageRank in double precision",
                 pivot(rows, "edge-vertex pagerank in double", supersteps_or_whole));
  text += titled("Table 6: improvement of a whole run, with preprocessing, by the approximate sort over the radix sort (in groups)",
                 pivot(gains_over_radix(rows), gains, gain));
  text += titled("Milliseconds of sorting within a run", pivot(rows, ranks, figure("seconds_sort")));
  text += titled("Figure 11: milliseconds for sorting keys on " + where, pivot(rows, "edge-vertex sort", whole_time));
  text += titled("Figure 12: milliseconds for 50 supersteps of PageRank with a message buffer, by number of buckets",
                 pivot(rows, "edge-vertex buckets", whole_time));
  text += counters_text("Tables 5 and 7: hardware counters of 50 supersteps of PageRank", rows, "edge-vertex counters");
  text += titled("Figure 14: slots of the message buffer beyond the number of edges", pivot(rows, ranks, extra_slots));
  return text;
}

}  // namespace fathom::program
