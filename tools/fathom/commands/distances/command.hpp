// `fathom distances`: arguments, outcome, and the report as text and JSON.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "commands/distances/row_validator.hpp"
#include "fathom/matrix_file.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/sinks.hpp"
#include "options/joined_searches.hpp"
#include "options/loaded_graph.hpp"
#include "options/sources.hpp"
#include "output/in_parts.hpp"
#include "session.hpp"

namespace fathom::program {

struct distances_arguments {
  graph_arguments graph;
  source_arguments sources;
  hop_count depth_limit = std::numeric_limits<hop_count>::max();
  std::string order = "auto";
  joined_arguments joined;
  bool early_termination = true, merge_updates = false;
  int width = 0;
  edge_offset small_degree = multi_bfs_options{}.small_degree, hub_degree = multi_bfs_options{}.hub_degree;
  std::string output;
  int bits = 32;
  bool resume = false;
  bool validate = false, levels = false, json = false;
  process_arguments ranking;  ///< partitioned search by all processes
};

/// Totals of this run's searches. If there is a file, the file determines which sources are left to search.
struct run_totals final : source_totals {
  [[nodiscard]] bool has(std::size_t) const override { return beside_file; }
  bool beside_file = false;
};

struct distances_outcome {
  loaded_graph loaded;
  layout prepared;
  bool layout_loaded = false;  ///< from the graph's file
  std::string sources;         ///< "random sources (seed 27491095)"
  std::vector<vertex_id> vertices;
  run_totals totals;
  std::size_t resumed = 0;               ///< sources whose rows an earlier run had completed
  std::optional<row_verdicts> verdicts;  ///< of --validate
  search_place place;
  std::string why_parts;  ///< why the graph was partitioned without --ranks; empty if it was not
  multi_bfs_report report;

  [[nodiscard]] bool failed() const { return verdicts && !verdicts->invalid.empty(); }
};

/// Makes the checks that need no graph: refuses an output of the wrong kind, or one that would overwrite the input.
void check_output(const distances_arguments& arguments);
/// The exit code after a finished run, with a message if a row is not valid.
[[nodiscard]] int exit_code_of(const distances_arguments& arguments, const distances_outcome& outcome, const session& s);
[[nodiscard]] matrix_content content_of(int bits);
/// Writes the vertex ids to FILE.vertices.npy if they are not 0 to n-1. The file gets its name together with the matrix `output`.
void write_companions_with(matrix_file& matrix, const std::string& output, const graph& g);

/// Each process, and each of several devices, has a copy of the graph, and they share the searches. Null `ranks`: a single process.
int run_distances_on_copies(const distances_arguments& arguments, const session& s, communicator* ranks);
/// Throws error_category::usage for options that require the whole graph in one place.
void check_for_parts(const distances_arguments& arguments);
/// `mpirun -np P fathom distances GRAPH --ranks`: all processes search a partitioned graph. `why`: see
/// distances_outcome::why_parts.
int run_distances_on_parts(const distances_arguments& arguments, const session& s, communicator& ranks,
                           const std::string& why = {});
/// On copies; if they do not fit, on parts of the graph, on the same processes or devices.
int run_distances_where_they_fit(const distances_arguments& arguments, const session& s, communicator* ranks);

/// Indices of the sources from which this run searched.
[[nodiscard]] std::vector<std::size_t> searched(const distances_outcome& outcome);
/// Results as text: totals, and one row per search if there are few.
[[nodiscard]] std::string found_text(const distances_outcome& outcome);
/// The result of --validate, or a hint at it.
[[nodiscard]] std::string validity_text(const distances_outcome& outcome);
[[nodiscard]] std::string distances_text(const distances_arguments& arguments, const distances_outcome& outcome);

}  // namespace fathom::program
