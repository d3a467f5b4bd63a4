// Option rows of the commands that find the structure of a graph.
#include "option_rows.hpp"

namespace fathom::test {

// Options of the graph for commands that refuse directed graphs.
static std::vector<row> rows_of_undirected_graph(const std::string& command, const make_call& call) {
  const make_call undirected = [&](const words& g) { return call(g) + words{"--undirected"}; };
  std::vector<row> rows =
      rows_of_naming(call) + rows_of_building(undirected) + idle_seed(call) + where_listed(command, rows_of_vertices(undirected));
  for (row& one : rows) {  // the plain file is read as directed
    if (one.option == "--file") one.arguments.push_back("--undirected");
  }
  return rows + std::vector<row>{with({"--seed", "7"}, effect::differs, "/graph/edges", {}, call({"kron:6:4"})),
                                 with({"--format", "snap"}, effect::shows, "/receipt/origin", "snap", undirected({files().plain})),
                                 with({"--directed"}, effect::ends, "this graph is directed", 2),
                                 with({"--undirected"}, effect::mends, "", {}, call({files().weights})),
                                 with("--symmetrize", {"-s"}, effect::mends, "", {}, call({files().weights})),
                                 with({"--trust"}, effect::mends, "", {}, call({files().damaged})),
                                 with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4),
                                 with({"--largest-component"}, effect::shows, "/graph/vertices", 3, undirected({files().apart}))};
}

// Options of the graph for algorithms on processes that have no delegates.
static std::vector<row> rows_of_graph_without_delegates(const make_call& call) {
  return without(rows_of_graph_on_ranks(call), "--delegates") + idle_seed(call) +
         std::vector<row>{with({"--devices", "cpu,cpu"}, effect::refused, "--ranks"),
                          with({"--delegates", "2"}, effect::ends, "delegates", 2, call({"star:9"})),
                          with({"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})),
                          with({"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals}))};
}

command_way components_alone() {
  const make_call call = [](const words& g) { return words{"components"} + g + words{"--json", "--weak"}; };
  const words base = call({"random:9:1"}), either{"components", "random:9:1", "--json"};
  return {"components", "", base,
          rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("c.npy")) + rows_over_devices(call) +
              std::vector<row>{threads(call({"kron:14:8"})),
                               with({"--weak"}, effect::states, "/kind", "weakly connected components", either),
                               with({"--strong"}, effect::states, "/kind", "strongly connected components", either),
                               with({"--strong", "--weak"}, effect::refused, "exclude each other", {}, either),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3)} +
              rows_of_results(base, "components.txt")};
}

command_way components_on_ranks() {
  const make_call call = [](const words& g) { return words{"components"} + g + words{"--json", "--weak", "--ranks"}; };
  const words base = call({"random:9:1"});
  return {"components", "--ranks", base,
          rows_of_graph_on_ranks(call) + idle_seed(call) +
              std::vector<row>{with({"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})),
                               with({"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})),
                               threads(base), with({"--devices", "cpu,cpu"}, effect::refused, "--ranks"),
                               with({"--repeat", "3"}, effect::refused, "does not work with --ranks"),
                               with({"--weak"}, effect::mends, "", {}, {"components", "random:9:1", "--json", "--ranks"}),
                               with({"--strong"}, effect::states, "/kind", "strongly connected components",
                                    {"components", "random:9:1", "--json", "--ranks"}),
                               with({"--parts", "--output", out("c.npy")}, effect::writes, out("c.0-of-1.npy"))} +
              rows_of_results(base, "components-ranks.txt")};
}

command_way triangles() {
  const make_call call = [](const words& g) { return words{"triangles"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"triangles", "", base,
          rows_of_undirected_graph("triangles", call) + rows_without_ranks(call, out("t.npy")) +
              std::vector<row>{with({"--directions", "counted"}, effect::mends, "", {}, call({files().weights})),
                               with({"--directions", "counted"}, effect::differs, "/count", {}, call({"complete:4"})),
                               with({"--directions", "ignored"}, effect::shows, "/directions", "ignored"),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               with({"--devices", "cpu,cpu"}, effect::differs, "/engine"),
                               with({"--devices", "cuda:98"}, effect::ends, "cuda:98", 4), threads(call({"kron:12:8"}))} +
              rows_of_results(base, "triangles.txt")};
}

command_way triangles_on_ranks() {
  const make_call call = [](const words& g) {
    return words{"triangles"} + g + words{"--directions", "ignored", "--json", "--ranks"};
  };
  const words base = call({files().mutual});
  return {"triangles", "--ranks", base,
          rows_of_graph_without_delegates(call) +
              std::vector<row>{with({"--directions", "counted"}, effect::shows, "/directions", "counted",
                                    {"triangles", files().mutual, "--json", "--ranks"}),
                               with({"--repeat", "3"}, effect::refused, "does not work with --ranks"),
                               with({"--parts", "--output", out("t.npy")}, effect::writes, out("t.0-of-1.npy")), threads(base)} +
              rows_of_results(base, "triangles-ranks.txt")};
}

command_way biconnected() {
  const make_call call = [](const words& g) { return words{"biconnected"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"biconnected", "", base,
          rows_of_undirected_graph("biconnected", call) +
              std::vector<row>{
                  with({"--repeat", "3"}, effect::shows, "/runs#", 3), with("--validate", {"-v"}, effect::shows, "/valid", true),
                  with({"--edges"}, effect::refused, "add --output"),
                  with({"--edges"}, effect::alters, out("blocks.tsv"), {}, base + words{"--output", out("blocks.tsv")}),
                  threads(base, "/receipt/threads")} +
              rows_of_results(base, "biconnected.txt")};
}

command_way cores() {
  const make_call call = [](const words& g) { return words{"cores"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"cores", "", base,
          rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("k.npy")) + rows_over_devices(call) +
              std::vector<row>{with({"--k-core", "2"}, effect::shows, "/k_core/vertices", 3),
                               with({"--onion"}, effect::shows, "/onion/layers", 2),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               with({"--subgraph", out("core.mtx")}, effect::writes, out("core.mtx")),
                               with({"--subgraph", out("core.png")}, effect::ends, "the suffix does not select a format", 2),
                               with("--validate", {"-v"}, effect::shows, "/valid", true), threads(call({"kron:15:16"}))} +
              rows_of_results(base, "cores.txt")};
}

command_way truss() {
  const make_call call = [](const words& g) { return words{"truss"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"truss", "", base,
          rows_of_undirected_graph("truss", call) +
              std::vector<row>{with({"--k-truss", "3"}, effect::shows, "/k_truss/vertices", 3),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               with({"--subgraph", out("truss.mtx")}, effect::writes, out("truss.mtx")),
                               with("--validate", {"-v"}, effect::shows, "/valid", true), threads(call({"kron:12:8"}))} +
              rows_of_results(base, "truss.txt")};
}

command_way cores_on_ranks() {
  const make_call call = [](const words& g) { return words{"cores"} + g + words{"--json", "--ranks"}; };
  const words base = call({files().mutual});
  return {"cores", "--ranks", base,
          rows_of_graph_without_delegates(call) +
              std::vector<row>{with({"--k-core", "2"}, effect::refused, "does not work with --ranks"),
                               with({"--onion"}, effect::refused, "does not work with --ranks"),
                               with({"--repeat", "3"}, effect::refused, "does not work with --ranks"),
                               with({"--subgraph", out("core.mtx")}, effect::refused, "does not work with --ranks"),
                               with("--validate", {"-v"}, effect::shows, "/valid", true),
                               with({"--parts", "--output", out("k.npy")}, effect::writes, out("k.0-of-1.npy")), threads(base)} +
              rows_of_results(base, "cores-ranks.txt")};
}

command_way spanning_forest() {
  const make_call call = [](const words& g) { return words{"spanning-forest"} + g + words{"--json"}; };
  const words base = call({files().mutual}), weighted = call({files().weights, "--undirected"});
  return {
      "spanning-forest", "", base,
      without(rows_of_undirected_graph("spanning-forest", call), "--seed") +
          std::vector<row>{with({"--seed", "7"}, effect::differs, "/weight", {}, call({"complete:9", "--random-weights", "1:255"})),
                           with({"--seed", "7"}, effect::refused, "is not a random graph", {}, call({"path:5"})),
                           with({"--maximum"}, effect::differs, "/weight", {}, call({"grid:4x4", "--random-weights", "1:9"})),
                           with({"--random-weights", "5:5"}, effect::shows, "/weight", 15.0),
                           with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                           with("--validate", {"-v"}, effect::shows, "/valid", true), threads(base, "/receipt/threads")} +
          rows_of_results(base, "forest.txt")};
}

command_way bipartite() {
  const make_call call = [](const words& g) { return words{"bipartite"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"bipartite", "", base,
          rows_of_graph_with_loops(call) + idle_seed(call) +
              std::vector<row>{with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               with("--validate", {"-v"}, effect::shows, "/valid", true), threads(base, "/receipt/threads")} +
              rows_of_results(base, "colors.txt")};
}

command_way communities() {
  const make_call call = [](const words& g) { return words{"communities"} + g + words{"--json"}; };
  const words base = call({files().mutual}), louvain = call({"kron:9:8", "--method", "louvain"});
  const words undirected_loops = call({files().weights, "--undirected"});
  return {
      "communities", "", base,
      without(without(rows_of_undirected_graph("communities", call), "--seed"), "--keep-self-loops") +
          std::vector<row>{with({"--keep-self-loops"}, effect::states, "/graph/self_loops", 1, undirected_loops),
                           with({"--drop-self-loops"}, effect::shows, "/graph/self_loops", 0, undirected_loops),
                           with({"--seed", "7"}, effect::refused, "nothing else is drawn at random", {}, call({files().plain})),
                           with({"--seed", "7"}, effect::differs, "/modularity", {}, call({"grid:9x9", "--method", "louvain"})),
                           with({"--method", "louvain"}, effect::shows, "/algorithm", "louvain"),
                           with({"--method", "leiden"}, effect::shows, "/algorithm", "leiden"),
                           with({"--resolution", "3"}, effect::shows, "/resolution", 3.0, call({"kron:9:8", "--method", "leiden"})),
                           with({"--resolution", "3"}, effect::shows, "/resolution", 3.0, louvain),
                           with({"--resolution", "3"}, effect::refused, "applies to --method louvain or leiden"),
                           with({"--threshold", "1"}, effect::shows, "/levels#", 1, louvain),
                           with({"--threshold", "1"}, effect::refused, "applies to --method louvain or leiden"),
                           with({"--max-levels", "1"}, effect::shows, "/levels#", 1, louvain),
                           with({"--max-levels", "1"}, effect::refused, "applies to --method louvain or leiden"),
                           with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                           with("--validate", {"-v"}, effect::shows, "/valid", true), threads(call({"kron:12:8"}))} +
          rows_of_results(base, "communities.txt")};
}

command_way local_efficiency() {
  const make_call call = [](const words& g) { return words{"local-efficiency"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"local-efficiency", "", base,
          rows_of_undirected_graph("local-efficiency", call) +
              std::vector<row>{with("--repeat", {"-n", "3"}, effect::shows, "/runs#", 3), threads(call({"kron:10:8"}))} +
              rows_of_results(base, "efficiency.txt")};
}

command_way dag() {
  const make_call call = [](const words& g) { return words{"dag"} + g + words{"--json"}; };
  const words base = call({files().plain, "--directed"});
  return {"dag", "", base,
          rows_of_graph_with_loops(call) + idle_seed(call) +
              std::vector<row>{with({"--weighted"}, effect::shows, "/longest_path/length", 6.0,
                                    call({files().folder.file("tasks.wel", "0 1 1\n1 2 1\n0 2 6\n"), "--directed"})),
                               with({"--reduction", out("reduced.el")}, effect::shows, "/reduction/edges", 2,
                                    call({files().folder.file("steps.el", "0 1\n1 2\n0 2\n"), "--directed"})),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               with("--validate", {"-v"}, effect::shows, "/valid", true), threads(base, "/receipt/threads")} +
              rows_of_results(base, "generations.txt")};
}

command_way degrees() {
  const make_call call = [](const words& g) { return words{"degrees"} + g + words{"--json"}; };
  const words base = call({files().plain});
  return {"degrees", "", base,
          rows_of_graph_with_loops(call) + idle_seed(call) +
              std::vector<row>{with({"--in"}, effect::shows, "/kind", "in-degree", call({files().table, "--directed"})),
                               with({"--in"}, effect::refused, "is undirected", {}, call({files().plain, "--undirected"})),
                               threads(base, "/receipt/threads")} +
              rows_of_results(base, "degrees.txt")};
}

}  // namespace fathom::test
