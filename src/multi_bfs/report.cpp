// Reports of multi-source BFS.
#include "base/report_json.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

sharing group_report::shared(direction by_edges) const noexcept {
  sharing sum;
  for (const joint_level_report& level : levels) {
    if (level.by_edges != by_edges) continue;
    const sharing& frontier = by_edges == direction::top_down ? level.visited : level.unvisited;
    sum.joint += frontier.joint, sum.separate += frontier.separate;
  }
  return sum;
}

double group_report::sharing_degree() const noexcept {
  const sharing down = shared(direction::top_down), up = shared(direction::bottom_up);
  return sharing{down.joint + up.joint, down.separate + up.separate}.degree();
}

std::string to_json(const multi_bfs_report& report) { return json_text(report); }

}  // namespace fathom
