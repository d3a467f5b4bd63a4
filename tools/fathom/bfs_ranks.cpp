// `mpirun -np P fathom bfs GRAPH --ranks`: each search by all ranks together.
#include <algorithm>
#include <memory>
#include <optional>

#include "bfs_command.hpp"
#include "core/timer.hpp"
#include "distributed/agreement.hpp"
#include "fathom/error.hpp"
#include "fathom/rank_bfs.hpp"
#include "ranks.hpp"
#include "result_writer.hpp"

namespace fathom::program {

void run_searches_on_ranks(const bfs_arguments& a, const session& s, bfs_outcome& outcome, communicator& ranks) {
  const run_control control = s.control(a.graph.threads);
  const graph& g = outcome.loaded.g;
  const bool speaks = prints(&ranks);
  chosen_sources chosen;
  std::unique_ptr<result_writer> writer;
  on_all_ranks(ranks, [&] {
    chosen = choose_sources(a.sources, g, a.graph.seed, control);
    if (speaks && !a.output.empty()) writer = std::make_unique<result_writer>(a.output, g, chosen.vertices);
  });
  outcome.sources = std::move(chosen.description);
  std::optional<chosen_validator> validating;
  if (speaks && a.validate) validating.emplace(choose_validator(g, {.where = {}, .control = control}));
  rank_bfs_options options;
  options.depth_limit = a.depth_limit;
  options.top_down = a.strategy == "top-down";
  options.control = control;
  rank_bfs searching(ranks, g, options);
  for (const vertex_id source : chosen.vertices) {
    for (int repeat = 0; repeat < a.repeat; ++repeat) {
      const bfs_result result = searching.search(source);
      search_run run{result.report, std::nullopt};
      if (validating) {
        const timer watch;
        run.validation = validating->validator.check(source, result.distances.view(), result.predecessors.view(), a.depth_limit);
        outcome.seconds_validate += watch.seconds();
      }
      if (writer && repeat == 0) writer->add(result);
      outcome.runs.push_back(std::move(run));
      if (outcome.runs.back().report.depth > outcome.runs[outcome.deepest].report.depth) outcome.deepest = outcome.runs.size() - 1;
      report_progress(control, "searching", outcome.runs.size(), chosen.vertices.size() * static_cast<std::size_t>(a.repeat));
    }
  }
  if (writer && outcome.failed() == 0) {
    writer->commit();
    for (const std::filesystem::path& file : result_files(a.output, !g.arrays().original_ids.empty())) {
      outcome.files.push_back(file.string());
    }
  }
  const auto slower = [](const search_run& x, const search_run& y) { return x.report.seconds() < y.report.seconds(); };
  outcome.slowest =
      static_cast<std::size_t>(std::max_element(outcome.runs.begin(), outcome.runs.end(), slower) - outcome.runs.begin());
  if (!outcome.runs.empty()) outcome.explained = outcome.runs[outcome.slowest].report;
}

}  // namespace fathom::program
