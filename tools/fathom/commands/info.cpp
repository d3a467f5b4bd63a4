// `fathom info`: a description of a graph, without a search.
#include "base/memory.hpp"
#include "commands/analysis.hpp"
#include "fathom/report.hpp"

namespace fathom::program {
namespace {

struct info_arguments {
  graph_arguments graph;
  bool json = false;
};

order_choice layout_choice(const loaded_graph& loaded) {
  if (loaded.prepared) return {loaded.prepared->order, loaded.prepared->reason + " (layout stored in the file)"};
  const graph& g = loaded.g;
  return choose_order(g.properties(), g.num_vertices(), g.num_edges());
}

double mean_degree(const graph& g) { return g.num_vertices() == 0 ? 0 : double(g.num_edges()) / double(g.num_vertices()); }

std::string properties_text(const loaded_graph& loaded) {
  const graph& g = loaded.g;
  const graph_properties& p = g.properties();
  const order_choice choice = layout_choice(loaded);
  text_table table{{{"", text_side::left}, {"", text_side::left}}, {}};
  const std::string degree = g.directed() ? "out-degree" : "degree";
  table.rows.push_back({"mean " + degree, three_digits(mean_degree(g))});
  if (p.max_out_degree_vertex != no_vertex) {
    table.rows.push_back(
        {"largest " + degree, fmt::format("{}, of vertex {}", grouped(p.max_out_degree), shown_name(g, p.max_out_degree_vertex))});
  }
  if (g.directed() && g.has_in_edges()) table.rows.push_back({"largest in-degree", grouped(p.max_in_degree)});
  table.rows.push_back({"isolated", fmt::format("{} vertices", grouped(p.isolated))});
  table.rows.push_back({"self-loops kept", grouped(p.self_loops)});
  table.rows.push_back({"duplicates kept", grouped(p.duplicates)});
  table.rows.push_back(
      {"memory", fmt::format("{} for the graph, peak {}", human_bytes(g.bytes()), human_bytes(peak_memory_bytes()))});
  table.rows.push_back({"layout", choice.reason});
  return table.render();
}

std::string info_json(const loaded_graph& loaded, int threads) {
  const graph& g = loaded.g;
  const auto& bins = g.properties().out_degree_histogram;
  json histogram = json::array();
  for (int bin = 0; bin < graph_properties::histogram_bins; ++bin) {
    if (bins[bin] == 0) continue;
    const std::uint64_t low = bin == 0 ? 0 : std::uint64_t{1} << (bin - 1);
    histogram.push_back({{"from", low}, {"to", bin == 0 ? 0 : 2 * low - 1}, {"vertices", bins[bin]}});
  }
  const order_choice choice = layout_choice(loaded);
  json object = command_json("info", loaded);
  object["graph"]["mean_out_degree"] = mean_degree(g);
  object["threads"] = threads;
  object["out_degrees"] = std::move(histogram);
  object["layout"] = {{"order", to_string(choice.order)}, {"order_reason", choice.reason}, {"loaded", loaded.prepared.has_value()}};
  return finished(std::move(object));
}

int run(const info_arguments& a, const session& s) {
  static_cast<void>(working_device(a.graph));
  const run_control control = s.control(a.graph.threads);
  const loaded_graph loaded = load_graph(a.graph, control);
  if (a.json) {
    s.print(info_json(loaded, thread_count(control)));
  } else {
    s.print(receipt_text(loaded) + "\n" + properties_text(loaded) + "\n" + degree_histogram(loaded.g));
  }
  return exit_good;
}

command_action add_info_command(CLI::App& program) {
  auto a = std::make_shared<info_arguments>();
  CLI::App* command = program.add_subcommand("info", "Describe a graph: counts, degrees, memory, layout");
  add_graph_options(*command, a->graph);
  add_example(*command, "fathom info edges.txt.gz");
  start_group(*command, "Output");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command info_command{"info", help_section::graphs, add_info_command};

}  // namespace

}  // namespace fathom::program
