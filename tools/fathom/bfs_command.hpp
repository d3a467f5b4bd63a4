// `fathom bfs`: what was asked for, what came out, and the two ways to tell it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/communicator.hpp"
#include "fathom/rank_bfs.hpp"
#include "fathom/rank_energy.hpp"
#include "fathom/validate.hpp"
#include "graph_argument.hpp"
#include "in_parts.hpp"
#include "sources.hpp"
#include "validating.hpp"

namespace fathom::program {

struct bfs_arguments {
  graph_arguments graph;
  source_arguments sources;
  int repeat = 0;  ///< searches from each source; 0 where it was not given
  std::string target;
  hop_count depth_limit = std::numeric_limits<hop_count>::max();
  std::string order = "auto", strategy = "auto", switching = "auto", method = "auto";
  double gamma = bfs_options{}.gamma, alpha = bfs_options{}.alpha, beta = bfs_options{}.beta;
  bool deterministic = false, internal_ids = false;
  rank_arguments ranking;  ///< all that mpirun has started search together
  double energy = 0;       ///< seconds of the window; 0: it is not measured
  bool validate = false, analysis = false;
  bool json = false, levels = false, runs = false;
  std::string output;
};

struct search_run {
  run_report report;
  std::optional<bfs_validation> validation;
};

struct bfs_outcome {
  device where;
  std::string why_cpu;  ///< where no device was named
  loaded_graph loaded;
  layout prepared;
  bool layout_loaded = false;  ///< from the graph's file; else it was prepared for these searches
  std::string sources;         ///< "random sources (seed 27491095)"
  std::vector<search_run> runs;
  std::vector<std::string> files;        ///< written for --output
  std::size_t slowest = 0;               ///< index of the run that took longest
  run_report explained;                  ///< the same search with its levels
  std::size_t deepest = 0;               ///< index of the run with the largest distance
  std::vector<vertex_id> path;           ///< a shortest path of the deepest search, or to the target; empty where not wanted
  std::vector<std::uint64_t> distances;  ///< of the deepest search: vertices at each distance; empty without --analysis
  std::optional<vertex_id> target;
  std::uint64_t edges_in_parts = 0;       ///< on ranks: directed ones of all parts
  std::uint64_t delegates = 0;            ///< on ranks: hubs whose edges all share
  int grid_rows = 0, grid_columns = 0;    ///< likewise
  std::vector<rank_level_report> levels;  ///< likewise: of the slowest run
  std::vector<rank_work> by_rank;         ///< likewise: of all runs
  std::optional<search_energy> energy;    ///< on ranks, where it was asked for
  validating_place place;                 ///< where there is a validation
  double seconds_validate = 0;            ///< all runs, and the graph's way to the device

  [[nodiscard]] std::size_t validated() const;
  [[nodiscard]] std::size_t failed() const;
  /// False where the slowest search took more than twice as long as its repetition: what it waited for was not the graph's.
  [[nodiscard]] bool reproduced() const;
};

/// The method that --method names; option parsing has refused other names.
[[nodiscard]] bfs_method method_named(const std::string& name);

/// Prepares, searches, validates and writes the output, in the graph that `outcome` holds.
void run_searches(const bfs_arguments& arguments, const session& s, bfs_outcome& outcome);
/// Collective: the same by all ranks together, in the graph that lies on them. All validate, each its share of the edges, where
/// they have one; the one that speaks writes.
void run_searches_on_ranks(const bfs_arguments& arguments, const session& s, const rank_graph& g,
                           std::shared_ptr<const edge_share> share, bfs_outcome& outcome);

/// The measured part for people: the runs, the statistics, the slowest search's levels, a path.
[[nodiscard]] std::string searches_text(const bfs_arguments& arguments, const bfs_outcome& outcome);
/// The object of --json.
[[nodiscard]] std::string searches_json(const bfs_arguments& arguments, const bfs_outcome& outcome);

/// Traversed edges a second in Graph500's counting, which counts an undirected edge once and a directed one as it is.
[[nodiscard]] double graph500_teps(const run_report& report, const graph& g);

}  // namespace fathom::program
