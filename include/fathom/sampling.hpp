// Random walks and sampled neighborhoods, for learning on graphs. Grover, Leskovec, "node2vec: Scalable Feature Learning for
// Networks", KDD 2016; Hamilton, Ying, Leskovec, "Inductive Representation Learning on Large Graphs" (GraphSAGE), NeurIPS 2017.
//
// Random numbers are counter-based: a result depends on the graph, the options and the seed, and not on the number of threads.
// Every walk, and every vertex of a neighborhood, has a random stream of its own, which src/sampling/draws.hpp defines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

inline constexpr std::uint64_t default_sampling_seed = 27491095;  ///< that of generators and random sources

struct random_walk_options {
  std::uint32_t length = 80;           ///< edges per walk, at least 1
  std::uint32_t walks_per_source = 1;  ///< at least 1
  /// Return parameter of node2vec, positive: a walk that came from vertex t follows an edge back to t with 1/p times its weight.
  double p = 1;
  /// In-out parameter of node2vec, positive: an edge to a vertex that is neither t nor the target of an out-edge of t has 1/q times
  /// its weight. With p = q = 1 the next vertex does not depend on t.
  double q = 1;
  /// Choose edges in proportion to their weights, which must not be negative, instead of uniformly. Without weights in the graph
  /// this has no effect. An edge of weight 0 is never followed.
  bool weighted = false;
  std::uint64_t seed = default_sampling_seed;
  bool keep_on_device = false;  ///< leave the walks in the memory of the CUDA device
};

struct random_walk_report {
  std::string engine;  ///< name of the implementation that ran
  device where;        ///< device that did the work
  int threads = 0;
  std::uint64_t walks = 0;
  std::uint64_t steps = 0;         ///< edges that the walks followed
  std::uint64_t ended_early = 0;   ///< walks that came to a vertex without an edge to follow
  std::uint64_t proposals = 0;     ///< edges drawn; node2vec rejects some of them
  std::uint64_t rows_scanned = 0;  ///< steps of node2vec that gave up proposals and weighed all edges of a row
  double seconds_prepare = 0;      ///< making alias tables of weights, and copying the graph to a CUDA device
  double seconds_walk = 0;
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_walk; }
};

struct random_walk_result {
  std::uint64_t walks = 0;   ///< walks_per_source times the number of sources
  std::uint32_t length = 0;  ///< edges per walk
  /// walks rows of length + 1 vertices. Row i * walks_per_source + j is walk j from sources[i], which it begins with. After a
  /// vertex without an edge to follow, the rest of the row is no_vertex. With keep_on_device in the memory of the device that
  /// where() names.
  array<vertex_id> vertices;
  random_walk_report report;

  /// Row `i`, in the memory of vertices.where().
  [[nodiscard]] std::span<const vertex_id> walk(std::uint64_t i) const noexcept {
    return vertices.view().subspan(i * (length + std::uint64_t{1}), length + std::size_t{1});
  }
};

/// Walks along out-edges from each source. A source may be listed several times: each entry has walks of its own. The walks are the
/// same on every device. On a CUDA device, rows that were built there are read in place, others are copied first; alias tables are
/// made on the CPU.
///
/// A uniform step takes constant time. Weighted walks first make alias tables (Walker 1977; Vose 1991) in O(m), 8 bytes per edge;
/// then a step takes constant time. With p or q, a step proposes edges by weight alone and accepts each by rejection sampling; the
/// expected number of proposals is at most max(q, 1/q) times two where at least half of a row's weight does not lead back. A test
/// whether t has an edge to the proposed vertex is a binary search in the row of t. A step that has rejected more proposals than
/// its row has edges (plus 8) weighs all edges of the row, so that no step takes longer than O(d log d).
///
/// Throws error_category::usage for options out of range, a source outside the graph, several devices or processes, or
/// keep_on_device on the CPU; ::input for a weight that is negative or not finite; ::memory, before it allocates; ::device,
/// ::cancelled.
[[nodiscard]] random_walk_result random_walks(const graph& g, std::span<const vertex_id> sources,
                                              const random_walk_options& options = {}, const execution& exec = {});

/// Rules that valid walks satisfy.
enum class random_walk_rule {
  none = 0,
  shape_matches = 1,  ///< there are walks_per_source rows of length + 1 entries for each source
  walks_begin_at_sources = 2,
  steps_are_edges = 3,         ///< each step follows an edge, of positive weight if the walks are weighted
  walks_end_at_dead_ends = 4,  ///< a walk ends early only where there is no edge to follow, and then stays no_vertex
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(random_walk_rule rule);

struct random_walk_validation {
  bool valid = false;
  random_walk_rule violated = random_walk_rule::none;  ///< the rule that the first invalid walk violates first
  std::uint64_t walk = 0;                              ///< the first invalid walk
  std::string message;                                 ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates walks in O(log d) per step, or O(d) in unsorted rows. It cannot see whether edges were chosen with the right
/// probabilities. Walks in the memory of a device are copied to the host. Shares no code with the engine. Throws
/// error_category::cancelled, ::memory, ::device, and ::usage as random_walks() does.
[[nodiscard]] random_walk_validation validate_random_walks(const graph& g, std::span<const vertex_id> sources,
                                                           const random_walk_result& result,
                                                           const random_walk_options& options = {},
                                                           const run_control& control = {});

/// A fanout of all neighbors.
inline constexpr std::int64_t all_neighbors = -1;

struct neighbor_sampling_options {
  /// Draw each neighbor independently, so that an edge may occur several times, instead of choosing distinct edges.
  bool replace = false;
  std::uint64_t seed = default_sampling_seed;
  bool keep_on_device = false;  ///< leave the arrays of the sample in the memory of the CUDA device
};

struct neighbor_sampling_report {
  std::string engine;  ///< name of the implementation that ran
  device where;        ///< device that did the work
  int threads = 0;
  std::uint64_t nodes = 0;  ///< vertices of the sampled subgraph
  std::uint64_t edges = 0;  ///< edges of the sampled subgraph
  double seconds_search = 0;
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search; }
};

/// Arrays of a sample in the memory of a CUDA device; see sampled_neighbors_result.
struct sampled_neighbors_on_device {
  array<vertex_id> nodes, rows, columns;
  array<edge_offset> edges;
};

/// A sampled subgraph. Its vertices have local ids, which are positions in `nodes`. Edges are in the order of `rows`, and edges of
/// one row by ascending position in the graph.
struct sampled_neighbors_result {
  std::vector<vertex_id> nodes;              ///< vertices of the graph: the sources, then others in the order of their first edge
  std::vector<vertex_id> rows;               ///< one entry per edge: local id of the vertex whose neighbors were sampled
  std::vector<vertex_id> columns;            ///< one entry per edge: local id of the sampled neighbor
  std::vector<edge_offset> edges;            ///< one entry per edge: its position among the out-edges of the graph
  std::vector<std::uint64_t> nodes_per_hop;  ///< number of sources, then of vertices that each hop added
  std::vector<std::uint64_t> edges_per_hop;  ///< one entry per hop
  sampled_neighbors_on_device on_device;     ///< with keep_on_device: the first four arrays, which are empty then
  neighbor_sampling_report report;
};

/// Samples the neighborhood of distinct sources. Hop h samples fanouts[h] out-edges of each vertex that the hop before
/// added, or all out-edges if it has no more; hop 0 begins at the sources. A vertex is sampled once, when it was first found.
/// Without `replace`, each set of edges of that size has the same probability (Floyd's algorithm). For in-neighbors sample from
/// reversed(g). Memory is 16 bytes per sampled edge and 20 to 36 per sampled vertex, whatever the size of the graph.
///
/// The sample is the same on every device. On a CUDA device, rows that were built there are read in place, others are copied first;
/// memory is 36 bytes per sampled edge and 8 per vertex of the graph.
///
/// Throws error_category::usage for no fanouts, a fanout that is neither positive nor all_neighbors, a source that is outside the
/// graph or occurs twice, several devices or processes, or keep_on_device on the CPU; ::memory, ::device, ::cancelled.
[[nodiscard]] sampled_neighbors_result sample_neighbors(const graph& g, std::span<const vertex_id> sources,
                                                        std::span<const std::int64_t> fanouts,
                                                        const neighbor_sampling_options& options = {}, const execution& exec = {});

/// Rules that a valid sample satisfies.
enum class neighbor_sampling_rule {
  none = 0,
  nodes_are_distinct = 1,      ///< nodes begin with the sources and are distinct vertices of the graph
  counts_match = 2,            ///< the counts per hop match the arrays
  edges_are_of_the_graph = 3,  ///< each edge is at its position in the graph, with these endpoints
  fanouts_are_met = 4,         ///< each vertex of a hop has as many edges as the fanout and its out-degree allow
  edges_are_distinct = 5,      ///< no edge occurs twice without `replace`
  nodes_are_found = 6,         ///< each vertex that a hop added is the end of one of its edges, in the order of these
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(neighbor_sampling_rule rule);

struct neighbor_sampling_validation {
  bool valid = false;
  neighbor_sampling_rule violated = neighbor_sampling_rule::none;  ///< the violated rule with the lowest number
  std::string message;                                             ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates a sample in O(k log k) for k vertices and edges. Shares no code with the engine. Throws error_category::usage for
/// arrays that were kept on a device; ::memory, ::cancelled.
[[nodiscard]] neighbor_sampling_validation validate_sampled_neighbors(const graph& g, std::span<const vertex_id> sources,
                                                                      std::span<const std::int64_t> fanouts,
                                                                      const sampled_neighbors_result& result,
                                                                      const neighbor_sampling_options& options = {},
                                                                      const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const random_walk_report& r, Field&& field) {
  field("algorithm", std::string_view("random walks"), "text", "random walks");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_prepare", r.seconds_prepare, "s", "making alias tables of weights, and copying the graph to a CUDA device");
  field("seconds_walk", r.seconds_walk, "s", "walking");
  field("walks", r.walks, "walks", "walks from all sources");
  field("steps", r.steps, "edges", "edges that the walks followed");
  field("ended_early", r.ended_early, "walks", "walks that came to a vertex without an edge to follow");
  field("proposals", r.proposals, "edges", "edges drawn; node2vec rejects some of them");
  field("rows_scanned", r.rows_scanned, "rows", "rows of which a step of node2vec weighed all edges");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

template <class Field>
void describe_fields(const neighbor_sampling_report& r, Field&& field) {
  field("algorithm", std::string_view("neighbor sampling"), "text", "neighbor sampling");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_search", r.seconds_search, "s", "sampling edges and numbering vertices");
  field("nodes", r.nodes, "vertices", "vertices of the sampled subgraph");
  field("edges", r.edges, "edges", "edges of the sampled subgraph");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
