// JSON objects for runs on several processes.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/distributed/graph.hpp"
#include "options/loaded_graph.hpp"
#include "output/json.hpp"

namespace fathom::program {

/// Description of a partitioned graph.
struct partition_summary {
  std::uint64_t edges = 0;  ///< of the whole graph
  int grid_rows = 0, grid_columns = 0;
  std::uint64_t delegates = 0;     ///< hubs with edges on all processes
  std::vector<rank_work> by_rank;  ///< size and work of each process
  bool weighted = false;           ///< stored with weights, which only some commands need
};

[[nodiscard]] partition_summary summarize_partition(const rank_graph& g, std::vector<rank_work> by_rank);

/// Adds "grid", "delegates" and "by_rank" to a command's object, and replaces "graph" and "receipt" by the values known for a
/// partitioned graph.
void add_partition(const loaded_graph& loaded, const partition_summary& parts, json& object);

}  // namespace fathom::program
