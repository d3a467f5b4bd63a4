// `fathom components`: connected components, weak or strong in a directed graph.

#include "fathom/components.hpp"
#include "comm/agreement.hpp"
#include "commands/analysis.hpp"
#include "commands/on_processes.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/error.hpp"
#include "output/largest_sets.hpp"
#include "output/part_files.hpp"
#include "output/rank_json.hpp"
#include "output/result_writer.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct components_arguments : analysis_arguments {
  bool strong = false, weak = false;
  process_arguments ranking;
};

struct components_outcome {
  loaded_graph loaded;
  components_result found;  // its report is that of the run with the median time
  repeated_runs<components_report> runs;
  std::vector<std::string> files;
};

// The kind of components for this graph and these options: "strongly connected components".
std::string_view kind_of(const components_arguments& a, const graph& g) {
  if (!g.directed()) return "connected components";
  return a.strong ? "strongly connected components" : "weakly connected components";
}

[[noreturn]] void fail_kinds() {
  throw error(error_category::usage,
              "a directed graph has two kinds of components; use --weak, which ignores directions, or --strong");
}

components_result find(const components_arguments& a, const graph& g, const components_options& options) {
  if (a.strong) return strongly_connected_components(g, options);
  if (a.weak) return weakly_connected_components(g, options);
  if (g.directed()) fail_kinds();
  return connected_components(g, options);
}

std::string text(const components_arguments& a, const components_outcome& o) {
  return run_text(kind_of(a, o.loaded.g), "", grouped(o.found.count), o.found.report) + o.runs.text() +
         largest_sets_text(o.loaded.g, o.found.components, o.found.count) + files_text(o.files);
}

// The object of one process or of several, whose reports and components have different types.
template <class Found, class Largest>
json json_of(std::string_view kind, const loaded_graph& loaded, const Found& found, const Largest& largest,
             const std::vector<std::string>& files) {
  json object = command_json("components", loaded);
  object.update(json_fields(found.report));
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["kind"] = kind;
  object["count"] = found.count;
  object["largest"] = largest_sets_json(loaded.g, largest);
  if (!files.empty()) object["files"] = files;
  return object;
}

void check_on_ranks(const components_arguments& a) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  refuse_with_parts(a.ranking, {{"--repeat", a.repeat != 1, single_run_of_parts}});
}

// Checks the output before reading: a wrong suffix or an output that overwrites the input should fail at once.
void check_before_reading(const components_arguments& a) {
  if (a.strong && a.weak) throw error(error_category::usage, "--strong and --weak exclude each other; use one of them");
  check_on_ranks(a);
  check_output(a.output, {graph_name(a.graph)});
}

int run(const components_arguments& a, const session& s) {
  check_before_reading(a);
  components_options options;
  options.where = working_device(a.graph);
  options.most_components = few_sets;
  options.keep_on_device = a.output.empty() && options.where.kind == device_kind::cuda;  // no labels are needed
  options.control = s.control(a.graph.threads);
  components_outcome o;
  o.loaded = load_graph(a.graph, options.control);
  if (!a.json) s.print(receipt_text(o.loaded));
  o.found = o.runs.run(a.repeat, [&] {
    // In the first run. The CPU finds strong components of a graph without in-edges.
    const bool reads_host = a.strong && !o.loaded.g.has_in_edges();
    const double seconds_copy = reads_host ? 0 : copy_rows_to(options.where, o.loaded);
    components_result found = find(a, o.loaded.g, options);
    found.report.seconds_copy += seconds_copy;
    return found;
  });
  o.files = write_vertex_column(a.output, o.loaded.g, "component", o.found.labels.view());
  if (a.json) {
    json object = json_of(kind_of(a, o.loaded.g), o.loaded, o.found, o.found.components, o.files);
    o.runs.add_to(object);
    s.print(text_of(object));
  } else {
    s.print(text(a, o));
  }
  return exit_good;
}

std::string text(const components_arguments& a, const loaded_partition& o, const rank_components_result& found,
                 const std::vector<std::string>& files) {
  const graph& names = o.loaded.g;
  const std::vector<rank_work>& by_rank = found.report.by_rank;
  return run_text_of_parts(kind_of(a, names), counted_holders(a.ranking, by_rank), grouped(found.count), found.report) +
         largest_sets_text(names, found.components, found.count) + "\n" + ranks_text(by_rank, holder_of_part(a.ranking)) +
         files_text(files);
}

std::string json_text(const components_arguments& a, const loaded_partition& parts, const rank_components_result& found,
                      const std::vector<std::string>& files) {
  const loaded_graph& loaded = parts.loaded;
  json object = json_of(kind_of(a, loaded.g), loaded, found, found.components, files);
  add_partition(loaded, summarize_partition(*parts.g, found.report.by_rank), object);
  return text_of(object);
}

std::string write_labels(const std::string& output, const graph& names, communicator& ranks,
                         std::span<const std::uint64_t> labels) {
  std::vector<std::int64_t> column;
  for (const std::uint64_t label : labels)
    column.push_back(static_cast<std::int64_t>(names.original_id(static_cast<vertex_id>(label))));
  return write_part(output, ranks, "<i8", std::span<const std::int64_t>(column));
}

int run_together(const components_arguments& a, const session& s, communicator& ranks) {
  components_options options;
  options.most_components = few_sets;
  options.gather = !a.output.empty() && !a.ranking.parts;
  execution exec;
  exec.control = s.control(a.graph.threads);
  on_all_processes(ranks, [&] {
    check_before_reading(a);
    if (names_device(a.graph)) exec.where = working_device(a.graph);
  });
  const argument kind[] = {{"kind of components", static_cast<std::uint64_t>(a.strong)}};
  require_same(ranks, kind);
  loaded_partition o = load_partitioned(a.graph, a.ranking, {.delegates = !a.strong}, ranks, exec.control);
  if (!a.json) s.print(receipt_text(o));
  const graph& names = o.loaded.g;
  on_all_processes(ranks, [&] {
    if (o.g->directed() && !a.weak && !a.strong) fail_kinds();
  });
  const rank_components_result found =
      a.strong ? strongly_connected_components(*o.g, options, exec) : weakly_connected_components(*o.g, options, exec);
  std::vector<std::string> files;
  on_all_processes(ranks, [&] {
    if (a.ranking.parts) {
      files.push_back(write_labels(a.output, names, ranks, found.labels.view()));
    } else if (prints(&ranks)) {
      files = write_vertex_column(a.output, names, "component", std::vector<vertex_id>(found.labels.begin(), found.labels.end()));
    }
  });
  if (prints(&ranks)) s.print(a.json ? json_text(a, o, found, files) : text(a, o, found, files));
  return exit_good;
}

command_action add_components_command(CLI::App& program) {
  auto a = std::make_shared<components_arguments>();
  a->graph.searching = true;
  CLI::App* command = program.add_subcommand("components", "Connected components, weak or strong in a directed graph");
  add_graph_options(*command, a->graph);
  start_group(*command, "Components");
  command->add_flag("--weak", a->weak, "in a directed graph: components that ignore edge directions");
  command->add_flag("--strong", a->strong, "in a directed graph: components whose vertices all reach each other");
  add_repeat_option(*command, a->repeat, "find the components");
  add_process_options(*command, a->ranking);
  add_parts_devices_option(*command, a->graph);
  start_group(*command, "Output");
  add_output_options(*command, *a, "each vertex's component, named by its smallest vertex,");
  add_parts_option(*command, a->ranking);
  add_example(*command, "fathom components graph.mtx --output labels.npy");
  return action_with_ranks(command, a, run, run_together);
}

const registered_command components_command{"components", help_section::analysis, add_components_command};

}  // namespace

}  // namespace fathom::program
