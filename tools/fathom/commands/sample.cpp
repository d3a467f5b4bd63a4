// `fathom sample`: sampled neighborhood of some vertices, as a mini-batch for a graph neural network.
#include <charconv>
#include <unordered_set>

#include "commands/analysis.hpp"
#include "fathom/sampling.hpp"
#include "options/sources.hpp"
#include "output/edge_values.hpp"

namespace fathom::program {
namespace {

struct sample_arguments : analysis_arguments {
  source_arguments sources;
  std::vector<std::int64_t> fanouts;
  bool replace = false;
};

struct sample_outcome : analysis_outcome<sampled_neighbors_result, neighbor_sampling_validation> {
  chosen_sources sources;
  std::vector<std::int64_t> fanouts;
  neighbor_sampling_options options;
};

edge_values hops_of(const sampled_neighbors_result& found) {
  edge_values all{"hop", {}};
  all.edges.reserve(found.edges.size());
  for (std::size_t hop = 0; hop < found.edges_per_hop.size(); ++hop) {
    for (std::uint64_t i = 0; i < found.edges_per_hop[hop]; ++i) {
      const std::size_t e = all.edges.size();
      all.edges.push_back({found.nodes[found.rows[e]], found.nodes[found.columns[e]], static_cast<double>(hop + 1)});
    }
  }
  return all;
}

std::string text(const sample_outcome& o) {
  const neighbor_sampling_report& r = o.found.report;
  text_table table{{{"hop"}, {"fanout"}, {"edges"}, {"new vertices"}}, {}};
  for (std::size_t hop = 0; hop < o.fanouts.size(); ++hop) {
    table.rows.push_back({std::to_string(hop + 1), o.fanouts[hop] == all_neighbors ? "all" : grouped(o.fanouts[hop]),
                          grouped(o.found.edges_per_hop[hop]), grouped(o.found.nodes_per_hop[hop + 1])});
  }
  return run_text("neighborhood", " of " + o.sources.description,
                  fmt::format("{}, {}", counted(r.nodes, "vertex", "vertices"), counted(r.edges, "edge")), r, {"nodes", "edges"}) +
         o.runs.text() + table.render() + finished_text(o, "sample");
}

std::string json_text(const sample_outcome& o) {
  json object = begun_json("sample", o);
  object["sources"] = o.sources.vertices.size();
  object["replace"] = o.options.replace;
  object["seed"] = o.options.seed;
  object["hops"] = json::array();
  for (std::size_t hop = 0; hop < o.fanouts.size(); ++hop) {
    object["hops"].push_back(
        {{"fanout", o.fanouts[hop]}, {"edges", o.found.edges_per_hop[hop]}, {"new_vertices", o.found.nodes_per_hop[hop + 1]}});
  }
  return finished_json(std::move(object), o);
}

// Random sources of a small graph may repeat; a sample has distinct sources.
void drop_repeated(std::vector<vertex_id>& sources) {
  std::unordered_set<vertex_id> seen;
  std::erase_if(sources, [&](vertex_id v) { return !seen.insert(v).second; });
}

CLI::Validator fanout_number() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        std::int64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(text.data(), end, value);
        if (status == std::errc{} && stop == end && (value > 0 || value == all_neighbors)) return {};
        return fmt::format("'{}' is not a fanout; use a positive number, or -1 for all neighbors", text);
      },
      "");
}

int run(const sample_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph), a.sources.list}, {"edges", "predecessors", "vertices"});
  execution exec{.control = s.control(a.graph.threads)};
  if (a.graph.gives("--device")) exec.where = working_device(a.graph);
  const bool random = random_sources_requested(a.sources) > 0;
  sample_outcome o;
  o.fanouts = a.fanouts;
  o.options = {.replace = a.replace, .seed = a.graph.seed};
  load(a, s, exec.control, o);
  const graph& g = o.loaded.g;
  o.sources = choose_sources(a.sources, g, a.graph.seed, exec.control);
  if (random) drop_repeated(o.sources.vertices);
  o.found = o.runs.run(a.repeat, [&] { return sample_neighbors(g, o.sources.vertices, o.fanouts, o.options, exec); });
  if (a.validate) o.validation = validate_sampled_neighbors(g, o.sources.vertices, o.fanouts, o.found, o.options, exec.control);
  if (!o.failed()) o.files = write_values(a.output, g, hops_of(o.found));  // a sample that failed validation is not written
  return conclude(s, o, a.json ? json_text(o) : text(o), "the sample is");
}

command_action add_sample_command(CLI::App& program) {
  auto a = std::make_shared<sample_arguments>();
  CLI::App* command = program.add_subcommand("sample", "Sampled neighborhood of some vertices, hop by hop");
  a->graph.draws = [] { return true; };
  // A vertex with a self-loop is its own neighbor.
  a->graph.default_loops = self_loops::keep, a->graph.drops_generated_loops = true;
  add_graph_options(*command, a->graph);
  add_source_options(*command, a->sources);
  start_group(*command, "Sample");
  command->add_option("--fanouts", a->fanouts, "out-edges per vertex of each hop, required; -1 for all")
      ->required()
      ->check(fanout_number())
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("K,...");
  command->add_flag("--replace", a->replace, "draw edges independently, so that one may occur several times");
  add_repeat_option(*command, a->repeat, "sample");
  add_output_options(*command, *a, "the sample", "the edges and their hops");
  add_example(*command, "fathom sample kron:16 --sources random:1024 --fanouts 15,10 --output batch.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command sample_command{"sample", help_section::analysis, add_sample_command};

}  // namespace

}  // namespace fathom::program
