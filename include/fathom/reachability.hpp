// k-hop reachability index: answers "does s reach t within k hops, and in how many?" by table lookup. The table holds the first k
// levels of a search from each of many selected vertices. This is the application of Liu, Huang, Hu, "iBFS", SIGMOD 2016, section
// 8.7; the query is that of Cheng and others, "K-Reach: Who is in Your Small World", PVLDB 5(11), 2012, without its vertex cover.
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

/// Largest k of an index: with the code for "farther than k" there are 2^15 codes.
inline constexpr hop_count max_reach_hops = 32766;

/// Checksum of the stored adjacency rows (offsets and targets), independent of vertex names. A graph read from a file that the
/// library wrote has the checksum of the original; a different order within adjacency rows changes it.
[[nodiscard]] std::uint64_t graph_checksum(const graph& g, const run_control& control = {});

struct reach_options {
  const layout* prepared = nullptr;  ///< layout of the same graph; null: prepared with the default options
  multi_bfs_options searches;        ///< k replaces their depth_limit
};

struct reach_load_options {
  bool trust = false;         ///< check only header and tables (for files from a trusted source)
  const graph* of = nullptr;  ///< reject an index of any other graph
  run_control control{};
};

/// Immutable and cheap to copy, because copies share everything. Thread-safe. Vertices are in the graph's ids.
class reach_index {
 public:
  /// Maps the file without copying it. Throws error_category::input for a file that is not an index, is damaged, or belongs to a
  /// graph other than `options.of`.
  [[nodiscard]] static reach_index load(const std::filesystem::path& file, const reach_load_options& options = {});

  /// Writes the index to a temporary file beside the target and renames it at the end. docs/reach-format.md describes the format.
  /// Throws error_category::output.
  void save(const std::filesystem::path& file, const run_control& control = {}) const;

  /// Hops from a selected vertex s to any vertex t: 0 to k, or `unreachable` if t is farther than k or there is no path.
  /// Throws error_category::usage for an s that was not selected and for a vertex outside the graph.
  [[nodiscard]] hop_count hops(vertex_id s, vertex_id t) const;
  /// Whether t is within k hops of s. Throws as hops() does.
  [[nodiscard]] bool reaches(vertex_id s, vertex_id t) const { return hops(s, t) != unreachable; }
  /// Whether t is within `within` hops of s. Throws as hops() does, and error_category::usage if `within` is not in 0 to k.
  [[nodiscard]] bool reaches(vertex_id s, vertex_id t, hop_count within) const;

  [[nodiscard]] hop_count k() const noexcept;
  [[nodiscard]] std::span<const vertex_id> selected() const noexcept;  ///< the selected vertices, ascending
  [[nodiscard]] bool has(vertex_id s) const noexcept;                  ///< whether s was selected

  [[nodiscard]] vertex_id num_vertices() const noexcept;  ///< of the graph
  [[nodiscard]] edge_offset num_edges() const noexcept;   ///< of the graph
  [[nodiscard]] std::uint64_t checksum() const noexcept;  ///< graph_checksum() of the graph
  /// Throws error_category::input, stating both checksums, if the index was built from another graph.
  void check_graph(const graph& g, const run_control& control = {}) const;

  /// The input's vertex ids and labels, as in graph_arrays.
  [[nodiscard]] std::span<const std::uint64_t> original_ids() const noexcept;
  [[nodiscard]] const vertex_labels& labels() const noexcept;
  /// The label of v, or its original id in decimal.
  [[nodiscard]] std::string name(vertex_id v) const;

  [[nodiscard]] int bits_per_code() const noexcept;
  [[nodiscard]] std::size_t sparse_rows() const noexcept;  ///< selected vertices whose row is stored as a list of vertices
  [[nodiscard]] std::uint64_t pairs() const noexcept;      ///< pairs within k hops, including each selected vertex with itself
  [[nodiscard]] std::uint64_t bytes() const noexcept;      ///< size of rows and tables, without vertex names
  /// Report of the searches that built the index; empty for an index loaded from a file.
  [[nodiscard]] const multi_bfs_report& report() const noexcept;

 private:
  friend reach_index build_reach_index(const graph&, std::span<const vertex_id>, hop_count, const reach_options&, const execution&);
  explicit reach_index(std::shared_ptr<const io::reach_contents> contents) : contents_(std::move(contents)) {}

  std::shared_ptr<const io::reach_contents> contents_;
};

/// Builds an index from searches of k levels from each of `vertices`; duplicates are indexed once. Each group's rows are packed
/// before the next group is searched, so that memory stays near the size of the index plus one group. Throws error_category::usage
/// for no vertices, a vertex outside the graph, and a k that is negative or above max_reach_hops; error_category::memory if a
/// group's rows, whose sizes are known before they are packed, do not fit; ::cancelled, ::device.
[[nodiscard]] reach_index build_reach_index(const graph& g, std::span<const vertex_id> vertices, hop_count k,
                                            const reach_options& options = {}, const execution& exec = {});

}  // namespace fathom
