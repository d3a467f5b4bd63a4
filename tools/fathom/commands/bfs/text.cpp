// Report of `fathom bfs` as text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "commands/bfs/command.hpp"
#include "fathom/report.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/energy_option.hpp"
#include "output/appearance.hpp"
#include "output/describe.hpp"
#include "output/levels_text.hpp"
#include "output/run_text.hpp"
#include "output/shown.hpp"

namespace fathom::program {
namespace {

std::string rate(double teps) { return human_quantity(teps) + "TEPS"; }

std::string validity(const search_run& run) { return !run.validation ? "" : run.validation->valid ? "yes" : "NO"; }

std::string runs_table(const bfs_outcome& o) {
  const graph& g = o.loaded.g;
  text_table table{{{"source"}, {"reached"}, {"depth"}, {"edges traversed"}, {"time"}, {"mapping back"}, {"speed"}}, {}};
  if (!g.directed()) table.columns.push_back({"Graph500's count"});
  if (o.runs.front().validation) table.columns.push_back({"valid"});
  for (const search_run& run : o.runs) {
    const run_report& r = run.report;
    std::vector<std::string> row{shown_name(g, r.source),
                                 grouped(r.reached),
                                 grouped(r.depth),
                                 grouped(r.edges_traversed),
                                 human_seconds(r.seconds_searching()),
                                 human_seconds(r.seconds_map_back),
                                 rate(r.teps())};
    if (!g.directed()) row.push_back(rate(graph500_teps(r, g)));
    if (run.validation) row.push_back(validity(run));
    table.rows.push_back(std::move(row));
  }
  return table.render();
}

using run_value = std::function<double(const run_report&)>;

// The unit of a row: that of the median, so that the row's numbers are easy to compare.
struct row_unit {
  double size;
  const char* name;
};

row_unit unit_for(double median, std::initializer_list<row_unit> rising) {
  row_unit unit = *rising.begin();
  for (const row_unit& candidate : rising) {
    if (median >= candidate.size) unit = candidate;
  }
  return unit;
}

row_unit time_unit(double median) { return unit_for(median, {{1e-6, "us"}, {1e-3, "ms"}, {1, "s"}}); }
row_unit rate_unit(double median) { return unit_for(median, {{1, "TEPS"}, {1e3, "kTEPS"}, {1e6, "MTEPS"}, {1e9, "GTEPS"}}); }

enum class quantity { seconds, count, rate };

void add_statistics(text_table& table, const bfs_outcome& o, std::string name, quantity what, const run_value& value) {
  std::vector<double> values;
  for (const search_run& run : o.runs) values.push_back(value(run.report));
  const summary_statistics s = summarize(values);
  const row_unit unit = what == quantity::seconds ? time_unit(s.median)
                        : what == quantity::rate  ? rate_unit(s.median)
                                                  : row_unit{1, ""};
  const auto show = [&](double v) { return what == quantity::count ? grouped(std::llround(v)) : three_digits(v / unit.size); };
  // Rates over equal work are averaged by the harmonic mean.
  const std::string mean = what == quantity::rate ? show(s.harmonic_mean) + " *" : show(s.mean) + "  ";
  table.rows.push_back(
      {std::move(name), unit.name, show(s.min), show(s.first_quartile), show(s.median), show(s.third_quartile), show(s.max), mean});
}

std::string statistics_table(const bfs_outcome& o) {
  const graph& g = o.loaded.g;
  text_table table{
      {{"", text_side::left}, {"", text_side::left}, {"min"}, {"1st quartile"}, {"median"}, {"3rd quartile"}, {"max"}, {"mean  "}},
      {}};
  add_statistics(table, o, "time", quantity::seconds, [](const run_report& r) { return r.seconds_searching(); });
  add_statistics(table, o, "  of it mapping back", quantity::seconds, [](const run_report& r) { return r.seconds_map_back; });
  add_statistics(table, o, "vertices reached", quantity::count, [](const run_report& r) { return double(r.reached); });
  add_statistics(table, o, "depth", quantity::count, [](const run_report& r) { return double(r.depth); });
  add_statistics(table, o, "edges traversed", quantity::count, [](const run_report& r) { return double(r.edges_traversed); });
  add_statistics(table, o, "speed, directed edges", quantity::rate, [](const run_report& r) { return r.teps(); });
  if (!g.directed()) {
    add_statistics(table, o, "speed, Graph500's count", quantity::rate, [&](const run_report& r) { return graph500_teps(r, g); });
  }
  return table.render() + "  " +
         painted(paint::quiet, g.directed() ? "* harmonic mean" : "* harmonic mean; Graph500 counts an undirected edge once") +
         "\n";
}

std::string explained(const bfs_outcome& o, const run_report& r, std::string_view title, std::string_view remark) {
  return fmt::format("\n{} from {}{} {}\n", painted(paint::heading, title), shown_name(o.loaded.g, r.source), remark,
                     human_seconds(r.seconds_searching())) +
         levels_text(r);
}

std::string directions_text(const bfs_outcome& o) {
  if (o.by_direction.empty()) return "";
  text_table table{{{"level"}}, {}};
  std::size_t levels = 0;
  for (const run_report& run : o.by_direction) levels = std::max(levels, run.levels.size());
  std::vector<std::string> sums{"all"}, times{"time"};
  for (std::size_t i = 0; i < o.by_direction.size(); ++i) {
    const run_report& run = o.by_direction[i];
    table.columns.push_back({name_of(compared_strategies[i])});
    std::uint64_t sum = 0;
    for (const level_report& level : run.levels) sum += level.edges_inspected;
    sums.push_back(grouped(sum)), times.push_back(human_seconds(run.seconds_searching()));
  }
  for (std::size_t level = 0; level < levels; ++level) {
    std::vector<std::string> line{grouped(level)};
    for (const run_report& run : o.by_direction) {
      line.push_back(level < run.levels.size() ? grouped(run.levels[level].edges_inspected) : "-");
    }
    table.rows.push_back(std::move(line));
  }
  table.rows.push_back(std::move(sums));
  table.rows.push_back(std::move(times));
  return fmt::format("\n{} from {}\n", painted(paint::heading, "edges inspected by direction"),
                     shown_name(o.loaded.g, o.runs[o.slowest].report.source)) +
         table.render();
}

std::string path_text(const bfs_outcome& o) {
  const graph& g = o.loaded.g;
  if (o.path.empty()) {
    return o.target ? fmt::format("\n{} was not reached\n", painted(paint::heading, "target " + shown_name(g, *o.target))) : "";
  }
  const std::string title = o.target ? "shortest path to the target" : "one longest shortest path";
  return fmt::format("\n{}, {}, from {} to {}\n  {}\n", painted(paint::heading, title), counted(o.path.size() - 1, "edge"),
                     shown_name(g, o.path.front()), shown_name(g, o.path.back()), shown_path(g, o.path));
}

std::string distances_text(const bfs_outcome& o) {
  if (o.distances.empty()) return "";
  // Long searches are shown in equal ranges of distances that fit on a screen.
  constexpr std::size_t most_rows = 24;
  const std::size_t width = (o.distances.size() + most_rows - 1) / most_rows;
  std::vector<std::uint64_t> sums((o.distances.size() + width - 1) / width, 0);
  for (std::size_t d = 0; d < o.distances.size(); ++d) sums[d / width] += o.distances[d];
  const std::uint64_t largest = *std::max_element(sums.begin(), sums.end());
  text_table table{{{"distance"}, {"vertices"}, {"", text_side::left}}, {}};
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::size_t first = i * width, last = std::min(first + width, o.distances.size()) - 1;
    table.rows.push_back({first == last ? grouped(first) : fmt::format("{} - {}", grouped(first), grouped(last)), grouped(sums[i]),
                          bar_of(sums[i], largest, cells_beside(columns_before_bars))});
  }
  return fmt::format("\n{} from {}\n", painted(paint::heading, "distances in the deepest search"),
                     shown_name(o.loaded.g, o.runs[o.deepest].report.source)) +
         table.render();
}

std::string device_memory_text(const run_report& r) {
  if (r.device_memory_bytes == 0) return "";
  return fmt::format("; {} planned for searching on {}", human_bytes(r.device_memory_bytes), to_string(r.where));
}

}  // namespace

std::string searches_text(const bfs_arguments& a, const bfs_outcome& o) {
  const run_report& first = o.runs.front().report;
  const bool of_one_process = a.ranking.devices.size() > 1;
  const part_holder holder = holder_of_part(of_one_process);
  std::string text = a.ranking.partitioned() ? "" : layout_text(o.prepared, o.layout_loaded);
  const std::string threads =
      first.where.kind == device_kind::cpu ? ", " + counted(static_cast<std::uint64_t>(first.threads), "thread") : "";
  text += fmt::format(
      "\n{} on {}{}: {}\n",
      painted(paint::heading, fmt::format("{} from {}", counted(o.runs.size(), "search", "searches"), o.sources)),
      (of_one_process ? names_of(o.devices) : to_string(first.where)) + (o.why_cpu.empty() ? "" : " (" + o.why_cpu + ")"), threads,
      first.engine);
  if (o.runs.size() <= few_runs || a.runs) text += runs_table(o);
  if (o.runs.size() > 1) text += fmt::format("{}{}", a.runs || o.runs.size() <= few_runs ? "\n" : "", statistics_table(o));
  const bool on_cpus = o.exec.where.kind == device_kind::cpu || !o.by_rank.empty();  // processes validate on CPUs
  text += validation_text(o.loaded.g, o.runs, " by the five rules of Graph500", o.seconds_validate, on_cpus ? nullptr : &o.place);
  if (a.options.report_levels) {
    for (const search_run& run : o.runs) text += explained(o, run.report, "the search", " took");
  } else {
    const std::string measured = human_seconds(o.runs[o.slowest].report.seconds_searching());
    const bool single = o.runs.size() == 1;
    // A first search also includes cold caches and sleeping threads.
    const std::string_view verdict = o.reproduced() ? ""
                                     : single       ? " (not reproduced: a cold start or interference)"
                                                    : " (not reproduced: interference)";
    text += explained(
        o, o.explained, single ? "the search" : "the slowest search",
        a.ranking.partitioned() ? " took" : fmt::format(" took {}; repeated with its levels timed{}:", measured, verdict));
    if (o.by_rank.size() > 1)
      text += fmt::format("\naverage over the {}, per level\n", holder.many) + process_levels_text(o.levels);
  }
  text += directions_text(o) + distances_text(o) + path_text(o);
  if (!o.by_rank.empty())
    text += "\n" + painted(paint::heading, fmt::format("work of each {} in all searches", holder.one)) + "\n" +
            ranks_text(o.by_rank, holder);
  if (o.energy) text += "\n" + energy_text(*o.energy);
  text += fmt::format("\npeak memory {}{}\n", human_bytes(peak_memory_bytes()), device_memory_text(first));
  return text + files_text(o.files);
}

}  // namespace fathom::program
