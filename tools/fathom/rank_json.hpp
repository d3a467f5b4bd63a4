// The JSON objects of what ranks did.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fathom/rank_bfs.hpp"
#include "fathom/rank_energy.hpp"
#include "fathom/rank_graph.hpp"
#include "fathom/rank_multi_bfs.hpp"
#include "graph_argument.hpp"
#include "json.hpp"

namespace fathom::program {

/// A graph that lies on ranks.
struct parts_told {
  std::uint64_t edges = 0;  ///< of the whole graph
  int grid_rows = 0, grid_columns = 0;
  std::uint64_t delegates = 0;     ///< hubs whose edges all ranks share
  std::vector<rank_work> by_rank;  ///< what each has and did
  bool weighted = false;           ///< with weights, as the command needs them
};

[[nodiscard]] parts_told told_of(const rank_graph& g, std::vector<rank_work> by_rank);

/// Into the object of a command: "grid", "delegates" and "by_rank", and "graph" and "receipt" with what is known where every rank
/// has its part.
void tell_of_parts(const loaded_graph& loaded, const parts_told& parts, json& object);

/// By rank.
[[nodiscard]] json ranks_json(std::span<const rank_work> by_rank);
[[nodiscard]] json levels_json(std::span<const rank_level_report> levels);
[[nodiscard]] json levels_json(std::span<const rank_batch_level> levels);
/// Of all devices; where none could be measured its values are null, and `why_not` says why.
[[nodiscard]] json energy_json(const search_energy& measured);

}  // namespace fathom::program
