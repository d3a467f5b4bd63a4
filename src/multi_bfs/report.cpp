// Reports of multi-source BFS.
#include <cmath>

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

double group_report::inspection_deviation() const noexcept {
  if (inspections.empty()) return 0;
  const auto size = static_cast<double>(inspections.size());
  double sum = 0, squares = 0;
  for (const std::uint64_t one : inspections) sum += static_cast<double>(one);
  for (const std::uint64_t one : inspections) squares += std::pow(static_cast<double>(one) - sum / size, 2);
  return std::sqrt(squares / size);
}

std::string to_json(const multi_bfs_report& report) { return json_text(report); }

}  // namespace fathom
