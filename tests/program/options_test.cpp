// Every option of every command with a value other than the default: it changes the report as stated, or the call is rejected.
//
// The options are those that the program lists, so that an option without a row in the tables below fails the test. A command
// that runs in two modes (one process, --ranks) needs rows for both, since an option may take effect in only one of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "option_rows.hpp"

namespace fathom::test {
namespace {

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
                  {"--file", {"-f", files().folder.file("loop.el", "0 0\n")}, effect::states, "/graph/vertices", 1, unnamed},
                  {"--kronecker", {"-g", "0"}, effect::states, "/graph/name", "kron:0:16", unnamed},
                  {"--uniform", {"-u", "0"}, effect::states, "/graph/name", "uniform:0:16", unnamed},
                  {"--degree", {"-g", "0", "-k", "3"}, effect::states, "/graph/name", "kron:0:3", unnamed},
                  {"--seed", {"--seed", "7"}, effect::refused, "is not a random graph"},
                  {"--seed",
                   {"--seed", "7"},
                   effect::states,
                   "/graph/edges",
                   0,
                   {"validate", "kron:0", "--source", "0", "--json", "--predecessors", files().folder / "one.txt"}},
                  {"--format", {"--format", "mtx"}, effect::ends, "", 3, four},
                  {"--directed",
                   {"--directed"},
                   effect::shows,
                   "/graph/directed",
                   true,
                   {"validate", "star:5", "--source", "0", "--json", "--predecessors",
                    files().folder.file("star.txt", "-1\n0\n0\n0\n0\n")}},
                  {"--undirected", {"--undirected"}, effect::shows, "/graph/directed", false, four},
                  {"--symmetrize", {"-s"}, effect::shows, "/graph/directed", false, four},
                  {"--keep-duplicates", {"--keep-duplicates"}, effect::differs, "/graph/edges", {}, four},
                  {"--parallel-edges", {"--parallel-edges", "keep"}, effect::differs, "/graph/edges", {}, four},
                  {"--keep-self-loops", {"--keep-self-loops"}, effect::differs, "/graph/edges", {}, four},
                  {"--no-weights", {"--no-weights"}, effect::shows, "/graph/weighted", false, four},
                  {"--exact-weights", {"--exact-weights"}, effect::refused, "--no-weights drops", {}, four + words{"--no-weights"}},
                  {"--trust", {"--trust"}, effect::refused, "applies to .fathom files", {}, four},
                  {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4},
                  {"--largest-component",
                   {"--largest-component"},
                   effect::mends,
                   "",
                   {},
                   {"validate", files().apart, "--source", "0", "--json", "--predecessors",
                    files().folder.file("three.txt", "-1\n0\n1\n")}},
                  threads(base),
                  {"--source",
                   {"--source", "0"},
                   effect::states,
                   "/results/0/source",
                   0,
                   {"validate", "path:5", "--json", "--predecessors", files().predecessors}},
                  {"--sources",
                   {"--sources", files().folder.file("zero.txt", "0\n")},
                   effect::states,
                   "/results#",
                   1,
                   {"validate", "path:5", "--json", "--predecessors", files().predecessors}},
                  {"--distances", {"--distances", files().distances}, effect::states, "/valid", true, path},
                  {"--distances", {"--distances", files().predecessors}, effect::ends, "not valid", 1, base},
                  {"--predecessors", {"--predecessors", files().predecessors}, effect::states, "/valid", true, path},
                  {"--depth-limit", {"--depth-limit", "2"}, effect::ends, "1 of 1 results are not valid", 1},
                  as_json(base)}};
}

command_way bench() {
  const make_call call = [](const words& g) { return words{"bench", "bfs"} + g + words{"-n", "1", "--json"}; };
  const words base = call({"kron:4:4"}), weights = call({files().weights});
  const std::string name = "/rows/0/graph", edges = "/rows/0/figures/edges";
  std::vector<row> of_vertices = where_listed("bench", rows_of_vertices(call));
  for (row& one : of_vertices) {
    if (one.where.starts_with("/graph/")) one.where = "/rows/0/figures/" + one.where.substr(std::string("/graph/").size());
    if (one.option == "--weight-column") one.value = 1.0;
  }
  return {"bench", "", base,
          of_vertices +
              std::vector<row>{
                  {"--file", {"-f", files().plain}, effect::states, name, files().plain, {"bench", "bfs", "-n", "1", "--json"}},
                  {"--kronecker", {"-g", "4"}, effect::states, name, "kron:4:16", {"bench", "bfs", "-n", "1", "--json"}},
                  {"--uniform", {"-u", "4"}, effect::states, name, "uniform:4:16", {"bench", "bfs", "-n", "1", "--json"}},
                  {"--degree", {"-g", "4", "-k", "3"}, effect::states, name, "kron:4:3", {"bench", "bfs", "-n", "1", "--json"}},
                  {"--seed", {"--seed", "7"}, effect::differs, "/rows/0/figures/first_source", {}, call({"path:900"})},
                  {"--seed", {"--seed", "7"}, effect::refused, "not a random graph", {}, {"bench", "build", "path:9", "--json"}},
                  {"--format", {"--format", "mtx"}, effect::ends, "", 3, weights},
                  {"--format", {"--format", "mtx"}, effect::refused, "is a generator"},
                  {"--directed", {"--directed"}, effect::shows, "/rows/0/figures/directed", 1.0, call({files().mutual})},
                  {"--directed",
                   {"--directed"},
                   effect::shows,
                   "/rows/0/figures/directed",
                   1.0,
                   {"bench", "build", "path:9", "--repeat", "1", "--json"}},
                  {"--undirected", {"--undirected"}, effect::shows, "/rows/0/figures/directed", 0.0, weights},
                  {"--symmetrize", {"-s"}, effect::shows, "/rows/0/figures/directed", 0.0, weights},
                  {"--keep-duplicates", {"--keep-duplicates"}, effect::differs, edges, {}, weights},
                  {"--parallel-edges", {"--parallel-edges", "keep"}, effect::differs, edges, {}, weights},
                  {"--keep-self-loops", {"--keep-self-loops"}, effect::differs, edges, {}, weights},
                  {"--keep-self-loops",
                   {"--keep-self-loops"},
                   effect::differs,
                   edges,
                   {},
                   {"bench", "build", "kron:4:4", "--repeat", "1", "--json"}},
                  {"--no-weights", {"--no-weights"}, effect::shows, "/rows/0/figures/weighted", 0.0, weights},
                  {"--exact-weights", {"--exact-weights"}, effect::refused, "has no weights"},
                  {"--trust", {"--trust"}, effect::mends, "", {}, call({files().damaged})},
                  {"--trust", {"--trust"}, effect::refused, "is a generator"},
                  {"--largest-component",
                   {"--largest-component"},
                   effect::shows,
                   "/rows/0/figures/vertices",
                   3.0,
                   call({files().apart})},
                  {"--largest-component",
                   {"--largest-component"},
                   effect::differs,
                   "/rows/0/figures/vertices",
                   {},
                   {"bench", "build", "uniform:5:1", "--repeat", "1", "--json"}},
                  {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4},
                  {"--threads", {"--threads", "2"}, effect::differs, "/rows#"},
                  {"--trials", {"-n", "3"}, effect::shows, "/rows/0/runs", 3, {"bench", "bfs", "kron:4:4", "--json"}},
                  {"--trials", {"-n", "3"}, effect::refused, "bench bfs", {}, {"bench", "build", "path:9", "--json"}},
                  {"--joined",
                   {"--joined", "70"},
                   effect::differs,
                   "/rows#",
                   {},
                   {"bench", "ibfs", "kron:7:4", "--repeat", "1", "--json"}},
                  {"--joined", {"--joined", "70"}, effect::refused, "bench ibfs"},
                  {"--method", {"--method", "auto"}, effect::refused, "bench energy"},
                  {"--sources",
                   {"--sources", "3"},
                   effect::shows,
                   "/rows/0/figures/searches",
                   3.0,
                   {"bench", "multi-search", "path:9", "--repeat", "1", "--window", "0.01", "--json"}},
                  {"--sources", {"--sources", "3"}, effect::refused, "bench multi-search"},
                  {"--repeat", {"--repeat", "2"}, effect::shows, "/rows/0/runs", 2, {"bench", "open", "path:9", "--json"}},
                  {"--repeat", {"--repeat", "2"}, effect::refused, "bench read, build"},
                  {"--quick", {"--quick"}, effect::shows, "/rows/0/runs", 3, {"bench", "open", "path:9", "--json"}},
                  {"--window",
                   {"--window", "1e-9", "--repeat", "2"},
                   effect::shows,
                   "/rows/0/runs",
                   1,
                   {"bench", "multi-search", "path:9", "--sources", "1", "--json"}},
                  {"--window", {"--window", "1"}, effect::refused, "bench energy"},
                  {"--threads", {"--threads", "1,2,3"}, effect::shows, "/rows#", 12},
                  {"--transport", {"--transport", "nccl"}, effect::refused, "belongs to bench scaling"},
                  {"--transport",
                   {"--transport", "nccl"},
                   effect::refused,
                   "applies to GPUs",
                   {},
                   {"bench", "scaling", "kron:6", "--device", "cpu"}},
                  {"--html", {"--html", out("bench.html")}, effect::writes, out("bench.html")},
                  {"--csv", {"--csv", out("bench.csv")}, effect::writes, out("bench.csv")},
                  {"--markdown", {"--markdown", out("bench.md")}, effect::writes, out("bench.md")},
                  {"--compare",
                   {"--compare", files().bench, files().bench},
                   effect::states,
                   "/ratios/0/ratio",
                   1.0,
                   {"bench", "--json"}},
                  {"--compare", {"--compare", files().bench, files().bench}, effect::refused, "measures nothing"}} +
              rows_of_results(base, "bench.json")};
}

command_way report() {
  const make_call call = [](const words& g) { return words{"report"} + g + words{"--source", "0", "--json"}; };
  const words base = call({files().plain});
  return {"report", "", base,
          rows_of_graph(call) + idle_seed(call) +
              rows_of_sources({"report", "path:5"}, {"--json"}, "/search/source", "/distances/sources") +
              std::vector<row>{threads(call({"kron:15:16"}), "/search/threads"),
                               {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4},
                               {"--html", {"--html", out("report.html")}, effect::writes, out("report.html")},
                               as_json(base)}};
}

command_way doctor() { return {"doctor", "", {"doctor"}, {as_json({"doctor"})}}; }

command_way graph500() {
  const words base{"graph500", "--scale", "6", "--roots", "2", "--json"}, text = without_json(base);
  const words grid = base + words{"--grid", "1x1"};
  return {"graph500", "", base,
          std::vector<row>{
              {"--scale", {"--scale", "5"}, effect::states, "/scale", 5, {"graph500", "--roots", "2", "--json"}},
              {"--edge-factor", {"--edge-factor", "4"}, effect::shows, "/edge_factor", 4},
              {"--roots", {"--roots", "3"}, effect::states, "/bfs/runs#", 3, {"graph500", "--scale", "6", "--json"}},
              {"--sssp", {"--sssp"}, effect::differs, "/sssp"},
              {"--seed", {"--seed", "7"}, effect::differs, "/directed_edges"},
              {"--grid", {"--grid", "1x1"}, effect::states, "/grid", {1, 1}},
              {"--grid", {"--grid", "2x2"}, effect::ends, "does not match", 2},
              {"--delegates", {"--delegates", "5"}, effect::differs, "/delegates"},
              {"--conflict-resolution", {"--conflict-resolution", "prefix"}, effect::refused, "grid of one column"},
              {"--conflict-resolution", {"--conflict-resolution", "prefix"}, effect::refused, "grid of one column", {}, grid},
              {"--fold", {"--fold", "prefix"}, effect::refused, "grid of one column"},
              {"--transport", {"--transport", "host"}, effect::refused, "applies to GPUs"},
              {"--top-down", {"--top-down"}, effect::differs, "/levels_over_ranks/2/direction"},
              {"--threads", {"--threads", "2"}, effect::shows, "/threads", 2},
              {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4},
              {"--devices", {"--devices", "cpu,cpu"}, effect::shows, "/devices", {"cpu", "cpu"}},
              {"--levels", {"-l"}, effect::warns, "levels of the slowest search"},
              {"--levels", {"-l"}, effect::warns, "transport none", {}, text},
              {"--energy", {"--energy", "0.01"}, effect::differs, "/energy"},
              as_json(base)}};
}

// Rows of commands that write a graph and print no JSON.
std::vector<row> rows_of_writing(const std::string& command, const std::string& output) {
  const auto call = [&](const std::string& graph) { return words{command, graph, output}; };
  const std::string by_letter = out("by-letter.el");
  std::vector<row> rows{
      {"--kronecker", {"-g", "4"}, effect::writes, by_letter, {}, {command, by_letter}},
      {"--uniform", {"-u", "4"}, effect::prints, "uniform:4:16", {}, {command, by_letter}},
      {"--degree", {"-g", "4", "-k", "3"}, effect::prints, "kron:4:3", {}, {command, by_letter}},
      {"--seed", {"--seed", "7"}, effect::alters, output, {}, call("kron:6:4")},
      {"--seed", {"--seed", "7"}, effect::refused, "not a random graph", {}, call("path:9")},
      {"--format", {"--format", "el"}, effect::refused, "is a generator", {}, call("path:9")},
      {"--trust", {"--trust"}, effect::refused, "is a generator", {}, call("path:9")},
      {"--directed", {"--directed"}, effect::alters, output, {}, call("path:9")},
      {"--undirected", {"--undirected"}, effect::prints, " undirected", {}, call("random:9:2")},
      {"--symmetrize", {"-s"}, effect::prints, " undirected", {}, call("random:9:2")},
      {"--keep-duplicates", {"--keep-duplicates"}, effect::alters, output, {}, call("kron:3:16")},
      {"--parallel-edges", {"--parallel-edges", "keep"}, effect::alters, output, {}, call("kron:3:16")},
      {"--keep-self-loops", {"--keep-self-loops"}, effect::alters, output, {}, call("kron:3:16")},
      {"--threads", {"--threads", "2"}, effect::prints, "by 2 threads:", {}, call("path:9")},
      {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4, call("path:9")},
      {"--largest-component", {"--largest-component"}, effect::alters, output, {}, call("random:40:1")},
      {"--to", {"--to", "mtx"}, effect::alters, output, {}, call("path:9")},
      {"--prepare", {"--prepare"}, effect::alters, out("own.fathom"), {}, {command, "kron:9:16", out("own.fathom")}},
      {"--prepare", {"--prepare"}, effect::refused, "cannot hold a layout", {}, call("path:9")}};
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
  return {
      "convert",
      "",
      {"convert", "path:9", output},
      rows_of_writing("convert", output) +
          std::vector<row>{{"--file", {"-f", files().plain}, effect::prints, files().plain, {}, {"convert", output}},
                           {"--format", {"--format", "snap"}, effect::prints, "of snap", {}, {"convert", files().plain, output}},
                           {"--exact-weights",
                            {"--exact-weights"},
                            effect::alters,
                            out("exact.fathom"),
                            {},
                            {"convert", files().decimals, out("exact.fathom")}},
                           {"--no-weights",
                            {"--no-weights"},
                            effect::alters,
                            out("converted.mtx"),
                            {},
                            {"convert", files().weights, out("converted.mtx")}},
                           {"--trust", {"--trust"}, effect::mends, "", {}, {"convert", files().damaged, output}}}};
}

command_way generate() {
  const std::string output = out("generated.el");
  return {"generate",
          "",
          {"generate", "path:9", output},
          rows_of_writing("generate", output) +
              std::vector<row>{{"--file", {"-f", "path:9"}, effect::writes, output, {}, {"generate", output}},
                               {"--no-weights", {"--no-weights"}, effect::refused, "has no weights"},
                               {"--exact-weights", {"--exact-weights"}, effect::refused, "has no weights"}}};
}

command_way reach_build() {
  const std::string index = out("built.reach");
  const make_call call = [&](const words& g) {
    return words{"reach", "build"} + g + words{"--source", "0", "--hops", "2", "--output", index, "--json"};
  };
  const words base = call({"kron:6:4"}), rest{"--hops", "2", "--output", index, "--json"};
  return {"reach build", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{threads({"reach", "build", "kron:11:8", "--all", "--hops", "1", "--output", index, "--json"}),
                               {"--source",
                                {"--source", "2", "--source", "3"},
                                effect::states,
                                "/index/selected",
                                2,
                                words{"reach", "build", "path:9"} + rest},
                               {"--sources",
                                {"--sources", files().list},
                                effect::states,
                                "/index/selected",
                                2,
                                words{"reach", "build", "path:9"} + rest},
                               {"--all", {"--all"}, effect::states, "/index/selected", 9, words{"reach", "build", "path:9"} + rest},
                               {"--method", {"--method", "joint"}, effect::shows, "/engine", "CPU, joint"},
                               {"--group-by", {"--group-by", "random"}, effect::shows, "/grouping", "random"},
                               {"--devices", {"--devices", "cuda:98"}, effect::ends, "cuda:98", 4},
                               {"--hops",
                                {"--hops", "1"},
                                effect::states,
                                "/index/hops",
                                1,
                                {"reach", "build", "path:9", "--all", "--output", index, "--json"}},
                               {"--output",
                                {"--output", out("other.reach")},
                                effect::writes,
                                out("other.reach"),
                                {},
                                {"reach", "build", "path:9", "--all", "--hops", "1"}},
                               as_json(base)}};
}

command_way reach_query() {
  const words base{"reach", "query", files().index, "0", "2", "--json"};
  std::vector<row> rows{
      {"--file", {"-f", files().plain}, effect::ends, "", 3},
      {"--kronecker", {"-g", "4"}, effect::ends, "", 3},
      {"--uniform", {"-u", "4"}, effect::ends, "", 3},
      {"--degree", {"-g", "4", "-k", "3"}, effect::ends, "", 3},
      {"--trust", {"--trust"}, effect::mends, "", {}, {"reach", "query", files().damaged_index, "0", "2", "--json"}},
      {"--pairs", {"--pairs", files().pairs}, effect::states, "/answers#", 1, {"reach", "query", files().index, "--json"}},
      {"--hops", {"--hops", "1"}, effect::shows, "/hops", 1},
      {"--device",
       {"--device", "cuda:99"},
       effect::ends,
       "cuda:99",
       4,
       base + words{"-f", files().folder.file("five.el", "0 1\n1 2\n2 3\n3 4\n"), "--undirected"}},
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
  return {"reach info",
          "",
          base,
          {{"--trust", {"--trust"}, effect::mends, "", {}, {"reach", "info", files().damaged_index, "--json"}},
           threads(base),
           as_json(base)}};
}

command_way closeness() { return centrality("closeness"); }
command_way harmonic() { return centrality("harmonic"); }
command_way eccentricity() { return centrality("eccentricity"); }

struct named_table {
  const char* name;
  command_way (*make)();  // runs the program to create its inputs
};

constexpr named_table tables[] = {{"bfs", bfs_alone},
                                  {"bfs_on_ranks", bfs_on_ranks},
                                  {"sssp_on_ranks", sssp_on_ranks},
                                  {"sssp", sssp},
                                  {"path", path_between},
                                  {"distances", distances_alone},
                                  {"distances_on_ranks", distances_on_ranks},
                                  {"neighbors", neighbors},
                                  {"components", components_alone},
                                  {"components_on_ranks", components_on_ranks},
                                  {"pagerank", pagerank_alone},
                                  {"pagerank_on_ranks", pagerank_on_ranks},
                                  {"closeness", closeness},
                                  {"harmonic", harmonic},
                                  {"eccentricity", eccentricity},
                                  {"betweenness", betweenness},
                                  {"triangles", triangles},
                                  {"triangles_on_ranks", triangles_on_ranks},
                                  {"cores", cores},
                                  {"cores_on_ranks", cores_on_ranks},
                                  {"truss", truss},
                                  {"biconnected", biconnected},
                                  {"spanning_forest", spanning_forest},
                                  {"bipartite", bipartite},
                                  {"communities", communities},
                                  {"local_efficiency", local_efficiency},
                                  {"dag", dag},
                                  {"walks", walks},
                                  {"sample", sample},
                                  {"degrees", degrees},
                                  {"diameter", diameter},
                                  {"info", info},
                                  {"validate", validate},
                                  {"bench", bench},
                                  {"report", report},
                                  {"doctor", doctor},
                                  {"graph500", graph500},
                                  {"convert", convert},
                                  {"generate", generate},
                                  {"reach_build", reach_build},
                                  {"reach_query", reach_query},
                                  {"reach_info", reach_info}};

std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Each line of the report fits, except for a word that is too long, which is not broken outside of tables.
void expect_width(const words& call, std::size_t width) {
  const run_outcome ran =
      run_program(call, {.environment = {"FATHOM_DEVICE=cpu", "OMP_NUM_THREADS=1", "COLUMNS=" + std::to_string(width)}});
  EXPECT_EQ(ran.exit_code, 0) << joined(call) << '\n' << ran.err;
  for (const std::string& output : {ran.out, ran.err}) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
      const bool is_word = line.find(' ', std::min(line.find_first_not_of(' '), line.size())) == std::string::npos;
      EXPECT_TRUE(columns(line) <= width || is_word) << "fathom " << joined(call) << ": " << columns(line) << " columns: " << line;
    }
  }
}

class options_of : public testing::TestWithParam<named_table> {};

TEST_P(options_of, take_effect_or_are_refused) {
  const command_way command = GetParam().make();
  const run_outcome& ran = baseline(command.base);
  EXPECT_EQ(ran.exit_code, 0) << joined(command.base) << '\n' << ran.err;
  for (const row& one : command.rows) check(command, one);
}

// The options of every command: --color, --quiet, and the width of its report.
TEST_P(options_of, include_those_of_the_terminal) {
  const command_way command = GetParam().make();
  const words text = without_json(command.base);
  SCOPED_TRACE("fathom " + joined(text));
  const std::string escape = "\033[";
  const auto has_color = [&](const std::string& output) { return output.find(escape) != std::string::npos; };
  // The last option is unknown, so that there is an error.
  EXPECT_TRUE(has_color(run(text + words{"--color", "always", "--unknown"}).err));
  EXPECT_FALSE(has_color(run(text + words{"--color", "never", "--unknown"}).err));
  const run_outcome quiet = run(text + words{"--quiet"});
  EXPECT_EQ(quiet.exit_code, 0) << quiet.err;
  EXPECT_EQ(quiet.out + quiet.err, "");
  if (text != command.base) {
    EXPECT_NE(run(command.base + words{"--quiet"}).out.find("\"schema_version\""), std::string::npos);
  }
  for (const std::size_t width : {std::size_t{80}, std::size_t{50}}) expect_width(text, width);
}

// Benchmarks have tables of their own.
TEST(width_of_terminal, limits_the_tables_of_each_benchmark) {
  for (const words& call : std::vector<words>{{"bench", "bfs", "kron:6:4", "-n", "2"},
                                              {"bench", "build", "kron:6:4", "--repeat", "1"},
                                              {"bench", "open", "kron:6:4", "--repeat", "1"},
                                              {"bench", "scaling", "kron:6:4", "-n", "2"},
                                              {"bench", "ibfs", "kron:6:4", "--joined", "64", "--repeat", "1"},
                                              {"bench", "multi-search", "kron:6:4", "--sources", "32", "--repeat", "1"},
                                              {"bfs", "kron:6:4", "-n", "2", "--levels", "--analysis", "--compare-directions"},
                                              {"distances", "kron:6:4", "--sources", "all", "--levels"},
                                              {"bench", "papers", "--quick", "graph500", "multi-search"},
                                              {"graph500", "--scale", "6", "--levels"},
                                              {"bfs", "path:4000", "--source", "0"}})
    expect_width(call, 80);
  expect_width({"bench", "papers", "--quick", "graph500"}, 50);
}

TEST(width_of_terminal, limits_help_and_errors_stay_whole_in_files) {
  for (const auto& [command, options] : listed_options()) {
    std::istringstream name(command);
    words call;
    for (std::string word; name >> word;) call.push_back(word);
    expect_width(call + words{"--help"}, 80);
  }
  const std::string long_name(120, 'x');
  EXPECT_NE(run({"info", long_name}).err.find(long_name), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(all, options_of, testing::ValuesIn(tables),
                         [](const testing::TestParamInfo<named_table>& table) { return std::string(table.param.name); });

TEST(options, have_a_row_each) {
  const auto& listed = listed_options();
  std::set<std::string> known{"completion", "manual"};
  EXPECT_EQ(listed.at("completion"), (std::set<std::string>{"--color"}));
  EXPECT_EQ(listed.at("manual"), (std::set<std::string>{"--color", "--quiet"}));
  EXPECT_EQ(run({"manual", files().folder / "manual", "--quiet"}).out, "");
  for (const named_table& table : tables) {
    const command_way command = table.make();
    known.insert(command.name);
    SCOPED_TRACE("fathom " + command.name + " " + command.way);
    const auto found = listed.find(command.name);
    ASSERT_NE(found, listed.end());
    std::set<std::string> with_row;
    for (const row& one : command.rows) with_row.insert(one.option);
    with_row.insert({"--color", "--quiet"});  // include_those_of_the_terminal
    for (const std::string& option : found->second) EXPECT_TRUE(with_row.contains(option)) << option << " has no row in this test";
    for (const std::string& option : with_row) {
      EXPECT_TRUE(found->second.contains(option) || !option.starts_with("--")) << option << " is not an option of the program";
    }
  }
  for (const auto& [command, options] : listed) EXPECT_TRUE(known.contains(command)) << "fathom " << command << " has no rows";
}

}  // namespace
}  // namespace fathom::test
