// `fathom betweenness`: betweenness centrality of vertices or edges.
#include "fathom/betweenness.hpp"
#include "commands/analysis.hpp"
#include "fathom/error.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/help_formatter.hpp"
#include "options/random_weights.hpp"
#include "output/edge_values.hpp"
#include "output/in_copies.hpp"
#include "output/vertex_values.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct betweenness_arguments : analysis_arguments {
  std::size_t samples = 0;
  bool edges = false, endpoints = false, unnormalized = false, weighted = false, load = false;
  std::string weights;  // --random-weights LOW:HIGH
  bool ranks = false;
  std::string method = "auto";
};

struct betweenness_outcome {
  run_control control;
  std::vector<device> devices;
  std::string processes;  // ", 4 processes"
  loaded_graph loaded;
  betweenness_result found;  // its report is that of the run with the median time
  repeated_runs<multi_search_report> runs;
  vertex_values vertices;  // without --edges
  edge_values edges;       // with --edges
  bool read_stored_layout = false;
  std::vector<std::string> files;
};

const char* name_of_values(const betweenness_arguments& a) { return a.load ? "load" : "betweenness"; }

std::string text(const betweenness_arguments& a, const betweenness_outcome& o) {
  const std::size_t samples = o.found.samples.size();
  const std::string of = a.edges ? counted(o.edges.edges.size(), "edge") : counted(o.vertices.values.size(), "vertex", "vertices");
  const std::string from = samples > 0 ? ", estimated from " + counted(samples, "random vertex", "random vertices") : "";
  const multi_search_report& r = o.found.report;
  std::string lines = headline(name_of_values(a), " of " + of + from + " on " + names_of(o.devices) + o.processes,
                               counted(r.searches, "search", "searches"), r.seconds(), r.engine) +
                      report_line(r, {"searches"}) + o.runs.text();
  if (o.read_stored_layout) lines += "  layout loaded from the file\n";
  lines += a.edges ? largest_values_text(o.loaded.g, o.edges) : largest_values_text(o.loaded.g, o.vertices);
  return lines + files_text(o.files) + sharing_text(r.by_rank, o.processes.empty());
}

std::string json_text(const betweenness_arguments& a, const betweenness_outcome& o) {
  const graph& g = o.loaded.g;
  json object = command_json("betweenness", o.loaded);
  object.update(json_fields(o.found.report));
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["threads"] = thread_count(o.control);
  object["of"] = a.edges ? "edges" : "vertices";
  object["weighted"] = a.weighted;
  object["load"] = a.load;
  object["normalized"] = !a.unnormalized;
  object["endpoints"] = a.endpoints;
  object["samples"] = o.found.samples.empty() ? json(nullptr) : json(o.found.samples.size());
  object["largest"] = a.edges ? largest_values_json(g, o.edges) : largest_values_json(g, o.vertices);
  o.runs.add_to(object);
  if (!o.files.empty()) object["files"] = o.files;
  return text_of(object);
}

void check_arguments(const betweenness_arguments& a) {
  if (a.edges && a.endpoints)
    throw error(error_category::usage, "--endpoints applies to vertices; leave it out, or leave out --edges");
  if (a.load && (a.edges || a.endpoints || a.weighted))
    throw error(error_category::usage, fmt::format("--load excludes {}; leave one of them out", a.edges       ? "--edges"
                                                                                                : a.endpoints ? "--endpoints"
                                                                                                              : "--weighted"));
  check_random_weights(a.weights);
  if (!a.weights.empty() && !a.weighted)
    throw error(error_category::usage, "--random-weights applies to --weighted; add it, or leave --random-weights out");
  check_output(a.output, {graph_name(a.graph)}, {"predecessors", "vertices", "edges"});
}

betweenness_options options_of(const betweenness_arguments& a) {
  betweenness_options options;
  options.samples = a.samples, options.seed = a.graph.seed;
  options.normalized = !a.unnormalized, options.endpoints = a.endpoints;
  options.vertices = !a.edges, options.edges = a.edges;
  options.method = named(all_betweenness_methods, a.method);
  options.weighted = a.weighted, options.load = a.load;
  return options;
}

int run(const betweenness_arguments& a, const session& s, communicator* ranks) {
  betweenness_options options;
  execution exec;
  betweenness_outcome o;
  on_processes(ranks, [&] {
    check_arguments(a);
    options = options_of(a);
    const bool only_on_cpu = a.weighted || a.load;
    o.devices = only_on_cpu && !names_device(a.graph) ? std::vector<device>{{}} : working_devices(a.graph);
    exec.where = o.devices.front();
    if (o.devices.size() > 1) exec.devices = o.devices;
  });
  exec.ranks = ranks;
  exec.control = s.control(a.graph.threads);
  o.control = exec.control;
  o.processes = processes_text(ranks);
  o.loaded = load_copy(a.graph, ranks, exec.control);
  on_processes(ranks, [&] {
    apply_random_weights(a.weights, a.graph, exec.control, o.loaded);
    if (a.weighted && !o.loaded.g.weighted() && o.loaded.g.num_edges() > 0)
      throw error(error_category::usage, "--weighted has no effect: the graph has no weights; leave it out");
  });
  if (!a.json) s.print(receipt_text(o.loaded));
  const bool on_device = ranks == nullptr && exec.devices.empty() && exec.where.kind == device_kind::cuda;
  // Without a file to write, copying the values is not part of the work.
  options.keep_on_device = on_device && a.output.empty() && !a.edges;
  std::optional<layout> prepared;
  o.found = o.runs.run(a.repeat, [&] {
    double seconds_prepare = 0;
    if (on_device && !prepared) {  // in the first run, since a layout in host memory would be copied in every run
      prepared = prepare(o.loaded.g, {.where = exec.where, .control = exec.control});
      seconds_prepare = prepared->seconds;
    }
    const std::optional<layout>& read = prepared ? prepared : o.loaded.prepared;
    betweenness_result found = read ? betweenness(o.loaded.g, *read, options, exec) : betweenness(o.loaded.g, options, exec);
    found.report.seconds_prepare += seconds_prepare;
    return found;
  });
  if (options.keep_on_device) o.found.vertices = to_host(o.found.vertices);
  o.read_stored_layout = o.loaded.prepared && !prepared;
  on_processes(ranks, [&] {
    if (!prints(ranks)) return;
    if (a.edges) {
      o.edges = make_edge_values("betweenness", o.loaded.g, o.found.edges.view());
    } else {
      o.vertices.name = name_of_values(a);
      o.vertices.values.assign(o.found.vertices.begin(), o.found.vertices.end());
    }
    o.files = a.edges ? write_values(a.output, o.loaded.g, o.edges) : write_values(a.output, o.loaded.g, o.vertices, {"edges"});
  });
  if (prints(ranks)) s.print(a.json ? json_text(a, o) : text(a, o) + component_hint(o.loaded, "betweenness", exec.control));
  return exit_good;
}

command_action add_betweenness_command(CLI::App& program) {
  auto a = std::make_shared<betweenness_arguments>();
  CLI::App* command =
      program.add_subcommand("betweenness", "Betweenness centrality: fraction of shortest paths through each vertex or edge");
  a->graph.searching = true;
  a->graph.draws = [a = a.get()] { return a->samples > 0 || !a->weights.empty(); };
  add_graph_options(*command, a->graph);
  add_example(*command, "fathom betweenness kron:16 --samples 256 --output values.tsv");
  start_group(*command, "Values");
  command->add_flag("--edges", a->edges, "values of edges instead of vertices");
  command->add_flag("--weighted", a->weighted,
                    "shortest paths by the sum of weights (default: by the number of edges); only on the CPU");
  add_random_weights_option(*command, a->weights);
  command->add_flag(
      "--load", a->load,
      "load: a vertex divides what it passes evenly among its predecessors, not by numbers of paths; only on the CPU");
  command->add_flag("--endpoints", a->endpoints, "count a path for its endpoints, too (vertices only)");
  command->add_flag("--unnormalized", a->unnormalized, "numbers of pairs instead of fractions");
  command->add_option("--samples", a->samples, "estimate from K random vertices, which --seed varies (default: exact values)")
      ->check(whole_number(1, max_vertices, "; leave the option out for exact values"))
      ->type_name("K");
  a->graph.copies = true;
  start_group(*command, machine_group);
  add_devices_option(*command, a->graph);
  start_group(*command, "Search");
  command
      ->add_option("--method", a->method,
                   "method on a GPU: blocks (one search per thread block), grid (the whole device for up to 32 searches at "
                   "once) or auto (default: auto)")
      ->check(one_of(names_of(all_betweenness_methods)))
      ->type_name("NAME");
  add_repeat_option(*command, a->repeat, "compute the values");
  add_sharing_option(*command, a->ranks);
  start_group(*command, "Output");
  add_output_options(*command, *a, "all values");
  return {command,
          [a](const session& all) {
            return run_sharing(a->ranks, all, [&](const session& s, communicator* ranks) { return run(*a, s, ranks); });
          },
          distribution::by_ranks_flag};
}

const registered_command betweenness_command{"betweenness", help_section::analysis, add_betweenness_command};

}  // namespace

}  // namespace fathom::program
