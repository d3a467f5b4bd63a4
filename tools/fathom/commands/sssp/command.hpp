// `fathom sssp`: arguments, outcome, and the report as text and JSON.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fathom/sssp.hpp"
#include "options/loaded_graph.hpp"
#include "options/sources.hpp"
#include "output/in_parts.hpp"
#include "output/rank_json.hpp"
#include "output/validating.hpp"

namespace fathom::program {

struct sssp_arguments {
  graph_arguments graph;
  source_arguments sources;
  int repeat = 1;  ///< searches from each source
  std::string target, order = "auto";
  double cutoff = unreachable_distance, delta = 0;
  std::string weights;  ///< --random-weights LOW:HIGH
  bool distances_only = false, validate = false, json = false, runs = false;
  std::string output;
  process_arguments ranking;  ///< partitioned search by all processes
};

struct sssp_run {
  sssp_report report;
  std::optional<sssp_validation> validation;
};

struct sssp_outcome {
  loaded_graph loaded;
  weighted_layout prepared;
  std::string sources;  ///< "random sources (seed 27491095)"
  std::vector<sssp_run> runs;
  std::vector<std::string> files;  ///< written for --output
  std::optional<vertex_id> target;
  double target_distance = unreachable_distance;  ///< in the first run
  std::vector<vertex_id> path;                    ///< to the target, in the first run; empty if there is none
  validating_place place;                         ///< device of the validation, if any
  double seconds_validate = 0;
  std::optional<partition_summary> parts;  ///< with --ranks or several --devices

  [[nodiscard]] std::size_t failed() const;
};

/// Collective: searches, validates if processes have edge slices, and writes the output. Process 0 writes it, or each process its
/// part.
void run_paths_on_processes(const sssp_arguments& arguments, sssp_options options, const execution& exec, const rank_graph& parts,
                            std::shared_ptr<const edge_slice> share, sssp_outcome& outcome);

/// The path from the source to the target; empty if there is none.
[[nodiscard]] std::vector<vertex_id> path_to(vertex_id target, const sssp_result& result);

/// The report as text, and the object of --json.
[[nodiscard]] std::string sssp_text(const sssp_arguments& arguments, const sssp_outcome& outcome);
[[nodiscard]] std::string sssp_json(const sssp_arguments& arguments, const sssp_outcome& outcome);

}  // namespace fathom::program
