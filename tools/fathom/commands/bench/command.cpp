// `fathom bench`: measurements of Fathom itself.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>

#include "bench/suite/bench.hpp"
#include "bench/suite/enterprise_figures.hpp"
#include "bench/suite/ibfs_figures.hpp"
#include "bench/suite/scaling_text.hpp"
#include "comm/agreement.hpp"
#include "commands/bench/benches.hpp"
#include "commands/bench/compare.hpp"
#include "commands/bench/files.hpp"
#include "commands/bench/papers.hpp"
#include "commands/bench/report.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "options/options.hpp"
#include "papers/methods/paper_methods.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct bench_arguments {
  bench_settings settings;
  std::vector<std::string> words;     ///< benchmark and graphs, in order
  std::vector<std::string> compared;  ///< two reports; empty to measure
  bench_file_names files;
  std::string transport = "auto";
  bool json = false, quick = false;
};

constexpr std::string_view papers_word = "papers";  // first word; the others are names of papers

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

struct bench_plan {
  std::vector<named_bench> benches;
  std::vector<std::string> graphs;
  bool as_generated = false;  ///< see named_bench
};

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

// Refuses all options of the command that are neither in `allowed` nor output options.
void allow_only(const CLI::App& command, const std::vector<std::string>& allowed, std::string_view why) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_lnames().empty() ? "" : "--" + option->get_lnames().front();
    const auto has = [&](const std::vector<std::string>& list) { return std::find(list.begin(), list.end(), name) != list.end(); };
    if (option->count() == 0 || name.empty() || has(allowed) || has(options_of_output)) continue;
    throw error(error_category::usage, fmt::format("{} has no effect {}; leave it out", name, why));
  }
}

void check_comparison(const bench_arguments& a) {
  constexpr const char* why = "with --compare, which measures nothing";
  if (!a.words.empty())
    throw error(error_category::usage, fmt::format("'{}' has no effect {}; leave it out", a.words.front(), why));
  allow_only(*a.settings.graph.command, {"--compare"}, why);
}

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
  allow_only(*a.settings.graph.command,
             {"--quick", "--trials", "--window", "--seed", "--threads", "--device", "--transport", "--kronecker", "--degree"},
             "on bench scaling, which runs the Graph500 benchmark");
  if (ranks != nullptr && a.settings.graph.thread_counts.size() > 1)
    throw error(error_category::usage, "--threads: bench scaling varies the number of processes here; give one number of threads");
}

int run_comparison(const bench_arguments& a, const session& s) {
  check_comparison(a);
  bench_files files(a.files, a.compared);
  const comparison c = compare(read_bench_report(a.compared[0]), read_bench_report(a.compared[1]));
  s.print(a.json ? comparison_json(c) : comparison_text(c));
  files.write({[&] { return comparison_json(c); }, [&] { return comparison_page(c); }, [&] { return comparison_csv(c); },
               [&] { return comparison_markdown(c); }});
  return exit_good;
}

int run_papers(const bench_arguments& a, const session& s) {
  allow_only(*a.settings.graph.command, {"--quick", "--seed", "--threads", "--device"},
             "on bench papers, which chooses graphs and runs");
  const std::vector<std::string> papers = checked_papers({a.words.begin() + 1, a.words.end()});
  bench_files files(a.files, {});
  bench_settings settings = a.quick ? quick_settings(a.settings) : a.settings;
  settings.graph.command = nullptr;
  if (!a.json) s.print(machine_text());
  environment_recorder recorder(settings.graph.seed);
  papers_report report = measure_papers(papers, a.quick, settings, s);
  report.measured.where = recorder.finish(nullptr);
  report.measured.warnings = warnings_of(report.measured.where, report.measured.rows);
  s.print(a.json ? papers_json(report) : papers_text(report) + warnings_text(report.measured.warnings));
  files.write({[&] { return papers_json(report); }, [&] { return papers_page(report); }, [&] { return bench_csv(report.measured); },
               [&] { return papers_markdown(report); }});
  return exit_good;
}

// Everything that can be wrong with the arguments, before any work.
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

int run(bench_arguments a, const session& all, communicator* ranks) {
  const session s = prints(ranks) ? all : all.silent();
  const auto on_all = [&](const std::function<void()>& work) { ranks == nullptr ? work() : on_all_processes(*ranks, work); };
  a.settings.ranks = ranks;
  a.settings.transport = named(all_rank_transports, a.transport);
  if (!a.compared.empty()) {
    on_all([&] {
      if (ranks != nullptr) throw error(error_category::usage, "--compare needs one process; start it without mpirun");
    });
    return run_comparison(a, s);
  }
  if (!a.words.empty() && a.words.front() == papers_word) {
    on_all([&] {
      if (ranks != nullptr) throw error(error_category::usage, "bench papers needs one process; start it without mpirun");
    });
    return run_papers(a, s);
  }
  bench_plan plan;
  std::optional<bench_files> files;
  on_all([&] {
    plan = checked_plan(a);
    if (prints(ranks)) files.emplace(a.files, plan.graphs);
  });
  bench_settings settings = a.quick ? quick_settings(a.settings) : a.settings;
  settings.graph.command = nullptr;  // checked above for all graphs together
  if (plan.as_generated) settings = as_generated(std::move(settings));
  if (!a.json) s.print(machine_text());
  environment_recorder recorder(settings.graph.seed);
  bench_report report;
  for (const std::string& graph : plan.graphs) {
    std::vector<bench_row> rows;
    for (const named_bench& bench : plan.benches) {
      for (bench_row& row : bench.run(graph, settings, s)) rows.push_back(std::move(row));
    }
    if (!a.json) s.print(scaling_studies(rows).empty() ? rows_text(graph, rows) : scaling_text(rows));
    std::move(rows.begin(), rows.end(), std::back_inserter(report.rows));
  }
  report.where = recorder.finish(ranks);
  report.warnings = warnings_of(report.where, report.rows);
  on_all([&] {
    if (!prints(ranks)) return;
    if (a.json) {
      s.print(bench_json(report));
    } else {
      s.print(enterprise_text(report.rows) + multi_search_text(report.rows, a.settings) +
              edge_vertex_text(report.rows, a.settings) + ibfs_text(report.rows) + warnings_text(report.warnings));
    }
    files->write({[&] { return bench_json(report); }, [&] { return bench_page(report); }, [&] { return bench_csv(report); },
                  [&] { return bench_markdown(report); }});
  });
  return exit_good;
}

}  // namespace

std::vector<std::pair<std::string, double>> graph_figures(const graph& g) {
  return {{"vertices", static_cast<double>(g.num_vertices())},
          {"edges", static_cast<double>(g.num_edges())},
          {"directed", g.directed() ? 1 : 0},
          {"weighted", g.weighted() ? 1 : 0}};
}

std::vector<int> bench_threads(const bench_settings& settings) {
  if (settings.graph.thread_counts.size() > 1) return settings.graph.thread_counts;
  const int all = settings.graph.threads > 0 ? settings.graph.threads : omp_get_max_threads();
  return all > 1 ? std::vector<int>{1, all} : std::vector<int>{1};
}

device cuda_device_of(const bench_settings& settings, std::string_view why) {
  const std::string& name = settings.graph.device;
  if (name == "cpu") throw error(error_category::usage, fmt::format("--device cpu: {}; give --device cuda", why));
  const device chosen = choose_device(name);
  if (chosen.kind == device_kind::cuda) return chosen;
  try {
    return choose_device("cuda");
  } catch (const error& e) {
    throw error(e.category(), fmt::format("{}: {}", why, e.what()));
  }
}

std::vector<int> bench_thread_counts(const bench_settings& settings, device where) {
  std::vector<int> teams = bench_threads(settings);
  return where.kind == device_kind::cpu ? teams : std::vector<int>{teams.back()};
}

namespace {

std::vector<std::string> names_of_methods() {
  std::vector<std::string> names = {"auto"};
  for (const paper_method& method : paper_methods()) names.emplace_back(method.name);
  return names;
}

command_action add_bench_command(CLI::App& program) {
  auto a = std::make_shared<bench_arguments>();
  a->settings.graph.searching = true;
  a->settings.graph.threads_are_list = true;
  CLI::App* command = program.add_subcommand("bench", "Benchmark searches, file readers, graph building and GPU energy");
  command
      ->add_option(
          "WHAT", a->words,
          "benchmark: bfs, read, build, open, energy, enterprise, ibfs, multi-search, edge-vertex, scaling or all; then graphs "
          "(default: all kron:22:16 uniform:22:16 grid:1500x1500); or papers, then enterprise, multi-search, graph500, ibfs or "
          "edge-vertex (default: all)")
      ->type_name("");
  add_graph_options(*command, a->settings.graph, false);
  start_group(*command, "Measurement");
  command
      ->add_option("-n,--trials", a->settings.trials,
                   "number of random sources of bfs, energy, enterprise and scaling (default: 64)")
      ->check(whole_number(1))
      ->type_name("N");
  command->add_option("--joined", a->settings.joined, "number of random sources of ibfs (default: 1024; up to 8192 on a GPU)")
      ->check(whole_number(1))
      ->type_name("N");
  command->add_option("--sources", a->settings.sources, "number of random sources of multi-search (default: 1024; 64 on a CPU)")
      ->check(whole_number(1))
      ->type_name("N");
  command->add_option("--repeat", a->settings.repeats, "number of runs of the other benchmarks (default: 5)")
      ->check(whole_number(1))
      ->type_name("N");
  command->add_option("--window", a->settings.window, "minimum time of repeated searches in an energy measurement (default: 5)")
      ->check(positive_number())
      ->type_name("SECONDS");
  command
      ->add_option("--method", a->settings.methods,
                   "methods of energy, separated by commas: auto, enterprise-bl, enterprise-ts, enterprise-wb, enterprise-hc, "
                   "graph500-bitmap")
      ->delimiter(',')
      ->check(one_of(names_of_methods()))
      ->type_name("NAME,...");
  command
      ->add_option("--transport", a->transport,
                   "transport between the GPUs of scaling: host, mpi, nccl, peer or auto (default: auto)")
      ->check(one_of(names_of(all_rank_transports)))
      ->type_name("NAME");
  command->add_flag("--quick", a->quick, "small default graphs, few sources and runs");
  add_example(*command, "fathom bench bfs kron:20:16 --trials 64");
  start_group(*command, "Output");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--output", a->files.json, "write the JSON object with all runs to a file")->type_name("FILE.json");
  command->add_option("--html", a->files.html, "write a page with box plots to a file")->type_name("FILE");
  command->add_option("--csv", a->files.csv, "write one line per run to a file")->type_name("FILE");
  command->add_option("--markdown", a->files.markdown, "write tables to a file")->type_name("FILE");
  command->add_option("--compare", a->compared, "compare two JSON files of --output instead of measuring")
      ->expected(2)
      ->type_name("FIRST.json SECOND.json");
  return {command, [a](const session& s) { return run_on_processes([&](communicator* ranks) { return run(*a, s, ranks); }); },
          distribution::always};
}

const registered_command bench_command{"bench", help_section::machine, add_bench_command};

}  // namespace

}  // namespace fathom::program
