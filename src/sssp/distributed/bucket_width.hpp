// Weights of a distributed graph, and the buckets of distributed delta-stepping.
#pragma once

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// The largest weight in this process's edges, which is 1 without weights; 0 if it has no edges.
[[nodiscard]] edge_weight heaviest_weight(const partitioned_graph& g);

/// Collective. Returns `times` the mean gap between the weights at a vertex of mean degree, assuming that weights are uniform up to
/// the largest. Never 0. `heaviest` is heaviest_weight() of this process's edges, wherever they are stored.
[[nodiscard]] float bucket_width(const partitioned_graph& g, edge_weight heaviest, double times);

/// Weights of all processes' edges; in a graph without weights each is 1.
struct weight_facts {
  edge_weight lightest = 1, heaviest = 1;
  double mean = 1;
  bool weighted = false;
  bool whole = true;  ///< all are integers
};

/// Collective. Throws error_category::input for a weight that is negative or not finite, on all processes.
[[nodiscard]] weight_facts facts_of_weights(const partitioned_graph& g, int threads);

struct bucket_plan {
  double width = 1;
  bool is_fixed = false;                    ///< otherwise a search adapts it
  double lightest_heavy = 1;                ///< edges of this weight or more are relaxed once the bucket of their source is settled
  bool has_light = true, has_heavy = true;  ///< whether some edge is lighter, and whether some edge is not
};

/// Collective: buckets of this width or, if it is 0, at first of the mean gap between the weights at a vertex of mean degree, as if
/// they were uniform between 0 and twice their mean.
[[nodiscard]] bucket_plan plan_buckets(const partitioned_graph& g, const weight_facts& weights, double width);

}  // namespace fathom::ranks_engine
