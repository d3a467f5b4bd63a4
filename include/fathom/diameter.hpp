// Exact eccentricities, diameter and radius from few searches, each of which bounds the eccentricities of all vertices.
// Takes, Kosters, "Computing the Eccentricity Distribution of Large Graphs", Algorithms 6(1), 2013; for directed graphs similar to
// Borassi et al., "Fast diameter and radius BFS-based computation in (weakly connected) real-world graphs", 2015.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/device.hpp"
#include "fathom/distributed/shared_work.hpp"
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Cost of computing the bounds.
struct bounding_report {
  std::size_t searches = 0;  ///< breadth-first searches; a directed graph takes two per vertex, forward and backward
  std::size_t rounds = 0;    ///< rounds of concurrent searches
  std::string engine;        ///< implementation of the round with most searches
  std::string order;         ///< vertex order of the layout, with its reason
  device where;
  int threads = 0;
  double seconds_prepare = 0;  ///< preparing layouts and finding components
  double seconds_search = 0;
  double seconds_bound = 0;  ///< tightening bounds and choosing sources
  /// Work of each process of execution::ranks, or of each of several devices of execution::devices; else empty. A search that all
  /// of them ran counts for each. Times above are those of the slowest.
  std::vector<shared_work> by_rank;

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_search + seconds_bound; }
};

struct eccentricity_options {
  /// The vertices to compute values for, in any order, repetitions allowed; empty: all vertices in the graph's order.
  std::span<const vertex_id> vertices{};
};

struct eccentricity_result {
  std::vector<hop_count> values;  ///< one per requested vertex, in hops
  bounding_report report;
};

/// The eccentricity of v is the largest distance from v to a vertex that it reaches, or 0 if it reaches no other. (NetworkX defines
/// it only for connected graphs, where the values agree.) A graph without vertices has no values.
///
/// A search from s bounds the eccentricity of every v that reaches s and is reached from s: ecc(s) - d(s, v) <= ecc(v) <=
/// d(v, s) + ecc(s), and d(v, s) <= ecc(v). Sources are chosen among the vertices whose bounds still differ, alternating between
/// the largest upper and the smallest lower bound; first one at a time, then many in one multi-source BFS. Graphs whose vertices
/// are all equivalent (a cycle) take one search per vertex; most others take far fewer.
///
/// Processes of execution::ranks, or several devices of execution::devices, divide the sources of a round and combine their bounds,
/// so all choose the same next sources, and the searches are those of a single process. All of them run a round of a single search:
/// its distances would take longer to send than to find.
///
/// Throws error_category::usage for a vertex outside the graph (naming its position in the list); and whatever prepare() and
/// multi_bfs() throw.
[[nodiscard]] eccentricity_result eccentricity(const graph& g, const eccentricity_options& options = {},
                                               const execution& exec = {});

struct diameter_result {
  bool connected = true;          ///< for directed graphs, strongly connected; true for graphs of at most one vertex
  vertex_id components = 0;       ///< number of (for directed graphs, strongly) connected components
  vertex_id radius_vertices = 0;  ///< number of vertices in the component of the radius
  hop_count diameter = 0;         ///< largest eccentricity, in hops
  hop_count radius = 0;           ///< smallest eccentricity in the largest component, in hops
  vertex_id from = no_vertex;     ///< d(from, to) is the diameter; both are no_vertex in a graph without vertices
  vertex_id to = no_vertex;
  std::vector<vertex_id> centre;  ///< 1 to 10 of the vertices whose eccentricity is the radius
  bounding_report report;
};

/// Exact diameter and radius. The diameter is the largest finite distance between any two vertices, so in a graph that is not
/// connected it is the largest within any component. The radius is the smallest eccentricity in the component with most vertices
/// (on ties the one with the smallest vertex), in a directed graph the strongly connected component. Eccentricities count all
/// vertices that are reached, also outside the component; a component of one vertex that reaches no other has radius 0. NetworkX
/// rejects graphs that are not connected; here `connected` is false. For a graph without vertices both values are 0 and `centre` is
/// empty.
///
/// Bounds are tightened as in eccentricity() until the largest upper bound equals the largest lower bound, and the smallest upper
/// bound the smallest lower bound. Processes and devices share the rounds as above. Throws as eccentricity() does.
[[nodiscard]] diameter_result diameter(const graph& g, const execution& exec = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const bounding_report& r, Field&& field) {
  field("algorithm", std::string_view("bounding"), "text", "bounding");
  field("engine", r.engine, "text", "implementation of the round with most searches");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("threads", r.threads, "threads", "CPU threads");
  field("searches", r.searches, "searches", "breadth-first searches; two per vertex of a directed graph");
  field("rounds", r.rounds, "rounds", "rounds of concurrent searches");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_prepare", r.seconds_prepare, "s", "preparing layouts and finding components");
  field("seconds_search", r.seconds_search, "s", "searching");
  field("seconds_bound", r.seconds_bound, "s", "tightening bounds and choosing sources");
  field("by_rank", r.by_rank, "list", "work of each process, if processes share the searches");
}

}  // namespace fathom
