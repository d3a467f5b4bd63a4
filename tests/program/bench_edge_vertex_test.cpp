// fathom bench edge-vertex. The command itself fails if a method's values differ from those of the message buffer.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "run_program.hpp"
#include "tested_device.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

run_outcome bench_programs(std::vector<std::string> arguments) {
  std::vector<std::string> all{"bench", "edge-vertex", "--repeat", "1", "--device", to_string(tested_device())};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_program(all);
}

TEST(bench_edge_vertex, measures_all_ways_of_three_programs) {
  for (const char* const graph : {"kron:9", "grid:20x20", "star:3000", "random:500:3"}) {
    SCOPED_TRACE(graph);
    const run_outcome ran = bench_programs({graph, "--json"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    std::map<std::string, json> rows;
    const json object = json::parse(ran.out);
    for (const json& row : object["rows"]) {
      if (row["bench"] == "edge-vertex counters") continue;  // has no times: bench_counters_test.cpp
      EXPECT_GT(row["summary"]["seconds"]["median"], 0) << row;
      std::string name = row["bench"].get<std::string>() + ": " + row["what"].get<std::string>();
      if (row["graph"] != graph) name += " of " + row["graph"].get<std::string>();
      const bool fresh = rows.emplace(name, row).second;
      EXPECT_TRUE(fresh) << row;
    }
    for (const char* const program : {"pagerank", "shortest paths", "components"}) {
      for (const char* const way :
           {"message buffer", "sorted", "sorted, in groups", "sorted by radix, in groups", "fused", "fused, sorted"}) {
        const std::string name = "edge-vertex " + std::string(program) + ": " + way;
        ASSERT_EQ(rows.count(name), 1u) << name;
        EXPECT_LE(rows[name]["figures"]["seconds_supersteps"], rows[name]["summary"]["seconds"]["max"]) << name;
      }
      EXPECT_EQ(rows.count("edge-vertex " + std::string(program) + ": without the framework"), 1u) << program;
    }
    EXPECT_EQ(rows["edge-vertex pagerank: fused"]["figures"]["supersteps"], 50);
    EXPECT_EQ(rows["edge-vertex pagerank: message buffer"]["figures"]["extra_slots"], 0);
    EXPECT_EQ(rows.count("edge-vertex buckets: none") + rows.count("edge-vertex buckets: 1000"), 2u);
    for (const char* const sort : {"approximate", "radix, the keys' bits", "merge"}) {
      EXPECT_EQ(rows.count("edge-vertex sort: " + std::string(sort) + " of " + graph + ": in-degrees"), 1u) << sort;
    }
    // Table 6 is the ratio of two whole runs.
    const auto seconds = [&](const char* way) {
      return rows[std::string("edge-vertex pagerank: ") + way]["summary"]["seconds"]["median"].get<double>();
    };
    EXPECT_NEAR(rows["edge-vertex pagerank: sorted, in groups"]["figures"]["faster_than_radix"].get<double>(),
                seconds("sorted by radix, in groups") / seconds("sorted, in groups") - 1, 1e-9);
    const double extra = rows["edge-vertex pagerank: sorted, in groups"]["figures"]["extra_slots"];
    EXPECT_GE(extra, 0);
    if (std::string(graph) == "star:3000") {
      EXPECT_GT(extra, 1);  // the hub's group has 32 columns of equal length
    }
  }
}

TEST(bench_edge_vertex, prints_the_papers_figures) {
  const run_outcome ran = bench_programs({"kron:9", "uniform:9:4"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* words : {"Figure 7: milliseconds for PageRank", "Figure 8: milliseconds for shortest paths",
                            "Figure 9: milliseconds for components", "Table 4: milliseconds of preprocessing", "Figures 10 and 13",
                            "Table 6: improvement", "Figure 11", "Figure 12", "Figure 14: slots"}) {
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << "\n" << ran.out;
  }
}

// A program's values do not depend on the direction of edges: components are those of the graph with the reverse of each edge.
TEST(bench_edge_vertex, measures_directed_graphs_with_weights) {
  const run_outcome ran = bench_programs({"rmat:8:8", "--directed", "--keep-duplicates", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json rows = json::parse(ran.out)["rows"];
  const std::string note = rows[0]["note"];
  EXPECT_NE(note.find("directed edges of a directed graph; weights of shortest paths 1 to 255"), std::string::npos) << note;
}

}  // namespace
}  // namespace fathom::test
