// `mpirun -np P fathom bfs GRAPH --ranks` and `fathom bfs GRAPH --devices all`: all processes or devices run each search together.
#include <bit>
#include <memory>
#include <optional>
#include <utility>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/process_device.hpp"
#include "commands/bfs/command.hpp"
#include "energy/distributed/repeated_searches.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/validate.hpp"
#include "fathom/error.hpp"
#include "options/rank_sources.hpp"
#include "output/search_parts.hpp"

namespace fathom::program {
namespace {

// Collective: repeats the searches, with no other work between them.
search_energy measure_energy(double seconds, const rank_graph& parts, bfs_options options, const bfs_outcome& outcome) {
  options.gather = false;
  rank_bfs searching(parts, options, outcome.exec);
  one_pass once{.searches = outcome.runs.size()};
  for (const search_run& run : outcome.runs)
    once.seconds += run.report.seconds(), once.edges += static_cast<double>(run.report.edges_traversed);
  return repeated_in_window(parts.ranks(), ranks_engine::device_of_rank(parts.ranks(), outcome.exec.where), seconds, once,
                            [&](std::uint64_t passes) {
                              for (std::uint64_t pass = 0; pass < passes; ++pass) {
                                for (const search_run& run : outcome.runs) static_cast<void>(searching.search(run.report.source));
                              }
                            });
}

// Collective: validates a result. From a result of all vertices, each process takes its own part.
bfs_validation validate(const rank_bfs_validator& validator, const rank_graph& g, const bfs_result& result, hop_count depth_limit) {
  const std::uint64_t own = g.last_vertex() - g.first_vertex();
  const std::uint64_t first = result.distances.size() == own ? 0 : g.first_vertex();
  return validator.check(static_cast<vertex_id>(result.report.source), result.distances.view().subspan(first, own),
                         result.predecessors.view().subspan(first, own), depth_limit);
}

}  // namespace

void run_searches_on_processes(const bfs_arguments& a, const rank_graph& parts, std::shared_ptr<const edge_slice> share,
                               bfs_outcome& outcome) {
  const run_control& control = outcome.exec.control;
  const graph& g = outcome.loaded.g;
  communicator& ranks = parts.ranks();
  outcome.partitioned_edges = parts.num_edges(), outcome.delegates = parts.num_delegates();
  outcome.grid_rows = parts.grid_rows(), outcome.grid_columns = parts.grid_columns();
  outcome.devices = devices_of_ranks(ranks, outcome.exec.where);
  chosen_sources chosen = choose_sources(a.sources, g, parts, a.graph.seed, control);
  outcome.sources = std::move(chosen.description);
  const argument given[] = {{"number of searches from each source", static_cast<std::uint64_t>(a.repeat)},
                            {"window for energy", std::bit_cast<std::uint64_t>(a.energy)}};
  require_same(ranks, given);
  std::optional<search_parts_writer> writer;
  on_all_processes(ranks, [&] { writer.emplace(a.output, a.ranking.parts, g, parts, chosen.vertices); });
  std::optional<rank_bfs_validator> validator;
  if (share) {
    const timer watch;
    validator.emplace(parts, *std::exchange(share, nullptr), g);
    outcome.seconds_validate += watch.seconds();
  }
  bfs_options options = a.options;
  options.report_levels = true;
  options.gather = !a.output.empty() && !a.ranking.parts;
  std::optional<rank_bfs> searching(std::in_place, parts, options, outcome.exec);
  on_all_processes(ranks, [&] { require_memory_of_runs(chosen.vertices.size(), a.repeat, sizeof(search_run)); });
  for (const vertex_id source : chosen.vertices) {
    for (int repeat = 0; repeat < a.repeat; ++repeat) {
      const bfs_result result = searching->search(source);
      search_run run{result.report, std::nullopt};
      if (validator) {
        run.validation = validate(*validator, parts, result, options.depth_limit);
        outcome.seconds_validate += run.validation->seconds;
      }
      on_all_processes(ranks, [&] {
        if (repeat == 0) writer->add(result);
      });
      const double slowest = outcome.runs.empty() ? -1 : outcome.runs[outcome.slowest].report.seconds();
      if (run.report.seconds() > slowest) outcome.slowest = outcome.runs.size(), outcome.levels = searching->last_levels();
      outcome.runs.push_back(std::move(run));
      if (outcome.runs.back().report.depth > outcome.runs[outcome.deepest].report.depth) outcome.deepest = outcome.runs.size() - 1;
      report_progress(control, "searching", outcome.runs.size(), chosen.vertices.size() * static_cast<std::size_t>(a.repeat));
    }
  }
  on_all_processes(ranks, [&] {
    if (outcome.failed() == 0) outcome.files = writer->commit();
  });
  outcome.by_rank = searching->by_rank();
  searching.reset();
  if (a.energy > 0 && !outcome.runs.empty()) outcome.energy = measure_energy(a.energy, parts, options, outcome);
  if (!outcome.runs.empty()) outcome.explained = outcome.runs[outcome.slowest].report;
}

}  // namespace fathom::program
