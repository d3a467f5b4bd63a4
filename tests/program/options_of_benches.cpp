// Option rows of `fathom bench`, `fathom graph500` and `fathom doctor`.
#include "option_rows.hpp"

namespace fathom::test {

command_way bench() {
  const make_call call = [](const words& g) { return words{"bench", "bfs"} + g + words{"-n", "1", "--json"}; };
  const words base = call({"kron:4:4"}), weights = call({files().weights});
  const std::string name = "/rows/0/graph", edges = "/rows/0/figures/edges";
  std::vector<row> of_vertices = where_listed("bench", rows_of_vertices(call));
  for (row& one : of_vertices) {
    if (one.where.starts_with("/graph/")) one.where = "/rows/0/figures/" + one.where.substr(std::string("/graph/").size());
    if (one.option == "--weight-column") one.value = 1.0;
  }
  return {
      "bench", "", base,
      of_vertices +
          std::vector<row>{
              with("--file", {"-f", files().plain}, effect::states, name, files().plain, {"bench", "bfs", "-n", "1", "--json"}),
              with("--kronecker", {"-g", "4"}, effect::states, name, "kron:4:16", {"bench", "bfs", "-n", "1", "--json"}),
              with("--uniform", {"-u", "4"}, effect::states, name, "uniform:4:16", {"bench", "bfs", "-n", "1", "--json"}),
              with("--degree", {"-g", "4", "-k", "3"}, effect::states, name, "kron:4:3", {"bench", "bfs", "-n", "1", "--json"}),
              with({"--seed", "7"}, effect::differs, "/rows/0/figures/first_source", {}, call({"path:900"})),
              with({"--seed", "7"}, effect::refused, "not a random graph", {}, {"bench", "build", "path:9", "--json"}),
              with({"--format", "mtx"}, effect::ends, "", 3, weights),
              with({"--format", "mtx"}, effect::refused, "is a generator"),
              with({"--directed"}, effect::shows, "/rows/0/figures/directed", 1.0, call({files().mutual})),
              with({"--directed"}, effect::shows, "/rows/0/figures/directed", 1.0,
                   {"bench", "build", "path:9", "--repeat", "1", "--json"}),
              with({"--undirected"}, effect::shows, "/rows/0/figures/directed", 0.0, weights),
              with("--symmetrize", {"-s"}, effect::shows, "/rows/0/figures/directed", 0.0, weights),
              with({"--keep-duplicates"}, effect::differs, edges, {}, weights),
              with({"--parallel-edges", "keep"}, effect::differs, edges, {}, weights),
              with({"--keep-self-loops"}, effect::differs, edges, {}, weights),
              with({"--keep-self-loops"}, effect::differs, edges, {}, {"bench", "build", "kron:4:4", "--repeat", "1", "--json"}),
              with({"--no-weights"}, effect::shows, "/rows/0/figures/weighted", 0.0, weights),
              with({"--exact-weights"}, effect::refused, "has no weights"),
              with({"--trust"}, effect::mends, "", {}, call({files().damaged})),
              with({"--trust"}, effect::refused, "is a generator"),
              with({"--largest-component"}, effect::shows, "/rows/0/figures/vertices", 3.0, call({files().apart})),
              with({"--largest-component"}, effect::differs, "/rows/0/figures/vertices", {},
                   {"bench", "build", "uniform:5:1", "--repeat", "1", "--json"}),
              with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4),
              with({"--threads", "2"}, effect::differs, "/rows#"),
              with("--trials", {"-n", "3"}, effect::shows, "/rows/0/runs", 3, {"bench", "bfs", "kron:4:4", "--json"}),
              with("--trials", {"-n", "3"}, effect::refused, "bench bfs", {}, {"bench", "build", "path:9", "--json"}),
              with({"--joined", "70"}, effect::differs, "/rows#", {}, {"bench", "ibfs", "kron:7:4", "--repeat", "1", "--json"}),
              with({"--joined", "70"}, effect::refused, "bench ibfs"),
              with({"--method", "auto"}, effect::refused, "bench energy"),
              with({"--sources", "3"}, effect::shows, "/rows/0/figures/searches", 3.0,
                   {"bench", "multi-search", "path:9", "--repeat", "1", "--window", "0.01", "--json"}),
              with({"--sources", "3"}, effect::refused, "bench multi-search"),
              with({"--repeat", "2"}, effect::shows, "/rows/0/runs", 2, {"bench", "open", "path:9", "--json"}),
              with({"--repeat", "2"}, effect::refused, "bench read, build"),
              with({"--quick"}, effect::shows, "/rows/0/runs", 3, {"bench", "open", "path:9", "--json"}),
              with({"--window", "1e-9", "--repeat", "2"}, effect::shows, "/rows/0/runs", 1,
                   {"bench", "multi-search", "path:9", "--sources", "1", "--json"}),
              with({"--window", "1"}, effect::refused, "bench energy"),
              with({"--threads", "1,2,3"}, effect::shows, "/rows#", 12),
              with({"--graphs", "grid:5x5,path:9"}, effect::shows, "/rows#", 12),
              with({"--graphs", "path:9"}, effect::refused, "on bench papers", {}, {"bench", "papers", "--quick"}),
              with({"--transport", "nccl"}, effect::refused, "belongs to bench scaling"),
              with({"--transport", "nccl"}, effect::refused, "applies to GPUs", {},
                   {"bench", "scaling", "kron:6", "--device", "cpu"}),
              with({"--html", out("bench.html")}, effect::writes, out("bench.html")),
              with({"--csv", out("bench.csv")}, effect::writes, out("bench.csv")),
              with({"--markdown", out("bench.md")}, effect::writes, out("bench.md")),
              with({"--compare", files().bench, files().bench}, effect::states, "/ratios/0/ratio", 1.0, {"bench", "--json"}),
              with({"--compare", files().bench, files().bench}, effect::refused, "measures nothing")} +
          rows_of_results(base, "bench.json")};
}

command_way doctor() { return {"doctor", "", {"doctor"}, {as_json({"doctor"})}}; }

command_way graph500() {
  const words base{"graph500", "--scale", "6", "--roots", "2", "--json"}, text = without_json(base);
  const words grid = base + words{"--grid", "1x1"};
  return {"graph500", "", base,
          std::vector<row>{with({"--scale", "5"}, effect::states, "/scale", 5, {"graph500", "--roots", "2", "--json"}),
                           with({"--edge-factor", "4"}, effect::shows, "/edge_factor", 4),
                           with({"--roots", "3"}, effect::states, "/bfs/runs#", 3, {"graph500", "--scale", "6", "--json"}),
                           with({"--sssp"}, effect::differs, "/sssp"),
                           with({"--seed", "7"}, effect::differs, "/directed_edges"),
                           with({"--grid", "1x1"}, effect::states, "/grid", {1, 1}),
                           with({"--grid", "2x2"}, effect::ends, "does not match", 2),
                           with({"--delegates", "5"}, effect::differs, "/delegates"),
                           with({"--conflict-resolution", "prefix"}, effect::refused, "grid of one column"),
                           with({"--conflict-resolution", "prefix"}, effect::refused, "grid of one column", {}, grid),
                           with({"--fold", "prefix"}, effect::refused, "grid of one column"),
                           with({"--transport", "host"}, effect::refused, "applies to GPUs"),
                           with({"--top-down"}, effect::differs, "/levels_over_ranks/2/direction"),
                           with({"--threads", "2"}, effect::shows, "/threads", 2),
                           with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4),
                           with({"--devices", "cpu,cpu"}, effect::shows, "/devices", {"cpu", "cpu"}),
                           with("--levels", {"-l"}, effect::warns, "levels of the slowest search"),
                           with("--levels", {"-l"}, effect::warns, "transport none", {}, text),
                           with({"--energy", "0.01"}, effect::differs, "/energy"),
                           as_json(base)}};
}

}  // namespace fathom::test
