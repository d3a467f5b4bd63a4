// Rows of the test of all options: each gives an option of a command a value and states the effect that it must have.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "run_program.hpp"

namespace fathom::test {

using nlohmann::json;
using words = std::vector<std::string>;

words operator+(words a, const words& b);

std::string joined(const words& all);

// Input files of all rows, written once.
struct inputs {
  inputs() {
    weights = folder.file("weights.wel", "0 1 5\n0 1 5\n1 1 2\n2 0 1\n2 3 1\n");
    decimals = folder.file("decimals.wel", "0 1 0.1\n1 0 0.1\n1 2 0.5\n2 0 0.25\n");
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
    bench = folder / "earlier.json";
    EXPECT_EQ(run_program({"bench", "open", "path:5", "--repeat", "1", "--threads", "1", "--output", bench}).exit_code, 0);
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
  std::string weights, decimals, plain, mutual, apart, gaps, table, numbers, list, pairs, distances, predecessors, damaged,
      damaged_index, index, bench;
};

const inputs& files();

run_outcome run(const words& arguments);

/// Outcome of a call, shared by many rows.
const run_outcome& baseline(const words& arguments);

inline const json absent = "no such value";

/// JSON pointer such as "/graph/edges"; with # at the end, the number of entries.
json value_at(const run_outcome& ran, std::string pointer);

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

// A row of the option that `arguments` begin with.
inline row with(words arguments, effect what, std::string where = "", json value = {}, words base = {}) {
  std::string option = arguments.front();
  return {std::move(option), std::move(arguments), what, std::move(where), std::move(value), std::move(base)};
}

// A row of an option that `arguments` give by its short name, or beside others.
inline row with(std::string option, words arguments, effect what, std::string where = "", json value = {}, words base = {}) {
  return {std::move(option), std::move(arguments), what, std::move(where), std::move(value), std::move(base)};
}

// A command in one of its modes.
struct command_way {
  std::string name;
  std::string way;  // "", or "--ranks"
  words base;       // a call that succeeds
  std::vector<row> rows;
};

void check(const command_way& command, const row& r);

std::vector<row> operator+(std::vector<row> a, const std::vector<row>& b);

using make_call = std::function<words(const words& graph)>;

std::vector<row> without(std::vector<row> rows, const std::string& option);

words without_json(words call);

std::string out(const std::string& name);

/// Rows of commands that take the graph as an option, so that each option applies to a graph.
std::vector<row> rows_of_naming(const make_call& call);

std::vector<row> rows_of_reading(const make_call& call);

std::vector<row> rows_of_building(const make_call& call);

/// The options of each command, as the program lists them.
const std::map<std::string, std::set<std::string>>& listed_options();

/// The rows of options that the command has: --vertices is --num-vertices where a command takes a list of vertices.
std::vector<row> where_listed(const std::string& command, const std::vector<row>& rows);

/// Options for the vertices of an edge list or a table.
std::vector<row> rows_of_vertices(const make_call& call);

/// Options of every command with a graph that prints the graph as JSON.
std::vector<row> rows_of_graph(const make_call& call);

/// The same of commands that keep self-loops of files by default, since one changes the answer.
std::vector<row> rows_of_graph_with_loops(const make_call& call);

/// With sources from a file, --seed has no effect.
std::vector<row> idle_seed(const make_call& call);

row threads(const words& base, const std::string& pointer = "/threads");

/// With --ranks, every process holds an edge slice, so options that need the whole graph do not apply.
std::vector<row> rows_of_graph_on_ranks(const make_call& call);

/// Without --ranks.
std::vector<row> rows_without_ranks(const make_call& call, const std::string& output);

/// Devices that partition the graph, which does not work with the option `refused`.
std::vector<row> rows_over_devices(const make_call& call, const words& refused = {"--repeat", "2"});

/// Options of commands that search from sources.
std::vector<row> rows_of_sources(const words& graph, const words& rest, const std::string& first, const std::string& number);

row writes(const words& base, const std::string& name);

row as_json(const words& base);

/// --json, and --output with a file of this name.
std::vector<row> rows_of_results(const words& base, const std::string& name);

/// --ranks of commands whose processes share searches.
inline const row sharing = with({"--ranks"}, effect::shows, "/by_rank#", 1);
/// --devices of commands whose devices share searches, each with a thread of its own.
inline const row over_two = with({"--devices", "cpu,cpu"}, effect::shows, "/by_rank#", 2);

// Tables of the commands that search or analyze a graph.
command_way bfs_alone();
command_way bfs_on_ranks();
command_way sssp();
command_way sssp_on_ranks();
command_way path_between();
command_way distances_alone();
command_way distances_on_ranks();
command_way neighbors();
command_way components_alone();
command_way components_on_ranks();
command_way pagerank_alone();
command_way pagerank_on_ranks();
command_way centrality(const std::string& name);
command_way betweenness();
command_way triangles();
command_way triangles_on_ranks();
command_way cores();
command_way cores_on_ranks();
command_way truss();
command_way biconnected();
command_way spanning_forest();
command_way bipartite();
command_way communities();
command_way local_efficiency();
command_way dag();
command_way walks();
command_way sample();
command_way degrees();
command_way diameter();
// Tables of the other commands.
command_way info();
command_way validate();
command_way report();
command_way convert();
command_way generate();
command_way reach_build();
command_way reach_query();
command_way reach_info();
command_way bench();
command_way graph500();
command_way doctor();

}  // namespace fathom::test
