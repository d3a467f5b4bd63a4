// `fathom biconnected`, `bipartite`, `communities`, `local-efficiency`, `spanning-forest`, `truss`, `dag`, `walks` and `sample`:
// report, JSON, files, errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

// A triangle with a path of two edges, and ids that are not 0 to n-1.
constexpr const char* triangle_and_tail = "10 20\n20 30\n30 10\n30 40\n40 50\n";

TEST(biconnected_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_and_tail), vertices = folder / "v.tsv", edges = folder / "e.tsv";
  expect_output({"biconnected", graph, "--undirected", "--output", vertices, "--validate"},
                {"biconnected on cpu, 1 thread: 3 components in ",
                 "  3 vertices in the largest component, 2 bridges, 2 articulation points\n", "valid ("});
  EXPECT_EQ(content_of(vertices), "vertex\tbiconnected_components\n10\t1\n20\t1\n30\t2\n40\t2\n50\t1\n");
  const nlohmann::json found = json_of({"biconnected", graph, "--undirected", "--edges", "--output", edges, "--threads", "2"});
  expect_values(found, {{"/components", 3},
                        {"/bridges", 2},
                        {"/articulation_points", 2},
                        {"/largest_component", 3},
                        {"/threads", 1},
                        {"/valid", nullptr}});
  EXPECT_EQ(content_of(edges), "source\ttarget\tbiconnected_component\n40\t50\t0\n30\t40\t1\n10\t20\t2\n20\t30\t2\n30\t10\t2\n");
}

TEST(biconnected_command, explains_mistakes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_and_tail);
  expect_error(run_program({"biconnected", graph, "--directed"}), usage, "--undirected ignores");
  expect_error(run_program({"biconnected", graph, "--edges"}), usage, "--edges selects what --output writes; add --output FILE");
  expect_error(run_program({"biconnected", graph, "--output", folder / "o.xml"}), usage, ".npy, .tsv, .csv or .txt");
}

TEST(spanning_forest_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("square.wel", "10 20 0.5\n20 30 1\n30 40 2\n40 10 4\n"), edges = folder / "e.tsv";
  expect_output({"spanning-forest", graph, "--undirected", "--output", edges, "--validate"},
                {"minimum spanning forest on cpu, 1 thread: weight 3.5 in ", "  1 tree, 3 edges\n", "valid ("});
  EXPECT_EQ(content_of(edges), "source\ttarget\tweight\n10\t20\t0.5\n20\t30\t1\n30\t40\t2\n");
  const nlohmann::json found = json_of({"spanning-forest", graph, "--undirected", "--maximum"});
  expect_values(found, {{"/weight", 7}, {"/total", "maximum"}, {"/trees", 1}, {"/forest_edges", 3}});
  expect_error(run_program({"spanning-forest", graph, "--directed"}), usage, "--undirected ignores");
  expect_error(run_program({"spanning-forest", graph, "--random-weights", "7"}), usage, "LOW:HIGH");
}

TEST(dag_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string tasks = folder.file("tasks.el", "10 20\n20 30\n10 30\n30 40\n"), out = folder / "g.tsv";
  expect_output(
      {"dag", tasks, "--directed", "--output", out, "--validate"},
      {"topological order on cpu, 1 thread: acyclic, 4 generations in ", "  longest path: length 3, 10 -> 20 -> 30 -> 40, in "});
  EXPECT_EQ(content_of(out), "vertex\tgeneration\n10\t0\n20\t1\n30\t2\n40\t3\n");
  const nlohmann::json found = json_of({"dag", tasks, "--directed"});
  expect_values(found,
                {{"/acyclic", true}, {"/generations", 4}, {"/longest_path/path", nlohmann::json::parse("[10, 20, 30, 40]")}});
}

// Other commands drop self-loops.
TEST(structure_commands, self_loops_are_cycles) {
  const scratch_folder folder;
  const std::string graph = folder.file("loop.el", "10 20\n20 20\n20 30\n");
  expect_output({"dag", graph, "--directed", "--validate"}, {"not acyclic", "  cycle of 1 edge: 20 -> 20\n", "valid ("});
  expect_output({"bipartite", graph, "--undirected", "--validate"},
                {"not bipartite", "  odd cycle of 1 edge: 20 -> 20\n", "valid ("});
  expect_output({"components", graph, "--weak"}, {"self-loops\n"});
}

TEST(dag_command, writes_the_transitive_reduction) {
  const scratch_folder folder;
  const std::string tasks = folder.file("tasks.el", "10 20\n20 30\n10 30\n30 40\n"), out = folder / "reduced.el";
  expect_output({"dag", tasks, "--directed", "--reduction", out, "--validate"},
                {"  transitive reduction: 3 of 4 edges in ", "valid ("});
  EXPECT_EQ(content_of(out), "10 20\n20 30\n30 40\n");
  expect_error(run_program({"dag", "path:4", "--reduction", out}), usage, "the graph has a cycle, '");
  expect_error(run_program({"dag", tasks, "--reduction", folder / "reduced.xyz"}), usage, "suffix");
  expect_error(run_program({"dag", tasks, "--reduction", tasks}), usage, "tasks.el");
}

TEST(bipartite_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string square = folder.file("square.el", "10 20\n20 30\n30 40\n40 10\n"), out = folder / "c.tsv";
  expect_output({"bipartite", square, "--directed", "--output", out, "--validate"},
                {"two-coloring on cpu, 1 thread: bipartite in ", "  2 vertices of color 0, 2 of color 1\n", "valid ("});
  EXPECT_EQ(content_of(out), "vertex\tcolor\n10\t0\n20\t1\n30\t0\n40\t1\n");
  const nlohmann::json found = json_of({"bipartite", folder.file("tail.el", triangle_and_tail)});
  EXPECT_EQ(found["bipartite"], false);
  EXPECT_EQ(found["odd_cycle"].size(), 3u);
  EXPECT_TRUE(found["of_color"].is_null());
}

TEST(truss_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_and_tail), edges = folder / "e.tsv", truss = folder / "t.fathom";
  expect_output({"truss", graph, "--undirected", "--output", edges, "--validate"},
                {"truss on cpu, 1 thread: largest truss number 3 in ", "  3 edges in the innermost truss\n",
                 "truss number  edges  fraction", "valid ("});
  EXPECT_EQ(content_of(edges), "source\ttarget\ttruss_number\n10\t20\t3\n10\t30\t3\n20\t30\t3\n30\t40\t2\n40\t50\t2\n");
  const nlohmann::json found = json_of({"truss", graph, "--undirected", "--subgraph", truss});
  expect_values(found,
                {{"/largest_truss_number", 3},
                 {"/innermost", 3},
                 {"/triangles", 1},
                 {"/distribution", nlohmann::json::parse(R"([{"truss_number": 2, "edges": 2}, {"truss_number": 3, "edges": 3}])")},
                 {"/k_truss", nlohmann::json::parse(R"({"k": 3, "vertices": 3, "undirected_edges": 3})")}});
  EXPECT_EQ(json_of({"info", truss})["graph"]["vertices"], 3);
  EXPECT_EQ(json_of({"truss", graph, "--undirected", "--k-truss", "4"})["k_truss"]["vertices"], 0);
  expect_error(run_program({"truss", graph, "--directed"}), usage, "trusses need an undirected graph; --undirected ignores");
  expect_error(run_program({"truss", graph, "--undirected", "--subgraph", graph}), usage, "tail.el");
}

TEST(communities_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("two.el", "10 20\n20 30\n30 10\n40 50\n50 60\n60 40\n30 40\n"), out = folder / "c.tsv";
  expect_output(
      {"communities", graph, "--undirected", "--output", out, "--validate"},
      {"label propagation on cpu, 1 thread: 2 communities in ", "  modularity 0.3571, 3 vertices in the largest community\n",
       "  smallest vertex  vertices    share\n               10         3  50.00 %\n", "valid ("});
  const nlohmann::json found = json_of({"communities", graph, "--undirected"});
  EXPECT_EQ(found["largest"], nlohmann::json::parse(R"([{"vertex": 10, "size": 3}, {"vertex": 40, "size": 3}])"));
  EXPECT_EQ(content_of(out), "vertex\tcommunity\n10\t0\n20\t0\n30\t0\n40\t1\n50\t1\n60\t1\n");
  // NetworkX's modularity of the same communities.
  const std::string loops = folder.file("loops.el", "0 0\n0 1\n1 2\n2 0\n2 3\n3 4\n4 5\n5 3\n5 5\n");
  EXPECT_NEAR(json_of({"communities", loops, "--undirected"})["modularity"].get<double>(), 0.3888888889, 1e-9);
  EXPECT_NEAR(json_of({"communities", loops, "--undirected", "--drop-self-loops"})["modularity"].get<double>(), 0.3571428571, 1e-9);
  expect_error(run_program({"communities", graph, "--directed"}), usage,
               "communities need an undirected graph; --undirected ignores");
}

TEST(communities_command, has_the_louvain_method) {
  const scratch_folder folder;
  const std::string graph = folder.file("two.el", "10 20\n20 30\n30 10\n40 50\n50 60\n60 40\n30 40\n"), out = folder / "c.tsv";
  expect_output({"communities", graph, "--undirected", "--method", "louvain", "--output", out, "--validate"},
                {"Louvain method on cpu, 1 thread: 2 communities in ", "  modularity 0.3571, 3 vertices in the largest community\n",
                 "  level  vertices  edges  communities  modularity", "valid ("});
  EXPECT_EQ(content_of(out), "vertex\tcommunity\n10\t0\n20\t0\n30\t0\n40\t1\n50\t1\n60\t1\n");
  const nlohmann::json found = json_of({"communities", graph, "--undirected", "--method", "louvain"});
  expect_values(found, {{"/algorithm", "louvain"}, {"/levels/0/vertices", 6}, {"/runs/0/communities", 2}});
  expect_error(run_program({"communities", graph, "--undirected", "--resolution", "2"}), usage,
               "--resolution applies to --method louvain or leiden; add one, or leave out --resolution");
}

TEST(communities_command, has_the_leiden_method) {
  const scratch_folder folder;
  const std::string graph = folder.file("two.el", "10 20\n20 30\n30 10\n40 50\n50 60\n60 40\n30 40\n");
  expect_output({"communities", graph, "--undirected", "--method", "leiden", "--validate"},
                {"Leiden method on cpu, 1 thread: 2 communities in ", "valid ("});
}

TEST(local_efficiency_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_and_tail), out = folder / "e.tsv";
  expect_output({"local-efficiency", graph, "--undirected", "--output", out},
                {"local efficiency on cpu, 1 thread: mean 0.466667 in "});
  EXPECT_EQ(content_of(out).find("vertex\tlocal_efficiency\n10\t1\n20\t1\n30\t0.33333"), 0u) << content_of(out);
  expect_error(run_program({"local-efficiency", graph, "--directed"}), usage,
               "values of local efficiency need an undirected graph; --undirected ignores");
}

TEST(dag_command, shows_a_cycle) {
  const scratch_folder folder;
  const std::string graph = folder.file("loop.el", "5 10\n10 20\n20 10\n20 30\n"), out = folder / "g.tsv";
  const run_outcome ran =
      expect_output({"dag", graph, "--directed", "--output", out, "--validate"}, {"not acyclic", "  cycle of 2 edges: "});
  EXPECT_EQ(content_of(out), "vertex\tgeneration\n5\t0\n10\t-1\n20\t-1\n30\t-1\n");
  const nlohmann::json found = json_of({"dag", graph, "--directed"});
  expect_values(found, {{"/acyclic", false}, {"/ordered", 1}});
  EXPECT_EQ(found["cycle"].size(), 2u);
  EXPECT_TRUE(found["longest_path"].is_null());
  constexpr const char* hint = "use --directed";
  EXPECT_EQ(ran.out.find(hint), std::string::npos) << ran.out;
  EXPECT_NE(run_program({"dag", graph, "--undirected"}).out.find(hint), std::string::npos);
}

// The only walk from 10 leads to 40 and ends there.
TEST(walks_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("chain.el", "10 20\n20 30\n30 40\n"), lines = folder / "w.txt", matrix = folder / "w.npy";
  const auto call = [&](const std::string& output) {
    return std::vector<std::string>{"walks", graph,      "--directed", "--source",  "10", "--length", "5", "--walks-per-source",
                                    "2",     "--output", output,       "--validate"};
  };
  expect_output(call(lines), {"2 random walks from source 10 on cpu, 1 thread: ", "  10 -> 20 -> 30 -> 40\n", "valid ("});
  EXPECT_EQ(content_of(lines), "10 20 30 40\n10 20 30 40\n");
  const nlohmann::json found = json_of(call(matrix));
  expect_values(found, {{"/steps", 6}, {"/ended_early", 2}, {"/first_walks/1", nlohmann::json::parse("[10, 20, 30, 40]")}});
  const std::string bytes = content_of(matrix);
  EXPECT_NE(bytes.find("(2, 6)"), std::string::npos);
  const std::int32_t row[] = {10, 20, 30, 40, -1, -1};
  const std::string packed(reinterpret_cast<const char*>(row), sizeof row);
  EXPECT_TRUE(bytes.ends_with(packed + packed));
}

TEST(sample_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("chain.el", "10 20\n20 30\n30 40\n"), edges = folder / "e.tsv";
  expect_output({"sample", graph, "--directed", "--source", "10", "--fanouts", "3,-1", "--output", edges, "--validate"},
                {"neighborhood of source 10 on cpu, 1 thread: 3 vertices, 2 edges in ", "valid ("});
  EXPECT_EQ(content_of(edges), "source\ttarget\thop\n10\t20\t1\n20\t30\t2\n");
  const nlohmann::json found = json_of({"sample", "star:9", "--source", "0", "--fanouts", "3,1"});
  expect_values(found, {{"/nodes", 4}, {"/hops/0", nlohmann::json::parse(R"({"fanout": 3, "edges": 3, "new_vertices": 3})")}});
  EXPECT_EQ(json_of({"sample", "path:3", "--fanouts", "1"})["sources"], 3);  // of 16 random ones, which repeat
  expect_error(run_program({"sample", "path:5", "--source", "1", "--source", "1", "--fanouts", "1"}), usage, "occurs twice");
  expect_error(run_program({"sample", "path:5"}), usage, "--fanouts");
}

TEST(walks_command, writes_labels_as_a_table) {
  const scratch_folder folder;
  const std::string graph = folder.file("names.csv", "from,to\nAnn,Bob\nBob,Cy\n"), table = folder / "w.tsv";
  EXPECT_EQ(run_program({"walks", graph, "--directed", "--output", table}).exit_code, 0);
  EXPECT_EQ(content_of(table), "Ann\tBob\tCy\nBob\tCy\nCy\n");
}

TEST(walks_command, explains_mistakes) {
  expect_error(run_program({"walks", "path:5", "--length", "0"}), usage, "'0' is not an integer from 1");
  expect_error(run_program({"walks", "path:5", "--p", "-2"}), usage, "--p: '-2' is not a number above 0");
  expect_error(run_program({"walks", "path:5", "--source", "5"}), usage, "5");
  expect_error(run_program({"walks", "path:5", "--output", "walks.xml"}), usage, ".npy, .tsv, .csv or .txt");
  expect_error(run_program({"walks", "path:5", "--length", "4000000000", "--walks-per-source", "4000000000"}), 4, "storing");
}

}  // namespace
}  // namespace fathom::test
