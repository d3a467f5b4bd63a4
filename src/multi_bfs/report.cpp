// Reports of multi-source BFS.
#include <nlohmann/json.hpp>

#include "fathom/multi_bfs.hpp"

namespace fathom {
namespace {

using json = nlohmann::ordered_json;

json level_json(const joint_level_report& level) {
  return {{"level", level.level},
          {"direction", to_string(level.way)},
          {"joint_frontier", level.joint},
          {"separate_frontiers", level.separate},
          {"edges_inspected", level.edges_inspected},
          {"found", level.found},
          {"seconds", level.seconds}};
}

json group_json(const group_report& group) {
  json object = {{"searches", group.searches}, {"rank", group.rank},       {"device", to_string(group.where)},
                 {"depth", group.depth},       {"seconds", group.seconds}, {"edges_traversed", group.edges_traversed}};
  if (group.levels.empty()) return object;
  object["sharing_degree"] = group.sharing_degree();
  object["sharing_ratio"] = group.sharing_ratio();
  json& levels = object["levels"] = json::array();
  for (const joint_level_report& level : group.levels) levels.push_back(level_json(level));
  return object;
}

}  // namespace

sharing group_report::shared(direction way) const noexcept {
  sharing sum;
  for (const joint_level_report& level : levels) {
    if (level.way == way) sum.joint += level.joint, sum.separate += level.separate;
  }
  return sum;
}

double group_report::sharing_degree() const noexcept {
  const sharing down = shared(direction::top_down), up = shared(direction::bottom_up);
  return sharing{down.joint + up.joint, down.separate + up.separate}.degree();
}

std::string to_json(const multi_bfs_report& report) {
  json devices = json::array();
  for (const device d : report.devices) devices.push_back(to_string(d));
  json object = {{"algorithm", "multi_bfs"},
                 {"engine", report.engine},
                 {"grouping", report.grouping},
                 {"order", report.order},
                 {"device", to_string(report.where)},
                 {"devices", devices},
                 {"ranks", report.ranks},
                 {"threads", report.threads},
                 {"width", report.width},
                 {"sources", report.sources},
                 {"searches", report.searches},
                 {"edges_traversed", report.edges_traversed},
                 {"seconds", report.seconds()},
                 {"seconds_group", report.seconds_group},
                 {"seconds_search", report.seconds_search},
                 {"seconds_sink", report.seconds_sink},
                 {"teps", report.teps()},
                 {"planned_bytes", report.planned_bytes},
                 {"peak_memory_bytes", report.peak_memory_bytes}};
  json& groups = object["groups"] = json::array();
  for (const group_report& group : report.groups) groups.push_back(group_json(group));
  return object.dump();
}

}  // namespace fathom
