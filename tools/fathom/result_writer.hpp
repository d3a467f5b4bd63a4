// Results of searches as files. A graph's n vertices are in the order of their ids; what a file calls a vertex, the result does.
//   FILE.npy  distances as int32 (sums of weights as float64) of shape (n,), or (k, n) for k sources; predecessors likewise in
//             FILE.predecessors.npy, as int32, or int64 where an id needs it; and the ids of the n vertices in FILE.vertices.npy
//             where they are not 0 to n-1
//   FILE.txt  the same as text: one number a line, or for k sources one line of n numbers a source
//   FILE.tsv  a heading, then vertex, distance, predecessor on each line, by label where there are labels; for k sources with the
//             source in front
// Distance and predecessor of an unreached vertex and the predecessor of a source are -1; a sum of weights is inf there.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/output_file.hpp"
#include "fathom/bfs.hpp"
#include "fathom/graph.hpp"
#include "fathom/sssp.hpp"

namespace fathom::program {

enum class result_format { npy, text, table };

/// By suffix. A device or a pipe is written as a table. Throws error_category::usage for another suffix.
[[nodiscard]] result_format result_format_of(const std::filesystem::path& file);

/// Whether an id needs more than 32 bits with its sign.
[[nodiscard]] bool has_wide_ids(const graph& g);

/// FILE.predecessors.npy of FILE.npy, and so on.
[[nodiscard]] std::filesystem::path beside(const std::filesystem::path& file, std::string_view what);

/// All files that a result_writer makes for FILE, of a graph whose ids are `renumbered` or not, with predecessors or without. Throws as result_format_of().
[[nodiscard]] std::vector<std::filesystem::path> result_files(const std::filesystem::path& file, bool renumbered,
                                                              bool with_predecessors = true);

/// All files that a result in FILE may write or remove, for a check that none of them is an input: FILE, and beside it those of
/// `companions`. Throws as result_format_of().
[[nodiscard]] std::vector<std::filesystem::path> touched_files(const std::filesystem::path& file,
                                                               std::initializer_list<const char*> companions = {"predecessors",
                                                                                                                "vertices"});

/// A label as a cell of a table: tab, newline and backslash as \t, \n and \\.
[[nodiscard]] std::string table_cell(std::string_view label);

/// FILE.vertices of FILE: the ids of all vertices, in their order. `file` is that of the results, .npy or .txt.
void write_vertices(output_file& out, const std::filesystem::path& file, const graph& g);

/// The files of the results in `file` that a result without them leaves behind, of those in `what`: "vertices", "predecessors", ...
/// An earlier result may have had them, and they would be taken for this one's. Nothing to leave out of a table.
void leave_out(output_group& files, const std::filesystem::path& file, std::initializer_list<const char*> what);

/// A vertex for each vertex, called as the file of the graph calls it: FILE.tsv with headings vertex and `name`, by label where
/// there are labels; FILE.npy as int32, or int64 where an id needs it; FILE.txt one a line; beside these two FILE.vertices where
/// ids are not 0 to n-1. Throws error_category::output.
void write_vertex_column(const std::filesystem::path& file, const graph& g, std::string_view name,
                         std::span<const vertex_id> column);

enum class distance_type { hops, sums_of_weights };

class result_writer {
 public:
  /// Opens the files. Throws error_category::output, and error_category::usage for an unknown suffix.
  result_writer(const std::filesystem::path& file, const graph& g, std::vector<vertex_id> sources,
                distance_type type = distance_type::hops, bool with_predecessors = true);
  /// The result of the next source, of the type that the constructor was told.
  void add(const bfs_result& result) { add(result.distances.view(), result.predecessors.view()); }
  void add(const sssp_result& result) { add(result.distances.view(), result.predecessors.view()); }
  /// Puts the files under their names; without it nothing is left of them.
  void commit();

 private:
  template <class Distance>
  void add(std::span<const Distance> distances, std::span<const vertex_id> predecessors);
  template <class Distance>
  void write_table(std::span<const Distance> distances, std::span<const vertex_id> predecessors);

  result_format format_;
  graph g_;
  std::vector<vertex_id> sources_;
  std::size_t next_ = 0;   ///< source
  bool with_predecessors_ = true;
  bool wide_ids_ = false;  ///< an id needs more than 32 bits with its sign
  output_group files_;
  output_file& distances_;
  output_file* predecessors_ = nullptr;
  output_file* vertices_ = nullptr;
};

}  // namespace fathom::program
