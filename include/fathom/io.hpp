// Reading and writing graphs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"

namespace fathom {

enum class file_format {
  automatic,       ///< by suffix, then by content
  matrix_market,   ///< .mtx, 1-based; pattern, integer, real; general, symmetric, skew-symmetric
  snap,            ///< .txt .snap: SNAP edge list, `#` comments
  dimacs,          ///< .gr: 9th DIMACS challenge, 1-based, weighted; .col .clq: "p edge", "p col"; PACE's "p tw"
  metis,           ///< .graph: METIS / DIMACS10, 1-based adjacency
  edge_list,       ///< .el: GAP text, "u v"
  weighted_edges,  ///< .wel: GAP text, "u v w"
  gap_serialized,  ///< .sg: GAP binary CSR
  gap_weighted,    ///< .wsg: GAP binary CSR with weights
  graph500,        ///< .g500 .packed: 12-byte packed edges; weights in FILE.weights
  csv,             ///< .csv .tsv: a table, with or without a header; names or numbers as ids
  scipy_npz,       ///< .npz: scipy.sparse.save_npz of a CSR matrix
  ligra,           ///< .adj: Ligra's AdjacencyGraph and WeightedAdjacencyGraph
  pbbs,            ///< PBBS' EdgeArray and WeightedEdgeArray; read only
  graphml,         ///< .graphml; read only
  gexf,            ///< .gexf; read only
  gml,             ///< .gml; read only
  pajek,           ///< .net: Pajek; read only
  fathom,          ///< .fathom: this library's own, memory-mapped
};

[[nodiscard]] std::string_view to_string(file_format format);
/// The format that a name ("mtx", "snap", ...) means. Throws error_category::usage listing the names.
[[nodiscard]] file_format format_named(std::string_view name);

enum class stated_direction {
  automatic,  ///< what the file says of itself; the receipt says what that was
  directed,
  undirected,
};

/// Whether the first row of a table names its columns.
enum class header_row {
  automatic,  ///< decided from the first rows
  yes,
  no,
};

/// Options for tables (file_format::csv). A column is given by its name in the header or by its number, from 1. Other formats
/// refuse every value but the default: error_category::usage.
struct table_options {
  std::string source_column, target_column;  ///< empty: by well-known names, else the first two columns
  std::string weight_column;                 ///< empty: by a well-known name; without a header a numeric third column
  char separator = 0;                        ///< 0: decided from the first rows; ' ': blanks and tabs
  header_row header = header_row::automatic;

  [[nodiscard]] friend bool operator==(const table_options&, const table_options&) = default;
};

struct read_options {
  file_format format = file_format::automatic;
  stated_direction direction = stated_direction::automatic;
  table_options table;
  bool trust = false;  ///< .fathom: skip checksums and bounds (for files that nobody else could have written)

  /// Edge lists have the vertices that they name or declare, numbered in ascending order of their ids. With keep_id_gaps an id is
  /// a position instead, and unused ids are isolated vertices; ids that do not fit 32 bits are still renumbered.
  bool keep_id_gaps = false;
  /// The number of vertices of an edge list, those without an edge included. Throws error_category::usage where the list names more
  /// than these, and for a format that declares another number.
  std::optional<std::uint64_t> num_vertices;

  build_options build;
  /// .fathom: apply build.parallel to the parallel edges that the file holds; else the graph is taken as it was stored.
  bool merge_stored = false;
};

struct read_result {
  graph g;
  receipt what;
  std::optional<layout> prepared;  ///< where the file holds one
  file_format format = file_format::automatic;
  std::uint64_t bytes = 0;  ///< of the file as it lies there
  double seconds_read = 0;  ///< reading and parsing
  double seconds_build = 0;
};

/// Reads any supported file; .gz .bz2 .xz .zst, SuiteSparse's .tar.gz and .zip archives of one graph are read as they are. Errors
/// are error_category::input and name file, line (or byte) and value.
[[nodiscard]] read_result read_graph(const std::filesystem::path& file, const read_options& options = {});

struct write_options {
  file_format format = file_format::automatic;
  const layout* prepared = nullptr;  ///< .fathom: store this layout too
  run_control control;
};

struct write_result {
  file_format format = file_format::automatic;
  std::string left_out;  ///< what of the graph this format cannot hold, such as "names, weights"; empty where it holds everything
};

/// The format that write_graph() gives a file of this name: `asked`, and the suffix's where that is automatic, for who wants to
/// know before there is a graph. Throws error_category::usage for a suffix that names none.
[[nodiscard]] file_format format_to_write(const std::filesystem::path& file, file_format asked = file_format::automatic);

/// Writes beside the target and renames at the end: nothing half-written is ever left under its name. A link stays, and the file
/// that it points to is replaced; pipes, devices and /dev/stdout are written as they are. Errors are error_category::output, and
/// format_to_write()'s.
write_result write_graph(const std::filesystem::path& file, const graph& g, const write_options& options = {});

}  // namespace fathom
