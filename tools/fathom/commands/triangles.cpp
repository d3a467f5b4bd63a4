// `fathom triangles`: triangle counts, per vertex and in total, and clustering coefficients.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "comm/agreement.hpp"
#include "commands/on_processes.hpp"
#include "exit_code.hpp"
#include "fathom/distributed/triangles.hpp"
#include "fathom/error.hpp"
#include "fathom/triangles.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/help_formatter.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/in_copies.hpp"
#include "output/in_parts.hpp"
#include "output/json.hpp"
#include "output/overwrite.hpp"
#include "output/part_files.hpp"
#include "output/rank_json.hpp"
#include "output/repeated_runs.hpp"
#include "output/run_text.hpp"
#include "output/vertex_values.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct triangles_arguments {
  graph_arguments graph;
  std::string directions;  // empty if not given
  int repeat = 1;
  process_arguments ranking;
  bool json = false;
  std::string output;
};

struct triangles_outcome {
  loaded_graph loaded;
  std::string directions;  // empty if the option was not given
  triangles_result found;  // its report is that of the run with the median time
  repeated_runs<triangles_report> runs;
  vertex_values of_vertices;
  std::vector<device> devices;
  std::string processes;  // ", 4 processes"
  std::vector<std::string> files;
};

std::string text(const triangles_outcome& o) {
  const triangles_report& r = o.found.report;
  std::string lines = headline("triangles", " on " + place_and_threads(names_of(o.devices) + o.processes, r.threads),
                               grouped(o.found.count), r.seconds(), r.engine) +
                      report_line(r) + o.runs.text();
  if (!o.directions.empty()) lines += fmt::format("  directions {}\n", o.directions);
  lines += fmt::format("  transitivity {:.6f}, average clustering coefficient {:.6f}\n", o.found.transitivity(),
                       o.found.average_clustering());
  lines += largest_values_text(o.loaded.g, o.of_vertices);
  return lines + files_text(o.files);
}

std::string json_text(const triangles_outcome& o) {
  json object = command_json("triangles", o.loaded);
  object.update(json_fields(o.found.report));
  object["count"] = o.found.count;
  object["wedges"] = o.found.wedges;
  object["transitivity"] = o.found.transitivity();
  object["average_clustering"] = o.found.average_clustering();
  object["largest"] = largest_values_json(o.loaded.g, o.of_vertices);
  o.runs.add_to(object);
  if (!o.directions.empty()) object["directions"] = o.directions;
  if (!o.files.empty()) object["files"] = o.files;
  return text_of(object);
}

vertex_values values_of(std::span<const std::uint64_t> triangles) {
  vertex_values all{"triangles", true, {}, {}};
  for (const std::uint64_t of_vertex : triangles) {
    all.values.push_back(static_cast<double>(of_vertex));
    all.whole = all.whole && of_vertex <= std::numeric_limits<std::int32_t>::max();
  }
  return all;
}

// Checks the output before reading: a wrong suffix or an output that overwrites the input should fail at once.
triangles_options checked_options(const triangles_arguments& a) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  refuse_with_parts(a.ranking, {{"--repeat", a.repeat != 1}});
  check_output(a.output, {graph_name(a.graph)});
  triangles_options options;
  for (const triangle_directions one : {triangle_directions::ignored, triangle_directions::counted}) {
    if (a.directions == to_string(one)) options.directions = one;
  }
  return options;
}

// The library says the same of its option.
void require_directions(const std::string& name, bool directed, const triangles_options& options) {
  if (!directed || options.directions) return;
  throw error(error_category::usage,
              fmt::format("{}: this graph is directed; add --directions ignored, under which edges connect both ways, or "
                          "--directions counted, under which a triangle counts once for each choice of directed edges",
                          name));
}

// Each process, and each of several devices of one, has the whole graph.
int run_whole(const triangles_arguments& a, const session& s, communicator* ranks) {
  triangles_options options;
  triangles_outcome o;
  on_processes(ranks, [&] {
    options = checked_options(a);
    o.devices = working_devices(a.graph);
  });
  execution exec{.where = o.devices.front(), .ranks = ranks, .control = s.control(a.graph.threads)};
  if (o.devices.size() > 1) exec.devices = o.devices;
  const bool is_single = ranks == nullptr && exec.devices.empty();
  o.directions = a.directions, o.processes = processes_text(ranks);
  o.loaded = load_copy(a.graph, ranks, exec.control);
  if (!a.json) s.print(receipt_text(o.loaded));
  on_processes(ranks, [&] { require_directions(o.loaded.name, o.loaded.g.directed(), options); });
  // Without a file to write, copying the counts is not part of the work.
  options.keep_on_device = is_single && a.output.empty() && exec.where.kind == device_kind::cuda;
  o.found = o.runs.run(a.repeat, [&] {
    // In the first run. Directed graphs are counted in another graph, made of them on the CPU.
    const double seconds_copy = is_single && !o.loaded.g.directed() ? copy_rows_to(exec.where, o.loaded) : 0;
    triangles_result found = count_triangles(o.loaded.g, options, exec);
    found.report.seconds_copy += seconds_copy;
    return found;
  });
  if (options.keep_on_device) {
    o.found.triangles = to_host(o.found.triangles), o.found.degrees = to_host(o.found.degrees);
    o.found.mutual = to_host(o.found.mutual);
  }
  on_processes(ranks, [&] {
    if (!prints(ranks)) return;
    o.of_vertices = values_of(o.found.triangles.view());
    o.files = write_values(a.output, o.loaded.g, o.of_vertices);
  });
  if (prints(ranks)) s.print(a.json ? json_text(o) : text(o));
  return exit_good;
}

int run(const triangles_arguments& a, const session& s) { return run_whole(a, s, nullptr); }

std::string text(const triangles_arguments& a, const loaded_partition& o, const rank_triangles_result& found,
                 const vertex_values& of_vertices, const std::vector<std::string>& files) {
  const std::string processes = counted(found.by_rank.size(), "process", "processes");
  std::string lines = headline("triangles", " on " + place_and_threads(processes, found.report.threads) + " each",
                               grouped(found.count), found.report.seconds(), found.report.engine) +
                      report_line(found.report);
  if (!a.directions.empty()) lines += fmt::format("  directions {}\n", a.directions);
  lines +=
      fmt::format("  transitivity {:.6f}, average clustering coefficient {:.6f}\n", found.transitivity(), found.average_clustering);
  if (!a.ranking.parts) lines += largest_values_text(o.loaded.g, of_vertices);  // else no process has all counts
  return lines + "\n" + ranks_text(found.by_rank) + files_text(files);
}

std::string json_text(const triangles_arguments& a, const loaded_partition& o, const rank_triangles_result& found,
                      const vertex_values& of_vertices, const std::vector<std::string>& files) {
  json object = command_json("triangles", o.loaded);
  object.update(json_fields(found.report));
  object["count"] = found.count;
  object["wedges"] = found.wedges;
  object["transitivity"] = found.transitivity();
  object["average_clustering"] = found.average_clustering;
  object["largest"] = a.ranking.parts ? json(nullptr) : largest_values_json(o.loaded.g, of_vertices);
  object["seconds"] = found.report.seconds() + found.seconds_gather, object["seconds_gather"] = found.seconds_gather;
  if (!a.directions.empty()) object["directions"] = a.directions;
  if (!files.empty()) object["files"] = files;
  add_partition(o.loaded, summarize_partition(*o.g, found.by_rank), object);
  return text_of(object);
}

// On CUDA devices every process has the whole graph.
int run_together(const triangles_arguments& a, const session& s, communicator& ranks) {
  triangles_options options;
  bool on_devices = false;
  on_all_processes(ranks, [&] {
    options = checked_options(a);
    on_devices = names_device(a.graph) && working_device(a.graph).kind == device_kind::cuda;
    if (on_devices && (a.ranking.parts || !a.ranking.grid.empty() || a.graph.gives("--delegates")))
      throw error(error_category::usage,
                  "--grid, --delegates and --parts are for a partitioned graph, but on GPUs each process has all of it; leave them "
                  "out, or use --device cpu");
  });
  const argument place[] = {{"kind of device", on_devices}};
  require_same(ranks, place);
  if (on_devices) return run_whole(a, s, &ranks);
  options.gather = !a.ranking.parts;
  execution exec;
  exec.control = s.control(a.graph.threads);
  const loaded_partition o = load_partitioned(a.graph, a.ranking, {.delegates = false}, ranks, exec.control);
  if (!a.json) s.print(receipt_text(o));
  on_all_processes(ranks, [&] { require_directions(o.loaded.name, o.g->directed(), options); });
  const rank_triangles_result found = count_triangles(*o.g, options, exec);
  vertex_values of_vertices;
  std::vector<std::string> files;
  on_all_processes(ranks, [&] {
    if (a.ranking.parts) {
      files.push_back(write_part(a.output, ranks, "<u8", std::span<const std::uint64_t>(found.triangles.view())));
    } else if (prints(&ranks)) {
      of_vertices = values_of(found.triangles.view());
      files = write_values(a.output, o.loaded.g, of_vertices);
    }
  });
  if (prints(&ranks)) s.print(a.json ? json_text(a, o, found, of_vertices, files) : text(a, o, found, of_vertices, files));
  return exit_good;
}

command_action add_triangles_command(CLI::App& program) {
  auto a = std::make_shared<triangles_arguments>();
  a->graph.searching = true;
  CLI::App* command = program.add_subcommand("triangles", "Triangle counts and clustering coefficients");
  add_graph_options(*command, a->graph);
  add_example(*command, "fathom triangles graph.mtx --directions ignored --output triangles.tsv");
  start_group(*command, "Triangles");
  command
      ->add_option("--directions", a->directions,
                   "in a directed graph: ignored (edges connect both ways) or counted (a triangle counts once for each choice of "
                   "one edge per pair of its vertices)")
      ->check(one_of({"ignored", "counted"}))
      ->type_name("ROLE");
  add_repeat_option(*command, a->repeat, "count the triangles");
  add_process_options(*command, a->ranking);
  a->graph.copies = true;
  start_group(*command, machine_group);
  add_devices_option(*command, a->graph);
  start_group(*command, "Output");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--output", a->output, "write the number of triangles of each vertex to FILE.npy, FILE.tsv or FILE.txt")
      ->type_name("FILE");
  add_parts_option(*command, a->ranking);
  return action_with_ranks(command, a, run, run_together);
}

const registered_command triangles_command{"triangles", help_section::analysis, add_triangles_command};

}  // namespace

}  // namespace fathom::program
