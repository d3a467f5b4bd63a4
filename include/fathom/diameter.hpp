// Eccentricities, diameter and radius, exact and from few searches: each search bounds the eccentricities of all vertices.
// Takes, Kosters, "Computing the Eccentricity Distribution of Large Graphs", Algorithms 6(1), 2013; for directed graphs along the
// lines of Borassi et al., "Fast diameter and radius BFS-based computation in (weakly connected) real-world graphs", 2015.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// What bounding has cost.
struct bounding_report {
  std::size_t searches = 0;  ///< breadth-first searches; a directed graph is searched both ways from a vertex, which is two
  std::size_t rounds = 0;    ///< of searches that ran together
  std::string engine;        ///< of the round with most searches
  std::string order;         ///< of the layout, with its reason
  device where;
  int threads = 0;
  double seconds_prepare = 0;  ///< layouts, and components
  double seconds_search = 0;
  double seconds_bound = 0;  ///< tightening bounds, choosing sources

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_search + seconds_bound; }
};

struct eccentricity_options {
  /// The vertices to compute, in any order and as often as wanted; empty: all of them, in the graph's order.
  std::span<const vertex_id> vertices{};
  device where{};
  run_control control{};
};

struct eccentricity_result {
  std::vector<hop_count> values;  ///< one for each vertex that was asked for
  bounding_report report;
};

/// The eccentricity of v is the largest distance from v to a vertex that it reaches; 0 where it reaches no other. (NetworkX's is
/// defined in connected graphs alone, where it is the same.) A graph without vertices has no values.
///
/// A search from s bounds that of every v which s reaches and which reaches s: ecc(s) - d(s, v) <= ecc(v) <= d(v, s) + ecc(s), and
/// d(v, s) <= ecc(v). Sources are chosen among the vertices whose bounds differ: those of the largest upper and of the
/// smallest lower bound in turn; first one by one, then many joined. Graphs in which all vertices look alike (a cycle) take a
/// search for each; most others take far fewer.
///
/// Throws error_category::usage for a vertex outside the graph (naming its place in the list), and what prepare() and multi_bfs()
/// throw.
[[nodiscard]] eccentricity_result eccentricity(const graph& g, const eccentricity_options& options = {});

struct diameter_options {
  device where{};
  run_control control{};
};

struct diameter_result {
  bool connected = true;          ///< of a directed graph: strongly connected; a graph of one vertex or none is
  vertex_id components = 0;       ///< of a directed graph: strongly connected ones
  vertex_id radius_vertices = 0;  ///< of the component that the radius is of
  hop_count diameter = 0;         ///< the largest eccentricity of all
  hop_count radius = 0;           ///< the smallest eccentricity in the largest component
  vertex_id from = no_vertex;     ///< a pair of ends: d(from, to) is the diameter; no_vertex in a graph without vertices
  vertex_id to = no_vertex;
  std::vector<vertex_id>
      centre;  ///< vertices whose eccentricity is the radius, up to 10 of those that were come across; at least one
  bounding_report report;
};

/// Diameter and radius, each exact. The diameter is the largest finite distance: in a graph that is not connected, the largest
/// within any component; in a directed graph, between any two vertices with a path. The radius is that of the component with most
/// vertices (of equals the one with the smallest vertex), in a directed graph the strongly connected one, whose eccentricities
/// count all that its vertices reach; a component of one vertex has a radius of 0 where nothing else is reached. NetworkX refuses
/// graphs that are not connected; `connected` tells. A graph without vertices has neither: both are 0, `centre` is empty.
///
/// Bounded as in eccentricity(), until the largest upper bound meets the largest lower, and the smallest the smallest.
/// Throws what prepare() and multi_bfs() throw.
[[nodiscard]] diameter_result diameter(const graph& g, const diameter_options& options = {});

}  // namespace fathom
