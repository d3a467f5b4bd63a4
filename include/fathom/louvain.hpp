// Communities of high modularity by the Louvain method. Blondel, Guillaume, Lambiotte, Lefebvre, "Fast unfolding of communities in
// large networks", Journal of Statistical Mechanics 2008; with refinement from level to level by Rotta, Noack, "Multilevel local
// search algorithms for modularity clustering", ACM Journal of Experimental Algorithmics 16, 2011; and updates color by color as of
// Lu, Halappanavar, Kalyanaraman, "Parallel heuristics for scalable community detection", Parallel Computing 47, 2015.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Options of louvain() and leiden().
struct louvain_options {
  bool weighted = true;     ///< edges count by their weights, if the graph has weights
  double resolution = 1;    ///< finite and at least 0: above 1 favors smaller communities, below 1 larger ones; see modularity()
  double threshold = 1e-7;  ///< at least 0: coarsening ends when a level improves modularity by no more than this
  std::uint32_t max_levels =
      std::numeric_limits<std::uint32_t>::max();  ///< at least 1: the number of levels at which coarsening ends
  std::uint64_t seed = 0;                         ///< selects the order in which vertices are updated
  bool all_levels = false;                        ///< the result also has the communities of each level
  run_control control{};
};

/// One level: a graph whose vertices are the communities of the level before; of leiden(), connected parts of them.
struct louvain_level {
  vertex_id vertices = 0;
  edge_offset edges = 0;      ///< adjacency entries
  vertex_id communities = 0;  ///< after the level's moves
  double modularity = 0;      ///< of these communities
  std::uint64_t sweeps = 0;   ///< over the vertices, each of which updates those whose neighbors changed
  std::uint64_t moves = 0;    ///< of vertices from one community to another
  double seconds = 0;
};

/// Report of louvain() and leiden().
struct louvain_report {
  std::string_view algorithm;         ///< "louvain" or "leiden"
  std::string engine;                 ///< name of the implementation that ran
  device where;                       ///< the CPU
  int threads = 1;                    ///< CPU threads that ran
  std::uint64_t communities = 0;      ///< their number
  double modularity = 0;              ///< of the result; see modularity()
  bool weighted = false;              ///< whether edges counted by their weights
  double resolution = 1;              ///< that of the options
  std::vector<louvain_level> levels;  ///< from the graph itself to the coarsest
  std::uint64_t refining_moves = 0;   ///< of vertices, while the communities of coarser levels were refined
  std::uint64_t edges_inspected = 0;  ///< adjacency entries read by updates
  double seconds_coarsen = 0;         ///< all levels, from the graph itself to the coarsest
  double seconds_refine = 0;          ///< refining the communities from the coarsest level to the graph itself
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_coarsen + seconds_refine; }
};

/// Result of louvain() and leiden().
struct louvain_result {
  array<vertex_id> labels;               ///< n numbers of communities, from 0 in the order of their first vertices
  std::vector<array<vertex_id>> levels;  ///< of options.all_levels: n numbers for each level, before the communities are refined;
                                         ///< each community is a union of communities of the level before
  louvain_report report;
};

/// Finds communities of an undirected graph. Each vertex begins as a community of its own. Vertices move to the community of a
/// neighbor, or to a new one, where that increases modularity most, until no move does. Then the communities become the vertices of
/// a coarser graph, and the search continues there. Finally the communities are refined by moves on each level, from the coarsest
/// to the graph itself: in the result, no move of a single vertex increases modularity.
///
/// The vertices are colored so that neighbors differ; those of one color choose their communities at once, and move one after
/// another if the move still increases modularity. So the result is the same for any number of threads. It depends on the seed.
///
/// A self-loop counts twice its weight, and parallel edges that were kept count each. Throws error_category::usage for a directed
/// graph, an option out of its range, and weights that are negative, not finite, or whose sum is not; ::memory, ::cancelled.
[[nodiscard]] louvain_result louvain(const graph& g, const louvain_options& options = {});

/// Rules that a valid result satisfies.
enum class louvain_rule {
  none = 0,
  communities_are_numbered = 1,   ///< n numbers, from 0 in the order of the first vertices
  modularity_is_right = 2,        ///< the modularity is that of the communities
  no_move_improves = 3,           ///< no move of one vertex, to another community or a new one, increases modularity
  communities_are_connected = 4,  ///< of leiden(): each community is connected by its edges of positive weight
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(louvain_rule rule);

struct louvain_validation {
  bool valid = false;
  louvain_rule violated = louvain_rule::none;  ///< the violated rule with the lowest number
  std::string message;                         ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates communities and their modularity with the options of the search, in O(m log m) on one CPU thread. Many partitions are
/// valid. Gains below 10^-9 of a vertex's degree are taken for rounding. Shares no code with the engine. Throws
/// error_category::memory, ::cancelled.
[[nodiscard]] louvain_validation validate_louvain(const graph& g, std::span<const vertex_id> labels, double modularity,
                                                  const louvain_options& options = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const louvain_level& l, Field&& field) {
  field("vertices", l.vertices, "vertices", "vertices of the level: communities of the level before, or with leiden their parts");
  field("edges", l.edges, "edges", "adjacency entries of the level");
  field("communities", l.communities, "communities", "communities after the level's moves");
  field("modularity", l.modularity, "modularity", "modularity of these communities");
  field("sweeps", l.sweeps, "sweeps", "sweeps over the vertices, which update those whose neighbors changed");
  field("moves", l.moves, "moves", "moves of vertices from one community to another");
  field("seconds", l.seconds, "s", "whole level");
}

template <class Field>
void describe_fields(const louvain_report& r, Field&& field) {
  field("algorithm", r.algorithm, "text", "louvain or leiden");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads that ran");
  field("communities", r.communities, "communities", "number of communities");
  field("modularity", r.modularity, "modularity", "modularity of the communities, at this resolution");
  field("weighted", r.weighted, "flag", "whether edges counted by their weights");
  field("resolution", r.resolution, "number", "weight of the expected edges in the modularity");
  field("refining_moves", r.refining_moves, "moves", "moves of vertices while the communities of coarser levels were refined");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_coarsen", r.seconds_coarsen, "s", "all levels, from the graph itself to the coarsest");
  field("seconds_refine", r.seconds_refine, "s", "refining the communities from the coarsest level to the graph itself");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries read by the updates");
  field("levels", r.levels, "list", "reports of the levels, from the graph itself to the coarsest");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
