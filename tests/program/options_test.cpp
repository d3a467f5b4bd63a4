// Every option of every command with a value other than the default: it changes the report as stated, or the call is rejected.
//
// The options are those that the program lists, so that an option without a row in the tables below fails the test. A command
// that runs in two modes (one process, --ranks) needs rows for both, since an option may take effect in only one of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "run_program.hpp"

namespace fathom::test {
namespace {

using json = nlohmann::json;
using words = std::vector<std::string>;

words operator+(words a, const words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string joined(const words& all) {
  std::string text;
  for (const std::string& word : all) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Input files of all rows, written once.
struct inputs {
  inputs() {
    weights = folder.file("weights.wel", "0 1 5\n0 1 5\n1 1 2\n2 0 1\n2 3 1\n");
    plain = folder.file("plain.el", "0 1\n1 2\n2 3\n");
    mutual = folder.file("mutual.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 4\n2 1\n3 2\n3 1\n4 3\n");
    apart = folder.file("apart.el", "0 1\n1 2\n3 4\n");
    gaps = folder.file("gaps.el", "0 1\n1 2\n2 9\n");
    table = folder.file("table.csv", "a,b,c\n0,1,7\n1,2,8\n2,3,9\n");
    numbers = folder.file("numbers.csv", "0,1\n0,2\n2,3\n");
    list = folder.file("list.txt", "1\n2\n");
    pairs = folder.file("pairs.txt", "0 2\n");
    distances = folder.file("distances.txt", "0\n1\n2\n3\n4\n");
    predecessors = folder.file("predecessors.txt", "-1\n0\n1\n2\n3\n");
    const std::string whole = folder / "whole.fathom";
    index = folder / "whole.reach";
    EXPECT_EQ(run_program({"generate", "path:5", whole}).exit_code, 0);
    EXPECT_EQ(run_program({"reach", "build", "path:5", "--all", "--hops", "2", "--output", index}).exit_code, 0);
    damaged = damaged_copy(whole, "damaged.fathom"), damaged_index = damaged_copy(index, "damaged.reach");
  }

  // Leaves FILE.part and FILE.progress: distances from the first 64 sources fit 8 bits, and those of the last do not.
  void leave_unfinished(const std::string& output) const {
    std::string sources;
    for (int v = 62; v < 126; ++v) sources += std::to_string(v) + "\n";
    const run_outcome ran = run_program({"distances", "path:190", "--sources", folder.file("many.txt", sources + "0\n"), "--width",
                                         "64", "--group-by", "given", "--bits", "8", "--output", output});
    EXPECT_NE(ran.exit_code, 0);
    EXPECT_FALSE(content_of(output + ".progress").empty());
  }

  // One byte of the last number differs, which is valid without the checksum and detected with it.
  std::string damaged_copy(const std::string& file, const std::string& name) const {
    std::string bytes = content_of(file);
    char& lowest = bytes[bytes.size() - sizeof(std::uint32_t)];
    lowest = static_cast<char>(lowest ^ 1);
    return folder.file(name, bytes);
  }

  scratch_folder folder;
  std::string weights, plain, mutual, apart, gaps, table, numbers, list, pairs, distances, predecessors, damaged, damaged_index,
      index;
};

const inputs& files() {
  static const inputs all;
  return all;
}

run_outcome run(const words& arguments) {
  run_outcome outcome = run_program(arguments, {.environment = {"FATHOM_DEVICE=cpu", "OMP_NUM_THREADS=1"}});
  if (outcome.exit_code != 0) {
    EXPECT_FALSE(outcome.err.empty()) << joined(arguments) << " ends with " << outcome.exit_code << " and says nothing";
  }
  return outcome;
}

// Outcome of a call, shared by many rows.
const run_outcome& baseline(const words& arguments) {
  static std::map<words, run_outcome> known;
  const auto found = known.find(arguments);
  return found != known.end() ? found->second : known.emplace(arguments, run(arguments)).first->second;
}

const json absent = "no such value";

// JSON pointer such as "/graph/edges"; with # at the end, the number of entries.
json value_at(const run_outcome& ran, std::string pointer) {
  const json whole = json::parse(ran.out, nullptr, false);
  if (whole.is_discarded()) return absent;
  const bool counts = pointer.ends_with('#');
  if (counts) pointer.pop_back();
  const json::json_pointer place(pointer);
  if (!whole.contains(place)) return absent;
  return counts ? json(whole[place].size()) : whole[place];
}

enum class effect {
  shows,    // the report has this value, and a different one without the option
  states,   // the report has this value, with and without the option
  differs,  // the report's value differs from that without the option
  prints,   // standard output has this text only with the option
  warns,    // standard error has this text only with the option
  writes,   // a file of this name exists
  alters,   // the content of the file of this name differs from that without the option
  refused,  // exit code 2; the message has the option's name and this text
  ends,     // this exit code and text, which differ without the option
  mends,    // exit code 0, and a different one without the option
};

struct row {
  std::string option;
  words arguments;  // with the option
  effect what = effect::shows;
  std::string where;  // JSON pointer, text or file
  json value{};
  words base{};  // replaces the command's own; the table fills in {GRAPH}, say
};

// A command in one of its modes.
struct command_way {
  std::string name;
  std::string way;  // "", or "--ranks"
  words base;       // a call that succeeds
  std::vector<row> rows;
};

void check(const command_way& command, const row& r) {
  const words base = r.base.empty() ? command.base : r.base, call = base + r.arguments;
  SCOPED_TRACE(r.option + ": fathom " + joined(call));
  if (r.what == effect::alters) {
    static_cast<void>(run(base));
    const std::string before = content_of(r.where);
    EXPECT_EQ(run(call).exit_code, 0);
    EXPECT_NE(content_of(r.where), before);
    EXPECT_FALSE(before.empty());
    return;
  }
  const bool compares = r.what != effect::refused && r.what != effect::writes && r.what != effect::states && r.what != effect::ends;
  if (compares) static_cast<void>(baseline(base));
  const run_outcome ran = run(call);
  if (r.what == effect::refused) {
    EXPECT_EQ(ran.exit_code, 2) << ran.err;
    const bool named = ran.err.find(r.option) != std::string::npos || ran.err.find(r.arguments.front()) != std::string::npos;
    EXPECT_TRUE(named) << ran.err;
    EXPECT_NE(ran.err.find(r.where), std::string::npos) << ran.err;
    return;
  }
  if (r.what == effect::ends) {
    EXPECT_EQ(ran.exit_code, r.value.get<int>()) << ran.err;
    EXPECT_NE(ran.err.find(r.where), std::string::npos) << ran.err;
    EXPECT_NE(baseline(base).exit_code, ran.exit_code);
    return;
  }
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  switch (r.what) {
    case effect::shows:
      EXPECT_NE(value_at(baseline(base), r.where), r.value) << r.where;
      [[fallthrough]];
    case effect::states:
      EXPECT_EQ(value_at(ran, r.where), r.value) << r.where;
      return;
    case effect::differs:
      EXPECT_NE(value_at(ran, r.where), absent) << r.where;
      EXPECT_NE(value_at(ran, r.where), value_at(baseline(base), r.where)) << r.where;
      return;
    case effect::prints:
      EXPECT_NE(ran.out.find(r.where), std::string::npos) << ran.out;
      EXPECT_EQ(baseline(base).out.find(r.where), std::string::npos) << baseline(base).out;
      return;
    case effect::warns:
      EXPECT_NE(ran.err.find(r.where), std::string::npos) << ran.err;
      EXPECT_EQ(baseline(base).err.find(r.where), std::string::npos) << baseline(base).err;
      return;
    case effect::writes:
      EXPECT_FALSE(content_of(r.where).empty()) << r.where;
      return;
    case effect::mends:
      EXPECT_NE(baseline(base).exit_code, 0);
      return;
    default:
      return;
  }
}

std::vector<row> operator+(std::vector<row> a, const std::vector<row>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

using make_call = std::function<words(const words& graph)>;

std::vector<row> without(std::vector<row> rows, const std::string& option) {
  std::erase_if(rows, [&](const row& one) { return one.option == option; });
  return rows;
}

words without_json(words call) {
  std::erase(call, "--json");
  return call;
}

std::string out(const std::string& name) { return files().folder / name; }

// Rows of commands that take the graph as an option, so that each option applies to a graph.
std::vector<row> rows_of_naming(const make_call& call) {
  const std::string name = "/graph/name";
  return {{"--file", {"-f", files().plain}, effect::states, name, files().plain, call({})},
          {"--kronecker", {"-g", "4"}, effect::states, name, "kron:4:16", call({})},
          {"--uniform", {"-u", "4"}, effect::states, name, "uniform:4:16", call({})},
          {"--degree", {"-g", "4", "-k", "3"}, effect::states, name, "kron:4:3", call({})},
          {"--degree", {"-k", "3"}, effect::refused, "needs -g or -u", {}, call({files().plain})}};
}

std::vector<row> rows_of_reading(const make_call& call) {
  const words weights = call({files().weights});
  return {{"--seed", {"--seed", "7"}, effect::differs, "/graph/edges", {}, call({"kron:6:4"})},
          {"--format", {"--format", "snap"}, effect::shows, "/receipt/origin", "snap", call({files().plain})},
          {"--format", {"--format", "el"}, effect::refused, "is a generator", {}, call({"kron:6:4"})},
          {"--directed", {"--directed"}, effect::shows, "/graph/directed", true, call({files().mutual})},
          {"--undirected", {"--undirected"}, effect::shows, "/graph/directed", false, weights},
          {"--symmetrize", {"-s"}, effect::shows, "/graph/directed", false, weights},
          {"--trust", {"--trust"}, effect::mends, "", {}, call({files().damaged})},
          {"--trust", {"--trust"}, effect::refused, "applies to .fathom files", {}, call({files().plain})},
          {"--trust", {"--trust"}, effect::refused, "is a generator", {}, call({"path:5"})},
          {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4, weights}};
}

std::vector<row> rows_of_building(const make_call& call) {
  const words weights = call({files().weights});
  return {{"--keep-duplicates", {"--keep-duplicates"}, effect::differs, "/graph/edges", {}, weights},
          {"--parallel-edges", {"--parallel-edges", "first"}, effect::shows, "/receipt/parallel_edges", "first", weights},
          {"--keep-self-loops", {"--keep-self-loops"}, effect::differs, "/graph/edges", {}, weights},
          {"--no-weights", {"--no-weights"}, effect::shows, "/graph/weighted", false, weights}};
}

// The options of each command, as listed by the program.
std::map<std::string, std::set<std::string>> read_listing() {
  const run_outcome listing = run({"--list-options"});
  std::map<std::string, std::set<std::string>> all;
  std::istringstream lines(listing.out);
  for (std::string line; std::getline(lines, line);) {
    const std::string option = line.substr(0, line.find(' '));
    if (option.starts_with("-") && option != "--help") all[line.substr(option.size() + 1)].insert(option);
  }
  return all;
}

const std::map<std::string, std::set<std::string>>& listed_options() {
  static const std::map<std::string, std::set<std::string>> all = read_listing();
  return all;
}

// The rows of options that the command has: --vertices is --num-vertices where a command takes a list of vertices.
std::vector<row> where_listed(const std::string& command, const std::vector<row>& rows) {
  const std::set<std::string>& listed = listed_options().at(command);
  std::vector<row> there;
  for (const row& one : rows) {
    const bool means_a_list = one.option == "--vertices" && listed.contains("--num-vertices");
    if (listed.contains(one.option) && !means_a_list) there.push_back(one);
  }
  return there;
}

// Options for the vertices of an edge list or a table.
std::vector<row> rows_of_vertices(const make_call& call) {
  const words table = call({files().table});
  const std::string vertices = "/graph/vertices", edges = "/graph/edges";
  return {{"--keep-id-gaps", {"--keep-id-gaps"}, effect::shows, vertices, 10, call({files().gaps})},
          {"--vertices", {"--vertices", "9"}, effect::shows, vertices, 9, call({files().plain})},
          {"--num-vertices", {"--num-vertices", "9"}, effect::shows, vertices, 9, call({files().plain})},
          {"--source-column", {"--source-column", "c"}, effect::shows, vertices, 6, table},
          {"--target-column", {"--target-column", "c"}, effect::shows, vertices, 6, table},
          {"--weight-column", {"--weight-column", "c"}, effect::shows, "/graph/weighted", true, table},
          {"--separator", {"--separator", ";"}, effect::ends, "at least two columns", 3, table},
          {"--header", {"--header", "yes"}, effect::differs, edges, {}, call({files().numbers})}};
}

// Options of every command with a graph that prints the graph as JSON.
std::vector<row> rows_of_graph(const make_call& call) {
  const words apart = call({files().apart});
  const std::string command = apart.front() == "reach" ? apart[0] + " " + apart[1] : apart.front();
  return rows_of_naming(call) + rows_of_reading(call) + rows_of_building(call) + where_listed(command, rows_of_vertices(call)) +
         std::vector<row>{{"--largest-component", {"--largest-component"}, effect::shows, "/graph/vertices", 3, apart}};
}

// With sources from a file, --seed has no effect.
std::vector<row> idle_seed(const make_call& call) {
  return {{"--seed", {"--seed", "7"}, effect::refused, "nothing else is drawn at random", {}, call({files().plain})},
          {"--seed", {"--seed", "7"}, effect::refused, "is not a random graph", {}, call({"path:5"})}};
}

row threads(const words& base, const std::string& pointer = "/threads") {
  return {"--threads", {"--threads", "2"}, effect::shows, pointer, 2, base};
}

// With --ranks, every process holds an edge slice, so options that need the whole graph do not apply.
std::vector<row> rows_of_graph_on_ranks(const make_call& call) {
  const words weights = call({files().weights});
  std::vector<row> of_vertices = where_listed(weights.front(), rows_of_vertices(call));
  for (row& one : of_vertices) {
    // bfs and others do not store weights here: the error for a missing column shows that the option is read.
    if (one.option == "--weight-column") one = {one.option, {"--weight-column", "missing"}, effect::ends, "missing", 2, one.base};
  }
  return rows_of_naming(call) + rows_of_reading(call) + of_vertices +
         std::vector<row>{
             {"--keep-duplicates", {"--keep-duplicates"}, effect::refused, "does not work with --ranks"},
             {"--parallel-edges", {"--parallel-edges", "keep"}, effect::refused, "does not work with --ranks"},
             {"--parallel-edges", {"--parallel-edges", "first"}, effect::shows, "/receipt/parallel_edges", "first", weights},
             {"--keep-self-loops", {"--keep-self-loops"}, effect::refused, "does not work with --ranks"},
             {"--largest-component", {"--largest-component"}, effect::refused, "not available with --ranks"},
             {"--grid", {"--grid", "1x1"}, effect::states, "/grid", {1, 1}},
             {"--grid", {"--grid", "2x2"}, effect::ends, "does not match", 2},
             {"--delegates", {"--delegates", "2"}, effect::differs, "/delegates", {}, call({"star:9"})},
             {"--ranks", {}, effect::states, "/grid", {1, 1}}};
}

// Without --ranks.
std::vector<row> rows_without_ranks(const make_call& call, const std::string& output) {
  return {{"--ranks", {"--ranks"}, effect::shows, "/grid", {1, 1}, call({"kron:4:4"})},
          {"--grid", {"--grid", "1x1"}, effect::refused, "--ranks"},
          {"--delegates", {"--delegates", "auto"}, effect::refused, "--ranks"},
          {"--parts", {"--parts", "--output", output}, effect::refused, "--ranks"}};
}

// Options of commands that search from sources.
std::vector<row> rows_of_sources(const words& graph, const words& rest, const std::string& first, const std::string& number) {
  return {{"--source", {"--source", "2"}, effect::states, first, 2, graph + rest},
          {"--sources", {"--sources", files().list}, effect::states, number, 2, graph + rest},
          {"--sources", {"--sources", "all", "--source", "1"}, effect::refused, "exclude each other", {}, graph + rest}};
}

row writes(const words& base, const std::string& name) {
  return {"--output", {"--output", out(name)}, effect::writes, out(name), {}, base};
}

row as_json(const words& base) { return {"--json", {"--json"}, effect::prints, "\"schema_version\": 1,", {}, without_json(base)}; }

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
                  {"--order", {"--order", "caller"}, effect::shows, "/order/name", "caller", call({"kron:10:16"})},
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
                  {"--analysis", {"-a"}, effect::shows, "/distances", {1, 1, 1}, call({"path:3"})},
                  {"--levels", {"-l"}, effect::differs, "/runs/0/levels#"},
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
  return {
      "bfs", "--ranks", base,
      rows_of_graph_on_ranks(call) + idle_seed(call) +
          rows_of_sources({"bfs", "path:5", "--ranks"}, {"--json"}, "/runs/0/source", "/runs#") +
          std::vector<row>{{"--no-weights", {"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})},
                           threads(base),
                           {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed},
                           {"--repeat", {"--repeat", "3"}, effect::shows, "/runs#", 3},
                           refused("--target", {"--target", "3"}),
                           {"--depth-limit", {"--depth-limit", "2"}, effect::shows, "/runs/0/depth", 2, call({"path:9"})},
                           refused("--order", {"--order", "caller"}),
                           refused("--method", {"--method", "enterprise-bl"}),
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
      rows_of_graph(call) + idle_seed(call) + rows_of_sources({"sssp", "path:5"}, {"--json"}, "/runs/0/source", "/runs#") +
          std::vector<row>{
              threads(call({"kron:13:8"})),
              {"--seed", {"--seed", "7"}, effect::differs, "/runs/0/farthest", {}, call({"path:9", "--random-weights", "1:255"})},
              {"--trials", {"-n", "3"}, effect::shows, "/runs#", 3, unnamed},
              {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
              {"--random-weights", {"--random-weights", "5:5"}, effect::shows, "/weights/largest", 5.0},
              {"--target", {"--target", "3"}, effect::shows, "/path", {0, 1, 2, 3}, call({"path:9"})},
              {"--cutoff", {"--cutoff", "2"}, effect::shows, "/runs/0/farthest", 2.0, call({"path:9"})},
              {"--delta", {"--delta", "7"}, effect::shows, "/runs/0/delta", 7.0},
              {"--order", {"--order", "caller"}, effect::shows, "/order/name", "caller", call({"kron:10:16"})},
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

command_way distances_alone() {
  const make_call call = [](const words& g) { return words{"distances"} + g + words{"--source", "0", "--json"}; };
  const words base = call({"kron:6:4"}), text = without_json(base), unnamed{"distances", "path:9", "--json"},
              random{"distances", "kron:6:4", "--sources", "random:40", "--json"};
  const std::string file = out("distances.npy");
  const words unfinished{"distances", "path:190", "--source", "0", "--json", "--output", out("unfinished.npy")};
  files().leave_unfinished(unfinished.back());
  return {"distances", "", base,
          rows_of_graph(call) + idle_seed(call) + rows_without_ranks(call, file) +
              rows_of_sources({"distances", "path:5"}, {"--json"}, "/sources/0/source", "/sources#") +
              std::vector<row>{
                  threads({"distances", "kron:12:8", "--sources", "random:64", "--json"}, "/run/threads"),
                  {"--seed",
                   {"--seed", "7"},
                   effect::differs,
                   "/run/groups/0/depth",
                   {},
                   {"distances", "path:300", "--sources", "all", "--group-by", "random", "--width", "64", "--json"}},
                  {"--devices", {"--devices", "cuda:98"}, effect::ends, "cuda:98", 4},
                  {"--trials", {"-n", "3"}, effect::shows, "/sources#", 3, unnamed},
                  {"-n", {"-n", "3"}, effect::refused, "counts random sources"},
                  {"--depth-limit", {"--depth-limit", "2"}, effect::shows, "/sources/0/farthest", 2, call({"path:9"})},
                  {"--order", {"--order", "caller"}, effect::differs, "/run/order", {}, call({"kron:10:16"})},
                  {"--method", {"--method", "joint"}, effect::shows, "/run/engine", "CPU, joint"},
                  {"--width", {"--width", "256"}, effect::shows, "/run/width", 256, random},
                  {"--width", {"--width", "256"}, effect::shows, "/run/width", 256},
                  {"--width", {"--width", "256", "--method", "separate"}, effect::refused, "does not group searches"},
                  {"--group-by", {"--group-by", "random"}, effect::shows, "/run/grouping", "random", random},
                  {"--small-degree",
                   {"--small-degree", "9"},
                   effect::differs,
                   "/run/grouping",
                   {},
                   random + words{"--group-by", "out-degree"}},
                  {"--hub-degree",
                   {"--hub-degree", "9"},
                   effect::differs,
                   "/run/grouping",
                   {},
                   random + words{"--group-by", "out-degree"}},
                  {"--small-degree", {"--small-degree", "9"}, effect::refused, "--group-by out-degree"},
                  {"--hub-degree", {"--hub-degree", "128"}, effect::refused, "--group-by out-degree"},
                  writes(base, "matrix.npy"),
                  {"--bits", {"--bits", "8"}, effect::shows, "/bits", 8, base + words{"--output", file}},
                  {"--bits", {"--bits", "8"}, effect::refused, "--output"},
                  {"--resume", {"--resume"}, effect::ends, "belongs to a run with", 3, unfinished},
                  {"--resume", {"--resume"}, effect::refused, "--output"},
                  {"--levels", {"-l"}, effect::differs, "/run/groups/0/levels#"},
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
  return {
      "distances", "--ranks", base,
      without(rows_of_graph_on_ranks(call), "--device") + idle_seed(call) +
          rows_of_sources({"distances", "path:5", "--ranks"}, {"--json"}, "/sources/0/source", "/sources#") +
          std::vector<row>{{"--no-weights", {"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})},
                           threads(base, "/run/threads"),
                           refused("--devices", {"--devices", "cuda:98"}),
                           {"--device", {"--device", "cuda"}, effect::refused, "runs on CPUs"},
                           {"--trials", {"-n", "3"}, effect::shows, "/sources#", 3, unnamed},
                           {"--depth-limit", {"--depth-limit", "2"}, effect::shows, "/sources/0/farthest", 2, call({"path:9"})},
                           refused("--order", {"--order", "caller"}),
                           refused("--method", {"--method", "joint"}),
                           {"--width", {"--width", "256"}, effect::shows, "/run/width", 256},
                           refused("--group-by", {"--group-by", "random"}),
                           refused("--small-degree", {"--small-degree", "9"}),
                           refused("--hub-degree", {"--hub-degree", "9"}),
                           writes(base, "ranks.npy"),
                           {"--bits", {"--bits", "8"}, effect::shows, "/bits", 8, base + words{"--output", file}},
                           {"--bits", {"--bits", "8"}, effect::refused, "--output"},
                           refused("--resume", {"--resume", "--output", file}),
                           {"--levels", {"-l"}, effect::differs, "/run/groups/0/levels#"},
                           {"--parts", {"--parts", "--output", file}, effect::writes, out("on-ranks.0-of-1.npy")},
                           as_json(base)}};
}

command_way neighbors() {
  const make_call call = [](const words& g) { return words{"neighbors"} + g + words{"--source", "0", "--hops", "2", "--json"}; };
  const words base = call({"kron:6:4"});
  return {"neighbors", "", base,
          rows_of_graph(call) + idle_seed(call) +
              rows_of_sources({"neighbors", "path:5"}, {"--hops", "1", "--json"}, "/sources/0/source", "/sources#") +
              std::vector<row>{
                  threads({"neighbors", "kron:12:8", "--sources", "random:64", "--hops", "2", "--counts", "--json"}),
                  {"--hops", {"--hops", "3"}, effect::states, "/hops", 3, {"neighbors", "path:9", "--source", "0", "--json"}},
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
                               {"--weak", {"--weak"}, effect::states, "/algorithm", "weakly connected components", either},
                               {"--strong", {"--strong"}, effect::states, "/algorithm", "strongly connected components", either},
                               {"--strong", {"--strong", "--weak"}, effect::refused, "exclude each other", {}, either},
                               as_json(base),
                               writes(base, "components.txt")}};
}

command_way components_on_ranks() {
  const make_call call = [](const words& g) { return words{"components"} + g + words{"--json", "--weak", "--ranks"}; };
  const words base = call({"random:9:1"});
  return {
      "components", "--ranks", base,
      rows_of_graph_on_ranks(call) + idle_seed(call) +
          std::vector<row>{{"--no-weights", {"--no-weights"}, effect::states, "/graph/weighted", false, call({files().weights})},
                           threads(base),
                           {"--weak", {"--weak"}, effect::mends, "", {}, {"components", "random:9:1", "--json", "--ranks"}},
                           {"--strong",
                            {"--strong"},
                            effect::refused,
                            "does not work with --ranks",
                            {},
                            {"components", "random:9:1", "--json", "--ranks"}},
                           {"--parts", {"--parts", "--output", out("c.npy")}, effect::writes, out("c.0-of-1.npy")},
                           as_json(base),
                           writes(base, "components-ranks.txt")}};
}

std::vector<row> rows_of_pagerank(const make_call& call) {
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
                               {"--method", {"--method", "power"}, effect::shows, "/method", "power"}}};
}

command_way pagerank_on_ranks() {
  const make_call call = [](const words& g) { return words{"pagerank"} + g + words{"--json", "--ranks"}; };
  const words base = call({"path:9"});
  return {"pagerank", "--ranks", base,
          rows_of_graph_on_ranks(call) + idle_seed(call) + rows_of_pagerank(call) +
              std::vector<row>{{"--no-weights", {"--no-weights"}, effect::shows, "/graph/weighted", false, call({files().weights})},
                               threads(base),
                               {"--method", {"--method", "gauss-seidel"}, effect::refused, "does not work with --ranks"},
                               {"--parts", {"--parts", "--output", out("p.npy")}, effect::writes, out("p.0-of-1.npy")}}};
}

std::vector<row> rows_of_centrality(const std::string& name, const make_call& call) {
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
  if (name == "closeness") {
    rows.push_back({"--unimproved", {"--unimproved"}, effect::differs, "/largest", {}, call({"random:9:1"})});
  }
  if (name == "harmonic") rows.push_back({"--normalized", {"--normalized"}, effect::differs, "/largest"});
  return {name, "", call({"path:9"}), rows};
}

command_way betweenness() {
  const make_call call = [](const words& g) { return words{"betweenness"} + g + words{"--json"}; };
  const words base = call({"path:9"});
  return {"betweenness", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{threads(base),
                               {"--edges", {"--edges"}, effect::shows, "/of", "edges"},
                               {"--endpoints", {"--endpoints"}, effect::differs, "/largest"},
                               {"--endpoints", {"--endpoints", "--edges"}, effect::refused, "leave it out"},
                               {"--unnormalized", {"--unnormalized"}, effect::differs, "/largest"},
                               {"--samples", {"--samples", "3"}, effect::shows, "/samples", 3},
                               {"--seed", {"--seed", "7"}, effect::differs, "/largest", {}, call({"path:90", "--samples", "3"})},
                               {"--method", {"--method", "grid"}, effect::ends, "method grid requires a CUDA device", 2},
                               as_json(base),
                               writes(base, "between.txt")}};
}

command_way triangles() {
  const make_call call = [](const words& g) { return words{"triangles"} + g + words{"--json"}; };
  const make_call undirected = [&](const words& g) { return call(g) + words{"--undirected"}; };
  const words base = call({files().mutual});
  std::vector<row> rows = rows_of_naming(call) + rows_of_building(undirected) + idle_seed(call) +
                          where_listed("triangles", rows_of_vertices(undirected));
  for (row& one : rows) {  // the plain file is read as directed
    if (one.option == "--file") one.arguments.push_back("--undirected");
  }
  return {
      "triangles", "", base,
      rows + std::vector<row>{
                 {"--seed", {"--seed", "7"}, effect::differs, "/graph/edges", {}, call({"kron:6:4"})},
                 {"--format", {"--format", "snap"}, effect::shows, "/receipt/origin", "snap", undirected({files().plain})},
                 {"--directed", {"--directed"}, effect::ends, "this graph is directed", 2},
                 {"--undirected", {"--undirected"}, effect::mends, "", {}, call({files().weights})},
                 {"--symmetrize", {"-s"}, effect::mends, "", {}, call({files().weights})},
                 {"--trust", {"--trust"}, effect::mends, "", {}, call({files().damaged})},
                 {"--device", {"--device", "cuda"}, effect::refused, "counted on the CPU"},
                 {"--largest-component", {"--largest-component"}, effect::shows, "/graph/vertices", 3, undirected({files().apart})},
                 threads(call({"kron:12:8"})),
                 as_json(base),
                 writes(base, "triangles.txt")}};
}

command_way degrees() {
  const make_call call = [](const words& g) { return words{"degrees"} + g + words{"--json"}; };
  const words base = call({files().plain});
  return {"degrees", "", base,
          rows_of_graph(call) + idle_seed(call) +
              std::vector<row>{{"--in", {"--in"}, effect::shows, "/kind", "in-degree", call({files().table, "--directed"})},
                               threads(base, "/threads"),
                               as_json(base),
                               writes(base, "degrees.txt")}};
}

command_way diameter() {
  const make_call call = [](const words& g) { return words{"diameter"} + g + words{"--json"}; };
  return {"diameter", "", call({"path:9"}),
          rows_of_graph(call) + idle_seed(call) + std::vector<row>{threads(call({"kron:12:8"})), as_json(call({"path:9"}))}};
}

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
  return {
      "validate", "", base,
      of_vertices + std::vector<row>{
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
                  {"--sources",
                   {"--sources", "3"},
                   effect::shows,
                   "/rows/0/figures/searches",
                   3.0,
                   {"bench", "multi-search", "path:9", "--repeat", "1", "--window", "0.01", "--json"}},
                  {"--sources", {"--sources", "3"}, effect::refused, "bench multi-search"},
                  {"--repeat", {"--repeat", "2"}, effect::shows, "/rows/0/runs", 2, {"bench", "open", "path:9", "--json"}},
                  {"--repeat", {"--repeat", "2"}, effect::refused, "bench read, build"},
                  {"--window",
                   {"--window", "1e-9", "--repeat", "2"},
                   effect::shows,
                   "/rows/0/runs",
                   1,
                   {"bench", "multi-search", "path:9", "--sources", "1", "--json"}},
                  {"--window", {"--window", "1"}, effect::refused, "bench energy"},
                  as_json(base),
                  writes(base, "bench.json")}};
}

command_way doctor() { return {"doctor", "", {"doctor"}, {as_json({"doctor"})}}; }

command_way graph500() {
  const words base{"graph500", "--scale", "6", "--roots", "2", "--json"}, text = without_json(base);
  const words grid = base + words{"--grid", "1x1"};
  return {"graph500", "", base,
          std::vector<row>{
              {"--scale", {"--scale", "5"}, effect::states, "/scale", 5, {"graph500", "--roots", "2", "--json"}},
              {"--edge-factor", {"--edge-factor", "4"}, effect::shows, "/edge_factor", 4},
              {"--roots", {"--roots", "3"}, effect::states, "/bfs/searches#", 3, {"graph500", "--scale", "6", "--json"}},
              {"--sssp", {"--sssp"}, effect::differs, "/sssp"},
              {"--seed", {"--seed", "7"}, effect::differs, "/directed_edges"},
              {"--grid", {"--grid", "1x1"}, effect::states, "/grid", {1, 1}},
              {"--grid", {"--grid", "2x2"}, effect::ends, "does not match", 2},
              {"--delegates", {"--delegates", "5"}, effect::differs, "/delegates"},
              {"--conflict-resolution", {"--conflict-resolution", "prefix"}, effect::refused, "grid of one column"},
              {"--conflict-resolution", {"--conflict-resolution", "prefix"}, effect::refused, "grid of one column", {}, grid},
              {"--fold", {"--fold", "prefix"}, effect::refused, "grid of one column"},
              {"--transport", {"--transport", "host"}, effect::refused, "applies to GPUs"},
              {"--top-down", {"--top-down"}, effect::differs, "/slowest/2/direction"},
              {"--threads", {"--threads", "2"}, effect::shows, "/threads", 2},
              {"--device", {"--device", "cuda:99"}, effect::ends, "cuda:99", 4},
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
                               {"--no-weights", {"--no-weights"}, effect::refused, "has no weights"}}};
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
                                  {"sssp", sssp},
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
                                  {"degrees", degrees},
                                  {"diameter", diameter},
                                  {"info", info},
                                  {"validate", validate},
                                  {"bench", bench},
                                  {"doctor", doctor},
                                  {"graph500", graph500},
                                  {"convert", convert},
                                  {"generate", generate},
                                  {"reach_build", reach_build},
                                  {"reach_query", reach_query},
                                  {"reach_info", reach_info}};

class options_of : public testing::TestWithParam<named_table> {};

TEST_P(options_of, take_effect_or_are_refused) {
  const command_way command = GetParam().make();
  const run_outcome& ran = baseline(command.base);
  EXPECT_EQ(ran.exit_code, 0) << joined(command.base) << '\n' << ran.err;
  for (const row& one : command.rows) check(command, one);
}

INSTANTIATE_TEST_SUITE_P(all, options_of, testing::ValuesIn(tables),
                         [](const testing::TestParamInfo<named_table>& table) { return std::string(table.param.name); });

TEST(options, have_a_row_each) {
  const auto& listed = listed_options();
  std::set<std::string> known;
  for (const named_table& table : tables) {
    const command_way command = table.make();
    known.insert(command.name);
    SCOPED_TRACE("fathom " + command.name + " " + command.way);
    const auto found = listed.find(command.name);
    ASSERT_NE(found, listed.end());
    std::set<std::string> with_row;
    for (const row& one : command.rows) with_row.insert(one.option);
    for (const std::string& option : found->second) EXPECT_TRUE(with_row.contains(option)) << option << " has no row in this test";
    for (const std::string& option : with_row) {
      EXPECT_TRUE(found->second.contains(option) || !option.starts_with("--")) << option << " is not an option of the program";
    }
  }
  for (const auto& [command, options] : listed) EXPECT_TRUE(known.contains(command)) << "fathom " << command << " has no rows";
}

}  // namespace
}  // namespace fathom::test
