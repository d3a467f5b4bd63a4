// `fathom bfs`: arguments, outcome, and the report as text and JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/energy.hpp"
#include "fathom/execution.hpp"
#include "fathom/validate.hpp"
#include "options/loaded_graph.hpp"
#include "options/sources.hpp"
#include "output/in_parts.hpp"
#include "output/validating.hpp"
#include "papers/methods/paper_methods.hpp"

namespace fathom::program {

struct bfs_arguments {
  graph_arguments graph;
  source_arguments sources;
  int repeat = 0;  ///< searches from each source; 0 if not given
  std::string target;
  vertex_order order = vertex_order::automatic;
  bfs_options options;                   ///< without the target, which is known only with the graph
  const paper_method* method = nullptr;  ///< null: bfs()
  process_arguments ranking;             ///< partitioned search by all processes or devices
  double energy = 0;                     ///< seconds of the energy measurement; 0: none
  bool validate = false, analysis = false, directions = false;
  bool json = false, runs = false;
  std::string output;
};

/// Columns of Table 3.1 in the chapter "Communication Wall: Graph500" (docs/seeds.md).
inline constexpr bfs_strategy compared_strategies[] = {bfs_strategy::top_down, bfs_strategy::bottom_up,
                                                       bfs_strategy::direction_optimizing};
/// "top-down", "bottom-up", "direction-optimizing".
[[nodiscard]] std::string name_of(bfs_strategy strategy);

struct search_run {
  run_report report;
  std::optional<bfs_validation> validation;
};

struct bfs_outcome {
  execution exec;
  std::string why_cpu;  ///< why the CPU searches, if no device was named
  loaded_graph loaded;
  layout prepared;
  bool layout_loaded = false;  ///< loaded from the graph's file, not prepared for these searches
  std::string sources;         ///< "random sources (seed 27491095)"
  std::vector<search_run> runs;
  std::vector<std::string> files;        ///< written for --output
  std::size_t slowest = 0;               ///< index of the run that took longest
  run_report explained;                  ///< the repetition of the slowest run, with its levels
  std::vector<run_report> by_direction;  ///< with --compare-directions: the slowest run by each of compared_strategies, with levels
  std::size_t deepest = 0;               ///< index of the run with the largest distance
  std::vector<vertex_id> path;           ///< a shortest path of the deepest search or to the target; empty if not requested
  std::vector<std::uint64_t> distances;  ///< vertices at each distance in the deepest search; empty without --analysis
  std::optional<vertex_id> target;
  std::uint64_t partitioned_edges = 0;    ///< partitioned: directed edges of all parts
  std::uint64_t delegates = 0;            ///< partitioned: hubs with edges on all processes
  int grid_rows = 0, grid_columns = 0;    ///< partitioned
  std::vector<device> devices;            ///< by process, or those of --devices; empty without --ranks and --devices
  std::vector<rank_level_report> levels;  ///< partitioned: of the slowest run
  std::vector<rank_work> by_rank;         ///< partitioned: of all runs
  std::optional<search_energy> energy;    ///< with --energy
  validating_place place;                 ///< device of the validation, if any
  double seconds_validate = 0;            ///< of all runs, including the copy of the graph to the device

  [[nodiscard]] std::size_t validated() const;
  [[nodiscard]] std::size_t failed() const;
  /// False if the slowest search took more than twice as long as its repetition, which means that something else delayed it.
  [[nodiscard]] bool reproduced() const;
};

/// Prepares, searches, validates and writes the output, for the graph in `outcome`.
void run_searches(const bfs_arguments& arguments, bfs_outcome& outcome);
/// Collective: the same for a partitioned graph. If processes have edge slices, each validates with its slice. Process 0 writes the
/// output.
void run_searches_on_processes(const bfs_arguments& arguments, const rank_graph& g, std::shared_ptr<const edge_slice> share,
                               bfs_outcome& outcome);

/// The report as text: runs, statistics, levels of the slowest search, a path.
[[nodiscard]] std::string searches_text(const bfs_arguments& arguments, const bfs_outcome& outcome);
/// The object of --json.
[[nodiscard]] std::string searches_json(const bfs_arguments& arguments, const bfs_outcome& outcome);

/// Traversed edges per second in the Graph500 count, which counts each undirected edge once and each directed edge once.
[[nodiscard]] double graph500_teps(const run_report& report, const graph& g);

}  // namespace fathom::program
