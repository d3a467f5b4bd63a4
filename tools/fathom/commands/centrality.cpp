// `fathom closeness`, `fathom harmonic`, `fathom eccentricity`: one value per vertex.

#include "commands/analysis.hpp"
#include "fathom/closeness.hpp"
#include "fathom/diameter.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "options/help_formatter.hpp"
#include "options/sources.hpp"
#include "output/in_copies.hpp"
#include "output/vertex_values.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct value_arguments : analysis_arguments {
  std::vector<std::string> named;  // --vertex
  std::string list;                // --vertices
  std::size_t samples = 0;
  bool unimproved = false, normalized = false;
  bool ranks = false;
};

struct value_outcome {
  loaded_graph loaded;
  vertex_values result;
  std::size_t searches = 0, samples = 0;
  std::string engine;
  search_place place;
  std::string processes;  // ", 4 processes"
  int threads = 0;
  double seconds = 0;
  std::string figures;  // other times, sizes and counts
  json report;
  std::vector<shared_work> by_rank;
  std::vector<std::string> files;
};

using computation = void (*)(const value_arguments&, const execution&, value_outcome&);

template <described Report>
void take_report(const Report& r, value_outcome& o) {
  o.searches = r.searches;
  o.engine = r.engine;
  o.threads = r.threads;
  o.seconds = r.seconds();
  o.figures = report_line(r, {"ranks", "width", "sources", "searches"});
  o.report = json_fields(r);
  o.by_rank = r.by_rank;
}

void take_centrality(centrality_result&& computed, value_outcome& o) {
  o.result.values = std::move(computed.values);
  o.samples = computed.samples.size();
  take_report(computed.report, o);
}

centrality_options centrality_settings(const value_arguments& a, const value_outcome& o) {
  centrality_options options;
  options.vertices = o.result.vertices;
  options.samples = a.samples;
  options.seed = a.graph.seed;
  options.improved = !a.unimproved;
  options.normalized = a.normalized;
  return options;
}

void compute_closeness(const value_arguments& a, const execution& exec, value_outcome& o) {
  take_centrality(closeness(o.loaded.g, centrality_settings(a, o), exec), o);
}

void compute_harmonic(const value_arguments& a, const execution& exec, value_outcome& o) {
  take_centrality(harmonic(o.loaded.g, centrality_settings(a, o), exec), o);
}

void compute_eccentricity(const value_arguments&, const execution& exec, value_outcome& o) {
  const eccentricity_result computed = eccentricity(o.loaded.g, {.vertices = o.result.vertices}, exec);
  o.result.whole = true;
  o.result.values.assign(computed.values.begin(), computed.values.end());
  take_report(computed.report, o);
}

std::vector<vertex_id> chosen_vertices(const value_arguments& a, const graph& g) {
  if (!a.list.empty()) return listed_vertices(a.list, g, "vertex", "--vertices takes a file with one vertex per line");
  std::vector<vertex_id> vertices;
  for (const std::string& name : a.named) vertices.push_back(find_vertex(g, name, "vertex"));
  return vertices;
}

std::string error_text(const value_outcome& o) {
  const std::string error = three_digits(sampling_error(o.samples, o.loaded.g.num_vertices()));
  if (o.result.name == "harmonic")
    return fmt::format("with 99 % confidence, each value is within {} (n - 1) of the exact one", error);
  return fmt::format("with 99 % confidence, each mean distance is within {} times the largest distance of the exact one", error);
}

std::string values_text(const value_outcome& o) {
  const std::size_t count = o.result.values.size();
  const std::string from = o.samples > 0 ? ", estimated from " + counted(o.samples, "random vertex", "random vertices") : "";
  std::string text = headline(o.result.name,
                              " of " + counted(count, "vertex", "vertices") + from + " on " +
                                  place_and_threads(o.place.text() + o.processes, o.threads),
                              counted(o.searches, "search", "searches"), o.seconds, o.engine) +
                     o.figures;
  text += largest_values_text(o.loaded.g, o.result);
  if (o.samples > 0) text += "  " + painted(paint::quiet, error_text(o)) + "\n";
  return text + files_text(o.files) + sharing_text(o.by_rank, o.processes.empty());
}

std::string values_json(const value_outcome& o) {
  const graph& g = o.loaded.g;
  json object = command_json(o.result.name.c_str(), o.loaded);
  object.update(o.report);
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["samples"] = o.samples > 0 ? json(o.samples) : json(nullptr);
  object["sampling_error"] = o.samples > 0 ? json(sampling_error(o.samples, g.num_vertices())) : json(nullptr);
  object["vertices"] = o.result.values.size();
  object["largest"] = largest_values_json(g, o.result);
  if (!o.result.vertices.empty()) object["values"] = all_values_json(g, o.result);
  if (!o.files.empty()) object["files"] = o.files;
  return text_of(object);
}

int run(const value_arguments& a, const session& s, const std::string& name, computation compute, communicator* ranks) {
  value_outcome o;
  on_processes(ranks, [&] {
    if (!a.list.empty() && !a.named.empty()) {
      throw error(error_category::usage, "--vertex and --vertices exclude each other; use one of them");
    }
    check_output(a.output, {graph_name(a.graph), a.list});
    static_cast<void>(working_devices(a.graph));  // fails before the graph is read
  });
  const run_control control = s.control(a.graph.threads);
  o.loaded = load_copy(a.graph, ranks, control);
  if (!a.json) s.print(receipt_text(o.loaded));
  o.result.name = name;
  o.processes = processes_text(ranks);
  on_processes(ranks, [&] { o.result.vertices = chosen_vertices(a, o.loaded.g); });
  o.place = search_where_it_fits(
      a.graph,
      [&](const std::vector<device>& devices) {
        compute(a, {.where = devices.front(), .devices = devices_of_process(ranks, devices), .ranks = ranks, .control = control},
                o);
      },
      ranks ? ranks->size() : 1);
  on_processes(ranks, [&] {
    if (prints(ranks)) o.files = write_values(a.output, o.loaded.g, o.result);
  });
  if (!prints(ranks)) return exit_good;
  if (a.json) {
    s.print(values_json(o));
  } else {
    // Harmonic centrality is defined for graphs that are not connected.
    s.print(values_text(o) + (name == "harmonic" ? "" : component_hint(o.loaded, name, control)));
  }
  return exit_good;
}

CLI::App* add_command(CLI::App& program, value_arguments& a, const char* name, const char* help) {
  CLI::App* command = program.add_subcommand(name, help);
  a.graph.searching = true;
  a.graph.draws = [&a] { return a.samples > 0; };
  a.graph.vertices_is_list = true;
  add_graph_options(*command, a.graph);
  start_group(*command, "Vertices");
  command
      ->add_option("--vertex", a.named,
                   "compute only this vertex, by its id in the file or its label; repeatable (default: all vertices)")
      ->allow_extra_args(false)
      ->type_name("ID|LABEL");
  command->add_option("--vertices", a.list, "compute only the vertices in a file, one per line")->type_name("FILE");
  return command;
}

// Options of commands that know all their searches in advance.
void add_group_options(CLI::App& command, value_arguments& a) {
  command.add_option("--samples", a.samples, "estimate from K random vertices, which --seed varies (default: exact values)")
      ->check(whole_number(1, max_vertices, "; leave the option out for exact values"))
      ->type_name("K");
  start_group(command, machine_group);
  add_devices_option(command, a.graph);
}

command_action finish(CLI::App* command, const std::shared_ptr<value_arguments>& a, computation compute) {
  add_example(*command, fmt::format("fathom {} kron:16 --output values.tsv", command->get_name()));
  add_sharing_option(*command, a->ranks);
  start_group(*command, "Output");
  add_output_options(*command, *a, "all values");
  return {command,
          [a, command, compute](const session& all) {
            return run_sharing(a->ranks, all, [&](const session& s, communicator* ranks) {
              return run(*a, s, command->get_name(), compute, ranks);
            });
          },
          distribution::by_ranks_flag};
}

command_action add_closeness_command(CLI::App& program) {
  auto a = std::make_shared<value_arguments>();
  CLI::App* command = add_command(program, *a, "closeness", "Closeness centrality: inverse of the mean distance to each vertex");
  command->add_flag("--unimproved", a->unimproved,
                    "leave out Wasserman and Faust's factor for unconnected graphs, (r - 1) / (n - 1)");
  add_group_options(*command, *a);
  return finish(command, a, compute_closeness);
}

command_action add_harmonic_command(CLI::App& program) {
  auto a = std::make_shared<value_arguments>();
  CLI::App* command = add_command(program, *a, "harmonic", "Harmonic centrality: sum of 1 / distance from all other vertices");
  command->add_flag("--normalized", a->normalized, "divide by n - 1");
  add_group_options(*command, *a);
  return finish(command, a, compute_harmonic);
}

command_action add_eccentricity_command(CLI::App& program) {
  auto a = std::make_shared<value_arguments>();
  CLI::App* command =
      add_command(program, *a, "eccentricity", "Eccentricity: distance from each vertex to the farthest that it reaches");
  a->graph.copies = true;
  start_group(*command, machine_group);
  add_devices_option(*command, a->graph);
  return finish(command, a, compute_eccentricity);
}

const registered_command closeness_command{"closeness", help_section::analysis, add_closeness_command};
const registered_command harmonic_command{"harmonic", help_section::analysis, add_harmonic_command};
const registered_command eccentricity_command{"eccentricity", help_section::analysis, add_eccentricity_command};

}  // namespace

}  // namespace fathom::program
