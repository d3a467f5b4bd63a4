// `fathom diameter`: diameter and radius, with vertices that attain them.
#include <fmt/ranges.h>

#include "commands/analysis.hpp"
#include "fathom/diameter.hpp"
#include "fathom/report.hpp"
#include "output/in_copies.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct diameter_arguments {
  graph_arguments graph;
  bool ranks = false;
  bool json = false;
};

std::string components_text(const graph& g, const diameter_result& d) {
  const std::string strongly = g.directed() ? "strongly " : "";
  if (d.connected) return strongly + "connected";
  return fmt::format("not {}connected: {}, the largest of {}", strongly, counted(d.components, "component"),
                     counted(d.radius_vertices, "vertex", "vertices"));
}

std::string diameter_text(const loaded_graph& loaded, const std::string& place, const std::string& processes,
                          const diameter_result& d) {
  const graph& g = loaded.g;
  const bounding_report& r = d.report;
  std::string text = headline("diameter and radius", " on " + place_and_threads(place + processes, r.threads),
                              counted(r.searches, "search", "searches"), r.seconds(), r.engine) +
                     report_line(r, {"searches"});
  text_table table{{{"", text_side::left}, {"", text_side::left}}, {}};
  table.rows.push_back({"graph", g.num_vertices() == 0 ? "no vertices" : components_text(g, d)});
  if (g.num_vertices() > 0) {
    table.rows.push_back(
        {"diameter", fmt::format("{}, from {} to {}", grouped(d.diameter), shown_name(g, d.from), shown_name(g, d.to))});
    std::vector<std::string> center;
    for (const vertex_id v : d.centre) center.push_back(shown_name(g, v));
    table.rows.push_back({"radius", fmt::format("{}{}, center: {}", grouped(d.radius),
                                                d.connected ? "" : " of the largest component", fmt::join(center, ", "))});
  }
  return text + table.render() + sharing_text(r.by_rank, processes.empty());
}

std::string diameter_json(const loaded_graph& loaded, const diameter_result& d) {
  const graph& g = loaded.g;
  const bool labeled = !g.arrays().labels.empty();
  json object = command_json("diameter", loaded);
  object.update(json_fields(d.report));
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["connected"] = d.connected;
  object["components"] = d.components;
  object["diameter"] = d.diameter;
  object["radius"] = d.radius;
  object["radius_vertices"] = d.radius_vertices;
  object["from"] = vertex_json(g, d.from);
  object["to"] = vertex_json(g, d.to);
  object["center"] = vertices_json(g, d.centre);
  if (labeled && d.from != no_vertex) object["from_label"] = g.name(d.from), object["to_label"] = g.name(d.to);
  if (labeled) {
    json& labels = object["center_labels"] = json::array();
    for (const vertex_id v : d.centre) labels.push_back(g.name(v));
  }
  return text_of(object);
}

int run(const diameter_arguments& a, const session& s, communicator* ranks) {
  on_processes(ranks, [&] { static_cast<void>(working_devices(a.graph)); });  // fails before the graph is read
  const run_control control = s.control(a.graph.threads);
  const loaded_graph loaded = load_copy(a.graph, ranks, control);
  if (!a.json) s.print(receipt_text(loaded));
  diameter_result found;
  const search_place place = search_where_it_fits(
      a.graph,
      [&](const std::vector<device>& devices) {
        const std::vector<device> mine = devices_of_process(ranks, devices);
        found = diameter(loaded.g, {.where = mine.front(), .devices = mine, .ranks = ranks, .control = control});
      },
      ranks ? ranks->size() : 1);
  if (!prints(ranks)) return exit_good;
  if (a.json) {
    s.print(diameter_json(loaded, found));
  } else {
    s.print(diameter_text(loaded, place.text(), processes_text(ranks), found) +
            (found.connected ? "" : component_hint(loaded, "the diameter", control)));
  }
  return exit_good;
}

command_action add_diameter_command(CLI::App& program) {
  auto a = std::make_shared<diameter_arguments>();
  a->graph.searching = true;
  CLI::App* command = program.add_subcommand("diameter", "Exact diameter and radius, from few searches");
  a->graph.copies = true;
  add_graph_options(*command, a->graph);
  add_devices_option(*command, a->graph);
  add_example(*command, "fathom diameter grid:300x300");
  add_sharing_option(*command, a->ranks);
  start_group(*command, "Output");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  return {command,
          [a](const session& all) {
            return run_sharing(a->ranks, all, [&](const session& s, communicator* ranks) { return run(*a, s, ranks); });
          },
          distribution::by_ranks_flag};
}

const registered_command diameter_command{"diameter", help_section::analysis, add_diameter_command};

}  // namespace

}  // namespace fathom::program
