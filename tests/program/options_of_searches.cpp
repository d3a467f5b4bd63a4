// Option rows of the commands that search or analyze a graph.
#include "option_rows.hpp"

namespace fathom::test {

// --ranks of commands whose processes share searches.
static const row sharing{"--ranks", {"--ranks"}, effect::shows, "/by_rank#", 1};

command_way bfs_alone() {
  const make_call call = [](const words& g) { return words{"bfs"} + g + words{"--source", "0", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"bfs", "path:9", "--json"};
  const auto engine = [](const char* option, const words& arguments, const words& with) {
    return row{option, arguments, effect::differs, "/engine", {}, with};
  };
  return {"bfs", "", base,
          rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("b.npy")) +
              rows_of_sources({"bfs", "path:5"}, {"--json"}, "/runs/0/source", "/runs#") +
              std::vector<row>{
                  threads(call({"kron:13:8"})),
                  {"--seed", {"--seed", "7"}, effect::differs, "/runs/0/source", {}, {"bfs", "path:900", "-n", "1", "--json"}},
                  {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed},
                  {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, call({"path:9"})},
                  {"--trials", {"-n", "3", "--sources", "random:2", "--repeat", "2"}, effect::refused, "", {}, unnamed},
                  {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                  {"--target", {"--target", "3"}, effect::shows, "/path", {0, 1, 2, 3}, call({"path:9"})},
                  {"--depth-limit", {"--depth-limit", "2"}, effect::shows, "/runs/0/depth", 2, call({"path:9"})},
                  {"--order", {"--order", "caller"}, effect::shows, "/layout/order", "caller", call({"kron:10:16"})},
                  {"--method", {"--method", "enterprise-bl"}, effect::ends, "choose a CUDA device", 2},
                  engine("--strategy", {"--strategy", "top-down"}, base),
                  engine("--switching", {"--switching", "gamma"}, base),
                  engine("--gamma", {"--gamma", "0.5"}, base + words{"--switching", "gamma"}),
                  engine("--alpha", {"--alpha", "3"}, base),
                  engine("--beta", {"--beta", "3"}, base),
                  {"--gamma", {"--gamma", "0.5"}, effect::refused, "requires --switching gamma"},
                  {"--gamma", {"--gamma", "0.5", "--switching", "alpha-beta"}, effect::refused, "--switching gamma"},
                  {"--alpha", {"--alpha", "3", "--switching", "gamma"}, effect::refused, "--switching alpha-beta"},
                  {"--beta", {"--beta", "3", "--switching", "gamma"}, effect::refused, "--switching alpha-beta"},
                  {"--switching", {"--switching", "gamma", "--strategy", "top-down"}, effect::refused, "never switches"},
                  {"--alpha", {"--alpha", "3", "--strategy", "bottom-up"}, effect::refused, "never switches"},
                  engine("--deterministic", {"--deterministic"}, base),
                  engine("--internal-ids", {"--internal-ids"}, base),
                  {"--internal-ids", {"--internal-ids", "--validate"}, effect::refused, "cannot be validated"},
                  {"--energy", {"--energy", "1"}, effect::refused, "--ranks"},
                  {"--validate", {"-v"}, effect::shows, "/runs/0/valid", true},
                  {"--analysis", {"-a"}, effect::shows, "/found_by_distance", {1, 1, 1}, call({"path:3"})},
                  {"--compare-directions",
                   {"--compare-directions"},
                   effect::shows,
                   "/by_direction/top-down/levels/0/edges_inspected",
                   1,
                   call({"path:5"})},
                  {"--compare-directions",
                   {"--compare-directions"},
                   effect::prints,
                   "edges inspected by direction",
                   {},
                   {"bfs", "path:9"}},
                  {"--compare-directions",
                   {"--compare-directions", "--method", "enterprise-bl"},
                   effect::refused,
                   "leave --method out"},
                  {"--levels", {"-l"}, effect::differs, "/runs/0/levels#"},
                  {"--devices", {"--devices", "cpu,cpu"}, effect::shows, "/devices", {"cpu", "cpu"}},
                  {"--devices", {"--devices", "98"}, effect::ends, "cuda:98", 4},
                  {"--devices", {"--devices", "cpu,cpu", "--target", "3"}, effect::refused, "--target"},
                  {"--devices", {"--devices", "cpu,cpu", "--device", "cpu"}, effect::refused, "--device"},
                  {"--runs", {"--runs"}, effect::prints, "source  reached", {}, {"bfs", "path:9", "-n", "40"}},
                  as_json(base),
                  writes(base, "bfs.tsv")}};
}

command_way bfs_on_ranks() {
  const make_call call = [](const words& g) { return words{"bfs"} + g + words{"--source", "0", "--ranks", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"bfs", "path:9", "--ranks", "--json"};
  const auto refused = [](const char* option, const words& arguments) {
    return row{option, arguments, effect::refused, "does not work with --ranks"};
  };
  return {"bfs", "--ranks", base,
          rows_of_graph_on_ranks(call) + idle_seed(call) +
              rows_of_sources({"bfs", "path:5", "--ranks"}, {"--json"}, "/runs/0/source", "/runs#") +
              std::vector<row>{
                  {"--devices", {"--devices", "cpu,cpu"}, effect::refused, "--ranks"},
                  {"--no-weights", {"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})},
                  {"--exact-weights", {"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})},
                  threads(base),
                  {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed},
                  {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                  refused("--target", {"--target", "3"}),
                  {"--depth-limit", {"--depth-limit", "2"}, effect::shows, "/runs/0/depth", 2, call({"path:9"})},
                  refused("--order", {"--order", "caller"}),
                  refused("--method", {"--method", "enterprise-bl"}),
                  refused("--compare-directions", {"--compare-directions"}),
                  {"--strategy", {"--strategy", "top-down"}, effect::differs, "/engine"},
                  refused("--strategy", {"--strategy", "bottom-up"}),
                  refused("--switching", {"--switching", "gamma"}),
                  refused("--gamma", {"--gamma", "0.5"}),
                  {"--alpha", {"--alpha", "3"}, effect::differs, "/engine"},
                  {"--beta", {"--beta", "3"}, effect::differs, "/engine"},
                  {"--alpha", {"--alpha", "1e9"}, effect::differs, "/levels/1/direction", {}, call({"path:40"})},
                  {"--alpha", {"--alpha", "3", "--strategy", "top-down"}, effect::refused, "never switches"},
                  refused("--deterministic", {"--deterministic"}),
                  refused("--internal-ids", {"--internal-ids"}),
                  refused("--analysis", {"--analysis"}),
                  {"--energy", {"--energy", "0.01"}, effect::differs, "/energy"},
                  {"--validate", {"-v"}, effect::shows, "/runs/0/valid", true},
                  {"--levels", {"-l"}, effect::differs, "/runs/0/levels#"},
                  {"--runs", {"--runs"}, effect::prints, "source  reached", {}, {"bfs", "path:9", "-n", "40", "--ranks"}},
                  as_json(base),
                  writes(base, "bfs-ranks.tsv"),
                  {"--parts", {"--parts", "--output", out("parts.npy")}, effect::writes, out("parts.0-of-1.npy")}}};
}

command_way sssp() {
  const make_call call = [](const words& g) { return words{"sssp"} + g + words{"--source", "0", "--json"}; };
  const words base = call({"kron:6:4"}), unnamed{"sssp", "path:9", "--json"};
  return {
      "sssp", "", base,
      rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("s.npy")) +
          rows_of_sources({"sssp", "path:5"}, {"--json"}, "/runs/0/source", "/runs#") +
          std::vector<row>{
              threads(call({"kron:13:8"})),
              {"--seed", {"--seed", "7"}, effect::differs, "/runs/0/farthest", {}, call({"path:9", "--random-weights", "1:255"})},
              {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed},
              {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
              {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
              {"--random-weights", {"--random-weights", "5:5"}, effect::shows, "/layout/largest_weight", 5.0},
              {"--target", {"--target", "3"}, effect::shows, "/path", {0, 1, 2, 3}, call({"path:9"})},
              {"--cutoff", {"--cutoff", "2"}, effect::shows, "/runs/0/farthest", 2.0, call({"path:9"})},
              {"--delta", {"--delta", "7"}, effect::shows, "/runs/0/delta", 7.0},
              {"--order", {"--order", "caller"}, effect::shows, "/layout/order", "caller", call({"kron:10:16"})},
              {"--distances-only",
               {"--distances-only"},
               effect::alters,
               out("sssp.tsv"),
               {},
               base + words{"--output", out("sssp.tsv")}},
              {"--validate", {"-v"}, effect::shows, "/runs/0/valid", true},
              {"--runs", {"--runs"}, effect::prints, "source  reached", {}, {"sssp", "path:9", "-n", "40"}},
              as_json(base),
              writes(base, "sssp.txt")}};
}

command_way sssp_on_ranks() {
  const make_call call = [](const words& g) { return words{"sssp"} + g + words{"--source", "0", "--ranks", "--json"}; };
  const words base = call({"kron:6:4"}), unnamed{"sssp", "path:9", "--ranks", "--json"};
  return {
      "sssp", "--ranks", base,
      without(rows_of_graph_on_ranks(call), "--device") + idle_seed(call) +
          rows_of_sources({"sssp", "path:5", "--ranks"}, {"--json"}, "/runs/0/source", "/runs#") +
          std::vector<row>{
              {"--device", {"--device", "cuda:99"}, effect::ends, "runs on CPUs with --ranks", 2},
              {"--no-weights", {"--no-weights"}, effect::shows, "/graph/weighted", false, call({files().weights})},
              {"--exact-weights", {"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})},
              threads(base),
              {"--seed", {"--seed", "7"}, effect::differs, "/runs/0/farthest", {}, call({"path:9", "--random-weights", "1:255"})},
              {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed},
              {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
              {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
              {"--random-weights", {"--random-weights", "5:5"}, effect::shows, "/runs/0/farthest", 40.0, call({"path:9"})},
              {"--target", {"--target", "3"}, effect::shows, "/path", {0, 1, 2, 3}, call({"path:9"})},
              {"--cutoff", {"--cutoff", "2"}, effect::shows, "/runs/0/farthest", 2.0, call({"path:9"})},
              {"--delta", {"--delta", "7"}, effect::shows, "/runs/0/delta", 7.0},
              {"--order", {"--order", "caller"}, effect::refused, "does not work with --ranks"},
              {"--distances-only",
               {"--distances-only"},
               effect::alters,
               out("sssp-ranks.tsv"),
               {},
               base + words{"--output", out("sssp-ranks.tsv")}},
              {"--distances-only", {"--distances-only", "--validate"}, effect::refused, "needs predecessors"},
              {"--validate", {"-v"}, effect::shows, "/runs/0/valid", true},
              {"--runs", {"--runs"}, effect::prints, "source  reached", {}, {"sssp", "path:9", "-n", "40", "--ranks"}},
              as_json(base),
              writes(base, "sssp-ranks-all.tsv"),
              {"--parts", {"--parts", "--output", out("paths.npy")}, effect::writes, out("paths.0-of-1.npy")}}};
}

command_way path_between() {
  const make_call call = [](const words& g) { return words{"path"} + g + words{"--source", "0", "--target", "2", "--json"}; };
  const words base = call({"kron:6:4"}), unnamed{"path", "path:40", "--json"};
  return {"path", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{
                  threads(call({"kron:13:8"})),
                  {"--seed", {"--seed", "7"}, effect::differs, "/runs/0/source", {}, unnamed},
                  {"--source", {"--source", "1", "--target", "3"}, effect::shows, "/runs/0/path", {1, 2, 3}, unnamed},
                  {"--source", {"--source", "1"}, effect::refused, "a path leads from --source to --target", {}, unnamed},
                  {"--source", {"--source", "77", "--target", "3"}, effect::ends, "source 77 is not in the graph", 2, unnamed},
                  {"--target", {"--source", "1", "--target", "3"}, effect::shows, "/runs/0/length", 2.0, unnamed},
                  {"--target", {"--target", "3"}, effect::refused, "a path leads from --source to --target", {}, unnamed},
                  {"--pairs", {"--pairs", files().pairs}, effect::shows, "/runs#", 1, unnamed},
                  {"--pairs", {"--pairs", files().pairs}, effect::refused, "exclude each other"},
                  {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed},
                  {"--trials", {"-n", "3"}, effect::refused, "number of random pairs"},
                  {"--length", {"--length", "weights"}, effect::shows, "/lengths", "weights"},
                  {"--length",
                   {"--length", "weights"},
                   effect::shows,
                   "/runs/0/length",
                   1.5,
                   call({files().folder.file("detour.wel", "0 2 9\n0 1 0.75\n1 2 0.75\n"), "--directed"})},
                  {"--validate", {"-v"}, effect::shows, "/runs/0/valid", true},
                  {"--runs", {"--runs"}, effect::prints, "source  target", {}, {"path", "path:40"}},
                  as_json(base)}};
}

command_way distances_alone() {
  const make_call call = [](const words& g) { return words{"distances"} + g + words{"--source", "0", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"distances", "path:9", "--json"},
              random{"distances", "kron:6:4", "--sources", "random:40", "--json"};
  const std::string file = out("distances.npy");
  const words unfinished{"distances", "path:190", "--source", "0", "--json", "--output", out("unfinished.npy")};
  files().leave_unfinished(unfinished.back());
  return {
      "distances", "", base,
      rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, file) +
          rows_of_sources({"distances", "path:5"}, {"--json"}, "/results/0/source", "/results#") +
          std::vector<row>{
              threads({"distances", "kron:12:8", "--sources", "random:64", "--json"}),
              {"--seed",
               {"--seed", "7"},
               effect::differs,
               "/groups/0/depth",
               {},
               {"distances", "path:300", "--sources", "all", "--group-by", "random", "--width", "64", "--json"}},
              {"--devices", {"--devices", "cuda:98"}, effect::ends, "cuda:98", 4},
              {"--trials", {"-n", "3"}, effect::shows, "/results#", 3, unnamed},
              {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
              {"--depth-limit", {"--depth-limit", "2"}, effect::shows, "/results/0/farthest", 2, call({"path:9"})},
              {"--order", {"--order", "caller"}, effect::differs, "/order_reason", {}, call({"kron:10:16"})},
              {"--method", {"--method", "joint"}, effect::shows, "/engine", "CPU, joint"},
              {"--width", {"--width", "256"}, effect::shows, "/width", 256, random},
              {"--width", {"--width", "256"}, effect::shows, "/width", 256},
              {"--width", {"--width", "256", "--method", "separate"}, effect::refused, "does not group searches"},
              {"--no-early-termination",
               {"--no-early-termination"},
               effect::differs,
               "/groups/0/levels",
               {},
               {"distances", "kron:8:8", "--sources", "random:64", "--method", "bitwise", "--levels", "--json"}},
              {"--no-early-termination", {"--no-early-termination"}, effect::refused, "requires --method bitwise"},
              {"--group-by", {"--group-by", "random"}, effect::shows, "/grouping", "random", random},
              {"--small-degree",
               {"--small-degree", "9"},
               effect::differs,
               "/grouping",
               {},
               random + words{"--group-by", "out-degree"}},
              {"--hub-degree", {"--hub-degree", "9"}, effect::differs, "/grouping", {}, random + words{"--group-by", "out-degree"}},
              {"--small-degree", {"--small-degree", "9"}, effect::refused, "--group-by out-degree"},
              {"--hub-degree", {"--hub-degree", "128"}, effect::refused, "--group-by out-degree"},
              writes(base, "matrix.npy"),
              {"--bits", {"--bits", "8"}, effect::shows, "/bits", 8, base + words{"--output", file}},
              {"--bits", {"--bits", "8"}, effect::refused, "--output"},
              {"--resume", {"--resume"}, effect::ends, "belongs to a run with", 3, unfinished},
              {"--resume", {"--resume"}, effect::refused, "--output"},
              {"--levels", {"-l"}, effect::differs, "/groups/0/levels#"},
              {"--levels", {"-l"}, effect::prints, "levels of the first group", {}, text + words{"--method", "sequential"}},
              {"--levels", {"-l"}, effect::prints, "levels of the first group", {}, text + words{"--method", "separate"}},
              as_json(base)}};
}

command_way distances_on_ranks() {
  const make_call call = [](const words& g) { return words{"distances"} + g + words{"--source", "0", "--ranks", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"distances", "path:9", "--ranks", "--json"};
  const std::string file = out("on-ranks.npy");
  const auto refused = [](const char* option, const words& arguments) {
    return row{option, arguments, effect::refused, "does not work with --ranks"};
  };
  return {"distances", "--ranks", base,
          without(rows_of_graph_on_ranks(call), "--device") + idle_seed(call) +
              rows_of_sources({"distances", "path:5", "--ranks"}, {"--json"}, "/results/0/source", "/results#") +
              std::vector<row>{
                  {"--no-weights", {"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})},
                  {"--exact-weights", {"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})},
                  threads(base),
                  refused("--devices", {"--devices", "cuda:98"}),
                  {"--device", {"--device", "cuda"}, effect::refused, "runs on CPUs"},
                  {"--trials", {"-n", "3"}, effect::shows, "/results#", 3, unnamed},
                  {"--depth-limit", {"--depth-limit", "2"}, effect::shows, "/results/0/farthest", 2, call({"path:9"})},
                  refused("--order", {"--order", "caller"}),
                  refused("--method", {"--method", "joint"}),
                  refused("--no-early-termination", {"--method", "bitwise", "--no-early-termination"}),
                  {"--width", {"--width", "256"}, effect::shows, "/width", 256},
                  refused("--group-by", {"--group-by", "random"}),
                  refused("--small-degree", {"--small-degree", "9"}),
                  refused("--hub-degree", {"--hub-degree", "9"}),
                  writes(base, "ranks.npy"),
                  {"--bits", {"--bits", "8"}, effect::shows, "/bits", 8, base + words{"--output", file}},
                  {"--bits", {"--bits", "8"}, effect::refused, "--output"},
                  refused("--resume", {"--resume", "--output", file}),
                  {"--levels", {"-l"}, effect::differs, "/groups/0/levels#"},
                  {"--parts", {"--parts", "--output", file}, effect::writes, out("on-ranks.0-of-1.npy")},
                  as_json(base)}};
}

command_way neighbors() {
  const make_call call = [](const words& g) { return words{"neighbors"} + g + words{"--source", "0", "--hops", "2", "--json"}; };
  const words base = call({"kron:6:4"});
  return {"neighbors", "", base,
          rows_of_graph(call) + idle_seed(call) +
              rows_of_sources({"neighbors", "path:5"}, {"--hops", "1", "--json"}, "/results/0/source", "/results#") +
              std::vector<row>{
                  threads({"neighbors", "kron:12:8", "--sources", "random:64", "--hops", "2", "--counts", "--json"}),
                  {"--hops", {"--hops", "3"}, effect::states, "/hops", 3, {"neighbors", "path:9", "--source", "0", "--json"}},
                  sharing,
                  {"--counts", {"--counts"}, effect::alters, out("near.tsv"), {}, base + words{"--output", out("near.tsv")}},
                  as_json(base),
                  writes(base, "near.txt")}};
}

command_way components_alone() {
  const make_call call = [](const words& g) { return words{"components"} + g + words{"--json", "--weak"}; };
  const words base = call({"random:9:1"}), either{"components", "random:9:1", "--json"};
  return {"components", "", base,
          rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("c.npy")) +
              std::vector<row>{threads(call({"kron:14:8"})),
                               {"--weak", {"--weak"}, effect::states, "/kind", "weakly connected components", either},
                               {"--strong", {"--strong"}, effect::states, "/kind", "strongly connected components", either},
                               {"--strong", {"--strong", "--weak"}, effect::refused, "exclude each other", {}, either},
                               {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               as_json(base),
                               writes(base, "components.txt")}};
}

// Options of the graph for algorithms on processes that run on CPUs and have no delegates.
static std::vector<row> rows_of_graph_on_cpu_ranks(const make_call& call) {
  return without(without(rows_of_graph_on_ranks(call), "--device"), "--delegates") + idle_seed(call) +
         std::vector<row>{
             {"--device", {"--device", "cuda:99"}, effect::ends, "runs on CPUs with --ranks", 2},
             {"--delegates", {"--delegates", "2"}, effect::ends, "delegates", 2, call({"star:9"})},
             {"--no-weights", {"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})},
             {"--exact-weights", {"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})}};
}

command_way components_on_ranks() {
  const make_call call = [](const words& g) { return words{"components"} + g + words{"--json", "--weak", "--ranks"}; };
  const words base = call({"random:9:1"});
  return {"components", "--ranks", base,
          rows_of_graph_on_ranks(call) + idle_seed(call) +
              std::vector<row>{
                  {"--no-weights", {"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})},
                  {"--exact-weights", {"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})},
                  threads(base),
                  {"--repeat", {"--repeat", "3"}, effect::refused, "does not work with --ranks"},
                  {"--weak", {"--weak"}, effect::mends, "", {}, {"components", "random:9:1", "--json", "--ranks"}},
                  {"--strong",
                   {"--strong"},
                   effect::states,
                   "/kind",
                   "strongly connected components",
                   {"components", "random:9:1", "--json", "--ranks"}},
                  {"--parts", {"--parts", "--output", out("c.npy")}, effect::writes, out("c.0-of-1.npy")},
                  as_json(base),
                  writes(base, "components-ranks.txt")}};
}

static std::vector<row> rows_of_pagerank(const make_call& call) {
  const words base = call({"path:9"});  // converges, which a directed path need not
  return {{"--damping", {"--damping", "0.5"}, effect::differs, "/iterations"},
          {"--tolerance", {"--tolerance", "0.1"}, effect::differs, "/iterations"},
          {"--max-iterations", {"--max-iterations", "1"}, effect::ends, "PageRank did not converge", 1},
          {"--iterations", {"--iterations", "3"}, effect::shows, "/iterations", 3},
          {"--personalize", {"--personalize", "3"}, effect::shows, "/personalized", 1},
          {"--personalize-list", {"--personalize-list", files().list}, effect::shows, "/personalized", 2},
          {"--full-precision", {"--full-precision"}, effect::shows, "/single_iterations", 0, base + words{"--method", "power"}},
          as_json(base),
          writes(base, "pagerank.txt")};
}

command_way pagerank_alone() {
  const make_call call = [](const words& g) { return words{"pagerank"} + g + words{"--json"}; };
  return {"pagerank", "", call({"path:9"}),
          without(rows_of_graph(call), "--trust") + idle_seed(call) + rows_without_ranks(call, out("p.npy")) +
              rows_of_pagerank(call) +
              std::vector<row>{{"--trust", {"--trust"}, effect::mends, "", {}, call({files().damaged, "--iterations", "3"})},
                               threads(call({"kron:14:8"})),
                               {"--order", {"--order", "degree"}, effect::shows, "/order_reason", "degree order: requested"},
                               {"--order", {"--order", "degree"}, effect::refused, "weighted graph", {}, call({files().weights})},
                               {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               {"--method", {"--method", "power"}, effect::shows, "/method", "power"}}};
}

command_way pagerank_on_ranks() {
  const make_call call = [](const words& g) { return words{"pagerank"} + g + words{"--json", "--ranks"}; };
  const words base = call({"path:9"});
  return {"pagerank", "--ranks", base,
          rows_of_graph_on_ranks(call) + idle_seed(call) + rows_of_pagerank(call) +
              std::vector<row>{
                  {"--no-weights", {"--no-weights"}, effect::shows, "/graph/weighted", false, call({files().weights})},
                  {"--exact-weights", {"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})},
                  threads(base),
                  {"--method", {"--method", "gauss-seidel"}, effect::refused, "does not work with --ranks"},
                  {"--order", {"--order", "degree"}, effect::refused, "does not work with --ranks"},
                  {"--repeat", {"--repeat", "3"}, effect::refused, "does not work with --ranks"},
                  {"--parts", {"--parts", "--output", out("p.npy")}, effect::writes, out("p.0-of-1.npy")}}};
}

static std::vector<row> rows_of_centrality(const std::string& name, const make_call& call) {
  const words base = call({"path:9"});
  std::vector<row> rows =
      rows_of_graph(call) + idle_seed(call) +
      std::vector<row>{threads(words{name, "kron:12:8", "--json"} + (name == "eccentricity" ? words{} : words{"--samples", "64"})),
                       {"--vertex", {"--vertex", "3"}, effect::shows, "/vertices", 1},
                       {"--vertices", {"--vertices", files().list}, effect::shows, "/vertices", 2},
                       as_json(base),
                       writes(base, name + ".txt")};
  if (name == "eccentricity") return rows;
  return rows + std::vector<row>{{"--samples", {"--samples", "3"}, effect::shows, "/samples", 3},
                                 {"--seed", {"--seed", "7"}, effect::differs, "/largest", {}, call({"path:90", "--samples", "3"})},
                                 {"--devices", {"--devices", "cuda:98"}, effect::ends, "cuda:98", 4}};
}

command_way centrality(const std::string& name) {
  const make_call call = [name](const words& g) { return words{name} + g + words{"--json"}; };
  std::vector<row> rows = rows_of_centrality(name, call);
  rows.push_back(sharing);
  if (name == "closeness") {
    rows.push_back({"--unimproved", {"--unimproved"}, effect::differs, "/largest", {}, call({"random:9:1"})});
  }
  if (name == "harmonic") rows.push_back({"--normalized", {"--normalized"}, effect::differs, "/largest"});
  return {name, "", call({"path:9"}), rows};
}

command_way betweenness() {
  const make_call call = [](const words& g) { return words{"betweenness"} + g + words{"--json"}; };
  const words base = call({"path:9"});
  const words roads = call({files().folder.file("roads.wel", "0 1 1.5\n1 2 1.5\n0 2 4\n"), "--undirected"});
  return {"betweenness", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{
                  threads(base),
                  sharing,
                  {"--edges", {"--edges"}, effect::shows, "/of", "edges"},
                  {"--endpoints", {"--endpoints"}, effect::differs, "/largest"},
                  {"--endpoints", {"--endpoints", "--edges"}, effect::refused, "leave it out"},
                  {"--unnormalized", {"--unnormalized"}, effect::differs, "/largest"},
                  {"--weighted", {"--weighted"}, effect::differs, "/largest", {}, roads},
                  {"--random-weights", {"--random-weights", "7:9"}, effect::differs, "/largest", {}, roads + words{"--weighted"}},
                  {"--random-weights", {"--random-weights", "1:9"}, effect::refused, "--weighted"},
                  {"--samples", {"--samples", "3"}, effect::shows, "/samples", 3},
                  {"--seed", {"--seed", "7"}, effect::differs, "/largest", {}, call({"path:90", "--samples", "3"})},
                  {"--method", {"--method", "grid"}, effect::ends, "method grid requires a CUDA device", 2},
                  {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                  as_json(base),
                  writes(base, "between.txt")}};
}

// Options of the graph for commands that refuse directed graphs.
static std::vector<row> rows_of_undirected_graph(const std::string& command, const make_call& call) {
  const make_call undirected = [&](const words& g) { return call(g) + words{"--undirected"}; };
  std::vector<row> rows =
      rows_of_naming(call) + rows_of_building(undirected) + idle_seed(call) + where_listed(command, rows_of_vertices(undirected));
  for (row& one : rows) {  // the plain file is read as directed
    if (one.option == "--file") one.arguments.push_back("--undirected");
  }
  return rows +
         std::vector<row>{
             {"--seed", {"--seed", "7"}, effect::differs, "/graph/edges", {}, call({"kron:6:4"})},
             {"--format", {"--format", "snap"}, effect::shows, "/receipt/origin", "snap", undirected({files().plain})},
             {"--directed", {"--directed"}, effect::ends, "this graph is directed", 2},
             {"--undirected", {"--undirected"}, effect::mends, "", {}, call({files().weights})},
             {"--symmetrize", {"-s"}, effect::mends, "", {}, call({files().weights})},
             {"--trust", {"--trust"}, effect::mends, "", {}, call({files().damaged})},
             {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4},
             {"--largest-component", {"--largest-component"}, effect::shows, "/graph/vertices", 3, undirected({files().apart})}};
}

command_way triangles() {
  const make_call call = [](const words& g) { return words{"triangles"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"triangles", "", base,
          rows_of_undirected_graph("triangles", call) + rows_without_ranks(call, out("t.npy")) +
              std::vector<row>{{"--directions", {"--directions", "counted"}, effect::mends, "", {}, call({files().weights})},
                               {"--directions", {"--directions", "counted"}, effect::differs, "/count", {}, call({"complete:4"})},
                               {"--directions", {"--directions", "ignored"}, effect::shows, "/directions", "ignored"},
                               {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               threads(call({"kron:12:8"})),
                               as_json(base),
                               writes(base, "triangles.txt")}};
}

command_way triangles_on_ranks() {
  const make_call call = [](const words& g) {
    return words{"triangles"} + g + words{"--directions", "ignored", "--json", "--ranks"};
  };
  const words base = call({files().mutual});
  return {"triangles", "--ranks", base,
          rows_of_graph_on_cpu_ranks(call) +
              std::vector<row>{{"--directions",
                                {"--directions", "counted"},
                                effect::shows,
                                "/directions",
                                "counted",
                                {"triangles", files().mutual, "--json", "--ranks"}},
                               {"--repeat", {"--repeat", "3"}, effect::refused, "does not work with --ranks"},
                               {"--parts", {"--parts", "--output", out("t.npy")}, effect::writes, out("t.0-of-1.npy")},
                               threads(base),
                               as_json(base),
                               writes(base, "triangles-ranks.txt")}};
}

command_way biconnected() {
  const make_call call = [](const words& g) { return words{"biconnected"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"biconnected", "", base,
          rows_of_undirected_graph("biconnected", call) +
              std::vector<row>{
                  {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                  {"--validate", {"-v"}, effect::shows, "/valid", true},
                  {"--edges", {"--edges"}, effect::refused, "add --output"},
                  {"--edges", {"--edges"}, effect::alters, out("blocks.tsv"), {}, base + words{"--output", out("blocks.tsv")}},
                  threads(base),
                  as_json(base),
                  writes(base, "biconnected.txt")}};
}

command_way cores() {
  const make_call call = [](const words& g) { return words{"cores"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {
      "cores", "", base,
      rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("k.npy")) +
          std::vector<row>{{"--k-core", {"--k-core", "2"}, effect::shows, "/k_core/vertices", 3},
                           {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                           {"--subgraph", {"--subgraph", out("core.mtx")}, effect::writes, out("core.mtx")},
                           {"--subgraph", {"--subgraph", out("core.png")}, effect::ends, "the suffix does not select a format", 2},
                           {"--validate", {"-v"}, effect::shows, "/valid", true},
                           threads(call({"kron:15:16"})),
                           as_json(base),
                           writes(base, "cores.txt")}};
}

command_way truss() {
  const make_call call = [](const words& g) { return words{"truss"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"truss", "", base,
          rows_of_undirected_graph("truss", call) +
              std::vector<row>{{"--k-truss", {"--k-truss", "3"}, effect::shows, "/k_truss/vertices", 3},
                               {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               {"--subgraph", {"--subgraph", out("truss.mtx")}, effect::writes, out("truss.mtx")},
                               {"--validate", {"-v"}, effect::shows, "/valid", true},
                               threads(call({"kron:12:8"})),
                               as_json(base),
                               writes(base, "truss.txt")}};
}

command_way cores_on_ranks() {
  const make_call call = [](const words& g) { return words{"cores"} + g + words{"--json", "--ranks"}; };
  const words base = call({files().mutual});
  return {"cores", "--ranks", base,
          rows_of_graph_on_cpu_ranks(call) +
              std::vector<row>{{"--k-core", {"--k-core", "2"}, effect::refused, "does not work with --ranks"},
                               {"--repeat", {"--repeat", "3"}, effect::refused, "does not work with --ranks"},
                               {"--subgraph", {"--subgraph", out("core.mtx")}, effect::refused, "does not work with --ranks"},
                               {"--validate", {"-v"}, effect::shows, "/valid", true},
                               {"--parts", {"--parts", "--output", out("k.npy")}, effect::writes, out("k.0-of-1.npy")},
                               threads(base),
                               as_json(base),
                               writes(base, "cores-ranks.txt")}};
}

command_way spanning_forest() {
  const make_call call = [](const words& g) { return words{"spanning-forest"} + g + words{"--json"}; };
  const words base = call({files().mutual}), weighted = call({files().weights, "--undirected"});
  return {"spanning-forest", "", base,
          without(rows_of_undirected_graph("spanning-forest", call), "--seed") +
              std::vector<row>{
                  {"--seed", {"--seed", "7"}, effect::differs, "/weight", {}, call({"complete:9", "--random-weights", "1:255"})},
                  {"--seed", {"--seed", "7"}, effect::refused, "is not a random graph", {}, call({"path:5"})},
                  {"--maximum", {"--maximum"}, effect::differs, "/weight", {}, call({"grid:4x4", "--random-weights", "1:9"})},
                  {"--random-weights", {"--random-weights", "5:5"}, effect::shows, "/weight", 15.0},
                  {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                  {"--validate", {"-v"}, effect::shows, "/valid", true},
                  threads(base),
                  as_json(base),
                  writes(base, "forest.txt")}};
}

command_way bipartite() {
  const make_call call = [](const words& g) { return words{"bipartite"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"bipartite", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{{"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               {"--validate", {"-v"}, effect::shows, "/valid", true},
                               threads(base),
                               as_json(base),
                               writes(base, "colors.txt")}};
}

command_way communities() {
  const make_call call = [](const words& g) { return words{"communities"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {
      "communities", "", base,
      rows_of_undirected_graph("communities", call) + std::vector<row>{{"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                                                                       {"--validate", {"-v"}, effect::shows, "/valid", true},
                                                                       threads(call({"kron:12:8"})),
                                                                       as_json(base),
                                                                       writes(base, "communities.txt")}};
}

command_way local_efficiency() {
  const make_call call = [](const words& g) { return words{"local-efficiency"} + g + words{"--json"}; };
  const words base = call({files().mutual});
  return {"local-efficiency", "", base,
          rows_of_undirected_graph("local-efficiency", call) +
              std::vector<row>{{"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               threads(call({"kron:10:8"})),
                               as_json(base),
                               writes(base, "efficiency.txt")}};
}

command_way dag() {
  const make_call call = [](const words& g) { return words{"dag"} + g + words{"--json"}; };
  const words base = call({files().plain, "--directed"});
  return {"dag", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{{"--weighted",
                                {"--weighted"},
                                effect::shows,
                                "/longest_path/length",
                                6.0,
                                call({files().folder.file("tasks.wel", "0 1 1\n1 2 1\n0 2 6\n"), "--directed"})},
                               {"--reduction",
                                {"--reduction", out("reduced.el")},
                                effect::shows,
                                "/reduction/edges",
                                2,
                                call({files().folder.file("steps.el", "0 1\n1 2\n0 2\n"), "--directed"})},
                               {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               {"--validate", {"-v"}, effect::shows, "/valid", true},
                               threads(base),
                               as_json(base),
                               writes(base, "generations.txt")}};
}

command_way walks() {
  const make_call call = [](const words& g) { return words{"walks"} + g + words{"--json"}; };
  const words base = call({"complete:9"}), weighted = call({files().weights});
  return {"walks", "", base,
          without(rows_of_graph(call), "--seed") +
              rows_of_sources({"walks", "path:5"}, {"--json"}, "/first_walks/0/0", "/sources") +
              std::vector<row>{{"--seed", {"--seed", "7"}, effect::differs, "/first_walks"},
                               {"--length", {"--length", "7"}, effect::shows, "/first_walks/0#", 8},
                               {"--walks-per-source", {"--walks-per-source", "2"}, effect::shows, "/walks", 18},
                               {"--p", {"--p", "0.25"}, effect::differs, "/first_walks"},
                               {"--p", {"--p", "0"}, effect::ends, "p is 0; use a positive number", 2},
                               {"--q", {"--q", "4"}, effect::differs, "/first_walks", {}, call({"grid:9x9"})},
                               {"--q", {"--q", "-1"}, effect::ends, "q is -1; use a positive number", 2},
                               {"--weighted", {"--weighted"}, effect::differs, "/seconds_prepare", {}, weighted},
                               {"--weighted", {"--weighted"}, effect::refused, "the graph has no weights"},
                               {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                               {"--validate", {"-v"}, effect::shows, "/valid", true},
                               threads(call({"kron:10:8"})),
                               as_json(base),
                               writes(base, "walks.txt")}};
}

command_way sample() {
  const make_call call = [](const words& g) { return words{"sample"} + g + words{"--fanouts", "2,1", "--json"}; };
  const words base = call({"complete:9", "--source", "4"}), without_source = call({"complete:9"});
  return {
      "sample", "", base,
      without(rows_of_graph(call), "--seed") +
          std::vector<row>{
              {"--source", {"--source", "2"}, effect::shows, "/sources", 2},
              {"--sources", {"--sources", files().list}, effect::states, "/sources", 2, without_source},
              {"--sources", {"--sources", "all"}, effect::refused, "exclude each other"},
              {"--seed", {"--seed", "7"}, effect::alters, out("batch.tsv"), {}, base + words{"--output", out("batch.tsv")}},
              {"--fanouts", {"--fanouts", "-1"}, effect::states, "/edges", 8, {"sample", "complete:9", "--source", "4", "--json"}},
              {"--fanouts", {"--fanouts", "2,0"}, effect::refused, "'0' is not a fanout"},
              {"--replace", {"--replace"}, effect::shows, "/replace", true},
              {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
              {"--validate", {"-v"}, effect::shows, "/valid", true},
              threads({"sample", "kron:12:16", "--sources", "all", "--fanouts", "9", "--json"}),
              as_json(base),
              writes(base, "sample.txt")}};
}

command_way degrees() {
  const make_call call = [](const words& g) { return words{"degrees"} + g + words{"--json"}; };
  const words base = call({files().plain});
  return {"degrees", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{{"--in", {"--in"}, effect::shows, "/kind", "in-degree", call({files().table, "--directed"})},
                               {"--in", {"--in"}, effect::refused, "is undirected", {}, call({files().plain, "--undirected"})},
                               threads(base, "/threads"),
                               as_json(base),
                               writes(base, "degrees.txt")}};
}

command_way diameter() {
  const make_call call = [](const words& g) { return words{"diameter"} + g + words{"--json"}; };
  return {
      "diameter", "", call({"path:9"}),
      rows_of_graph(call) + idle_seed(call) + std::vector<row>{threads(call({"kron:12:8"})), sharing, as_json(call({"path:9"}))}};
}

}  // namespace fathom::test
