// Connected components of a graph that lies on many ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom {

struct rank_components_options {
  device where = {};                 ///< as rank_bfs_options has it
  bool gather = true;                ///< all ranks get the labels of all vertices; else each those of its own
  std::size_t most_components = 10;  ///< to be named in the result: the largest
  run_control control = {};          ///< its threads are the graph's
};

/// In the ids of the whole graph, which may not fit 32 bits.
struct rank_component {
  std::uint64_t label = 0;  ///< its smallest vertex
  std::uint64_t size = 0;   ///< in vertices

  friend bool operator==(const rank_component&, const rank_component&) = default;
};

struct rank_components_report {
  std::string engine;
  device where;                  ///< of this rank
  int threads = 0;               ///< of each rank
  int rounds = 0;                ///< meetings of all ranks; on devices mergers of their forests
  double seconds = 0;            ///< of the slowest rank, without sizes and gathering
  double seconds_on_device = 0;  ///< of it, from the edges in the devices' memory to the labels there
  double seconds_count = 0;      ///< sizes
  double seconds_gather = 0;     ///< labels to all ranks
  std::vector<rank_work> by_rank;
};

struct rank_components_result {
  array<std::uint64_t> labels;  ///< for each vertex the smallest one of its component: of all, or of this rank's
  std::uint64_t count = 0;      ///< components
  /// The largest, by falling size, equal ones by rising label; the same on all ranks.
  std::vector<rank_component> largest;
  rank_components_report report;
};

/// Collective: vertices that are joined by paths, the directions of edges ignored: of a directed graph its weakly connected
/// components. Labels are those of connected_components() and weakly_connected_components(), whatever the number of ranks.
///
/// Each rank first unites what its own edges join; then trees of vertices are hooked and shortened by all ranks together (Zhang,
/// Azad, Buluc, "Parallel algorithms for finding connected components using linear algebra", JPDC 144, 2020: FastSV), in rounds
/// that grow with the logarithm of the diameter. Devices have each a forest of all vertices, of 4 bytes each, which are merged in
/// pairs.
/// Throws error_category::usage where options are not the same on all ranks, and for 2^32 vertices with edges on devices; ::memory,
/// ::device, ::cancelled.
[[nodiscard]] rank_components_result rank_components(const rank_graph& g, const rank_components_options& options = {});

}  // namespace fathom
