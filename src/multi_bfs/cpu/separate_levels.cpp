#include "multi_bfs/cpu/separate_levels.hpp"

#include <map>
#include <utility>

namespace fathom::multi_bfs_engine {

std::vector<joint_level_report> add_up_separate_levels(std::span<const std::vector<level_report>> searches) {
  std::map<std::pair<hop_count, direction>, joint_level_report> sums;
  for (const std::vector<level_report>& levels : searches) {
    for (const level_report& one : levels) {
      joint_level_report& sum = sums[{one.level, one.way}];
      sum.level = one.level, sum.way = one.way;
      sum.visited.joint += one.frontier, sum.visited.separate += one.frontier;
      sum.edges_inspected += one.edges_inspected;
      sum.found += one.found;
      sum.seconds += one.seconds;
    }
  }
  std::vector<joint_level_report> all;
  for (const auto& [level, sum] : sums) all.push_back(sum);
  return all;
}

}  // namespace fathom::multi_bfs_engine
