// `mpirun -np P fathom sssp GRAPH --ranks`: all processes run each search together.
#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "commands/sssp/command.hpp"
#include "fathom/distributed/sssp.hpp"
#include "fathom/distributed/validate.hpp"
#include "options/rank_sources.hpp"
#include "output/search_parts.hpp"

namespace fathom::program {
namespace {

// Collective: validates a result. From a result of all vertices, each process takes its own part.
sssp_validation validate(const rank_sssp_validator& validator, const rank_graph& g, const sssp_result& result, double cutoff) {
  const std::uint64_t own = g.last_vertex() - g.first_vertex();
  const std::uint64_t first = result.distances.size() == own ? 0 : g.first_vertex();
  return validator.check(result.report.source, result.distances.view().subspan(first, own),
                         result.predecessors.view().subspan(first, own), cutoff);
}

void keep_own_part(const rank_graph& g, sssp_result& result) {
  const auto part = [&](const auto& whole) {
    auto own = std::decay_t<decltype(whole)>(whole.empty() ? 0 : g.last_vertex() - g.first_vertex());
    std::copy_n(whole.begin() + (own.empty() ? 0 : g.first_vertex()), own.size(), own.begin());
    return own;
  };
  result.distances = part(result.distances), result.predecessors = part(result.predecessors);
}

}  // namespace

void run_paths_on_processes(const sssp_arguments& a, sssp_options options, const execution& exec, const rank_graph& parts,
                            std::shared_ptr<const edge_slice> share, sssp_outcome& o) {
  const graph& g = o.loaded.g;
  const run_control& control = exec.control;
  communicator& ranks = parts.ranks();
  chosen_sources chosen = choose_sources(a.sources, g, parts, a.graph.seed, control);
  o.sources = std::move(chosen.description);
  on_all_processes(ranks, [&] {
    if (!a.target.empty()) o.target = options.target = find_vertex(g, a.target, "target");
  });
  const argument given[] = {{"number of searches from each source", static_cast<std::uint64_t>(a.repeat)},
                            {"target", options.target}};
  require_same(ranks, given);
  std::optional<search_parts_writer> writer;
  on_all_processes(ranks, [&] {
    writer.emplace(a.output, a.ranking.parts, g, parts, chosen.vertices, distance_type::sums_of_weights, !a.distances_only);
  });
  std::optional<rank_sssp_validator> validator;
  if (share) {
    const timer watch;
    validator.emplace(parts, *std::exchange(share, nullptr), g);
    o.seconds_validate += watch.seconds();
  }
  // Process 0 needs the whole result to write it, and to follow the path to the target.
  options.gather = o.target.has_value() || (!a.output.empty() && !a.ranking.parts);
  rank_sssp searching(parts, options, exec);
  on_all_processes(ranks, [&] { require_memory_of_runs(chosen.vertices.size(), a.repeat, sizeof(sssp_run)); });
  for (const vertex_id source : chosen.vertices) {
    for (int repeat = 0; repeat < a.repeat; ++repeat) {
      sssp_result result = searching.search(source);
      sssp_run run{result.report, std::nullopt};
      if (validator) {
        const double cutoff = o.target ? std::min(a.cutoff, result.distances[*o.target]) : a.cutoff;
        run.validation = validate(*validator, parts, result, cutoff);
        o.seconds_validate += run.validation->seconds;
      }
      if (o.runs.empty() && o.target) o.target_distance = result.distances[*o.target], o.path = path_to(*o.target, result);
      on_all_processes(ranks, [&] {
        if (repeat > 0) return;
        if (options.gather && a.ranking.parts) keep_own_part(parts, result);
        writer->add(result);
      });
      o.runs.push_back(std::move(run));
      report_progress(control, "searching", o.runs.size(), chosen.vertices.size() * static_cast<std::size_t>(a.repeat));
    }
  }
  on_all_processes(ranks, [&] {
    if (o.failed() == 0) o.files = writer->commit();
  });
  o.parts = summarize_partition(parts, searching.by_rank());
}

}  // namespace fathom::program
