// Reading and writing graph files.
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
  csv,             ///< .csv .tsv: table with or without a header; names or numbers as ids
  scipy_npz,       ///< .npz: scipy.sparse.save_npz of a CSR, CSC or COO matrix
  ligra,           ///< .adj: Ligra's AdjacencyGraph and WeightedAdjacencyGraph
  pbbs,            ///< PBBS's EdgeArray and WeightedEdgeArray; read only
  graphml,         ///< .graphml; read only
  gexf,            ///< .gexf; read only
  gml,             ///< .gml; read only
  pajek,           ///< .net: Pajek; read only
  fathom,          ///< .fathom: this library's own format, memory-mapped
};

/// Name of the format: "mtx", "snap", ...
[[nodiscard]] std::string_view to_string(file_format format);
/// The format with this name ("mtx", "snap", ...). Throws error_category::usage, listing the names.
[[nodiscard]] file_format format_named(std::string_view name);

/// Interpretation of a file's edges.
enum class stated_direction {
  automatic,  ///< as the file states; the receipt notes the result
  directed,
  undirected,
};

/// Whether the first row of a table names its columns.
enum class header_row {
  automatic,  ///< detected from the first rows
  yes,
  no,
};

/// Options for tables (file_format::csv). A column is given by its name in the header or by its number, starting from 1. Other
/// formats accept only the default values and throw error_category::usage otherwise.
struct table_options {
  std::string source_column, target_column;  ///< empty: columns with well-known names, else the first two columns
  std::string weight_column;                 ///< empty: a column with a well-known name; without a header a numeric third column
  char separator = 0;                        ///< 0: detected from the first rows; ' ': spaces and tabs
  header_row header = header_row::automatic;

  [[nodiscard]] friend bool operator==(const table_options&, const table_options&) = default;
};

struct read_options {
  file_format format = file_format::automatic;
  stated_direction direction = stated_direction::automatic;
  table_options table;
  bool trust = false;  ///< .fathom: skip checksums and bounds checks (for files from a trusted source)

  /// By default the vertices of an edge list are those that it names or declares, numbered in ascending order of their ids. With
  /// keep_id_gaps, ids are vertex numbers and unused ids are isolated vertices; ids that do not fit 32 bits are still renumbered.
  bool keep_id_gaps = false;
  /// Number of vertices of an edge list, including isolated ones. Throws error_category::usage if the list names more vertices, or
  /// for a format that declares another number.
  std::optional<std::uint64_t> num_vertices;

  build_options build;
  /// .fathom: apply build.parallel to the parallel edges in the file; otherwise the graph is used as stored.
  bool merge_stored = false;
};

struct read_result {
  graph g;
  receipt what;
  std::optional<layout> prepared;  ///< the layout, if the file has one
  file_format format = file_format::automatic;
  std::uint64_t bytes = 0;  ///< size of the file, compressed if it is
  double seconds_read = 0;  ///< reading and parsing
  double seconds_build = 0;
};

/// Reads a graph in any supported format, including files compressed as .gz, .bz2, .xz or .zst, SuiteSparse's .tar.gz, and .zip
/// archives of one graph. Throws error_category::input, naming file, line (or byte) and value; ::usage for options that do not fit
/// the file; ::memory, ::cancelled.
[[nodiscard]] read_result read_graph(const std::filesystem::path& file, const read_options& options = {});

struct write_options {
  file_format format = file_format::automatic;
  const layout* prepared = nullptr;  ///< .fathom: store this layout too
  run_control control{};
  char separator = '\0';  ///< csv: column separator; 0: a tab if the file's suffix is .tsv, else a comma
};

/// Options for the format that a user names: "csv" separates columns by commas and "tsv" by tabs, whatever the file's name.
/// Throws error_category::usage as format_named() does.
[[nodiscard]] write_options write_options_named(std::string_view format);

struct write_result {
  file_format format = file_format::automatic;
  std::string left_out;  ///< parts of the graph that the format cannot store, such as "names, weights"; empty if there are none
};

/// The format that write_graph() would use for this file name: `requested`, or the suffix's format if `requested` is automatic.
/// Lets a caller check before there is a graph. Throws error_category::usage if the suffix belongs to no format.
[[nodiscard]] file_format format_to_write(const std::filesystem::path& file, file_format requested = file_format::automatic);

/// Writes a graph to a temporary file beside the target and renames it at the end, so that a partial file never has the target's
/// name. A symbolic link is kept, and the file that it points to is replaced; pipes, devices and /dev/stdout are written directly.
/// Throws error_category::output, ::memory, ::cancelled, and as format_to_write() does.
write_result write_graph(const std::filesystem::path& file, const graph& g, const write_options& options = {});

}  // namespace fathom
