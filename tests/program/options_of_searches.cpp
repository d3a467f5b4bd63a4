// Option rows of the commands that search from sources.
#include "option_rows.hpp"

namespace fathom::test {

command_way bfs_alone() {
  const make_call call = [](const words& g) { return words{"bfs"} + g + words{"--source", "0", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"bfs", "path:9", "--json"};
  const auto engine = [](const char* option, const words& arguments, const words& with) {
    return row{option, arguments, effect::differs, "/engine", {}, with};
  };
  return {
      "bfs", "", base,
      rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("b.npy")) +
          std::vector<row>{with({"--transport", "auto"}, effect::refused, "requires --ranks")} +
          rows_of_sources({"bfs", "path:5"}, {"--json"}, "/runs/0/source", "/runs#") +
          std::vector<row>{
              threads(call({"kron:13:8"})),
              with({"--seed", "7"}, effect::differs, "/runs/0/source", {}, {"bfs", "path:900", "-n", "1", "--json"}),
              with("--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed),
              with("--trials", {"-n", "3"}, effect::shows, "/runs#", 3, call({"path:9"})),
              with("--trials", {"-n", "3", "--sources", "random:2", "--repeat", "2"}, effect::refused, "", {}, unnamed),
              with({"--repeat", "3"}, effect::shows, "/runs#", 3),
              with({"--target", "3"}, effect::shows, "/path", {0, 1, 2, 3}, call({"path:9"})),
              with({"--depth-limit", "2"}, effect::shows, "/runs/0/depth", 2, call({"path:9"})),
              with({"--order", "degree"}, effect::shows, "/layout/order", "degree", call({"kron:10:16"})),
              with({"--method", "enterprise-bl"}, effect::ends, "choose a CUDA device", 2),
              engine("--strategy", {"--strategy", "top-down"}, base),
              engine("--switching", {"--switching", "gamma"}, base),
              engine("--gamma", {"--gamma", "0.5"}, base + words{"--switching", "gamma"}),
              engine("--alpha", {"--alpha", "3"}, base),
              engine("--beta", {"--beta", "3"}, base),
              with({"--gamma", "0.5"}, effect::refused, "requires --switching gamma"),
              with({"--gamma", "0.5", "--switching", "alpha-beta"}, effect::refused, "--switching gamma"),
              with({"--alpha", "3", "--switching", "gamma"}, effect::refused, "--switching alpha-beta"),
              with({"--beta", "3", "--switching", "gamma"}, effect::refused, "--switching alpha-beta"),
              with({"--switching", "gamma", "--strategy", "top-down"}, effect::refused, "never switches"),
              with({"--alpha", "3", "--strategy", "bottom-up"}, effect::refused, "never switches"),
              engine("--deterministic", {"--deterministic"}, base),
              engine("--internal-ids", {"--internal-ids"}, base),
              with({"--internal-ids", "--validate"}, effect::refused, "cannot be validated"),
              with({"--energy", "1"}, effect::refused, "--ranks"),
              with("--validate", {"-v"}, effect::shows, "/runs/0/valid", true),
              with("--analysis", {"-a"}, effect::shows, "/found_by_distance", {1, 1, 1}, call({"path:3"})),
              with({"--compare-directions"}, effect::shows, "/by_direction/top-down/levels/0/edges_inspected", 1, call({"path:5"})),
              with({"--compare-directions"}, effect::prints, "edges inspected by direction", {}, {"bfs", "path:9"}),
              with({"--compare-directions", "--method", "enterprise-bl"}, effect::refused, "leave --method out"),
              with("--levels", {"-l"}, effect::differs, "/runs/0/levels#"),
              with({"--devices", "cpu,cpu"}, effect::shows, "/devices", {"cpu", "cpu"}),
              with({"--devices", "98"}, effect::ends, "cuda:98", 4),
              with({"--devices", "cpu,cpu", "--target", "3"}, effect::refused, "--target"),
              with({"--devices", "cpu,cpu", "--device", "cpu"}, effect::refused, "--device"),
              with({"--runs"}, effect::prints, "source  reached", {}, {"bfs", "path:9", "-n", "40"})} +
          rows_of_results(base, "bfs.tsv")};
}

command_way bfs_on_ranks() {
  const make_call call = [](const words& g) { return words{"bfs"} + g + words{"--source", "0", "--ranks", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"bfs", "path:9", "--ranks", "--json"};
  const auto refused = [](const char* option, const words& arguments) {
    return row{option, arguments, effect::refused, "does not work with --ranks"};
  };
  return {"bfs", "--ranks", base,
          rows_of_graph_on_ranks(call) + idle_seed(call) +
              std::vector<row>{with({"--transport", "nccl"}, effect::refused, "applies to GPUs")} +
              rows_of_sources({"bfs", "path:5", "--ranks"}, {"--json"}, "/runs/0/source", "/runs#") +
              std::vector<row>{with({"--devices", "cpu,cpu"}, effect::refused, "--ranks"),
                               with({"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})),
                               with({"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})),
                               threads(base),
                               with("--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               refused("--target", {"--target", "3"}),
                               with({"--depth-limit", "2"}, effect::shows, "/runs/0/depth", 2, call({"path:9"})),
                               refused("--order", {"--order", "caller"}),
                               refused("--method", {"--method", "enterprise-bl"}),
                               refused("--compare-directions", {"--compare-directions"}),
                               with({"--strategy", "top-down"}, effect::differs, "/engine"),
                               refused("--strategy", {"--strategy", "bottom-up"}),
                               refused("--switching", {"--switching", "gamma"}),
                               refused("--gamma", {"--gamma", "0.5"}),
                               with({"--alpha", "3"}, effect::differs, "/engine"),
                               with({"--beta", "3"}, effect::differs, "/engine"),
                               with({"--alpha", "1e9"}, effect::differs, "/levels/1/direction", {}, call({"path:40"})),
                               with({"--alpha", "3", "--strategy", "top-down"}, effect::refused, "never switches"),
                               refused("--deterministic", {"--deterministic"}),
                               refused("--internal-ids", {"--internal-ids"}),
                               refused("--analysis", {"--analysis"}),
                               with({"--energy", "0.01"}, effect::differs, "/energy"),
                               with("--validate", {"-v"}, effect::shows, "/runs/0/valid", true),
                               with("--levels", {"-l"}, effect::differs, "/runs/0/levels#"),
                               with({"--runs"}, effect::prints, "source  reached", {}, {"bfs", "path:9", "-n", "40", "--ranks"}),
                               as_json(base),
                               writes(base, "bfs-ranks.tsv"),
                               with({"--parts", "--output", out("parts.npy")}, effect::writes, out("parts.0-of-1.npy"))}};
}

command_way sssp() {
  const make_call call = [](const words& g) { return words{"sssp"} + g + words{"--source", "0", "--json"}; };
  const words base = call({"kron:6:4"}), unnamed{"sssp", "path:9", "--json"};
  return {"sssp", "", base,
          rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, out("s.npy")) +
              std::vector<row>{with({"--transport", "auto"}, effect::refused, "requires --ranks")} +
              rows_over_devices(call, {"--order", "caller"}) +
              rows_of_sources({"sssp", "path:5"}, {"--json"}, "/runs/0/source", "/runs#") +
              std::vector<row>{
                  threads(call({"kron:13:8"})),
                  with({"--seed", "7"}, effect::differs, "/runs/0/farthest", {}, call({"path:9", "--random-weights", "1:255"})),
                  with("--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed),
                  {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
                  with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                  with({"--random-weights", "5:5"}, effect::shows, "/layout/largest_weight", 5.0),
                  with({"--target", "3"}, effect::shows, "/path", {0, 1, 2, 3}, call({"path:9"})),
                  with({"--cutoff", "2"}, effect::shows, "/runs/0/farthest", 2.0, call({"path:9"})),
                  with({"--delta", "7"}, effect::shows, "/runs/0/delta", 7.0),
                  with({"--order", "degree"}, effect::shows, "/layout/order", "degree", call({"kron:10:16"})),
                  with({"--distances-only"}, effect::alters, out("sssp.tsv"), {}, base + words{"--output", out("sssp.tsv")}),
                  with("--validate", {"-v"}, effect::shows, "/runs/0/valid", true),
                  with({"--runs"}, effect::prints, "source  reached", {}, {"sssp", "path:9", "-n", "40"})} +
              rows_of_results(base, "sssp.txt")};
}

command_way sssp_on_ranks() {
  const make_call call = [](const words& g) { return words{"sssp"} + g + words{"--source", "0", "--ranks", "--json"}; };
  const words base = call({"kron:6:4"}), unnamed{"sssp", "path:9", "--ranks", "--json"};
  return {"sssp", "--ranks", base,
          rows_of_graph_on_ranks(call) + idle_seed(call) +
              std::vector<row>{with({"--transport", "nccl"}, effect::refused, "applies to GPUs")} +
              rows_of_sources({"sssp", "path:5", "--ranks"}, {"--json"}, "/runs/0/source", "/runs#") +
              std::vector<row>{
                  with({"--devices", "cpu,cpu"}, effect::refused, "--ranks"),
                  with({"--no-weights"}, effect::shows, "/graph/weighted", false, call({files().weights})),
                  with({"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})),
                  threads(base),
                  with({"--seed", "7"}, effect::differs, "/runs/0/farthest", {}, call({"path:9", "--random-weights", "1:255"})),
                  with("--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed),
                  {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
                  with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                  with({"--random-weights", "5:5"}, effect::shows, "/runs/0/farthest", 40.0, call({"path:9"})),
                  with({"--target", "3"}, effect::shows, "/path", {0, 1, 2, 3}, call({"path:9"})),
                  with({"--cutoff", "2"}, effect::shows, "/runs/0/farthest", 2.0, call({"path:9"})),
                  with({"--delta", "7"}, effect::shows, "/runs/0/delta", 7.0),
                  with({"--order", "caller"}, effect::refused, "does not work with --ranks"),
                  with({"--distances-only"}, effect::alters, out("sssp-ranks.tsv"), {},
                       base + words{"--output", out("sssp-ranks.tsv")}),
                  with({"--distances-only", "--validate"}, effect::refused, "needs predecessors"),
                  with("--validate", {"-v"}, effect::shows, "/runs/0/valid", true),
                  with({"--runs"}, effect::prints, "source  reached", {}, {"sssp", "path:9", "-n", "40", "--ranks"}),
                  as_json(base),
                  writes(base, "sssp-ranks-all.tsv"),
                  with({"--parts", "--output", out("paths.npy")}, effect::writes, out("paths.0-of-1.npy"))}};
}

command_way path_between() {
  const make_call call = [](const words& g) { return words{"path"} + g + words{"--source", "0", "--target", "2", "--json"}; };
  const words base = call({"kron:6:4"}), unnamed{"path", "path:40", "--json"};
  return {
      "path", "", base,
      rows_of_graph(call) + idle_seed(call) +
          std::vector<row>{threads(base, "/receipt/threads"), with({"--seed", "7"}, effect::differs, "/runs/0/source", {}, unnamed),
                           with("--source", {"-r", "1", "--target", "3"}, effect::shows, "/runs/0/path", {1, 2, 3}, unnamed),
                           with({"--source", "1"}, effect::refused, "a path leads from --source to --target", {}, unnamed),
                           with({"--source", "77", "--target", "3"}, effect::ends, "source 77 is not in the graph", 2, unnamed),
                           with("--target", {"--source", "1", "--target", "3"}, effect::shows, "/runs/0/length", 2.0, unnamed),
                           with({"--target", "3"}, effect::refused, "a path leads from --source to --target", {}, unnamed),
                           with({"--pairs", files().pairs}, effect::shows, "/runs#", 1, unnamed),
                           with({"--pairs", files().pairs}, effect::refused, "exclude each other"),
                           with("--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed),
                           with("--trials", {"-n", "3"}, effect::refused, "number of random pairs"),
                           with({"--length", "weights"}, effect::shows, "/lengths", "weights"),
                           with({"--length", "weights"}, effect::shows, "/runs/0/length", 1.5,
                                call({files().folder.file("detour.wel", "0 2 9\n0 1 0.75\n1 2 0.75\n"), "--directed"})),
                           with("--validate", {"-v"}, effect::shows, "/runs/0/valid", true),
                           with({"--runs"}, effect::prints, "source  target", {}, {"path", "path:40"}), as_json(base)}};
}

command_way distances_alone() {
  const make_call call = [](const words& g) { return words{"distances"} + g + words{"--source", "0", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"distances", "path:9", "--json"},
              random{"distances", "kron:6:4", "--sources", "random:40", "--json"};
  const std::string file = out("distances.npy");
  const words unfinished{"distances", "path:190", "--source", "0", "--json", "--output", out("unfinished.npy")};
  files().leave_unfinished(unfinished.back());
  return {"distances", "", base,
          rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, file) +
              std::vector<row>{with({"--transport", "nccl"}, effect::refused, "requires --ranks")} +
              rows_of_sources({"distances", "path:5"}, {"--json"}, "/results/0/source", "/results#") +
              std::vector<row>{
                  threads({"distances", "kron:12:8", "--sources", "random:64", "--json"}),
                  with({"--seed", "7"}, effect::differs, "/groups/0/depth", {},
                       {"distances", "path:300", "--sources", "all", "--group-by", "random", "--width", "64", "--json"}),
                  with({"--devices", "cuda:98"}, effect::ends, "cuda:98", 4),
                  with("--trials", {"-n", "3"}, effect::shows, "/results#", 3, unnamed),
                  {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
                  with({"--depth-limit", "2"}, effect::shows, "/results/0/farthest", 2, call({"path:9"})),
                  with({"--order", "caller"}, effect::differs, "/order_reason", {}, call({"kron:10:16"})),
                  with({"--method", "joint"}, effect::shows, "/engine", "CPU, joint"),
                  with({"--width", "256"}, effect::shows, "/width", 256, random),
                  with({"--width", "256"}, effect::shows, "/width", 256),
                  with({"--width", "256", "--method", "separate"}, effect::refused, "does not group searches"),
                  with({"--no-early-termination"}, effect::differs, "/groups/0/levels", {},
                       {"distances", "kron:8:8", "--sources", "random:64", "--method", "bitwise", "--levels", "--json"}),
                  with({"--no-early-termination"}, effect::refused, "requires --method bitwise"),
                  with({"--merge-updates"}, effect::refused, "requires --method ibfs"),
                  with({"--group-by", "random"}, effect::shows, "/grouping", "random", random),
                  with({"--small-degree", "9"}, effect::differs, "/grouping", {}, random + words{"--group-by", "out-degree"}),
                  with({"--hub-degree", "9"}, effect::differs, "/grouping", {}, random + words{"--group-by", "out-degree"}),
                  with({"--small-degree", "9"}, effect::refused, "--group-by out-degree"),
                  with({"--hub-degree", "128"}, effect::refused, "--group-by out-degree"),
                  writes(base, "matrix.npy"),
                  with({"--bits", "8"}, effect::shows, "/bits", 8, base + words{"--output", file}),
                  with({"--bits", "8"}, effect::refused, "--output"),
                  with("--validate", {"-v"}, effect::shows, "/results/0/valid", true),
                  with("--validate", {"-v", "--resume", "--output", file}, effect::refused, "rows of an earlier run"),
                  with({"--resume"}, effect::ends, "belongs to a run with", 3, unfinished),
                  with({"--resume"}, effect::refused, "--output"),
                  with("--levels", {"-l"}, effect::differs, "/groups/0/levels#"),
                  with("--levels", {"-l"}, effect::prints, "levels of the first group", {}, text + words{"--method", "sequential"}),
                  with("--levels", {"-l"}, effect::prints, "levels of the first group", {}, text + words{"--method", "separate"}),
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
          rows_of_graph_on_ranks(call) + idle_seed(call) +
              std::vector<row>{with({"--transport", "nccl"}, effect::refused, "applies to GPUs")} +
              rows_of_sources({"distances", "path:5", "--ranks"}, {"--json"}, "/results/0/source", "/results#") +
              std::vector<row>{with({"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})),
                               with({"--exact-weights"}, effect::refused, "graph in one process", {}, call({files().decimals})),
                               threads(base),
                               refused("--devices", {"--devices", "cuda:98"}),
                               with("--trials", {"-n", "3"}, effect::shows, "/results#", 3, unnamed),
                               with({"--depth-limit", "2"}, effect::shows, "/results/0/farthest", 2, call({"path:9"})),
                               refused("--order", {"--order", "caller"}),
                               refused("--method", {"--method", "joint"}),
                               refused("--no-early-termination", {"--method", "bitwise", "--no-early-termination"}),
                               refused("--merge-updates", {"--method", "ibfs", "--merge-updates"}),
                               with({"--width", "256"}, effect::shows, "/width", 256),
                               refused("--group-by", {"--group-by", "random"}),
                               refused("--small-degree", {"--small-degree", "9"}),
                               refused("--hub-degree", {"--hub-degree", "9"}),
                               writes(base, "ranks.npy"),
                               with({"--bits", "8"}, effect::shows, "/bits", 8, base + words{"--output", file}),
                               with({"--bits", "8"}, effect::refused, "--output"),
                               with("--validate", {"-v"}, effect::shows, "/results/0/valid", true),
                               refused("--resume", {"--resume", "--output", file}),
                               with("--levels", {"-l"}, effect::differs, "/groups/0/levels#"),
                               with({"--parts", "--output", file}, effect::writes, out("on-ranks.0-of-1.npy")),
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
                  with({"--devices", "cuda:98"}, effect::ends, "cuda:98", 4),
                  with({"--hops", "3"}, effect::states, "/hops", 3, {"neighbors", "path:9", "--source", "0", "--json"}), sharing,
                  with({"--counts"}, effect::alters, out("near.tsv"), {}, base + words{"--output", out("near.tsv")})} +
              rows_of_results(base, "near.txt")};
}

command_way diameter() {
  const make_call call = [](const words& g) { return words{"diameter"} + g + words{"--json"}; };
  return {"diameter", "", call({"path:9"}),
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{threads(call({"kron:12:8"})), sharing, over_two, as_json(call({"path:9"}))}};
}

command_way walks() {
  const make_call call = [](const words& g) { return words{"walks"} + g + words{"--json"}; };
  const words base = call({"complete:9"}), weighted = call({files().weights});
  return {"walks", "", base,
          without(rows_of_graph_with_loops(call), "--seed") +
              rows_of_sources({"walks", "path:5"}, {"--json"}, "/first_walks/0/0", "/sources") +
              std::vector<row>{with({"--seed", "7"}, effect::differs, "/first_walks"),
                               with({"--length", "7"}, effect::shows, "/first_walks/0#", 8),
                               with({"--walks-per-source", "2"}, effect::shows, "/walks", 18),
                               with({"--p", "0.25"}, effect::differs, "/first_walks"),
                               with({"--p", "0"}, effect::ends, "--p: '0' is not a number above 0", 2),
                               with({"--q", "4"}, effect::differs, "/first_walks", {}, call({"grid:9x9"})),
                               with({"--q", "-1"}, effect::ends, "--q: '-1' is not a number above 0", 2),
                               with({"--weighted"}, effect::differs, "/seconds_prepare", {}, weighted),
                               with({"--weighted"}, effect::refused, "the graph has no weights"),
                               with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                               with("--validate", {"-v"}, effect::shows, "/valid", true), threads(call({"kron:10:8"}))} +
              rows_of_results(base, "walks.txt")};
}

command_way sample() {
  const make_call call = [](const words& g) { return words{"sample"} + g + words{"--fanouts", "2,1", "--json"}; };
  const words base = call({"complete:9", "--source", "4"}), without_source = call({"complete:9"});
  return {"sample", "", base,
          without(rows_of_graph_with_loops(call), "--seed") +
              std::vector<row>{
                  with({"--source", "2"}, effect::shows, "/sources", 2),
                  with({"--sources", files().list}, effect::states, "/sources", 2, without_source),
                  with({"--sources", "all"}, effect::refused, "exclude each other"),
                  with({"--seed", "7"}, effect::alters, out("batch.tsv"), {}, base + words{"--output", out("batch.tsv")}),
                  with({"--fanouts", "-1"}, effect::states, "/edges", 8, {"sample", "complete:9", "--source", "4", "--json"}),
                  with({"--fanouts", "2,0"}, effect::refused, "'0' is not a fanout"),
                  with({"--replace"}, effect::shows, "/replace", true), with({"--repeat", "3"}, effect::shows, "/runs#", 3),
                  with("--validate", {"-v"}, effect::shows, "/valid", true),
                  threads({"sample", "kron:12:16", "--sources", "all", "--fanouts", "9", "--json"})} +
              rows_of_results(base, "sample.txt")};
}

}  // namespace fathom::test
