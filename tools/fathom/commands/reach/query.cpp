// `fathom reach query`: queries of a reachability index.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.hpp"
#include "base/timer.hpp"
#include "commands/reach/command.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "options/help_formatter.hpp"
#include "options/options.hpp"
#include "options/vertex_pairs.hpp"
#include "output/describe.hpp"

namespace fathom::program {
namespace {

struct query_arguments {
  graph_arguments graph;
  std::string file, pairs;
  std::vector<std::string> words;
  std::optional<hop_count> hops;
  bool json = false;
};

struct query {
  vertex_id source = 0, target = 0;
  hop_count distance = unreachable;
};

std::vector<query> ask(const query_arguments& a, const reach_index& index) {
  const vertex_finder finder({index.num_vertices(), index.original_ids(), &index.labels()});
  std::vector<query> all;
  const auto add = [&](vertex_id source, vertex_id target) { all.push_back({source, target, index.hops(source, target)}); };
  if (a.pairs.empty())
    for_each_pair(a.words, finder, add);
  else
    for_each_pair_in(a.pairs, finder, add);
  return all;
}

bool is_yes(const query& q, hop_count hops) { return q.distance != unreachable && q.distance <= hops; }

std::string answers_text(const reach_index& index, const std::vector<query>& queries, hop_count hops) {
  text_table table{
      {{"source"}, {"target"}, {fmt::format("within {}", counted(static_cast<std::uint64_t>(hops), "hop"))}, {"distance"}}, {}};
  for (const query& q : queries) {
    const bool yes = is_yes(q, hops);
    const std::string distance =
        q.distance != unreachable ? std::to_string(q.distance) : fmt::format("over {}, or none", index.k());
    table.rows.push_back({shown_text(index.name(q.source)), shown_text(index.name(q.target)), yes ? "yes" : "no", distance});
  }
  return table.render();
}

json answer_json(const reach_index& index, const query& q, hop_count hops) {
  const auto id = [&](vertex_id v) { return index.original_ids().empty() ? v : index.original_ids()[v]; };
  json object = {{"source", id(q.source)}, {"target", id(q.target)}};
  if (!index.labels().empty()) {
    object["source_label"] = index.name(q.source);
    object["target_label"] = index.name(q.target);
  }
  object["reaches"] = is_yes(q, hops);
  object["distance"] = q.distance != unreachable ? json(q.distance) : json(nullptr);
  return object;
}

bool names_graph(const query_arguments& a) {
  return !a.graph.file.empty() || a.graph.kronecker_scale >= 0 || a.graph.uniform_scale >= 0;
}

// Refuses graph options if no graph is named.
void check_graph_options(const query_arguments& a) {
  if (names_graph(a)) return;
  for (const CLI::Option* option : a.graph.command->get_options()) {
    const std::string name = option->get_name();
    const std::string group = option->get_group();
    if (group != graph_group && group != tables_group && name != "--device") continue;
    if (name != "--trust" && option->count() > 0) {
      throw error(
          error_category::usage,
          fmt::format("{} has no effect: it applies to the graph of the index; name that with -f, -g or -u, or leave it out",
                      name));
    }
  }
}

// If a graph is given, checks that the index was built from it. --trust applies to index and graph, as far as possible.
void check_graph(const query_arguments& a, const reach_index& index, const run_control& control) {
  if (!names_graph(a)) return;
  graph_arguments graph = a.graph;
  const std::string name = graph_name(graph);
  graph.trust = false;
  fathom::program::check_graph(name, graph);
  graph.command = nullptr, graph.trust = a.graph.trust;
  index.check_graph(load_graph(name, graph, control).g, control);
}

int run(const query_arguments& a, const session& s) {
  if (a.words.empty() == a.pairs.empty()) {
    throw error(error_category::usage, a.pairs.empty() ? "no query was given; name a source and a target, or use --pairs FILE"
                                                       : "vertices and --pairs exclude each other; use one of them");
  }
  check_graph_options(a);
  const run_control control = s.control(a.graph.threads);
  const reach_index index = reach_index::load(a.file, {.trust = a.graph.trust, .of = nullptr, .control = control});
  check_graph(a, index, control);
  const hop_count hops = a.hops.value_or(index.k());
  static_cast<void>(index.reaches(index.selected().front(), index.selected().front(), hops));  // throws if the index has fewer hops
  const timer clock;
  const std::vector<query> queries = ask(a, index);
  const double seconds = clock.seconds();
  if (!a.json) {
    s.print(answers_text(index, queries, hops));
    return exit_good;
  }
  json answers = json::array();
  for (const query& q : queries) answers.push_back(answer_json(index, q, hops));
  json object = command_json("reach query");
  object["index"] = index_json(a.file, index);
  object["hops"] = hops;
  object["threads"] = thread_count(control);
  object["seconds"] = seconds;
  object["answers"] = std::move(answers);
  s.print(text_of(object));
  return exit_good;
}

}  // namespace

command_action add_reach_query(CLI::App& reach) {
  auto a = std::make_shared<query_arguments>();
  CLI::App* command = reach.add_subcommand("query", "Query an index: does s reach t within k hops?");
  command->add_option("FILE", a->file, "index file written by fathom reach build")->required()->type_name("");
  command->add_option("VERTEX", a->words, "pairs of a source (a selected vertex) and a target (any vertex), by id or label")
      ->type_name("");
  add_example(*command, "fathom reach query kron.reach 368 77");
  start_group(*command, "Query");
  command->add_option("--pairs", a->pairs, "file of queries, one source and one target per line, separated by tabs or blanks")
      ->type_name("FILE");
  command->add_option("--hops", a->hops, "largest distance to accept (default: that of the index)")
      ->check(whole_number(0))
      ->type_name("H");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  add_graph_options(*command, a->graph, false);
  return {command, [a](const session& s) { return run(*a, s); }};
}

}  // namespace fathom::program
