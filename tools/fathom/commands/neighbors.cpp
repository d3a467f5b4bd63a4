// `fathom neighbors`: vertices within k hops of many sources.
#include <algorithm>

#include "base/timer.hpp"
#include "commands/analysis.hpp"
#include "fathom/neighbors.hpp"
#include "fathom/report.hpp"
#include "multi_bfs/search_devices.hpp"
#include "options/sources.hpp"
#include "output/in_copies.hpp"
#include "output/neighbors_writer.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t most_rows = 32;     // sources shown
constexpr std::size_t most_columns = 10;  // hops shown

struct neighbors_arguments : analysis_arguments {
  source_arguments sources;
  hop_count hops = 0;
  bool counts = false, ranks = false;
};

struct neighbors_outcome {
  loaded_graph loaded;
  chosen_sources sources;
  k_hop_counts_result counts;
  std::optional<k_hop_neighbors_result> lists;  // if they are written or printed
  search_place place;
  std::string processes;  // ", 4 processes"
  double seconds = 0;     // searching and storing
};

// Counts from lists, which saves a second search.
k_hop_counts_result counts_of(k_hop_neighbors_result& lists) {
  k_hop_counts_result counts{lists.k, {}, std::move(lists.report)};
  for (std::size_t i = 0; i < lists.num_sources(); ++i) {
    std::vector<std::uint64_t>& at = counts.at.emplace_back(1, 1);
    for (const hop_count d : lists.distances_of(i)) {
      at.resize(std::max<std::size_t>(at.size(), static_cast<std::size_t>(d) + 1));
      ++at[static_cast<std::size_t>(d)];
    }
  }
  return counts;
}

std::string hops_text(std::uint64_t hops) { return counted(hops, "hop"); }

std::string outcome_text(const neighbors_outcome& o) {
  const multi_bfs_report& r = o.counts.report;
  std::string text =
      headline(fmt::format("within {} of {}", hops_text(static_cast<std::uint64_t>(o.counts.k)), o.sources.description),
               " on " + place_and_threads(o.place.text() + o.processes, r.threads), counted(r.searches, "search", "searches"),
               o.seconds, r.engine) +
      report_line(r, {"ranks", "width", "sources", "searches"});
  std::size_t deepest = o.counts.k > 0 ? 1 : 0;
  for (const auto& at : o.counts.at) deepest = std::max(deepest, at.size() - 1);
  const std::size_t columns = std::min(deepest, most_columns);
  text_table table{{{"source"}}, {}};
  for (std::size_t h = 1; h <= columns; ++h) table.columns.push_back({hops_text(h)});
  if (columns < deepest) table.columns.push_back({"farther"});
  table.columns.push_back({"total"});
  const std::size_t rows = std::min(o.counts.at.size(), most_rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::vector<std::uint64_t>& at = o.counts.at[i];
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(shown_name(o.loaded.g, o.sources.vertices[i]));
    for (std::size_t h = 1; h <= columns; ++h) row.push_back(grouped(h < at.size() ? at[h] : 0));
    const std::uint64_t total = o.counts.within(i, o.counts.k);
    if (columns < deepest) row.push_back(grouped(total - o.counts.within(i, static_cast<hop_count>(columns))));
    row.push_back(grouped(total));
  }
  text += table.render();
  if (rows < o.counts.at.size()) {
    text += fmt::format("  and {}; --output and --json list all\n", counted(o.counts.at.size() - rows, "more source"));
  }
  return text + sharing_text(r.by_rank);
}

json source_json(const neighbors_outcome& o, std::size_t i) {
  const graph& g = o.loaded.g;
  const vertex_id source = o.sources.vertices[i];
  json object = {{"source", g.original_id(source)}};
  if (!g.arrays().labels.empty()) object["label"] = g.name(source);
  object["within"] = o.counts.within(i, o.counts.k);
  object["found_by_distance"] = o.counts.at[i];
  if (!o.lists) return object;
  object["neighbors"] = vertices_json(g, o.lists->neighbors_of(i));
  object["distances"] = std::vector<hop_count>(o.lists->distances_of(i).begin(), o.lists->distances_of(i).end());
  return object;
}

std::string outcome_json(const neighbors_outcome& o, const std::vector<std::string>& files) {
  json rows = json::array();
  for (std::size_t i = 0; i < o.sources.vertices.size(); ++i) rows.push_back(source_json(o, i));
  json object = command_json("neighbors", o.loaded);
  object.update(json_fields(o.counts.report));
  object["seconds"] = o.seconds;  // with storing the lists
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["hops"] = o.counts.k;
  object["results"] = std::move(rows);
  if (!files.empty()) object["files"] = files;
  return text_of(object);
}

std::vector<std::string> write_files(const neighbors_arguments& a, const neighbors_outcome& o) {
  std::vector<std::string> files;
  if (a.output.empty()) return files;
  if (a.counts) {
    write_counts(a.output, o.loaded.g, o.sources.vertices, o.counts);
  } else {
    write_neighbors(a.output, o.loaded.g, o.sources.vertices, *o.lists);
  }
  for (const auto& file : neighbor_files(a.output, a.counts)) files.push_back(file.string());
  return files;
}

int run(const neighbors_arguments& a, const session& s, communicator* ranks) {
  on_processes(ranks, [&] {
    check_output(a.output, {graph_name(a.graph), a.sources.list}, {"sources", "distances", "offsets", "predecessors", "vertices"});
    static_cast<void>(working_devices(a.graph));  // fails before the graph is read
  });
  const run_control control = s.control(a.graph.threads);
  neighbors_outcome o;
  o.loaded = load_copy(a.graph, ranks, control);
  if (!a.json) s.print(receipt_text(o.loaded));
  o.processes = processes_text(ranks);
  on_processes(ranks, [&] { o.sources = choose_sources(a.sources, o.loaded.g, a.graph.seed, control); });
  layout prepared;
  multi_bfs_options options;
  options.count_edges = false;
  const auto search = [&](const std::vector<device>& devices) {
    const execution place{.devices = devices_of_process(ranks, devices), .ranks = ranks, .control = control};
    on_processes(ranks, [&] {
      prepared = o.loaded.prepared ? *o.loaded.prepared
                                   : prepare(o.loaded.g, {vertex_order::automatic, layout_device(place), control,
                                                          kind_of_searches(o.sources.vertices.size(), search_kind::joined)});
    });
    const timer clock;
    if (!a.counts && (a.json || !a.output.empty())) {
      o.lists = k_hop_neighbors(prepared, o.sources.vertices, a.hops, options, place);
      on_processes(ranks, [&] { o.counts = counts_of(*o.lists); });
    } else {
      o.counts = k_hop_counts(prepared, o.sources.vertices, a.hops, options, place);
    }
    o.seconds = clock.seconds();
  };
  o.place = search_where_it_fits(a.graph, search, ranks ? ranks->size() : 1);
  if (!a.json) s.print(layout_text(prepared, o.loaded.prepared.has_value()));
  if (!a.json) s.print(outcome_text(o));
  std::vector<std::string> files;
  on_processes(ranks, [&] {
    if (prints(ranks)) files = write_files(a, o);
  });
  if (prints(ranks)) s.print(a.json ? outcome_json(o, files) : files_text(files));
  return exit_good;
}

command_action add_neighbors_command(CLI::App& program) {
  auto a = std::make_shared<neighbors_arguments>();
  a->graph.searching = true;
  a->graph.draws = [a = a.get()] { return random_sources_requested(a->sources) > 0; };
  CLI::App* command = program.add_subcommand("neighbors", "Vertices within K hops of many sources, searched at once");
  add_graph_options(*command, a->graph);
  add_devices_option(*command, a->graph);
  add_source_options(*command, a->sources);
  add_example(*command, "fathom neighbors kron:16 --sources random:4 --hops 3 --output near.tsv");
  start_group(*command, "Search");
  command->add_option("--hops", a->hops, "largest distance, required; 0 is only the source")
      ->required()
      ->check(whole_number(0))
      ->type_name("K");
  command->add_flag("--counts", a->counts, "count the vertices at each distance instead of listing them");
  add_sharing_option(*command, a->ranks);
  start_group(*command, "Output");
  add_output_options(*command, *a, "vertices and distances, or the counts,");
  return {command,
          [a](const session& all) {
            return run_sharing(a->ranks, all, [&](const session& s, communicator* ranks) { return run(*a, s, ranks); });
          },
          distribution::by_ranks_flag};
}

const registered_command neighbors_command{"neighbors", help_section::searches, add_neighbors_command};

}  // namespace

}  // namespace fathom::program
