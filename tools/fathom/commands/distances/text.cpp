// Report of `fathom distances` as text.
#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/report_text.hpp"
#include "commands/distances/command.hpp"
#include "fathom/report.hpp"
#include "output/describe.hpp"
#include "output/in_copies.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t few_sources = 16;  // listed one by one
constexpr std::size_t few_groups = 16;

double mean_distance(const source_totals& totals, std::size_t i) {
  return totals.reached[i] > 1 ? static_cast<double>(totals.distance_sum[i]) / static_cast<double>(totals.reached[i] - 1) : 0;
}

std::string sources_table(const distances_outcome& o, const std::vector<std::size_t>& rows) {
  text_table table{{{"source"}, {"reached"}, {"mean distance"}, {"farthest"}}, {}};
  for (const std::size_t i : rows) {
    table.rows.push_back({shown_name(o.loaded.g, o.vertices[i]), grouped(o.totals.reached[i]),
                          three_digits(mean_distance(o.totals, i)), grouped(static_cast<std::uint64_t>(o.totals.farthest[i]))});
  }
  return table.render();
}

std::string sums_text(const distances_outcome& o, const std::vector<std::size_t>& rows) {
  if (rows.empty()) return "";
  std::uint64_t reached = 0, pairs = 0, sum = 0;
  hop_count farthest = 0;
  for (const std::size_t i : rows) {
    reached += o.totals.reached[i], pairs += o.totals.reached[i] - 1, sum += o.totals.distance_sum[i];
    farthest = std::max(farthest, o.totals.farthest[i]);
  }
  return fmt::format("  a search reaches {} of {} on average, at a mean distance of {}; the farthest is {} away\n",
                     counted(reached / rows.size(), "vertex", "vertices"), grouped(o.loaded.g.num_vertices()),
                     three_digits(pairs > 0 ? static_cast<double>(sum) / static_cast<double>(pairs) : 0),
                     counted(static_cast<std::uint64_t>(farthest), "hop"));
}

}  // namespace

std::string validity_text(const distances_outcome& o) {
  if (!o.verdicts) return "  " + painted(paint::quiet, "not validated (--validate checks the distances from every source)") + "\n";
  const row_verdicts& v = *o.verdicts;
  std::string text;
  std::size_t shown = 0;
  for (const auto& [position, message] : v.invalid) {
    if (++shown > few_sources) break;
    text +=
        fmt::format("  {}  source {}: {}\n", painted(paint::bad, "INVALID"), shown_name(o.loaded.g, o.vertices[position]), message);
  }
  if (v.invalid.size() > few_sources) text += fmt::format("  and {} more sources\n", grouped(v.invalid.size() - few_sources));
  const std::string count = fmt::format("{} of {} valid", grouped(v.rows - v.invalid.size()), grouped(v.rows));
  return text + fmt::format("  {} by the five rules of Graph500 ({})\n", painted(o.failed() ? paint::bad : paint::good, count),
                            human_seconds(v.seconds));
}

namespace {

std::string percent(double share) { return three_digits(100 * share) + " %"; }

std::string groups_table(const multi_bfs_report& r) {
  text_table table{
      {{"group"}, {"searches"}, {"depth"}, {"time"}, {"speed"}, {"sharing degree"}, {"ratio"}, {"top-down"}, {"bottom-up"}}, {}};
  for (std::size_t i = 0; i < std::min(r.groups.size(), few_groups); ++i) {
    const group_report& g = r.groups[i];
    const double searches = g.searches;
    table.rows.push_back(
        {grouped(i + 1), grouped(static_cast<std::uint64_t>(g.searches)), grouped(static_cast<std::uint64_t>(g.depth)),
         human_seconds(g.seconds), human_quantity(static_cast<double>(g.edges_traversed) / g.seconds) + "TEPS",
         three_digits(g.sharing_degree()), percent(g.sharing_ratio()), percent(g.shared(direction::top_down).degree() / searches),
         percent(g.shared(direction::bottom_up).degree() / searches)});
  }
  std::string text =
      "\n" + painted(paint::heading, "sharing within groups: average number of searches that have a frontier vertex in common") +
      "\n";
  text += table.render();
  if (r.groups.size() > few_groups) text += fmt::format("  and {} more groups\n", grouped(r.groups.size() - few_groups));
  return text;
}

std::string levels_table(const group_report& group) {
  return "\n" + painted(paint::heading, "levels of the first group") + "\n" + report_table(group.levels).render();
}

}  // namespace

std::vector<std::size_t> searched(const distances_outcome& o) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < o.totals.reached.size(); ++i) {
    if (o.totals.reached[i] > 0) all.push_back(i);
  }
  return all;
}

std::string found_text(const distances_outcome& o) {
  const std::vector<std::size_t> rows = searched(o);
  return sums_text(o, rows) + (!rows.empty() && rows.size() <= few_sources ? sources_table(o, rows) : "");
}

std::string distances_text(const distances_arguments& a, const distances_outcome& o) {
  const multi_bfs_report& r = o.report;
  std::string text = layout_text(o.prepared, o.layout_loaded);
  text += fmt::format("\n{} on {}, {}: {}\n",
                      painted(paint::heading, fmt::format("{} from {}", counted(r.searches, "search", "searches"), o.sources)),
                      o.place.text() + (r.ranks > 1 ? fmt::format(", {} processes", r.ranks) : ""),
                      counted(static_cast<std::uint64_t>(r.threads), "thread"), r.engine);
  if (o.resumed > 0)
    text += fmt::format("  {} of {} sources were done in an earlier run\n", grouped(o.resumed), grouped(r.sources));
  if (r.searches + o.resumed < r.sources) {
    text += fmt::format("  {} given more than once and searched once\n", counted(r.sources - o.resumed - r.searches, "source"));
  }
  text += fmt::format("  {} of up to {} searches, sources by {}\n", counted(r.groups.size(), "group"), r.width, r.grouping);
  text += report_line(r, {"ranks", "width", "sources", "searches", "planned_bytes", "peak_memory_bytes"});
  text += found_text(o) + validity_text(o);
  if (a.levels && !r.groups.empty()) {
    text += r.groups.front().levels.empty()
                ? "\nno per-level report: no source of the first group has an edge, or its engine records no levels\n"
                : groups_table(r) + levels_table(r.groups.front());
  }
  text +=
      fmt::format("\npeak memory {}; {} planned for searching\n", human_bytes(peak_memory_bytes()), human_bytes(r.planned_bytes));
  if (!a.output.empty() && !o.failed()) {
    text += fmt::format("{}  written: {} x {} distances of {} bits\n", painted(paint::heading, a.output), grouped(r.sources),
                        grouped(o.loaded.g.num_vertices()), a.bits);
  }
  return text + sharing_text(r.by_rank);
}

}  // namespace fathom::program
