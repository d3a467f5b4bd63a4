// `fathom distances`: what was asked for, what came out, and the two ways to tell it.
#pragma once

#include <limits>
#include <string>

#include "fathom/matrix_file.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/sinks.hpp"
#include "graph_argument.hpp"
#include "in_parts.hpp"
#include "session.hpp"
#include "sources.hpp"

namespace fathom::program {

struct distances_arguments {
  graph_arguments graph;
  source_arguments sources;
  hop_count depth_limit = std::numeric_limits<hop_count>::max();
  std::string order = "auto", method = "auto", grouping = "auto";
  int width = 0;
  edge_offset small_degree = multi_bfs_options{}.small_degree, hub_degree = multi_bfs_options{}.hub_degree;
  std::string output;
  int bits = 32;
  bool resume = false;
  bool levels = false, json = false;
  rank_arguments ranking;  ///< all that mpirun has started search together
};

/// Of the searches of this run. Where there is a file, that says which sources are left.
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
  std::size_t resumed = 0;  ///< sources whose rows an earlier run had left
  search_place place;
  multi_bfs_report report;
};

/// Refuses what needs no graph to be refused: an output of the wrong kind, or that would overwrite the input.
void check_output(const distances_arguments& arguments);
[[nodiscard]] matrix_content content_of(int bits);
/// The vertices' ids in FILE.vertices.npy, where they are not 0 to n-1, get their name together with the matrix in `output`.
void write_companions_with(matrix_file& matrix, const std::string& output, const graph& g);

/// `mpirun -np P fathom distances GRAPH --ranks`: searches by all ranks together, each in its part. Null: by this process alone.
int run_distances_together(const distances_arguments& arguments, const session& s, communicator* ranks);

/// Which sources this run has searched from: places in their list.
[[nodiscard]] std::vector<std::size_t> searched(const distances_outcome& outcome);
/// What the searches found: their sums, and each of them where they are few.
[[nodiscard]] std::string found_text(const distances_outcome& outcome);
[[nodiscard]] std::string distances_text(const distances_arguments& arguments, const distances_outcome& outcome);

}  // namespace fathom::program
