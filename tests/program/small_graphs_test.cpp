// Every command with every way to specify sources, on graphs of zero, one and two vertices, and without edges.
#include <gtest/gtest.h>

#include "run_program.hpp"

namespace fathom::test {
namespace {

using words = std::vector<std::string>;

struct small_graph {
  const char* name;
  const char* text;
  int vertices, edges;
};

constexpr small_graph graphs[] = {{"nothing.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n", 0, 0},
                                  {"one.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n1 1 0\n", 1, 0},
                                  {"loop.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n1 1 1\n1 1\n", 1, 0},
                                  {"apart.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 0\n", 2, 0},
                                  {"pair.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", 2, 1},
                                  {"arc.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", 2, 1}};

struct sources {
  const char* name;
  words arguments;
  bool drawn;  // random sources need a vertex with an edge; others need an existing vertex
};

class small_graphs : public testing::TestWithParam<small_graph> {
 protected:
  small_graphs() : graph_(folder_.file(GetParam().name, GetParam().text)) {}

  // The exit code is documented, and a nonzero one comes with an error line.
  void expect(const words& call, bool good) const {
    const run_outcome ran = run_program(call, {.environment = {"FATHOM_DEVICE=cpu", "OMP_NUM_THREADS=1"}});
    std::string text;
    for (const std::string& word : call) text += word + " ";
    if (good) {
      EXPECT_EQ(ran.exit_code, 0) << text << ran.err;
    } else {
      EXPECT_TRUE(ran.exit_code == 2 || ran.exit_code == 3) << text << ran.exit_code << ran.err;
      EXPECT_EQ(ran.err.find("fathom: error: "), 0u) << text << ran.err;
    }
  }

  scratch_folder folder_;
  std::string graph_;
};

TEST_P(small_graphs, are_searched_from_any_source_that_is_there) {
  const std::vector<sources> ways{{"default", {}, true},
                                  {"random", {"--sources", "random:3"}, true},
                                  {"all", {"--sources", "all"}, false},
                                  {"first", {"--source", "0"}, false}};
  const std::vector<words> commands{{"bfs"},
                                    {"bfs", "--ranks"},
                                    {"bfs", "--validate", "--analysis"},
                                    {"bfs", "--json", "--levels"},
                                    {"sssp"},
                                    {"sssp", "--validate", "--json"},
                                    {"distances"},
                                    {"distances", "--levels"},
                                    {"distances", "--levels", "--method", "joint"},
                                    {"distances", "--levels", "--method", "separate"},
                                    {"distances", "--ranks", "--json"},
                                    {"neighbors", "--hops", "2"},
                                    {"neighbors", "--hops", "0", "--json"}};
  for (const words& command : commands) {
    for (const sources& way : ways) {
      words call{command.front(), graph_};
      call.insert(call.end(), command.begin() + 1, command.end());
      call.insert(call.end(), way.arguments.begin(), way.arguments.end());
      expect(call, way.drawn ? GetParam().edges > 0 : GetParam().vertices > 0);
    }
  }
  for (const words& selection : {words{"--all"}, words{"--sources", "all"}, words{"--source", "0"}}) {
    words call{"reach", "build", graph_, "--hops", "1", "--output", folder_ / "index.reach"};
    call.insert(call.end(), selection.begin(), selection.end());
    expect(call, GetParam().vertices > 0);
  }
}

TEST_P(small_graphs, are_measured_by_the_other_commands) {
  const bool directed = std::string(GetParam().name) == "arc.mtx";
  for (const char* command : {"info", "degrees", "cores", "dag", "bipartite", "closeness", "harmonic", "eccentricity",
                              "betweenness", "pagerank", "diameter", "report"}) {
    expect({command, graph_}, true);
    expect({command, graph_, "--json"}, true);
  }
  expect({"path", graph_, "--source", "0", "--target", "0"}, GetParam().vertices > 0);
  expect({"path", graph_}, GetParam().edges > 0);
  expect({"pagerank", graph_, "--ranks"}, true);
  for (const char* command :
       {"components", "triangles", "truss", "biconnected", "spanning-forest", "communities", "local-efficiency"})
    expect({command, graph_, "--json"}, !directed);
  for (const char* kind : {"--weak", "--strong"}) expect({"components", graph_, kind}, true);
  expect({"components", graph_, "--ranks", "--weak"}, true);
  expect({"walks", graph_}, GetParam().vertices > 0);
  expect({"sample", graph_, "--fanouts", "2,-1"}, GetParam().edges > 0);
  expect({"betweenness", graph_, "--edges"}, true);
  for (const char* command : {"closeness", "harmonic", "betweenness"}) {
    expect({command, graph_, "--samples", "1"}, true);
  }
  for (const char* command : {"closeness", "harmonic", "eccentricity"}) {
    expect({command, graph_, "--vertex", "0"}, GetParam().vertices > 0);
  }
  expect({"convert", graph_, folder_ / "copy.fathom", "--prepare"}, true);
}

INSTANTIATE_TEST_SUITE_P(all, small_graphs, testing::ValuesIn(graphs), [](const testing::TestParamInfo<small_graph>& graph) {
  const std::string name = graph.param.name;
  return name.substr(0, name.find('.'));
});

}  // namespace
}  // namespace fathom::test
