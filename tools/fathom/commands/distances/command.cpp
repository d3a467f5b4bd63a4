// `fathom distances`: options, checks, and searches on copies of the whole graph.
#include "commands/distances/command.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands/commands.hpp"
#include "commands/distances/json.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "fathom/reachability.hpp"
#include "interrupt.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/in_copies.hpp"
#include "output/overwrite.hpp"
#include "output/result_writer.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

void add_search_options(CLI::App& command, distances_arguments& a) {
  command.add_option("-n,--trials", a.sources.trials, "number of random sources if none are named (default: 16)")
      ->check(whole_number(1))
      ->type_name("N");
  start_group(command, "Search");
  command.add_option("--depth-limit", a.depth_limit, "largest distance to search; 0 is only the sources (default: no limit)")
      ->check(whole_number(0))
      ->type_name("D");
  add_order_option(command, a.order, order_of_searches());
  add_joined_options(command, a.joined);
  command.add_flag(
      "!--no-early-termination", a.early_termination,
      "with --method bitwise on a CPU, or ibfs: bottom-up, read all neighbors of a vertex, also once all searches have "
      "found it");
  command.add_flag("--merge-updates", a.merge_updates,
                   "with --method ibfs: top-down, merge the updates of a thread block in shared memory");
  command.add_option("--width", a.width, "searches per group: 64, 128, 256, 512 or 1024 (default: chosen for speed and memory)")
      ->check(whole_number(1))
      ->type_name("N");
  command
      .add_option(
          "--small-degree", a.small_degree,
          fmt::format("with --group-by out-degree: sources have fewer edges than this (iBFS's p; default: {})", a.small_degree))
      ->check(whole_number(1))
      ->type_name("P");
  command
      .add_option("--hub-degree", a.hub_degree,
                  fmt::format("with --group-by out-degree: their common neighbor has more edges than this (iBFS's q; default: {})",
                              a.hub_degree))
      ->check(whole_number(0))
      ->type_name("Q");
}

void add_output_options(CLI::App& command, distances_arguments& a) {
  add_process_options(command, a.ranking);
  command.get_option("--ranks")->description(
      "partition the graph over all processes that mpirun started (default: each has a copy, or a part if copies do not fit)");
  add_transport_option(command, a.ranking.transport);
  start_group(command, "Output");
  command.add_option("--output", a.output, "write the distances to FILE.npy, a matrix with one row per source")->type_name("FILE");
  command.add_option("--bits", a.bits, "bits per distance in the file: 8 (up to 127), 16 (up to 32767) or 32 (default: 32)")
      ->check(CLI::IsMember({8, 16, 32}).description(""))
      ->type_name("N");
  add_parts_option(command, a.ranking);
  command.add_flag("-v,--validate", a.validate, "validate the distances from every source against the graph");
  command.add_flag("--resume", a.resume, "continue an interrupted run with the same output");
  command.add_flag("-l,--levels", a.levels,
                   "print a per-level report of the first group, and how much the searches of each group share");
  command.add_flag("--json", a.json, "print one JSON object and nothing else");
}

multi_bfs_options search_options(const distances_arguments& a) {
  multi_bfs_options options;
  options.depth_limit = a.depth_limit;
  choose_joined(a.joined, options);
  options.early_termination = a.early_termination;
  options.merge_updates = a.merge_updates;
  options.width = a.width;
  // Only multi-source BFS has a width, so --width selects it.
  if (a.width > 0 && options.method == multi_bfs_method::automatic) options.method = multi_bfs_method::bitwise;
  options.seed = a.graph.seed;
  options.small_degree = a.small_degree;
  options.hub_degree = a.hub_degree;
  options.report_levels = a.levels;
  return options;
}

void prepare_for(const distances_arguments& a, device where, std::size_t searches, distances_outcome& o,
                 const run_control& control) {
  const vertex_order wanted = a.order == "caller"   ? vertex_order::caller
                              : a.order == "degree" ? vertex_order::degree
                                                    : vertex_order::automatic;
  const std::optional<layout>& stored = o.loaded.prepared;
  o.layout_loaded = stored && (wanted == vertex_order::automatic || wanted == stored->order);
  o.prepared =
      o.layout_loaded ? *stored : prepare(o.loaded.g, {wanted, where, control, kind_of_searches(searches, search_kind::joined)});
}

// Refuses options of methods that were not chosen.
void check_search(const distances_arguments& a) {
  const auto refuse = [](const std::string& what, const std::string& why) {
    throw error(error_category::usage, fmt::format("{} has no effect: {}", what, why));
  };
  const std::string& method = a.joined.method;
  if (a.width > 0 && (method == "sequential" || method == "separate"))
    refuse(fmt::format("--width {}", a.width), fmt::format("--method {} does not group searches; leave one of them out", method));
  if (!a.early_termination && method != "bitwise" && method != "ibfs")
    refuse("--no-early-termination", "it requires --method bitwise or ibfs");
  if (a.merge_updates && method != "ibfs") refuse("--merge-updates", "it requires --method ibfs");
  for (const char* option : {"--small-degree", "--hub-degree"}) {
    if (a.graph.gives(option) && a.joined.grouping != "out-degree") refuse(option, "it requires --group-by out-degree");
  }
}

// Refuses --validate where it could not check every row.
void check_validation(const distances_arguments& a, const communicator* ranks) {
  if (!a.validate) return;
  if (ranks != nullptr && ranks->size() > 1) {
    throw error(error_category::usage,
                "--validate does not work with several processes, which do not see the rows of each other; add --ranks, or run one "
                "process");
  }
  if (a.resume) {
    throw error(
        error_category::usage,
        "--validate does not check the rows of an earlier run; leave --resume out, or use fathom validate --distances FILE.npy");
  }
}

}  // namespace

int run_distances_on_copies(const distances_arguments& a, const session& s, communicator* ranks) {
  const run_control control = s.control(a.graph.threads);
  multi_bfs_options options;
  on_processes(ranks, [&] {
    check_process_options(a.ranking, a.graph, a.output);
    check_search(a);
    static_cast<void>(random_sources_requested(a.sources));
    check_output(a);
    check_validation(a, ranks);
    options = search_options(a);
    static_cast<void>(working_devices(a.graph, ranks ? ranks->size() : 1));  // fails before the graph is read
  });
  distances_outcome o;
  o.loaded = load_copy(a.graph, ranks, control);
  if (!a.json) s.print(receipt_text(o.loaded));
  std::vector<multi_bfs_sink*> sinks;
  std::optional<matrix_file> file;
  std::optional<row_validator> validator;
  on_processes(ranks, [&] {
    chosen_sources chosen = choose_sources(a.sources, o.loaded.g, a.graph.seed, control);
    o.sources = std::move(chosen.description);
    o.vertices = std::move(chosen.vertices);
    if (!a.output.empty()) {
      file.emplace(a.output, content_of(a.bits), a.resume, graph_checksum(o.loaded.g, control));
      if (prints(ranks)) write_companions_with(*file, a.output, o.loaded.g);
    }
    multi_bfs_sink* rows = file ? &*file : nullptr;
    if (a.validate) rows = &validator.emplace(o.loaded.g, a.depth_limit, control, rows);
    if (rows != nullptr) sinks.push_back(rows);
  });
  o.totals.beside_file = file.has_value();
  sinks.push_back(&o.totals);
  const auto search = [&](const std::vector<device>& devices) {
    const execution place{.devices = devices_of_process(ranks, devices), .ranks = ranks, .control = control};
    on_processes(ranks, [&] { prepare_for(a, layout_device(place), o.vertices.size(), o, control); });
    o.report = multi_bfs(o.prepared, o.vertices, sinks, options, place);
  };
  o.place = search_where_it_fits(a.graph, search, ranks ? ranks->size() : 1);
  if (file) o.resumed = file->rows_found();
  if (validator) o.verdicts = std::move(validator->verdicts);
  s.print(a.json ? distances_json(a, o) : distances_text(a, o));
  return exit_code_of(a, o, s);
}

int exit_code_of(const distances_arguments& a, const distances_outcome& o, const session& s) {
  if (!o.failed()) return exit_good;
  return s.fail_invalid(fmt::format("the distances from {} of {} sources are not valid; the report names the violated rules{}",
                                    o.verdicts->invalid.size(), o.verdicts->rows,
                                    a.output.empty() ? "" : ", and " + a.output + " was not written"));
}

void write_companions_with(matrix_file& matrix, const std::string& output, const graph& g) {
  const auto companions = std::make_shared<output_group>(interrupt_token());
  if (g.arrays().original_ids.empty()) {
    leave_out(*companions, output, {"vertices"});
  } else {
    write_vertices(companions->add(beside(output, "vertices")), output, g);
  }
  leave_out(*companions, output, {"predecessors"});
  matrix.before_naming([companions] { companions->commit(); });
}

// Checks the output before reading: a wrong suffix or an output that overwrites the input should fail at once.
void check_output(const distances_arguments& a) {
  if (a.output.empty()) {
    if (a.resume) throw error(error_category::usage, "--resume requires --output FILE.npy, the file to continue");
    if (a.graph.gives("--bits"))
      throw error(error_category::usage, fmt::format("--bits {} has no effect without a file; use --output FILE.npy", a.bits));
    return;
  }
  if (result_suffix(a.output) != ".npy") {
    throw error(error_category::usage,
                fmt::format("{}: a matrix of distances is written as .npy; use this suffix, or fathom bfs for text", a.output));
  }
  if (is_stream(a.output)) {
    throw error(error_category::usage,
                fmt::format("{}: not a regular file; a matrix needs one, since it is written through a memory mapping", a.output));
  }
  check_output(a.output, {graph_name(a.graph), a.sources.list});
}

matrix_content content_of(int bits) {
  if (bits == 8) return matrix_content::distances8;
  return bits == 16 ? matrix_content::distances16 : matrix_content::distances32;
}

namespace {

command_action add_distances_command(CLI::App& program) {
  auto arguments = std::make_shared<distances_arguments>();
  arguments->graph.searching = true;
  arguments->graph.draws = [a = arguments.get()] {
    return a->joined.grouping == "random" || random_sources_requested(a->sources) > 0;
  };
  CLI::App* command = program.add_subcommand("distances", "Distances from many sources, searched at once");
  add_graph_options(*command, arguments->graph);
  add_devices_option(*command, arguments->graph);
  add_source_options(*command, arguments->sources);
  add_search_options(*command, *arguments);
  add_output_options(*command, *arguments);
  add_example(*command, "fathom distances kron:16 --sources all --bits 8 --output matrix.npy");
  return {command,
          [arguments](const session& s) {
            if (arguments->ranking.ranks) {
              return run_with_ranks(
                  s, [&](const session& own, communicator& ranks) { return run_distances_on_parts(*arguments, own, ranks); });
            }
            return run_on_processes([&](communicator* ranks) {
              if (ranks != nullptr) require_same_build(*ranks);
              return run_distances_where_they_fit(*arguments, prints(ranks) ? s : s.silent(), ranks);
            });
          },
          distribution::always};
}

const registered_command distances_command{"distances", help_section::searches, add_distances_command};

}  // namespace

}  // namespace fathom::program
