// An index that answers "can s reach t within k hops, and in how many?" by a look at a table: the first k levels of a search from
// each of many selected vertices. The application of Liu, Huang, Hu, "iBFS", SIGMOD 2016, section 8.7; the question is that of
// Cheng and others, "K-Reach: Who is in Your Small World", PVLDB 5(11), 2012, without its vertex cover.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom {

namespace io {
struct reach_contents;
}

/// The largest k of an index: with "further than k" there are 2^15 codes.
inline constexpr hop_count max_reach_hops = 32766;

/// Of the rows, as they are stored: offsets and targets, whatever vertices are called. A graph in a file and the graph that it was
/// read into have the same; a graph whose adjacencies were given in another order has another.
[[nodiscard]] std::uint64_t graph_checksum(const graph& g, const run_control& control = {});

struct reach_options {
  const layout* prepared = nullptr;  ///< of the same graph; prepared with the default options where there is none
  multi_bfs_options searches;        ///< their depth_limit is k, whatever it says
};

struct reach_load_options {
  bool trust = false;         ///< check header and tables alone (for files that nobody else could have written)
  const graph* of = nullptr;  ///< refuse an index of any other graph
  run_control control;
};

/// Immutable, and cheap to copy: copies share everything. Any number of threads may ask. Vertices are those of the graph.
class reach_index {
 public:
  /// Maps the file; nothing is copied. Throws error_category::input for what is no index, is damaged, or belongs to another graph
  /// than `options.of`.
  [[nodiscard]] static reach_index load(const std::filesystem::path& file, const reach_load_options& options = {});

  /// Writes beside the target and renames at the end. docs/reach-format.md says what. Throws error_category::output.
  void save(const std::filesystem::path& file, const run_control& control = {}) const;

  /// Hops from a selected vertex s to any t: 0 to k, or `unreachable` where there are more than k or no path.
  /// Throws error_category::usage for an s that was not selected, and for a vertex outside the graph.
  [[nodiscard]] hop_count hops(vertex_id s, vertex_id t) const;
  /// Whether t is within k hops of s. Throws as hops() does.
  [[nodiscard]] bool reaches(vertex_id s, vertex_id t) const { return hops(s, t) != unreachable; }
  /// Whether t is within `within` hops of s; also throws error_category::usage for less than 0 and more than k.
  [[nodiscard]] bool reaches(vertex_id s, vertex_id t, hop_count within) const;

  [[nodiscard]] hop_count k() const noexcept;
  [[nodiscard]] std::span<const vertex_id> selected() const noexcept;  ///< ascending
  [[nodiscard]] bool has(vertex_id s) const noexcept;                  ///< whether s was selected

  /// Of the graph.
  [[nodiscard]] vertex_id num_vertices() const noexcept;
  [[nodiscard]] edge_offset num_edges() const noexcept;
  [[nodiscard]] std::uint64_t checksum() const noexcept;  ///< graph_checksum() of it
  /// Throws error_category::input with both checksums where the index was built from another graph.
  void check_graph(const graph& g, const run_control& control = {}) const;

  /// What the graph's input called its vertices, as graph_arrays has it.
  [[nodiscard]] std::span<const std::uint64_t> original_ids() const noexcept;
  [[nodiscard]] const vertex_labels& labels() const noexcept;
  /// The label of v, or its original id in digits.
  [[nodiscard]] std::string name(vertex_id v) const;

  [[nodiscard]] int bits_per_code() const noexcept;
  [[nodiscard]] std::size_t sparse_rows() const noexcept;  ///< selected vertices whose row lists the vertices within reach
  [[nodiscard]] std::uint64_t pairs() const noexcept;      ///< within reach, each selected vertex with itself among them
  [[nodiscard]] std::uint64_t bytes() const noexcept;      ///< of the rows and tables, without the names of vertices
  /// How it was built; empty for one from a file.
  [[nodiscard]] const multi_bfs_report& report() const noexcept;

 private:
  friend reach_index build_reach_index(const graph&, std::span<const vertex_id>, hop_count, const reach_options&);
  explicit reach_index(std::shared_ptr<const io::reach_contents> contents) : contents_(std::move(contents)) {}

  std::shared_ptr<const io::reach_contents> contents_;
};

/// Searches k levels from each of `vertices` (one that is given again is indexed once), group by group, and packs every group's
/// rows before the next: memory stays near the size of the index and of one group. Throws error_category::usage for no vertices,
/// one outside the graph, and a k that is negative or above max_reach_hops; error_category::memory where a group's rows, whose
/// sizes are known before they are packed, do not fit; ::cancelled, ::device.
[[nodiscard]] reach_index build_reach_index(const graph& g, std::span<const vertex_id> vertices, hop_count k,
                                            const reach_options& options = {});

}  // namespace fathom
