// `fathom bench`: measurements of Fathom itself.
#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/suite/bench.hpp"
#include "bench/suite/enterprise_figures.hpp"
#include "bench/suite/ibfs_figures.hpp"
#include "bench/suite/scaling_text.hpp"
#include "comm/agreement.hpp"
#include "commands/bench/benches.hpp"
#include "commands/bench/compare.hpp"
#include "commands/bench/files.hpp"
#include "commands/bench/papers.hpp"
#include "commands/bench/plan.hpp"
#include "commands/bench/report.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "options/options.hpp"
#include "papers/methods/paper_methods.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

void check_comparison(const bench_arguments& a) {
  constexpr const char* why = "with --compare, which measures nothing";
  if (!a.words.empty())
    throw error(error_category::usage, fmt::format("'{}' has no effect {}; leave it out", a.words.front(), why));
  allow_only(*a.settings.graph.command, {"--compare"}, why);
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
  command->add_option("--graphs", a->graphs, "graphs to measure, separated by commas, like those of WHAT")
      ->delimiter(',')
      ->type_name("GRAPH,...");
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
