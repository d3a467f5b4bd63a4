// Option rows of the commands that score vertices.
#include "option_rows.hpp"

namespace fathom::test {

static std::vector<row> rows_of_pagerank(const make_call& call) {
  const words base = call({"path:9"});  // converges, which a directed path need not
  return {with({"--damping", "0.5"}, effect::differs, "/iterations"),
          with({"--tolerance", "0.1"}, effect::differs, "/iterations"),
          with({"--max-iterations", "1"}, effect::ends, "PageRank did not converge", 1),
          with({"--iterations", "3"}, effect::shows, "/iterations", 3),
          with({"--personalize", "3"}, effect::shows, "/personalized", 1),
          with({"--personalize-list", files().list}, effect::shows, "/personalized", 2),
          with({"--full-precision"}, effect::shows, "/single_iterations", 0, base + words{"--method", "power"}),
          as_json(base),
          writes(base, "pagerank.txt")};
}

command_way pagerank_alone() {
  const make_call call = [](const words& g) { return words{"pagerank"} + g + words{"--json"}; };
  return {"pagerank", "", call({"path:9"}),
          without(rows_of_graph_with_loops(call), "--trust") + idle_seed(call) + rows_without_ranks(call, out("p.npy")) +
              rows_over_devices(call) + rows_of_pagerank(call) +
              std::vector<row>{with({"--trust"}, effect::mends, "", {}, call({files().damaged, "--iterations", "3"})),
                               threads(call({"kron:14:8"})),
                               with({"--order", "degree"}, effect::shows, "/order_reason", "degree order: requested"),
                               with({"--order", "degree"}, effect::refused, "weighted graph", {}, call({files().weights})),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               with({"--method", "power"}, effect::shows, "/method", "power")}};
}

command_way pagerank_on_ranks() {
  const make_call call = [](const words& g) { return words{"pagerank"} + g + words{"--json", "--ranks"}; };
  const words base = call({"path:9"});
  return {"pagerank", "--ranks", base,
          without(rows_of_graph_on_ranks(call), "--keep-self-loops") + idle_seed(call) + rows_of_pagerank(call) +
              std::vector<row>{with({"--keep-self-loops"}, effect::differs, "/graph/edges", {}, call({"kron:4:16"})),
                               with({"--drop-self-loops"}, effect::differs, "/graph/edges", {}, call({files().weights})),
                               with({"--no-weights"}, effect::shows, "/graph/weighted", false, call({files().weights})),
                               with({"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})),
                               threads(base), with({"--devices", "cpu,cpu"}, effect::refused, "--ranks"),
                               with({"--method", "gauss-seidel"}, effect::refused, "does not work with --ranks"),
                               with({"--order", "degree"}, effect::refused, "does not work with --ranks"),
                               with({"--repeat", "3"}, effect::refused, "does not work with --ranks"),
                               with({"--parts", "--output", out("p.npy")}, effect::writes, out("p.0-of-1.npy"))}};
}

static std::vector<row> rows_of_centrality(const std::string& name, const make_call& call) {
  const words base = call({"path:9"});
  std::vector<row> rows =
      rows_of_graph(call) + idle_seed(call) +
      std::vector<row>{threads(words{name, "kron:12:8", "--json"} + (name == "eccentricity" ? words{} : words{"--samples", "64"})),
                       with({"--vertex", "3"}, effect::shows, "/vertices", 1),
                       with({"--vertices", files().list}, effect::shows, "/vertices", 2), as_json(base),
                       writes(base, name + ".txt")};
  if (name == "eccentricity") return rows + std::vector<row>{over_two};
  return rows + std::vector<row>{with({"--samples", "3"}, effect::shows, "/samples", 3),
                                 with({"--seed", "7"}, effect::differs, "/largest", {}, call({"path:90", "--samples", "3"})),
                                 with({"--devices", "cuda:98"}, effect::ends, "cuda:98", 4)};
}

command_way centrality(const std::string& name) {
  const make_call call = [name](const words& g) { return words{name} + g + words{"--json"}; };
  std::vector<row> rows = rows_of_centrality(name, call);
  rows.push_back(sharing);
  if (name == "closeness") {
    rows.push_back(with({"--unimproved"}, effect::differs, "/largest", {}, call({"random:9:1"})));
  }
  if (name == "harmonic") rows.push_back(with({"--normalized"}, effect::differs, "/largest"));
  return {name, "", call({"path:9"}), rows};
}

command_way betweenness() {
  const make_call call = [](const words& g) { return words{"betweenness"} + g + words{"--json"}; };
  const words base = call({"path:9"});
  const words roads = call({files().folder.file("roads.wel", "0 1 1.5\n1 2 1.5\n0 2 4\n"), "--undirected"});
  return {
      "betweenness", "", base,
      rows_of_graph(call) + idle_seed(call) +
          std::vector<row>{
              threads(base), sharing, over_two, with({"--edges"}, effect::shows, "/of", "edges"),
              with({"--endpoints"}, effect::differs, "/largest"), with({"--endpoints", "--edges"}, effect::refused, "leave it out"),
              with({"--unnormalized"}, effect::differs, "/largest"), with({"--weighted"}, effect::differs, "/largest", {}, roads),
              with({"--random-weights", "7:9"}, effect::differs, "/largest", {}, roads + words{"--weighted"}),
              with({"--random-weights", "1:9"}, effect::refused, "--weighted"), with({"--load"}, effect::shows, "/load", true),
              with({"--load", "--edges"}, effect::refused, "leave one of them out"),
              with({"--samples", "3"}, effect::shows, "/samples", 3),
              with({"--seed", "7"}, effect::differs, "/largest", {}, call({"path:90", "--samples", "3"})),
              with({"--method", "grid"}, effect::ends, "method grid requires a CUDA device", 2),
              with({"--repeat", "3"}, effect::shows, "/runs#", 3), as_json(base), writes(base, "between.txt")}};
}

}  // namespace fathom::test
