// Writer of search results. The graph's n vertices are in the order of their ids and have the ids or labels of the graph's file.
//   FILE.npy  distances as int32 (sums of weights as float64) of shape (n,), or (k, n) for k sources;
//             predecessors of the same shape in FILE.predecessors.npy, as int32, or int64 if an id needs it;
//             the ids of the n vertices in FILE.vertices.npy if they are not 0 to n-1
//   FILE.txt  the same as text: one number per line, or for k sources one line of n numbers per source
//   FILE.tsv, FILE.csv  a heading, then vertex, distance, predecessor on each line, by label if the graph has labels;
//             for k sources the source comes first
// -1 is the distance and the predecessor of an unreached vertex, and the predecessor of a source. An unreached sum of weights is
// infinite.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "base/output_file.hpp"
#include "fathom/bfs.hpp"
#include "fathom/graph.hpp"
#include "fathom/sssp.hpp"
#include "output/result_rows.hpp"

namespace fathom::program {

enum class result_format { npy, text, table };

/// Whether results under this name are a table: FILE.tsv, FILE.csv, a device or a pipe.
[[nodiscard]] bool is_table(const std::filesystem::path& file);

/// The format for the file's suffix. A device or a pipe is written as a table. Throws error_category::usage for another suffix.
[[nodiscard]] result_format result_format_of(const std::filesystem::path& file);

/// Whether an id does not fit a signed 32-bit integer.
[[nodiscard]] bool has_wide_ids(const graph& g);

/// The file beside `file` with `what` in its name: FILE.predecessors.npy for FILE.npy.
[[nodiscard]] std::filesystem::path beside(const std::filesystem::path& file, std::string_view what);

/// All files that a result_writer creates for FILE. `renumbered`: the graph has original ids. Throws as
/// result_format_of().
[[nodiscard]] std::vector<std::filesystem::path> result_files(const std::filesystem::path& file, bool renumbered,
                                                              bool with_predecessors = true);

/// All files that a result in FILE may write or remove: FILE, and the files of `companions` beside it. Used to check that none of
/// them is an input. Throws as result_format_of().
[[nodiscard]] std::vector<std::filesystem::path> touched_files(const std::filesystem::path& file,
                                                               std::initializer_list<const char*> companions = {"predecessors",
                                                                                                                "vertices"});

/// Writes FILE.vertices: the ids of all vertices, in their order. `file` is the .npy or .txt file of the results.
void write_vertices(output_file& out, const std::filesystem::path& file, const graph& g);

/// Marks the companion files in `what` ("vertices", "predecessors", ...) for removal. They may remain from an earlier result in
/// `file` and would be mistaken for this one's. A table has no companion files.
void leave_out(output_group& files, const std::filesystem::path& file, std::initializer_list<const char*> what);

/// Writes one vertex per vertex, with the ids or labels of the graph's file. A table has the headings vertex and `name`; FILE.npy
/// is int32, or int64 if an id needs it; FILE.txt has one id per line. The latter two come with FILE.vertices if the ids are not 0
/// to n-1. Returns the names of the files; without a FILE, writes nothing. Throws error_category::output.
std::vector<std::string> write_vertex_column(const std::filesystem::path& file, const graph& g, std::string_view name,
                                             std::span<const vertex_id> column);

enum class distance_type { hops, sums_of_weights };

class result_writer {
 public:
  /// Opens the files. Throws error_category::output, and error_category::usage for an unknown suffix.
  result_writer(const std::filesystem::path& file, const graph& g, std::vector<vertex_id> sources,
                distance_type type = distance_type::hops, bool with_predecessors = true);
  /// Adds the result of the next source; its type must match the constructor's `type`.
  void add(const bfs_result& result) { add(result.distances.view(), result.predecessors.view()); }
  void add(const sssp_result& result) { add(result.distances.view(), result.predecessors.view()); }
  /// Gives the files their names. Without this call they are removed.
  void commit();

 private:
  template <class Distance>
  void add(std::span<const Distance> distances, std::span<const vertex_id> predecessors);
  template <class Distance>
  void write_table(std::span<const Distance> distances, std::span<const vertex_id> predecessors);

  result_format format_;
  graph g_;
  std::vector<vertex_id> sources_;
  std::size_t next_ = 0;  ///< index of the next source
  bool with_predecessors_ = true;
  bool wide_ids_ = false;  ///< see has_wide_ids()
  output_group files_;
  output_file& distances_;
  result_rows table_;  ///< of distances_
  output_file* predecessors_ = nullptr;
  output_file* vertices_ = nullptr;
};

}  // namespace fathom::program
