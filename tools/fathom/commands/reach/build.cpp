// `fathom reach build`: builds a reachability index.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/memory.hpp"
#include "base/output_file.hpp"
#include "base/report_json.hpp"
#include "base/text.hpp"
#include "base/timer.hpp"
#include "commands/reach/command.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/joined_searches.hpp"
#include "options/options.hpp"
#include "options/sources.hpp"
#include "output/describe.hpp"
#include "output/overwrite.hpp"

namespace fathom::program {
namespace {

struct build_arguments {
  graph_arguments graph;
  source_arguments sources;
  joined_arguments joined;
  bool all = false, json = false;
  hop_count hops = 0;
  std::string output;
};

void check(const build_arguments& a) {
  const bool named = !a.sources.named.empty() || !a.sources.list.empty();
  if (a.all && named) throw error(error_category::usage, "--all and --source or --sources exclude each other; use one of them");
  if (!a.all && !named) {
    throw error(error_category::usage, "no vertices were selected; use --sources random:N, --sources FILE, --source or --all");
  }
  if (is_stream(a.output)) {
    throw error(error_category::usage,
                fmt::format("{}: not a regular file; an index needs one, since queries map it into memory", a.output));
  }
  refuse_overwriting(a.output, graph_name(a.graph));
  refuse_overwriting(a.output, a.sources.list);
  const output_file can_be_written(a.output);  // checked before hours of searching; leaves no file
}

std::vector<vertex_id> selection(const build_arguments& a, const graph& g, const run_control& control) {
  if (!a.all) return choose_sources(a.sources, g, a.graph.seed, control).vertices;
  if (g.num_vertices() == 0) throw error(error_category::usage, "--all: the graph has no vertices");
  std::vector<vertex_id> all(g.num_vertices());
  std::iota(all.begin(), all.end(), vertex_id{0});
  return all;
}

int run(const build_arguments& a, const session& s) {
  check(a);
  static_cast<void>(working_devices(a.graph));  // fails before the graph is read
  const run_control control = s.control(a.graph.threads);
  const loaded_graph loaded = load_graph(a.graph, control);
  if (!a.json) s.print(receipt_text(loaded));
  const std::vector<vertex_id> vertices = selection(a, loaded.g, control);
  layout prepared;
  std::optional<reach_index> built;
  reach_options options;
  options.prepared = &prepared;
  options.searches.count_edges = false;
  options.searches.seed = a.graph.seed;
  choose_joined(a.joined, options.searches);
  timer clock;
  const search_place place = search_where_it_fits(a.graph, [&](const std::vector<device>& devices) {
    const execution place{.devices = devices, .control = control};
    prepared = loaded.prepared ? *loaded.prepared
                               : prepare(loaded.g, {vertex_order::automatic, layout_device(place), control, search_kind::joined});
    clock.restart();
    built = build_reach_index(loaded.g, vertices, a.hops, options, place);
  });
  const reach_index& index = *built;
  const double seconds_build = clock.seconds();
  if (!a.json) s.print(layout_text(prepared, loaded.prepared.has_value()));
  clock.restart();
  index.save(a.output, control);
  const double seconds_write = clock.seconds();
  const multi_bfs_report& r = index.report();
  if (a.json) {
    json object = command_json("reach build", loaded);
    object["layout"] = layout_json(prepared, loaded.prepared.has_value());
    object.update(json_fields(r));
    object["seconds"] = seconds_build, object["seconds_write"] = seconds_write;
    object["peak_memory_bytes"] = peak_memory_bytes();
    object["index"] = index_json(a.output, index);
    object["file_bytes"] = std::filesystem::file_size(a.output);
    s.print(text_of(object));
    return exit_good;
  }
  s.print(fmt::format("\nindexed on {}, {}: {}, sources by {}; {} ({} searching, {} packing)\n{}{}  written in {}: {}\n",
                      place.text(), counted(static_cast<std::uint64_t>(r.threads), "thread"), r.engine, r.grouping,
                      human_seconds(seconds_build), human_seconds(r.seconds_search), human_seconds(r.seconds_sink),
                      index_text(index), painted(paint::heading, a.output), human_seconds(seconds_write),
                      human_bytes(std::filesystem::file_size(a.output))));
  return exit_good;
}

}  // namespace

command_action add_reach_build(CLI::App& reach) {
  auto a = std::make_shared<build_arguments>();
  a->graph.searching = true;
  a->graph.draws = [a = a.get()] {
    return a->joined.grouping == "random" || (!a->all && random_sources_requested(a->sources) > 0);
  };
  CLI::App* command = reach.add_subcommand("build", "Build an index of all vertices within K hops of the selected ones");
  add_graph_options(*command, a->graph);
  add_devices_option(*command, a->graph);
  add_source_options(*command, a->sources);
  command->add_flag("--all", a->all, "select all vertices");
  add_example(*command, "fathom reach build kron:18 --sources random:1024 --hops 3 --output kron.reach");
  start_group(*command, "Search");
  add_joined_options(*command, a->joined);
  start_group(*command, "Index");
  command->add_option("--hops", a->hops, "largest distance in the index, required")
      ->required()
      ->check(whole_number(0, static_cast<std::uint64_t>(max_reach_hops)))
      ->type_name("K");
  command->add_option("--output", a->output, "index file to write, such as FILE.reach, required")->required()->type_name("FILE");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  return {command, [a](const session& s) { return run(*a, s); }};
}

}  // namespace fathom::program
