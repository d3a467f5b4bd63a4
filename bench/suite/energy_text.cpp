// Energy figures of `fathom bench` as text and JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

std::string joules_text(double joules, double uncertainty) {
  return fmt::format("{} J +- {} J", three_digits(joules), three_digits(uncertainty));
}

std::string per_search(double joules, std::size_t searches) {
  return three_digits(1e3 * joules / static_cast<double>(searches)) + " mJ";
}

// Edges per second and watt are edges per joule; "-" if the energy is not positive.
std::string rate_text(double edges, double joules) { return joules > 0 ? human_quantity(edges / joules) + "TEPS/W" : "-"; }

struct line {
  const char* name;
  std::string (*value)(const bench_energy&);
};

using energy = const bench_energy&;

constexpr line lines[] = {
    {"searches in the window", [](energy e) { return grouped(e.searches); }},
    {"window", [](energy e) { return human_seconds(e.reading.seconds); }},
    {"  spent searching (device time)", [](energy e) { return three_digits(100 * e.searching_share()) + " %"; }},
    {"energy", [](energy e) { return joules_text(e.reading.joules, e.reading.uncertainty_joules); }},
    {"  above idle", [](energy e) { return joules_text(e.joules_above_idle(), e.uncertainty_above_idle()); }},
    {"  per search", [](energy e) { return per_search(e.reading.joules, e.searches); }},
    {"  per search, above idle", [](energy e) { return per_search(e.joules_above_idle(), e.searches); }},
    {"average power", [](energy e) { return three_digits(e.reading.average_watts) + " W"; }},
    {"idle power", [](energy e) { return three_digits(e.idle.watts) + " W"; }},
    {"  spread of its samples", [](energy e) { return three_digits(e.idle.spread_watts) + " W"; }},
    {"directed edges", [](energy e) { return rate_text(e.edges, e.reading.joules); }},
    {"  above idle", [](energy e) { return rate_text(e.edges, e.sure_joules_above_idle()); }},
    {"Graph500's count", [](energy e) { return e.directed ? "-" : rate_text(e.edges / 2, e.reading.joules); }},
    {"  above idle", [](energy e) { return e.directed ? "-" : rate_text(e.edges / 2, e.sure_joules_above_idle()); }},
    {"measured by", [](energy e) { return std::string(to_string(e.reading.method)); }},
};

json rate_json(double edges, double joules) { return joules > 0 ? json(edges / joules) : json(nullptr); }

}  // namespace

std::string energy_text(const std::vector<bench_row>& rows) {
  text_table table{{{"", text_side::left}}, {}};
  for (const line& l : lines) table.rows.push_back({l.name});
  for (const bench_row& row : rows) {
    if (!row.energy) continue;
    table.columns.push_back({row.what});
    for (std::size_t i = 0; i < std::size(lines); ++i) table.rows[i].push_back(lines[i].value(*row.energy));
  }
  return table.columns.size() > 1 ? table.render() + "\n" : "";
}

json energy_json(const bench_row& row) {
  if (!row.energy) return nullptr;
  const bench_energy& e = *row.energy;
  const double above = e.joules_above_idle(), searches = static_cast<double>(e.searches);
  json object = json_fields(e.reading);
  object.update({{"joules_above_idle", above},
                 {"uncertainty_above_idle_joules", e.uncertainty_above_idle()},
                 {"searches", e.searches},
                 {"seconds_on_device", e.searching_seconds},
                 {"searching_share", e.searching_share()},
                 {"joules_per_search", e.reading.joules / searches},
                 {"joules_per_search_above_idle", above / searches},
                 {"idle_watts", e.idle.watts},
                 {"idle_spread_watts", e.idle.spread_watts},
                 {"seconds_idle", e.idle.seconds},
                 {"edges_traversed", e.edges},
                 {"teps_per_watt", rate_json(e.edges, e.reading.joules)},
                 {"teps_per_watt_above_idle", rate_json(e.edges, e.sure_joules_above_idle())}});
  object["graph500_teps_per_watt"] = e.directed ? json(nullptr) : rate_json(e.edges / 2, e.reading.joules);
  object["graph500_teps_per_watt_above_idle"] = e.directed ? json(nullptr) : rate_json(e.edges / 2, e.sure_joules_above_idle());
  return object;
}

}  // namespace fathom::program
