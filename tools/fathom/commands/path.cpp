// `fathom path`: shortest paths between pairs of vertices.
#include <algorithm>

#include "base/report_text.hpp"
#include "base/timer.hpp"
#include "commands/analysis.hpp"
#include "fathom/bfs.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "fathom/shortest_path.hpp"
#include "options/sources.hpp"
#include "options/vertex_pairs.hpp"
#include "output/shown.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

struct path_arguments {
  graph_arguments graph;
  std::string source, target, pairs, length = "hops";
  int trials = 0;
  bool validate = false, json = false, runs = false;

  [[nodiscard]] bool draws() const { return source.empty() && target.empty() && pairs.empty(); }
};

struct path_run {
  vertex_id source = no_vertex, target = no_vertex;
  shortest_path_result found;
  std::optional<shortest_path_validation> validation;

  [[nodiscard]] bool failed() const { return validation && !validation->valid; }
  [[nodiscard]] bool has_path() const { return found.length != unreachable_distance; }
};

struct path_outcome {
  loaded_graph loaded;
  std::string pairs;           ///< "random pairs (seed 1)"
  double seconds_prepare = 0;  ///< memory of the searches, and checks of the weights
  double seconds_validate = 0;
  std::vector<path_run> runs;

  [[nodiscard]] auto failed() const {
    return std::count_if(runs.begin(), runs.end(), [](const path_run& r) { return r.failed(); });
  }
  [[nodiscard]] auto with_path() const {
    return static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), [](const path_run& r) { return r.has_path(); }));
  }
};

void check(const path_arguments& a) {
  if (a.source.empty() != a.target.empty())
    throw error(error_category::usage, fmt::format("--{} is missing: a path leads from --source to --target, or use --pairs FILE",
                                                   a.source.empty() ? "source" : "target"));
  if (!a.source.empty() && !a.pairs.empty())
    throw error(error_category::usage, "--pairs and --source with --target exclude each other; use one of them");
  if (a.trials > 0 && !a.draws())
    throw error(error_category::usage, "--trials has no effect: it is the number of random pairs, and pairs are named; omit it");
}

std::vector<vertex_pair> choose_pairs(const path_arguments& a, path_outcome& o, const run_control& control) {
  const graph& g = o.loaded.g;
  std::vector<vertex_pair> pairs;
  if (a.draws()) {
    const std::size_t count = a.trials > 0 ? static_cast<std::size_t>(a.trials) : default_trials;
    require_memory_of_runs(count, 1, sizeof(path_run));
    const array<vertex_id> drawn = random_sources(g, 2 * count, a.graph.seed, control);
    for (std::size_t i = 0; i < count; ++i) pairs.emplace_back(drawn[2 * i], drawn[2 * i + 1]);
    o.pairs = fmt::format("random {} (seed {})", count == 1 ? "pair" : "pairs", a.graph.seed);
  } else if (a.pairs.empty()) {
    pairs.emplace_back(find_vertex(g, a.source, "source"), find_vertex(g, a.target, "target"));
    o.pairs = fmt::format("{} to {}", shown_name(g, pairs[0].first), shown_name(g, pairs[0].second));
  } else {
    const named_vertices names = names_of(g);
    for_each_pair_in(a.pairs, vertex_finder(names), [&](vertex_id s, vertex_id t) { pairs.emplace_back(s, t); });
    o.pairs = fmt::format("the pairs in {}", a.pairs);
  }
  return pairs;
}

void run_searches(const path_arguments& a, const session& s, path_outcome& o) {
  const run_control control = s.control(a.graph.threads);
  const graph& g = o.loaded.g;
  const std::vector<vertex_pair> pairs = choose_pairs(a, o, control);
  const shortest_path_options options{.length = named(all_path_lengths, a.length), .control = control};
  const timer preparing;
  path_finder finder(g, options);
  o.seconds_prepare = preparing.seconds();
  for (const auto& [source, target] : pairs) o.runs.push_back({source, target, finder.find(source, target), {}});
  if (!a.validate) return;
  const timer validating;
  path_validator validator(g, options);
  for (path_run& run : o.runs) run.validation = validator.check(run.source, run.target, run.found);
  o.seconds_validate = validating.seconds();
}

std::string length_text(const path_run& run) { return run.has_path() ? fmt::format("{}", run.found.length) : "no path"; }

std::string runs_table(const path_outcome& o) {
  const graph& g = o.loaded.g;
  text_table table{{{"source"},
                    {"target"},
                    {"length", text_side::right},
                    {"visited", text_side::right},
                    {"edges inspected", text_side::right},
                    {"time", text_side::right}},
                   {}};
  for (const path_run& run : o.runs) {
    const shortest_path_report& r = run.found.report;
    table.rows.push_back({shown_name(g, run.source), shown_name(g, run.target), length_text(run), grouped(r.visited),
                          grouped(r.edges_inspected), human_seconds(r.seconds)});
  }
  return table.render();
}

std::string one_path_text(const path_outcome& o) {
  const path_run& run = o.runs.front();
  if (!run.has_path()) return "  there is no path\n";
  return fmt::format("  length {}, along\n  {}\n", length_text(run), shown_path(o.loaded.g, run.found.vertices));
}

std::string validation_text(const path_outcome& o) {
  if (!o.runs.front().validation) return "  " + painted(paint::quiet, "not validated (--validate checks every path)") + "\n";
  std::string text;
  for (const path_run& run : o.runs) {
    if (!run.failed()) continue;
    text += fmt::format("  {}  {} to {}: {}\n", painted(paint::bad, "INVALID"), shown_name(o.loaded.g, run.source),
                        shown_name(o.loaded.g, run.target), run.validation->message);
  }
  const auto valid = o.runs.size() - static_cast<std::size_t>(o.failed());
  return text + fmt::format(
                    "  {} ({})\n",
                    painted(valid == o.runs.size() ? paint::good : paint::bad, fmt::format("{} of {} valid", valid, o.runs.size())),
                    human_seconds(o.seconds_validate));
}

template <class Value>
summary_statistics summary_over_pairs(const path_outcome& o, const Value& value) {
  std::vector<double> values;
  for (const path_run& run : o.runs) values.push_back(value(run));
  return summarize(values);
}

double seconds_of_pair(const path_run& run) { return run.found.report.seconds; }

std::string text(const path_arguments& a, const path_outcome& o) {
  const shortest_path_report& first = o.runs.front().found.report;
  std::string lines = fmt::format(
      "\n{} on {}: {}; prepared in {}\n", painted(paint::heading, fmt::format("{}, {}", counted(o.runs.size(), "path"), o.pairs)),
      place_and_threads(to_string(first.where), threads_of(first)), first.engine, human_seconds(o.seconds_prepare));
  if (o.runs.size() <= few_runs || a.runs) lines += runs_table(o);
  if (o.runs.size() == 1) {
    lines += one_path_text(o);
  } else {
    const summary_statistics t = summary_over_pairs(o, seconds_of_pair);
    lines += fmt::format("  time  min {}, median {}, mean {}, max {}\n", human_seconds(t.min), human_seconds(t.median),
                         human_seconds(t.mean), human_seconds(t.max));
    lines += fmt::format("  {} of {} have a path\n", o.with_path(), counted(o.runs.size(), "pair"));
  }
  return lines + validation_text(o);
}

json run_json(const graph& g, const path_run& run) {
  json object = {{"source", vertex_json(g, run.source)}, {"target", vertex_json(g, run.target)}};
  if (!g.arrays().labels.empty()) {
    object["source_label"] = g.name(run.source);
    object["target_label"] = g.name(run.target);
  }
  object["length"] = run.has_path() ? json(run.found.length) : json(nullptr);
  object["path"] = vertices_json(g, run.found.vertices);
  object.update(json_fields(run.found.report, &g));
  object["valid"] = run.validation ? json(run.validation->valid) : json(nullptr);
  if (run.failed()) object["message"] = run.validation->message;
  return object;
}

std::string json_text(const path_arguments& a, const path_outcome& o) {
  json runs = json::array();
  for (const path_run& run : o.runs) runs.push_back(run_json(o.loaded.g, run));
  json object = command_json("path", o.loaded);
  object["lengths"] = a.length;
  move_shared_fields(runs, object);
  object["threads"] = threads_of(o.runs.front().found.report);
  object["seconds_prepare"] = o.seconds_prepare;
  object["seconds_validate"] = o.seconds_validate;
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["runs"] = std::move(runs);
  object["summary"] = {{"runs", o.runs.size()},
                       {"with_path", o.with_path()},
                       {"seconds", json_fields(summary_over_pairs(o, seconds_of_pair))},
                       {"validated", a.validate ? o.runs.size() - static_cast<std::size_t>(o.failed()) : 0},
                       {"failed", o.failed()}};
  return text_of(object);
}

int run(const path_arguments& a, const session& s) {
  check(a);
  path_outcome o;
  o.loaded = load_graph(a.graph, s.control(a.graph.threads));
  if (!a.json) s.print(receipt_text(o.loaded));
  run_searches(a, s, o);
  s.print(a.json ? json_text(a, o) : text(a, o));
  if (o.failed() == 0) return exit_good;
  return s.fail_invalid(
      fmt::format("{} of {} paths are not valid; the report says what is wrong with them", o.failed(), o.runs.size()));
}

command_action add_path_command(CLI::App& program) {
  auto a = std::make_shared<path_arguments>();
  CLI::App* command = program.add_subcommand("path", "Shortest paths between pairs of vertices, by searches from both ends");
  a->graph.draws = [a = a.get()] { return a->draws(); };
  add_graph_options(*command, a->graph);
  start_group(*command, "Path");
  command->add_option("-r,--source", a->source, "first vertex of the path")->type_name("ID|LABEL");
  command->add_option("--target", a->target, "last vertex of the path")->type_name("ID|LABEL");
  command->add_option("--pairs", a->pairs, "file of pairs, one source and one target per line, separated by tabs or blanks")
      ->type_name("FILE");
  command
      ->add_option("-n,--trials", a->trials, fmt::format("number of random pairs if none is named (default: {})", default_trials))
      ->check(whole_number(1))
      ->type_name("N");
  command->add_option("--length", a->length, "length of a path: its hops, or the sum of its edges' weights (default: hops)")
      ->check(one_of(names_of(all_path_lengths)))
      ->type_name("NAME");
  start_group(*command, "Output");
  command->add_flag("-v,--validate", a->validate, "validate every path against the distances of a whole search");
  command->add_flag("--runs", a->runs, "list every pair (default: up to 8)");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  add_example(*command, "fathom path trains.csv --source Vienna --target Innsbruck");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command path_command{"path", help_section::searches, add_path_command};

}  // namespace

}  // namespace fathom::program
