// Page about a studied graph.

#include <fmt/format.h>

#include <cmath>

#include "base/report_text.hpp"
#include "base/text.hpp"
#include "charts/page.hpp"
#include "fathom/study.hpp"
#include "study/summary.hpp"

namespace fathom {
namespace {

constexpr charts::scale_kind logarithmic = charts::scale_kind::logarithmic;
constexpr std::size_t most_listed = 2000;  // rows of a table of numbers

// The table of a distribution; a long one ends with a line that says how to get the rest.
text_table distribution_table(const std::string& name, const value_distribution& values) {
  text_table table{{{name}, {"vertices"}}, {}};
  for (const auto& [value, count] : values) {
    if (table.rows.size() == most_listed) {
      table.rows.push_back({"--json", "has all " + grouped(values.size())});
      break;
    }
    table.rows.push_back({grouped(value), grouped(count)});
  }
  return table;
}

charts::series points_of(const std::string& name, const value_distribution& values) {
  charts::series series{name, {}, charts::mark::points};
  for (const auto& [value, count] : values) {
    if (value > 0) series.points.push_back({static_cast<double>(value), static_cast<double>(count)});
  }
  return series;
}

// How many values are 0, which has no place on a logarithmic axis.
std::string zeros_text(const char* name, const value_distribution& values) {
  const auto zero = values.find(0);
  return zero == values.end() ? "" : fmt::format("Not drawn: {} with {} 0. ", counted(zero->second, "vertex", "vertices"), name);
}

void add_degrees(charts::page& page, const graph_study& s) {
  charts::xy_chart chart{"Degree distribution",
                         "Number of vertices of each degree, on logarithmic axes.",
                         {s.degree_kind, logarithmic},
                         {"vertices", logarithmic},
                         {points_of("vertices", s.degrees)}};
  std::string note = zeros_text(s.degree_kind.c_str(), s.degrees);
  if (s.tail) {
    charts::series fit{fmt::format("fit, exponent {:.2f}", s.tail->exponent), {}, charts::mark::line, 1, true};
    const double last = static_cast<double>(s.degrees.rbegin()->first);
    constexpr int steps = 40;
    for (int i = 0; i <= steps; ++i) {
      const double k = static_cast<double>(s.tail->from) * std::pow(last / static_cast<double>(s.tail->from), double(i) / steps);
      if (s.tail->count_at(k) >= 0.5) fit.points.push_back({k, s.tail->count_at(k)});
    }
    chart.all.push_back(fit);
    note += fmt::format(
        "The line is the power law of maximum likelihood for {} {} and above (Clauset and others, 2009). Its largest difference "
        "from the data is {:.3f}. A fit is not a test.",
        s.degree_kind, grouped(s.tail->from), s.tail->distance);
  }
  page.figure(charts::draw(chart), distribution_table(s.degree_kind, s.degrees), note);
}

void add_distances(charts::page& page, const graph_study& s) {
  if (!s.distances) return;
  charts::bar_chart chart{"Distances",        "Number of pairs of a source and another vertex by their distance.",
                          "distance in hops", {.label = "pairs"},
                          {"pairs"},          {}};
  text_table table{{{"distance"}, {"pairs"}}, {}};
  for (std::size_t d = 1; d < s.distances->pairs.size(); ++d) {
    chart.bars.push_back({std::to_string(d), {static_cast<double>(s.distances->pairs[d])}});
    table.rows.push_back({std::to_string(d), grouped(s.distances->pairs[d])});
  }
  page.figure(charts::draw(chart), table,
              fmt::format("From {}: mean {:.3f}, effective diameter {:.2f} (90 % of the connected pairs).",
                          counted(s.distances->sources, "source"), s.distances->mean, s.distances->effective_diameter));
}

void add_clustering(charts::page& page, const graph_study& s) {
  charts::xy_chart chart{"Clustering by degree",
                         "Mean local clustering coefficient of vertices by their degree.",
                         {"degree, directions ignored", logarithmic},
                         {.label = "mean clustering coefficient", .from_zero = true},
                         {}};
  charts::series means{"mean", {}, charts::mark::line_and_points};
  text_table table{{{"degree"}, {"vertices"}, {"mean clustering"}}, {}};
  for (const clustering_bin& bin : s.clustering) {
    means.points.push_back({std::sqrt(static_cast<double>(bin.from) * static_cast<double>(bin.to)), bin.mean});
    table.rows.push_back(
        {fmt::format("{} to {}", grouped(bin.from), grouped(bin.to)), grouped(bin.vertices), fmt::format("{:.4g}", bin.mean)});
  }
  chart.all = {means};
  page.figure(charts::draw(chart), table, "Degrees are grouped by powers of two.");
}

std::string energy_of_search(const graph_study& s) {
  if (!s.energy) return fmt::format("Its energy was not measured: {}.", s.why_no_energy);
  const energy_reading& window = s.energy->window;
  const double searches = static_cast<double>(s.energy->searches);
  return fmt::format("Energy: {} mJ, plus or minus {} mJ, by {} of the whole device in {} of {}, {} W on average.",
                     three_digits(1e3 * window.joules / searches), three_digits(1e3 * window.uncertainty_joules / searches),
                     to_string(window.method), counted(s.energy->searches, "search", "searches"), human_seconds(window.seconds),
                     three_digits(window.average_watts));
}

void add_search(charts::page& page, const graph_study& s) {
  if (!s.search) return;
  const run_report& r = *s.search;
  page.heading("One search");
  page.paragraph(fmt::format("From vertex {}: {} reached in {} levels and {}; {}. Sources: {}.", s.g.name(r.source),
                             counted(r.reached, "vertex", "vertices"), r.levels.size(), human_seconds(r.seconds()), r.engine,
                             s.sources));
  page.paragraph(energy_of_search(s));
  text_table table{{{"level"},
                    {"direction", text_side::left},
                    {"frontier"},
                    {"edges inspected"},
                    {"discovered"},
                    {"time"},
                    {"reason", text_side::left}},
                   {}};
  const std::vector<std::string> directions = {"top-down", "bottom-up"};
  charts::bar_chart frontier{
      "Frontier by level", "Vertices in the frontier of each level, by direction.", "level", {.label = "vertices"}, directions, {}};
  charts::bar_chart inspected{
      "Edges inspected by level", "Edges inspected in each level, by direction.", "level", {.label = "edges"}, directions, {}};
  charts::bar_chart times{"Time by level", "Time of each level, by direction.",
                          "level",         {.label = "time", .values = charts::quantity::seconds},
                          directions,      {}};
  for (const level_report& level : r.levels) {
    const bool top_down = level.way == direction::top_down;
    const auto bar = [&](double value) {
      return charts::bar{std::to_string(level.level), {top_down ? value : 0, top_down ? 0 : value}};
    };
    frontier.bars.push_back(bar(static_cast<double>(level.frontier)));
    inspected.bars.push_back(bar(static_cast<double>(level.edges_inspected)));
    times.bars.push_back(bar(level.seconds));
    table.rows.push_back({std::to_string(level.level), std::string(to_string(level.way)), grouped(level.frontier),
                          grouped(level.edges_inspected), grouped(level.found), human_seconds(level.seconds), level.reason});
  }
  for (const charts::bar_chart* chart : {&frontier, &inspected, &times}) page.figure(charts::draw(*chart), table);
}

// The roofline of a search: each level's speed by its work, below what memory and threads allow.
void add_roofline(charts::page& page, const graph_study& s) {
  if (!s.search || !s.ceilings) return;
  constexpr double bytes_per_edge = sizeof(vertex_id);
  const cpu_ceilings& c = *s.ceilings;
  const double in_order = c.bytes_per_second / bytes_per_edge;
  charts::xy_chart chart{"Roofline",
                         "Speed of each level by its number of edges, below the measured ceilings of this machine.",
                         {"edges inspected in a level", logarithmic},
                         {"edges inspected per second", logarithmic},
                         {{"top-down", {}, charts::mark::points, 0}, {"bottom-up", {}, charts::mark::points, 1}}};
  text_table table{{{"level"}, {"direction", text_side::left}, {"edges inspected"}, {"edges per second"}, {"of the ceiling"}}, {}};
  double fewest = 0, most = 0;
  for (const level_report& level : s.search->levels) {
    if (level.edges_inspected == 0 || level.seconds <= 0) continue;
    const double edges = static_cast<double>(level.edges_inspected), speed = edges / level.seconds;
    chart.all[level.way == direction::top_down ? 0 : 1].points.push_back({edges, speed});
    fewest = fewest == 0 ? edges : std::min(fewest, edges);
    most = std::max(most, edges);
    table.rows.push_back({std::to_string(level.level), std::string(to_string(level.way)), grouped(level.edges_inspected),
                          human_quantity(speed),
                          fmt::format("{:.1f} %", 100 * speed / std::min(in_order, edges / c.seconds_per_level))});
  }
  if (table.rows.empty()) return;
  const auto ceiling = [&](const char* name, double speed, int color) {
    charts::series line{name, {}, charts::mark::line, color, true};
    const double ridge = speed * c.seconds_per_level;  // with fewer edges, starting the threads takes longer than the reads
    if (fewest < ridge) line.points.push_back({fewest, fewest / c.seconds_per_level});
    if (ridge > fewest && ridge < most) line.points.push_back({ridge, speed});
    line.points.push_back(most > ridge ? charts::point{most, speed} : charts::point{most, most / c.seconds_per_level});
    if (fewest >= ridge) line.points.insert(line.points.begin(), {fewest, speed});
    chart.all.push_back(std::move(line));
  };
  ceiling("reads in order", in_order, 2);
  ceiling("reads at random", c.reads_per_second, 3);
  page.figure(
      charts::draw(chart), table,
      fmt::format("Measured with {}: {}B/s in order, {}bytes per edge; {}reads/s at random places; {} to start and join the "
                  "threads, which limits small levels. Caches allow a level to exceed a ceiling of memory.",
                  counted(static_cast<std::uint64_t>(c.threads), "thread"), human_quantity(c.bytes_per_second),
                  fmt::format("{} ", bytes_per_edge), human_quantity(c.reads_per_second), human_seconds(c.seconds_per_level)));
}

void add_times(charts::page& page, const graph_study& s) {
  charts::row_chart chart{"Time by phase", "Time of each phase of this report.", {"time", {}, charts::quantity::seconds}, {}};
  text_table table{{{"phase", text_side::left}, {"time"}}, {}};
  for (const auto& [name, seconds] : s.phases) {
    chart.rows.push_back({name, seconds});
    table.rows.push_back({name, human_seconds(seconds)});
  }
  page.heading("Time by phase");
  page.figure(charts::draw(chart), table);
}

text_table receipt_rows(const receipt& what) {
  text_table table{{{"", text_side::left}, {""}}, {}};
  for (const report_text::cell& one : report_text::cells_of(what, {}))
    if (!one.zero && !one.text.empty()) table.rows.push_back({label_of(one.key), one.text});
  return table;
}

}  // namespace

std::string study_page(const graph_study& s, const study_origin& origin) {
  charts::page page(fmt::format("Report of {}", origin.name));
  page.table(summary_table(s));
  page.heading("Receipt");
  page.paragraph("Edges from the input to the graph:");
  page.table(receipt_rows(origin.what));
  for (const std::string& note : origin.what.notes) page.paragraph("Note: " + note);
  page.heading("Structure");
  add_degrees(page, s);
  add_distances(page, s);
  const auto add = [&](const char* title, const char* name, const value_distribution& values, const char* y) {
    charts::xy_chart chart{title,
                           fmt::format("Number of {} of each {}, on logarithmic axes.", y, name),
                           {name, logarithmic},
                           {y, logarithmic},
                           {points_of(y, values)}};
    text_table table = distribution_table(name, values);
    table.columns.back().heading = y;
    page.figure(charts::draw(chart), table, zeros_text(name, values));
  };
  add("Component sizes", "vertices of a component", s.component_sizes, "components");
  add("Core numbers", "core number", s.core_numbers, "vertices");
  add_clustering(page, s);
  add_search(page, s);
  add_roofline(page, s);
  add_times(page, s);
  page.heading("Reproduction");
  page.code(origin.call);
  text_table circumstances{{{"", text_side::left}, {"", text_side::left}}, {}};
  for (const auto& [name, value] : origin.facts) circumstances.rows.push_back({name, value});
  page.table(circumstances);
  return page.html();
}

}  // namespace fathom
