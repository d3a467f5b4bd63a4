// `fathom cores`: core numbers, the degeneracy, onion layers, and k-cores as graphs.
#include <utility>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "commands/analysis.hpp"
#include "commands/on_processes.hpp"
#include "fathom/cores.hpp"
#include "fathom/distributed/cores.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "output/distribution.hpp"
#include "output/in_parts.hpp"
#include "output/part_files.hpp"
#include "output/rank_json.hpp"
#include "output/vertex_values.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct cores_arguments : analysis_arguments {
  std::optional<vertex_id> k;
  process_arguments ranking;
  bool onion = false;
  std::string subgraph;
};

struct k_core_outcome {
  vertex_id k = 0;
  graph g;
  double seconds = 0;
};

// The result of one process, or of the processes or devices of a partitioned graph.
struct cores_outcome : analysis_outcome<cores_result, cores_validation> {
  value_distribution distribution;
  std::optional<k_core_outcome> k_core;
  std::optional<onion_result> onion;
  std::optional<onion_validation> validation_of_onion;
  std::optional<partition_summary> parts;
  double seconds_gather = 0;  // of a partitioned graph

  [[nodiscard]] bool failed() const { return is_invalid(validation) || is_invalid(validation_of_onion); }
};

vertex_values values_of(const cores_result& found) {
  vertex_values all{"core_number", found.degeneracy <= std::numeric_limits<std::int32_t>::max(), {}, {}};
  all.values.assign(found.core_numbers.begin(), found.core_numbers.end());
  return all;
}

vertex_values values_of(const onion_result& found) {
  vertex_values all{"onion_layer", found.count <= std::numeric_limits<std::int32_t>::max(), {}, {}};
  all.values.assign(found.layers.begin(), found.layers.end());
  return all;
}

std::string headline_of(const cores_arguments& a, const cores_outcome& o) {
  const std::string found = "degeneracy " + grouped(o.found.degeneracy);
  if (!o.parts) return run_text("cores", "", found, o.found.report) + o.runs.text();
  return run_text_of_parts("cores", counted_holders(a.ranking, o.parts->by_rank), found, o.found.report);
}

std::string text(const cores_arguments& a, const cores_outcome& o) {
  std::string lines = headline_of(a, o);
  lines += fmt::format("  {} in the innermost core\n", counted(o.found.innermost, "vertex", "vertices"));
  lines += distribution_text("core number", o.distribution);
  if (o.k_core) {
    const graph& g = o.k_core->g;
    lines += fmt::format("  {}-core: {}, {} in {}\n", grouped(o.k_core->k), counted(g.num_vertices(), "vertex", "vertices"),
                         counted(g.num_edges(), "directed edge"), human_seconds(o.k_core->seconds));
  }
  lines += verdict_text(o.validation);
  if (o.onion) {
    lines += fmt::format("  {} in {}\n", counted(o.onion->count, "onion layer"), human_seconds(o.onion->report.seconds())) +
             (o.validation_of_onion ? verdict_text(o.validation_of_onion) : "");
  }
  if (o.parts) lines += "\n" + ranks_text(o.parts->by_rank, holder_of_part(a.ranking));
  return lines + files_text(o.files);
}

json onion_json(const cores_outcome& o) {
  if (!o.onion) return nullptr;
  json object = {{"layers", o.onion->count}, {"seconds", o.onion->report.seconds()}};
  add_verdict(object, o.validation_of_onion);
  return object;
}

json k_core_json(const cores_outcome& o) {
  if (!o.k_core) return nullptr;
  return {{"k", o.k_core->k}, {"vertices", o.k_core->g.num_vertices()}, {"edges", o.k_core->g.num_edges()}};
}

std::string json_text(const cores_outcome& o) {
  json object = begun_json("cores", o);
  object["degeneracy"] = o.found.degeneracy;
  object["innermost"] = o.found.innermost;
  object["distribution"] = distribution_json("core_number", o.distribution);
  if (o.parts) {
    object["seconds"] = o.found.report.seconds() + o.seconds_gather, object["seconds_gather"] = o.seconds_gather;
    add_partition(o.loaded, *o.parts, object);
  } else {
    object["k_core"] = k_core_json(o);
    object["onion"] = onion_json(o);
    object["seconds_k_core"] = o.k_core ? o.k_core->seconds : 0;
  }
  return finished_json(std::move(object), o);
}

void check_on_ranks(const cores_arguments& a) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  refuse_with_parts(a.ranking, {{"--repeat", a.repeat != 1, single_run_of_parts},
                                {"--onion", a.onion, "its layers need the whole graph in one process"},
                                {"--k-core", a.k.has_value(), "the core is built in one process"},
                                {"--subgraph", !a.subgraph.empty(), "the core is built in one process"}});
}

// Checks the outputs before reading: a wrong suffix or an output that overwrites the input should fail at once.
void check_before_reading(const cores_arguments& a) {
  check_on_ranks(a);
  check_output(a.output, {graph_name(a.graph)});
  check_graph_output(a.subgraph, a.graph);
  refuse_same_file(a.output, {"vertices"}, "--subgraph", a.subgraph);
}

void find_k_core(const cores_arguments& a, const run_control& control, cores_outcome& o) {
  if (!a.k && a.subgraph.empty()) return;
  const vertex_id k = a.k.value_or(o.found.degeneracy);
  const timer watch;
  o.k_core = {k, k_core(o.loaded.g, k, o.found.core_numbers.view(), control), 0};
  o.k_core->seconds = watch.seconds();
}

void find_onion_layers(const cores_arguments& a, const run_control& control, cores_outcome& o) {
  if (!a.onion) return;
  o.onion = onion_layers(o.loaded.g, control);
  if (a.validate) o.validation_of_onion = validate_onion_layers(o.loaded.g, o.onion->layers.view(), control);
}

void write_files(const cores_arguments& a, const run_control& control, cores_outcome& o) {
  o.files = write_values(a.output, o.loaded.g, o.onion ? values_of(*o.onion) : values_of(o.found));
  if (!a.subgraph.empty()) {
    write_graph(a.subgraph, o.k_core->g, {.control = control});
    o.files.push_back(a.subgraph);
  }
}

int run(const cores_arguments& a, const session& s) {
  check_before_reading(a);
  cores_options options;
  options.where = working_device(a.graph);
  options.control = s.control(a.graph.threads);
  cores_outcome o;
  load(a, s, options.control, o);
  const graph& g = o.loaded.g;
  if (a.onion) require_undirected(o.loaded, "onion layers");
  // Without a file to write, copying the core numbers is not part of the work.
  options.keep_on_device = a.output.empty() && options.where.kind == device_kind::cuda;
  o.found = o.runs.run(a.repeat, [&] {
    copy_rows_to(options.where, o.loaded);  // in the first run; not part of its time
    return core_numbers(g, options);
  });
  if (options.keep_on_device) o.found.core_numbers = to_host(o.found.core_numbers);
  for (const vertex_id core : o.found.core_numbers) ++o.distribution[core];
  if (a.validate) o.validation = validate_cores(g, o.found.core_numbers.view(), options.control);
  find_onion_layers(a, options.control, o);
  find_k_core(a, options.control, o);
  if (!o.failed()) write_files(a, options.control, o);  // a result that failed validation is not written
  return conclude(s, o, a.json ? json_text(o) : text(a, o),
                  is_invalid(o.validation_of_onion) ? "the onion layers are" : "the core numbers are");
}

// How many of all processes' vertices have each core number.
value_distribution distribution_over(communicator& ranks, std::span<const vertex_id> own) {
  value_distribution mine, all;
  for (const vertex_id core : own) ++mine[core];
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts(mine.begin(), mine.end());
  for (const std::vector<std::byte>& bytes : ranks.all_gather(std::as_bytes(std::span(counts)))) {
    const auto* const first = reinterpret_cast<const std::pair<std::uint64_t, std::uint64_t>*>(bytes.data());
    for (const auto& [core, vertices] : std::span(first, bytes.size() / sizeof *first)) all[core] += vertices;
  }
  return all;
}

int run_together(const cores_arguments& a, const session& s, communicator& ranks) {
  execution exec;
  exec.control = s.control(a.graph.threads);
  on_all_processes(ranks, [&] {
    check_before_reading(a);
    if (names_device(a.graph)) exec.where = working_device(a.graph);
  });
  const argument validates[] = {{"choice of validation", a.validate}};
  require_same(ranks, validates);
  loaded_partition loaded = load_partitioned(a.graph, a.ranking, {.delegates = false}, ranks, exec.control);
  if (!a.json) s.print(receipt_text(loaded));
  const rank_graph& g = *loaded.g;
  rank_cores_result found = core_numbers(g, {.gather = !a.ranking.parts}, exec);
  cores_outcome o;
  o.loaded = std::move(loaded.loaded);
  o.parts = summarize_partition(g, found.by_rank), o.seconds_gather = found.seconds_gather;
  o.found = {std::move(found.core_numbers), found.degeneracy, static_cast<vertex_id>(found.innermost), found.report};
  const std::span<const vertex_id> numbers = o.found.core_numbers.view();
  const std::span<const vertex_id> own =
      a.ranking.parts ? numbers : numbers.subspan(g.first_vertex(), g.last_vertex() - g.first_vertex());
  o.distribution = distribution_over(ranks, own);
  if (a.validate) o.validation = validate_cores(g, own, exec.control);
  on_all_processes(ranks, [&] {
    if (o.failed()) return;  // a result that failed validation is not written
    if (a.ranking.parts) {
      const bool fits = o.found.degeneracy <= std::numeric_limits<std::int32_t>::max();
      o.files.push_back(write_part(a.output, ranks, fits ? "<i4" : "<u4", numbers));
    } else if (prints(&ranks)) {
      o.files = write_values(a.output, o.loaded.g, values_of(o.found));
    }
  });
  return conclude(s, o, a.json ? json_text(o) : text(a, o), "the core numbers are");
}

command_action add_cores_command(CLI::App& program) {
  auto a = std::make_shared<cores_arguments>();
  CLI::App* command = program.add_subcommand("cores", "Core numbers, degeneracy and k-cores");
  a->graph.searching = true;
  add_graph_options(*command, a->graph);
  start_group(*command, "Cores");
  command->add_option("--k-core", a->k, "report the size of the K-core (default: the innermost core, with --subgraph)")
      ->check(whole_number(0))
      ->type_name("K");
  command->add_flag("--onion", a->onion, "also find the onion layers, and write them with --output instead of the core numbers");
  add_repeat_option(*command, a->repeat, "compute the core numbers");
  add_process_options(*command, a->ranking);
  add_parts_devices_option(*command, a->graph);
  add_output_options(*command, *a, "the core numbers", "the core number of each vertex");
  command->add_option("--subgraph", a->subgraph, "write the K-core as a graph, in the format of the file's suffix")
      ->type_name("FILE");
  add_example(*command, "fathom cores graph.mtx --output cores.tsv --k-core 8 --subgraph core.mtx");
  add_parts_option(*command, a->ranking);
  return action_with_ranks(command, a, run, run_together);
}

const registered_command cores_command{"cores", help_section::analysis, add_cores_command};

}  // namespace

}  // namespace fathom::program
