// `fathom triangles`: triangle counts, per vertex and in total, and clustering coefficients.
#include <limits>

#include "comm/agreement.hpp"
#include "commands/analysis.hpp"
#include "commands/on_processes.hpp"
#include "fathom/distributed/triangles.hpp"
#include "fathom/error.hpp"
#include "fathom/triangles.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/help_formatter.hpp"
#include "output/in_copies.hpp"
#include "output/part_files.hpp"
#include "output/rank_json.hpp"
#include "output/vertex_values.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct triangles_arguments : analysis_arguments {
  std::string directions;  // empty if not given
  process_arguments ranking;
};

// The result of one process, of processes and devices that each have the whole graph, or of a partitioned graph.
struct triangles_outcome {
  loaded_graph loaded;
  std::string place;  // "cpu, 4 processes"
  std::uint64_t count = 0, wedges = 0;
  double transitivity = 0, average_clustering = 0;
  triangles_report report;  // of the run with the median time
  repeated_runs<triangles_report> runs;
  std::optional<vertex_values> of_vertices;  // unless each process writes a part: then none has all
  std::optional<partition_summary> parts;
  double seconds_gather = 0;  // of a partitioned graph
  std::vector<std::string> files;
};

std::string text(const triangles_arguments& a, const triangles_outcome& o) {
  std::string lines = headline("triangles", " on " + place_and_threads(o.place, o.report.threads) + (o.parts ? " each" : ""),
                               grouped(o.count), o.report.seconds(), o.report.engine) +
                      report_line(o.report) + o.runs.text();
  if (!a.directions.empty()) lines += fmt::format("  directions {}\n", a.directions);
  lines += fmt::format("  transitivity {:.6f}, average clustering coefficient {:.6f}\n", o.transitivity, o.average_clustering);
  if (o.of_vertices) lines += largest_values_text(o.loaded.g, *o.of_vertices);
  if (o.parts) lines += "\n" + ranks_text(o.parts->by_rank);
  return lines + files_text(o.files);
}

std::string json_text(const triangles_arguments& a, const triangles_outcome& o) {
  json object = command_json("triangles", o.loaded);
  object.update(json_fields(o.report));
  object["count"] = o.count;
  object["wedges"] = o.wedges;
  object["transitivity"] = o.transitivity;
  object["average_clustering"] = o.average_clustering;
  object["largest"] = o.of_vertices ? largest_values_json(o.loaded.g, *o.of_vertices) : json(nullptr);
  o.runs.add_to(object);
  if (!a.directions.empty()) object["directions"] = a.directions;
  if (!o.files.empty()) object["files"] = o.files;
  if (o.parts) {
    object["seconds"] = o.report.seconds() + o.seconds_gather, object["seconds_gather"] = o.seconds_gather;
    add_partition(o.loaded, *o.parts, object);
  }
  return text_of(object);
}

template <class Found>
void keep_totals(triangles_outcome& o, const Found& found, double average_clustering) {
  o.count = found.count, o.wedges = found.wedges, o.report = found.report;
  o.transitivity = found.transitivity(), o.average_clustering = average_clustering;
}

vertex_values values_of(std::span<const std::uint64_t> triangles) {
  vertex_values all{"triangles", true, {}, {}};
  all.values.reserve(triangles.size());
  for (const std::uint64_t of_vertex : triangles) {
    all.values.push_back(static_cast<double>(of_vertex));
    all.whole = all.whole && of_vertex <= std::numeric_limits<std::int32_t>::max();
  }
  return all;
}

// Checks the output before reading: a wrong suffix or an output that overwrites the input should fail at once.
triangles_options checked_options(const triangles_arguments& a) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  refuse_with_parts(a.ranking, {{"--repeat", a.repeat != 1, single_run_of_parts}});
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
  std::vector<device> devices;
  on_processes(ranks, [&] {
    options = checked_options(a);
    devices = working_devices(a.graph);
  });
  execution exec{.where = devices.front(), .ranks = ranks, .control = s.control(a.graph.threads)};
  if (devices.size() > 1) exec.devices = devices;
  const bool is_single = ranks == nullptr && exec.devices.empty();
  triangles_outcome o;
  o.place = names_of(devices) + processes_text(ranks);
  o.loaded = load_copy(a.graph, ranks, exec.control);
  if (!a.json) s.print(receipt_text(o.loaded));
  on_processes(ranks, [&] { require_directions(o.loaded.name, o.loaded.g.directed(), options); });
  // Without a file to write, copying the counts is not part of the work.
  options.keep_on_device = is_single && a.output.empty() && exec.where.kind == device_kind::cuda;
  triangles_result found = o.runs.run(a.repeat, [&] {
    // In the first run. Directed graphs are counted in another graph, made of them on the CPU.
    const double seconds_copy = is_single && !o.loaded.g.directed() ? copy_rows_to(exec.where, o.loaded) : 0;
    triangles_result once = count_triangles(o.loaded.g, options, exec);
    once.report.seconds_copy += seconds_copy;
    return once;
  });
  if (options.keep_on_device) {
    found.triangles = to_host(found.triangles), found.degrees = to_host(found.degrees);
    found.mutual = to_host(found.mutual);
  }
  on_processes(ranks, [&] {
    if (!prints(ranks)) return;
    keep_totals(o, found, found.average_clustering());
    o.of_vertices = values_of(found.triangles.view());
    o.files = write_values(a.output, o.loaded.g, *o.of_vertices);
  });
  if (prints(ranks)) s.print(a.json ? json_text(a, o) : text(a, o));
  return exit_good;
}

int run(const triangles_arguments& a, const session& s) { return run_whole(a, s, nullptr); }

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
  loaded_partition loaded = load_partitioned(a.graph, a.ranking, {.delegates = false}, ranks, exec.control);
  const rank_graph& g = *loaded.g;
  if (!a.json) s.print(receipt_text(loaded));
  on_all_processes(ranks, [&] { require_directions(loaded.loaded.name, g.directed(), options); });
  const rank_triangles_result found = count_triangles(g, options, exec);
  triangles_outcome o;
  o.loaded = std::move(loaded.loaded);
  o.place = counted(found.by_rank.size(), "process", "processes");
  o.parts = summarize_partition(g, found.by_rank), o.seconds_gather = found.seconds_gather;
  keep_totals(o, found, found.average_clustering);
  on_all_processes(ranks, [&] {
    if (a.ranking.parts) {
      o.files.push_back(write_part(a.output, ranks, "<u8", std::span<const std::uint64_t>(found.triangles.view())));
    } else if (prints(&ranks)) {
      o.of_vertices = values_of(found.triangles.view());
      o.files = write_values(a.output, o.loaded.g, *o.of_vertices);
    }
  });
  if (prints(&ranks)) s.print(a.json ? json_text(a, o) : text(a, o));
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
  add_output_options(*command, *a, "the number of triangles of each vertex");
  add_parts_option(*command, a->ranking);
  return action_with_ranks(command, a, run, run_together);
}

const registered_command triangles_command{"triangles", help_section::analysis, add_triangles_command};

}  // namespace

}  // namespace fathom::program
