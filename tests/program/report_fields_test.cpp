// Descriptions of reports: JSON has exactly their fields, they cover each member, and docs/json.md lists them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/report_json.hpp"
#include "fathom/biconnected.hpp"
#include "fathom/bipartite.hpp"
#include "fathom/build.hpp"
#include "fathom/communities.hpp"
#include "fathom/components.hpp"
#include "fathom/cores.hpp"
#include "fathom/dag.hpp"
#include "fathom/device.hpp"
#include "fathom/diameter.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/distributed/energy.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/energy.hpp"
#include "fathom/graph.hpp"
#include "fathom/graph500.hpp"
#include "fathom/layout.hpp"
#include "fathom/local_efficiency.hpp"
#include "fathom/louvain.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/report.hpp"
#include "fathom/sampling.hpp"
#include "fathom/shortest_path.hpp"
#include "fathom/spanning_forest.hpp"
#include "fathom/sssp.hpp"
#include "fathom/study.hpp"
#include "fathom/triangles.hpp"
#include "fathom/truss.hpp"
#include "fathom/visitor/searches.hpp"
#include "fathom/visitor/supersteps.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom {
namespace {

struct field_text {
  std::string key, unit, meaning;
};

struct report_text {
  std::string name, place;  ///< heading of the page, and where the report is found
  std::vector<field_text> fields;
  nlohmann::ordered_json object;
  std::size_t members = 0;  ///< described members, as opposed to computed values
  std::size_t all_members = 0;
};

struct anything {
  template <class T>
  operator T() const;
};

// Number of members of an aggregate: the most initializers that it takes.
template <class Report, class... Initializers>
consteval std::size_t members_of() {
  if constexpr (requires { Report{Initializers{}..., anything{}}; })
    return members_of<Report, Initializers..., anything>();
  else
    return sizeof...(Initializers);
}

template <class Report>
report_text text_of(std::string name, std::string place) {
  const Report report{};
  report_text text{std::move(name), std::move(place), {}, json_fields(report), 0, members_of<Report>()};
  const auto* const begin = reinterpret_cast<const std::byte*>(&report);
  describe_fields(report, [&]<class Value>(const char* key, const Value& value, const char* unit, const char* meaning) {
    text.fields.push_back({key, unit, meaning});
    const auto* const at = reinterpret_cast<const std::byte*>(&value);
    text.members += (begin <= at && at < begin + sizeof report) || std::is_pointer_v<Value> ? 1 : 0;
  });
  return text;
}

std::vector<report_text> all_reports() {
  return {
      text_of<receipt>("Receipt", "`receipt` of all commands, `Graph.receipt` in Python"),
      text_of<graph_properties>("Properties", "`graph` of all commands, `Graph.properties` in Python"),
      text_of<layout>("Layout", "`layout` of the commands that search"),
      text_of<weighted_layout>("Weighted layout", "`layout` of `sssp`"),
      text_of<run_report>("Breadth-first search", "`runs` of `bfs`, with shared fields beside it"),
      text_of<level_report>("Level", "`levels` of `bfs`, `search.levels` of `report`"),
      text_of<hub_cache_report>("Hub cache", "`hub_cache` of `bfs`"),
      text_of<multi_bfs_report>("Multi-source BFS", "`distances`, `closeness`, `harmonic`, `neighbors`, `reach build`"),
      text_of<group_report>("Group", "`groups` of multi-source BFS"),
      text_of<joint_level_report>("Level of a group", "`levels` of a group"),
      text_of<multi_search_report>("Concurrent searches", "`betweenness`, search programs"),
      text_of<edge_vertex_report>("Supersteps", "superstep programs"),
      text_of<superstep_report>("Superstep", "`list` of supersteps"),
      text_of<sssp_report>("Shortest paths", "`runs` of `sssp`, with shared fields beside it"),
      text_of<shortest_path_report>("Path", "`runs` of `path`, with shared fields beside it"),
      text_of<components_report>("Components", "`components`"),
      text_of<triangles_report>("Triangles", "`triangles`"),
      text_of<cores_report>("Core numbers", "`cores`"),
      text_of<truss_report>("Truss numbers", "`truss`"),
      text_of<biconnected_report>("Biconnected components", "`biconnected`"),
      text_of<bipartite_report>("Two-coloring", "`bipartite`"),
      text_of<communities_report>("Communities", "`communities`"),
      text_of<louvain_report>("Communities by the Louvain or Leiden method", "`communities --method louvain` and `leiden`"),
      text_of<louvain_level>("Level of the Louvain or Leiden method", "`levels` of these methods"),
      text_of<local_efficiency_report>("Local efficiency", "`local-efficiency`"),
      text_of<spanning_forest_report>("Spanning forest", "`spanning-forest`"),
      text_of<dag_report>("Topological order", "`dag`"),
      text_of<random_walk_report>("Random walks", "`walks`"),
      text_of<neighbor_sampling_report>("Neighbor sampling", "`sample`"),
      text_of<pagerank_report>("PageRank", "`pagerank`"),
      text_of<cpu_ceilings>("Ceilings", "`report`"),
      text_of<bounding_report>("Bounds", "`eccentricity`, `diameter`"),
      text_of<summary_statistics>("Statistics", "each key of a `summary`"),
      text_of<device_description>("Device", "`devices` of `doctor`, `fathom.devices()` in Python"),
      text_of<energy_reading>("Energy", "`rows[].energy` of `bench`, `fathom.measure_energy()` in Python"),
      text_of<rank_work>("Process", "`by_rank`, with `--ranks`"),
      text_of<shared_work>("Process that shares searches",
                           "`by_rank` of commands that [share searches](program.md#shared-searches)"),
      text_of<rank_level_report>("Level over processes", "`levels_over_ranks` of `bfs --ranks`, `graph500` and `bench scaling`"),
      text_of<rank_multi_bfs_report>("Multi-source BFS by processes", "`distances --ranks`"),
      text_of<rank_batch_report>("Batch", "`groups` of `distances --ranks`"),
      text_of<rank_batch_level>("Level of a batch", "`levels` of a batch"),
      text_of<rank_components_report>("Components by processes", "`components --ranks`"),
      text_of<search_energy>("Energy of all devices", "`energy` of `bfs --ranks` and `graph500`"),
      text_of<graph500_search>("Graph500 search", "`bfs.runs` and `sssp.runs` of `graph500`"),
      text_of<graph500_rank>("Graph500 process", "`by_rank` of `graph500`")};
}

TEST(report_fields, json_has_exactly_the_described_fields) {
  for (const report_text& report : all_reports()) {
    std::vector<std::string> described, printed;
    for (const field_text& field : report.fields) described.push_back(field.key);
    for (const auto& [key, value] : report.object.items()) printed.push_back(key);
    EXPECT_EQ(printed, described) << report.name;
  }
}

TEST(report_fields, have_a_unit_and_a_meaning) {
  for (const report_text& report : all_reports()) {
    for (const field_text& field : report.fields) {
      EXPECT_FALSE(field.unit.empty()) << report.name << ": " << field.key;
      EXPECT_FALSE(field.meaning.empty()) << report.name << ": " << field.key;
      EXPECT_EQ(field.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos) << field.key;
    }
  }
}

TEST(report_fields, of_one_key_have_one_unit) {
  std::map<std::string, std::pair<std::string, std::string>> known;
  for (const report_text& report : all_reports()) {
    for (const field_text& field : report.fields) {
      const auto& [unit, name] = known.try_emplace(field.key, field.unit, report.name).first->second;
      EXPECT_EQ(field.unit, unit) << field.key << " of " << report.name << " and of " << name;
    }
  }
}

TEST(report_fields, cover_each_member) {
  // A layout also has the graph's arrays; a batch level, an energy and by_rank of a batch are described by parts.
  const std::set<std::string> partial{"Layout", "Weighted layout", "Level of a batch", "Energy of all devices"};
  // Two members of a group's level are pairs, each of which has two fields.
  const std::map<std::string, std::size_t> pairs{{"Level of a group", 2}};
  for (const report_text& report : all_reports()) {
    if (partial.contains(report.name)) continue;
    const std::size_t more = pairs.contains(report.name) ? pairs.at(report.name) : 0;
    EXPECT_EQ(report.members, report.all_members + more) << report.name;
  }
}

TEST(report_fields, of_reports_with_values) {
  run_report searched;
  searched.source = 3, searched.levels.resize(2);
  EXPECT_EQ(json_fields(searched)["source"], 3);
  EXPECT_EQ(json_fields(searched)["levels"][1]["direction"], "top-down");
  EXPECT_TRUE(json_fields(searched)["hub_cache"].is_null());
  searched.hub_cache = {1, 3};
  EXPECT_EQ(json_fields(searched)["hub_cache"]["share_saved"], 0.75);
  EXPECT_TRUE(json_fields(search_energy{})["joules"].is_null());
}

constexpr const char* first_generated = "## Reports\n";

std::string page_of(const std::vector<report_text>& reports) {
  std::string page = std::string(first_generated) +
                     "\nThe rest of this page is generated from the reports' descriptions; see `fathom/report_fields.hpp`.\n";
  for (const report_text& report : reports) {
    page += fmt::format("\n### {}\n\nPart of: {}.\n\n| key | unit | meaning |\n| --- | --- | --- |\n", report.name, report.place);
    for (const field_text& field : report.fields) {
      std::string meaning = field.meaning;
      for (std::size_t at = 0; (at = meaning.find('|', at)) != std::string::npos; at += 2) meaning.insert(at, "\\");
      page += fmt::format("| `{}` | {} | {} |\n", field.key, field.unit, meaning);
    }
  }
  return page;
}

TEST(report_fields, are_documented) {
  const std::string file = std::string(FATHOM_SOURCE_DIR) + "/docs/json.md";
  std::ostringstream read;
  read << std::ifstream(file).rdbuf();
  const std::string page = read.str(), expected = page_of(all_reports());
  const std::size_t begin = page.find(first_generated);
  ASSERT_NE(begin, std::string::npos);
  if (std::getenv("FATHOM_WRITE_DOCS"))
    std::ofstream(file) << page.substr(0, begin) << expected;
  else
    EXPECT_EQ(page.substr(begin), expected) << "run this test with FATHOM_WRITE_DOCS=1 to write " << file;
}

}  // namespace
}  // namespace fathom
