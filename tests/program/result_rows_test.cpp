// Results as tables with commas and with tabs, and tables that are read back.
#include <gtest/gtest.h>

#include <utility>

#include "expectations.hpp"

namespace fathom::test {
namespace {

using words = std::vector<std::string>;

// Names with all that has a meaning in one of the two forms.
constexpr const char* awkward = "from,to\n\"Paris, France\",\"say \"\"hi\"\"\"\n\"say \"\"hi\"\"\",\"back\\slash\"\n";

std::string written(words arguments, const scratch_folder& folder, const std::string& name) {
  arguments.insert(arguments.end(), {"--output", folder / name, "--quiet"});
  const run_outcome ran = run_program(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return content_of(folder / name);
}

TEST(result_rows, quote_names_between_commas) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.csv", awkward);
  const words search{"bfs", graph, "--directed", "--source", "Paris, France"};
  EXPECT_EQ(written(search, folder, "o.csv"),
            "vertex,distance,predecessor\n\"Paris, France\",0,-1\n\"say \"\"hi\"\"\",1,\"Paris, France\"\n"
            "back\\slash,2,\"say \"\"hi\"\"\"\n");
  EXPECT_EQ(written(search, folder, "o.tsv"),
            "vertex\tdistance\tpredecessor\nParis, France\t0\t-1\nsay \"hi\"\t1\tParis, France\nback\\\\slash\t2\tsay \"hi\"\n");
}

TEST(result_rows, are_read_back) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.csv", awkward);
  const std::string lines = folder.file("g.gml",
                                        "graph [ directed 0 node [ id 0 label \"one\ntwo, three\" ] node [ id 1 label \" x \" ]\n"
                                        "edge [ source 0 target 1 ] ]\n");
  for (const char* name : {"o.csv", "o.tsv"}) {
    SCOPED_TRACE(name);
    written({"bfs", graph, "--directed", "--sources", "all"}, folder, name);
    expect_output({"validate", graph, "--directed", "--sources", "all", "--distances", folder / name}, {"valid"});
    written({"bfs", lines, "--source", " x "}, folder, name);
    expect_output({"validate", lines, "--source", " x ", "--distances", folder / name}, {"2 vertices reached"});
  }
}

TEST(result_rows, have_suffixes_in_any_case) {
  const scratch_folder folder;
  EXPECT_EQ(written({"components", "path:2"}, folder, "O.CSV"), "vertex,component\n0,0\n1,0\n");
  EXPECT_EQ(written({"components", "path:2"}, folder, "O.Tsv"), "vertex\tcomponent\n0\t0\n1\t0\n");
  EXPECT_EQ(written({"components", "path:2"}, folder, "O.TXT"), "0\n0\n");
  for (const char* name : {"D.NPY", "D.CSV"}) {
    written({"bfs", "path:3", "--source", "0"}, folder, name);
    expect_output({"validate", "path:3", "--source", "0", "--distances", folder / name}, {"3 vertices reached"});
  }
  written({"distances", "path:3", "--sources", "all"}, folder, "M.NPY");
}

TEST(result_rows, are_written_by_every_command) {
  const scratch_folder folder;
  const std::pair<words, const char*> commands[] = {
      {{"components", "path:3"}, "vertex,component\n0,0\n1,0\n2,0\n"},
      {{"neighbors", "path:3", "--source", "0", "--hops", "1"}, "source,vertex,distance\n0,1,1\n"},
      {{"neighbors", "path:3", "--source", "0", "--hops", "1", "--counts"}, "source,hops,vertices\n0,0,1\n0,1,1\n"},
      {{"betweenness", "path:2", "--edges"}, "source,target,betweenness\n0,1,1\n"},
      {{"closeness", "path:2"}, "vertex,closeness\n0,1\n1,1\n"},
      {{"walks", "path:2", "--length", "2"}, "0,1,0\n1,0,1\n"},
      {{"sssp", "path:2", "--source", "0", "--random-weights", "2:2"}, "vertex,distance,predecessor\n0,0,-1\n1,2,0\n"},
  };
  for (const auto& [command, expected] : commands) {
    SCOPED_TRACE(command.front());
    EXPECT_EQ(written(command, folder, "o.csv"), expected);
  }
}

TEST(result_rows, that_are_damaged_are_refused) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.csv", awkward);
  const auto expect_refused = [&](const std::string& text, const std::string& why) {
    const std::string file = folder.file("o.csv", text);
    expect_error(run_program({"validate", graph, "--directed", "--source", "Paris, France", "--distances", file}), 3, why);
  };
  const std::string heading = "vertex,distance,predecessor\n";
  expect_refused("", "o.csv:1: is empty");
  expect_refused("vertex\tdistance\tpredecessor\n", "separated by commas");
  expect_refused(heading + "\"Paris, France\",0,-1\n\"say \"\"hi\"\",1,-1\nback\\slash,2,-1\n",
                 "o.csv:3: a quoted name does not end");
  expect_refused(heading + "Paris, France,0,-1\n", "o.csv:2: has 4 cells; expected 3");
  expect_refused(heading + "\"Paris, France\",0,-1\nnowhere,1,0\n", "o.csv:3: 'nowhere' is not in the graph");
}

TEST(result_rows, do_not_replace_the_graph) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.csv", awkward);
  expect_error(run_program({"bfs", graph, "--source", "Paris, France", "--output", graph}), 2, "would overwrite the input");
  EXPECT_EQ(content_of(graph), awkward);
}

}  // namespace
}  // namespace fathom::test
