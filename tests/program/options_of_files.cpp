// Option rows of the commands that read, describe, write or query files, and of `fathom validate`.
#include "option_rows.hpp"

namespace fathom::test {

command_way info() {
  const make_call call = [](const words& g) { return words{"info"} + g + words{"--json"}; };
  return {"info", "", call({"path:9"}),
          rows_of_graph(call) + idle_seed(call) + std::vector<row>{threads(call({"path:9"})), as_json(call({"path:9"}))}};
}

command_way validate() {
  const make_call call = [](const words& g) {
    return words{"validate"} + g + words{"--source", "0", "--predecessors", files().predecessors, "--json"};
  };
  // Results of other graphs are wrong or have the wrong size; for read options, reading them without an error is sufficient.
  const words path{"validate", "path:5", "--source", "0", "--json"}, base = path + words{"--predecessors", files().predecessors};
  const words four{
      "validate", files().weights, "--source", "2", "--json", "--predecessors", files().folder.file("four.txt", "2\n0\n-1\n2\n")};
  const words unnamed{"validate", "--source", "0", "--json", "--predecessors", files().folder.file("one.txt", "-1\n")};
  const make_call any = [](const words& g) {
    return words{"validate"} + g +
           words{"--source", "0", "--json", "--predecessors", files().folder.file("four-of-path.txt", "-1\n0\n1\n2\n")};
  };
  std::vector<row> of_vertices = where_listed("validate", rows_of_vertices(any));
  for (row& one : of_vertices) {  // the predecessors fit a path of four vertices
    if (one.what != effect::ends && one.option != "--weight-column")
      one = {one.option, one.arguments, effect::ends, one.option == "--header" ? "is not in the graph" : "vertices", 3, one.base};
  }
  return {"validate", "", base,
          of_vertices +
              std::vector<row>{
                  with("--file", {"-f", files().folder.file("loop.el", "0 0\n")}, effect::states, "/graph/vertices", 1, unnamed),
                  with("--kronecker", {"-g", "0"}, effect::states, "/graph/name", "kron:0:16", unnamed),
                  with("--uniform", {"-u", "0"}, effect::states, "/graph/name", "uniform:0:16", unnamed),
                  with("--degree", {"-g", "0", "-k", "3"}, effect::states, "/graph/name", "kron:0:3", unnamed),
                  with({"--seed", "7"}, effect::refused, "is not a random graph"),
                  with({"--seed", "7"}, effect::states, "/graph/edges", 0,
                       {"validate", "kron:0", "--source", "0", "--json", "--predecessors", files().folder / "one.txt"}),
                  with({"--format", "mtx"}, effect::ends, "", 3, four),
                  with({"--directed"}, effect::shows, "/graph/directed", true,
                       {"validate", "star:5", "--source", "0", "--json", "--predecessors",
                        files().folder.file("star.txt", "-1\n0\n0\n0\n0\n")}),
                  with({"--undirected"}, effect::shows, "/graph/directed", false, four),
                  with("--symmetrize", {"-s"}, effect::shows, "/graph/directed", false, four),
                  with({"--keep-duplicates"}, effect::differs, "/graph/edges", {}, four),
                  with({"--parallel-edges", "keep"}, effect::differs, "/graph/edges", {}, four),
                  with({"--keep-self-loops"}, effect::differs, "/graph/edges", {}, four),
                  with({"--no-weights"}, effect::shows, "/graph/weighted", false, four),
                  with({"--exact-weights"}, effect::refused, "--no-weights drops", {}, four + words{"--no-weights"}),
                  with({"--trust"}, effect::refused, "applies to .fathom files", {}, four),
                  with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4),
                  with({"--largest-component"}, effect::mends, "", {},
                       {"validate", files().apart, "--source", "0", "--json", "--predecessors",
                        files().folder.file("three.txt", "-1\n0\n1\n")}),
                  threads(base),
                  with({"--source", "0"}, effect::states, "/results/0/source", 0,
                       {"validate", "path:5", "--json", "--predecessors", files().predecessors}),
                  with({"--sources", files().folder.file("zero.txt", "0\n")}, effect::states, "/results#", 1,
                       {"validate", "path:5", "--json", "--predecessors", files().predecessors}),
                  with({"--distances", files().distances}, effect::states, "/valid", true, path),
                  with({"--distances", files().predecessors}, effect::ends, "not valid", 1, base),
                  with({"--predecessors", files().predecessors}, effect::states, "/valid", true, path),
                  with({"--depth-limit", "2"}, effect::ends, "1 of 1 results are not valid", 1),
                  as_json(base)}};
}

command_way report() {
  const make_call call = [](const words& g) { return words{"report"} + g + words{"--source", "0", "--json"}; };
  const words base = call({files().plain});
  return {"report", "", base,
          rows_of_graph(call) + idle_seed(call) +
              rows_of_sources({"report", "path:5"}, {"--json"}, "/search/source", "/distances/sources") +
              std::vector<row>{threads(call({"kron:15:16"}), "/search/threads"),
                               with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4),
                               with({"--html", out("report.html")}, effect::writes, out("report.html")), as_json(base)}};
}

// Rows of commands that write a graph and print no JSON.
static std::vector<row> rows_of_writing(const std::string& command, const std::string& output) {
  const auto call = [&](const std::string& graph) { return words{command, graph, output}; };
  const std::string by_letter = out("by-letter.el");
  std::vector<row> rows{with("--kronecker", {"-g", "4"}, effect::writes, by_letter, {}, {command, by_letter}),
                        with("--uniform", {"-u", "4"}, effect::prints, "uniform:4:16", {}, {command, by_letter}),
                        with("--degree", {"-g", "4", "-k", "3"}, effect::prints, "kron:4:3", {}, {command, by_letter}),
                        with({"--seed", "7"}, effect::alters, output, {}, call("kron:6:4")),
                        with({"--seed", "7"}, effect::refused, "not a random graph", {}, call("path:9")),
                        with({"--format", "el"}, effect::refused, "is a generator", {}, call("path:9")),
                        with({"--trust"}, effect::refused, "is a generator", {}, call("path:9")),
                        with({"--directed"}, effect::alters, output, {}, call("path:9")),
                        with({"--undirected"}, effect::prints, " undirected", {}, call("random:9:2")),
                        with("--symmetrize", {"-s"}, effect::prints, " undirected", {}, call("random:9:2")),
                        with({"--keep-duplicates"}, effect::alters, output, {}, call("kron:3:16")),
                        with({"--parallel-edges", "keep"}, effect::alters, output, {}, call("kron:3:16")),
                        with({"--keep-self-loops"}, effect::alters, output, {}, call("kron:3:16")),
                        with({"--threads", "2"}, effect::prints, "by 2 threads:", {}, call("path:9")),
                        with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4, call("path:9")),
                        with({"--largest-component"}, effect::alters, output, {}, call("random:40:1")),
                        with({"--to", "mtx"}, effect::alters, output, {}, call("path:9")),
                        with({"--prepare"}, effect::alters, out("own.fathom"), {}, {command, "kron:9:16", out("own.fathom")}),
                        with({"--prepare"}, effect::refused, "cannot hold a layout", {}, call("path:9"))};
  // On both `convert` and `generate`, either the exit code or the file may show the effect.
  for (row one : where_listed(command, rows_of_vertices([&](const words& g) { return words{command} + g + words{output}; }))) {
    if (command == "generate") one.base = call("path:9"), one.where = "is a generator", one.what = effect::refused;
    if (command == "convert") one.where = output, one.what = effect::alters;
    if (command == "convert" && one.option == "--weight-column") {
      one.where = out("converted.wel"), one.base = {command, files().table, out("converted.wel")};
    }
    if (one.option == "--separator") one.what = effect::ends, one.where = "", one.value = 3;
    if (command == "generate" && one.option == "--separator") one.what = effect::refused, one.where = "is a generator";
    rows.push_back(one);
  }
  return rows;
}

command_way convert() {
  const std::string output = out("converted.el");
  return {"convert",
          "",
          {"convert", "path:9", output},
          rows_of_writing("convert", output) +
              std::vector<row>{with("--file", {"-f", files().plain}, effect::prints, files().plain, {}, {"convert", output}),
                               with({"--format", "snap"}, effect::prints, "of snap", {}, {"convert", files().plain, output}),
                               with({"--exact-weights"}, effect::alters, out("exact.fathom"), {},
                                    {"convert", files().decimals, out("exact.fathom")}),
                               with({"--no-weights"}, effect::alters, out("converted.mtx"), {},
                                    {"convert", files().weights, out("converted.mtx")}),
                               with({"--trust"}, effect::mends, "", {}, {"convert", files().damaged, output})}};
}

command_way generate() {
  const std::string output = out("generated.el");
  return {"generate",
          "",
          {"generate", "path:9", output},
          rows_of_writing("generate", output) +
              std::vector<row>{with("--file", {"-f", "path:9"}, effect::writes, output, {}, {"generate", output}),
                               with({"--no-weights"}, effect::refused, "has no weights"),
                               with({"--exact-weights"}, effect::refused, "has no weights")}};
}

command_way reach_build() {
  const std::string index = out("built.reach");
  const make_call call = [&](const words& g) {
    return words{"reach", "build"} + g + words{"--source", "0", "--hops", "2", "--output", index, "--json"};
  };
  const words base = call({"kron:6:4"}), rest{"--hops", "2", "--output", index, "--json"};
  return {"reach build", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{
                  threads({"reach", "build", "kron:11:8", "--all", "--hops", "1", "--output", index, "--json"}),
                  with({"--source", "2", "--source", "3"}, effect::states, "/index/selected", 2,
                       words{"reach", "build", "path:9"} + rest),
                  with({"--sources", files().list}, effect::states, "/index/selected", 2, words{"reach", "build", "path:9"} + rest),
                  with({"--all"}, effect::states, "/index/selected", 9, words{"reach", "build", "path:9"} + rest),
                  with({"--method", "joint"}, effect::shows, "/engine", "CPU, joint"),
                  with({"--group-by", "random"}, effect::shows, "/grouping", "random"),
                  with({"--devices", "cuda:98"}, effect::ends, "cuda:98", 4),
                  with({"--hops", "1"}, effect::states, "/index/hops", 1,
                       {"reach", "build", "path:9", "--all", "--output", index, "--json"}),
                  with({"--output", out("other.reach")}, effect::writes, out("other.reach"), {},
                       {"reach", "build", "path:9", "--all", "--hops", "1"}),
                  as_json(base)}};
}

command_way reach_query() {
  const words base{"reach", "query", files().index, "0", "2", "--json"};
  std::vector<row> rows{
      with("--file", {"-f", files().plain}, effect::ends, "", 3),
      with("--kronecker", {"-g", "4"}, effect::ends, "", 3),
      with("--uniform", {"-u", "4"}, effect::ends, "", 3),
      with("--degree", {"-g", "4", "-k", "3"}, effect::ends, "", 3),
      with({"--trust"}, effect::mends, "", {}, {"reach", "query", files().damaged_index, "0", "2", "--json"}),
      with({"--pairs", files().pairs}, effect::states, "/answers#", 1, {"reach", "query", files().index, "--json"}),
      with({"--hops", "1"}, effect::shows, "/hops", 1),
      with({"--device", "cuda:99"}, effect::ends, "cuda:99", 4,
           base + words{"-f", files().folder.file("five.el", "0 1\n1 2\n2 3\n3 4\n"), "--undirected"}),
      threads(base),
      as_json(base)};
  const std::vector<std::pair<std::string, words>> of_graph{{"--seed", {"7"}},
                                                            {"--format", {"el"}},
                                                            {"--directed", {}},
                                                            {"--undirected", {}},
                                                            {"--symmetrize", {}},
                                                            {"--keep-duplicates", {}},
                                                            {"--parallel-edges", {"keep"}},
                                                            {"--keep-self-loops", {}},
                                                            {"--no-weights", {}},
                                                            {"--exact-weights", {}},
                                                            {"--device", {"cpu"}},
                                                            {"--largest-component", {}}};
  for (const auto& [option, value] : of_graph) {
    rows.push_back({option, words{option} + value, effect::refused, "name that with -f, -g or -u"});
  }
  for (row one : where_listed("reach query", rows_of_vertices([&](const words&) { return base; }))) {
    one.what = effect::refused, one.where = "name that with -f, -g or -u";
    rows.push_back(one);
  }
  return {"reach query", "", base, rows};
}

command_way reach_info() {
  const words base{"reach", "info", files().index, "--json"};
  return {
      "reach info",
      "",
      base,
      {with({"--trust"}, effect::mends, "", {}, {"reach", "info", files().damaged_index, "--json"}), threads(base), as_json(base)}};
}

}  // namespace fathom::test
