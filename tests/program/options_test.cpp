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
