#include "commands/bench/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iterator>

#include "fathom/error.hpp"
#include "options/options.hpp"

namespace fathom::program {
namespace {

// An option that only some benchmarks have.
struct bench_option {
  const char* name;
  std::vector<bench_function> benches;
};

const bench_option bench_options[] = {
    {"--trials", {bench_bfs, bench_energy_use, bench_enterprise, bench_scaling}},
    {"--joined", {bench_ibfs}},
    {"--sources", {bench_multi_search}},
    {"--repeat", {bench_read, bench_build, bench_open, bench_ibfs, bench_multi_search, bench_edge_vertex}},
    {"--transport", {bench_scaling}},
    {"--window", {bench_energy_use, bench_multi_search, bench_scaling}},
    {"--method", {bench_energy_use}}};

// Benchmarks that draw random sources.
const bench_function drawing_benches[] = {bench_bfs,          bench_energy_use,  bench_enterprise, bench_ibfs,
                                          bench_multi_search, bench_edge_vertex, bench_scaling};

// Whether `bench all` includes the benchmark on this device. Energy needs a CUDA device that searches; ablations are separate
// studies.
bool belongs_to_all(const named_bench& bench, device where) {
  for (const bench_function ablation : {bench_enterprise, bench_ibfs, bench_multi_search, bench_edge_vertex, bench_scaling}) {
    if (bench.run == ablation) return false;
  }
  return bench.run != bench_energy_use || (where.kind == device_kind::cuda && why_no_energy(where).empty());
}

bool names_a_bench(const std::string& word) {
  const auto benches = all_benches();
  return word == "all" || word == papers_word ||
         std::any_of(benches.begin(), benches.end(), [&](const named_bench& b) { return word == b.name; });
}

// Checks that the benchmark's name comes first. A word that is the name of a file is a graph.
void check_order(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::error_code ignored;
    if (!names_a_bench(words[i]) || std::filesystem::exists(words[i], ignored)) continue;
    std::vector<std::string> graphs = words;
    graphs.erase(graphs.begin() + static_cast<std::ptrdiff_t>(i));
    throw error(error_category::usage, fmt::format("'{0}' is not a graph; the benchmark comes first: fathom bench {0} {1}",
                                                   words[i], fmt::join(graphs, " ")));
  }
}

// Checks that no word was meant as the file of --json, which takes none.
void check_json_file(const bench_arguments& a) {
  if (!a.json) return;
  for (const std::string& word : a.words) {
    std::error_code ignored;
    if (!word.ends_with(".json") || std::filesystem::exists(word, ignored)) continue;
    throw error(error_category::usage,
                fmt::format("'{0}' is not a graph; --json prints and takes no file: write the object with --output {0}", word));
  }
}

// The first word may name a benchmark; all others are graphs.
bench_plan plan_of(const bench_arguments& a) {
  check_order(a.words);
  check_json_file(a);
  const auto benches = all_benches();
  bench_plan plan;
  for (std::size_t i = 0; i < a.words.size(); ++i) {
    const auto known = std::find_if(benches.begin(), benches.end(), [&](const named_bench& b) { return a.words[i] == b.name; });
    if (i == 0 && known != benches.end())
      plan.benches.assign(1, *known);
    else if (i > 0 || a.words[i] != "all")
      plan.graphs.push_back(a.words[i]);
  }
  plan.graphs.insert(plan.graphs.end(), a.graphs.begin(), a.graphs.end());
  const graph_arguments& g = a.settings.graph;
  if (!g.file.empty() || g.kronecker_scale >= 0 || g.uniform_scale >= 0) plan.graphs.push_back(graph_name(g));
  if (plan.benches.empty()) {
    const device where = working_device(g);
    std::copy_if(benches.begin(), benches.end(), std::back_inserter(plan.benches),
                 [&](const named_bench& b) { return belongs_to_all(b, where); });
  }
  if (!plan.graphs.empty()) return plan;
  const named_bench& first = plan.benches.front();
  plan.graphs = chosen_graphs(plan.benches.size() > 1 ? graphs_of_all() : *first.graphs, a.quick, working_device(g));
  plan.as_generated = plan.benches.size() == 1 && first.as_generated;
  return plan;
}

// Refuses options that would be ignored.
void check_effect(const bench_arguments& a, const bench_plan& plan) {
  const auto runs = [&](bench_function wanted) {
    return std::any_of(plan.benches.begin(), plan.benches.end(), [&](const named_bench& b) { return b.run == wanted; });
  };
  const auto names_of = [](const std::vector<bench_function>& functions) {
    std::vector<std::string> names;
    for (const named_bench& b : all_benches()) {
      if (std::find(functions.begin(), functions.end(), b.run) != functions.end()) names.emplace_back(b.name);
    }
    return names;
  };
  for (const bench_option& option : bench_options) {
    if (!a.settings.graph.gives(option.name) || std::any_of(option.benches.begin(), option.benches.end(), runs)) continue;
    throw error(error_category::usage, fmt::format("{} has no effect: it belongs to bench {}; run one of these, or leave it out",
                                                   option.name, fmt::join(names_of(option.benches), ", ")));
  }
  // An option is refused only if it has no effect on any of the graphs.
  graph_arguments settings = a.settings.graph;
  settings.draws = [&] { return std::any_of(std::begin(drawing_benches), std::end(drawing_benches), runs); };
  std::exception_ptr refused;
  for (const std::string& graph : plan.graphs) {
    try {
      check_graph(graph, settings);
      return;
    } catch (const error&) {
      if (!refused) refused = std::current_exception();
    }
  }
  if (refused) std::rethrow_exception(refused);
}

const std::vector<std::string> options_of_output = {"--json", "--output", "--html", "--csv", "--markdown"};

// Scaling generates its own graphs, and it is the only benchmark of several processes.
void check_scaling(const bench_arguments& a, const bench_plan& plan) {
  const communicator* const ranks = a.settings.ranks;
  const bool scales = plan.benches.front().run == bench_scaling;
  if (ranks != nullptr && !scales) {
    throw error(error_category::usage,
                fmt::format("{} processes of 'fathom bench' were started, and each would measure the same; use "
                            "fathom bench scaling, or start one process, without mpirun",
                            ranks->size()));
  }
  if (!scales) return;
  allow_only(
      *a.settings.graph.command,
      {"--graphs", "--quick", "--trials", "--window", "--seed", "--threads", "--device", "--transport", "--kronecker", "--degree"},
      "on bench scaling, which runs the Graph500 benchmark");
  if (ranks != nullptr && a.settings.graph.thread_counts.size() > 1)
    throw error(error_category::usage, "--threads: bench scaling varies the number of processes here; give one number of threads");
}

}  // namespace

void allow_only(const CLI::App& command, const std::vector<std::string>& allowed, std::string_view why) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_lnames().empty() ? "" : "--" + option->get_lnames().front();
    const auto has = [&](const std::vector<std::string>& list) { return std::find(list.begin(), list.end(), name) != list.end(); };
    if (option->count() == 0 || name.empty() || has(allowed) || has(options_of_output)) continue;
    throw error(error_category::usage, fmt::format("{} has no effect {}; leave it out", name, why));
  }
}

bench_plan checked_plan(const bench_arguments& a) {
  static_cast<void>(working_device(a.settings.graph));
  bench_plan plan = plan_of(a);
  check_effect(a, plan);
  check_scaling(a, plan);
  for (const named_bench& bench : plan.benches) {
    if (bench.run == bench_energy_use) require_energy(a.settings);
    if (bench.run != bench_scaling) continue;
    for (const std::string& graph : plan.graphs) require_scaling(graph, a.settings);
  }
  return plan;
}

}  // namespace fathom::program
