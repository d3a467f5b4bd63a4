// info, convert, generate, bench, doctor, --help, --version.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "expectations.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

TEST(commands, graph500_reports_every_search) {
  for (const bool is_a_grid : {false, true}) {
    std::vector<std::string> arguments{"graph500", "--scale", "8", "--roots", "3", "--device", "cpu", "--energy", "0.05"};
    if (is_a_grid) arguments.insert(arguments.end(), {"--grid", "1x1", "--sssp"});
    const json object = json_of(arguments);
    EXPECT_EQ(object["scale"], 8);
    EXPECT_EQ(object["edge_factor"], 16);
    EXPECT_EQ(object["ranks"], 1);
    EXPECT_EQ(object["grid"], json({1, 1}));
    const json& bfs = object["bfs"];
    ASSERT_EQ(bfs["runs"].size(), 3u);
    double slowest = 0;
    for (const json& one : bfs["runs"]) {
      slowest = std::max(slowest, one["seconds"].get<double>());
      EXPECT_GT(one["seconds_validate"], 0);
      EXPECT_DOUBLE_EQ(one["teps_graph500"].get<double>(), one["input_edges"].get<double>() / one["seconds"].get<double>());
    }
    EXPECT_DOUBLE_EQ(bfs["summary"]["seconds"]["max"].get<double>(), slowest);
    EXPECT_EQ(object["sssp"].is_null(), !is_a_grid);
    EXPECT_EQ(object["levels_over_ranks"][0]["frontier"], 1);
    ASSERT_EQ(object["by_rank"].size(), 1u);
    EXPECT_EQ(object["by_rank"][0]["edges"], object["directed_edges"]);
    const json& energy = object["energy"];
    EXPECT_EQ(energy["measured_devices"].get<int>() + energy["unmeasured_devices"].get<int>(), 1);
    EXPECT_EQ(energy["why_not"].is_null(), energy["measured_devices"] == 1);
    EXPECT_EQ(energy["joules"].is_null(), energy["measured_devices"] == 0);
    EXPECT_GE(energy["searches"], 3);
  }
}

TEST(commands, info_counts) {
  const json object = json_of({"info", "star:9"});
  expect_values(object,
                {{"/graph/vertices", 9},
                 {"/graph/edges", 16},
                 {"/graph/max_out_degree", 8},
                 {"/graph/max_out_degree_vertex", 0},
                 {"/out_degrees", (json{{{"from", 1}, {"to", 1}, {"vertices", 8}}, {{"from", 8}, {"to", 15}, {"vertices", 1}}})}});
  EXPECT_FALSE(object["layout"]["order_reason"].get<std::string>().empty());
}

TEST(commands, info_shows_degrees_as_bars) { expect_output({"info", "star:9"}, {"8  ########", "layout"}); }

TEST(commands, options_of_building_are_heard) {
  const scratch_folder folder;
  const std::string file = folder.file("g.wel", "0 1 5\n0 1 5\n1 1 2\n2 0 1\n");
  const auto edges = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"info", file});
    return json_of(options)["graph"]["edges"];
  };
  EXPECT_EQ(edges({"--directed"}), 2);
  EXPECT_EQ(edges({"--directed", "--keep-duplicates"}), 3);
  EXPECT_EQ(edges({"--directed", "--keep-self-loops"}), 3);
  EXPECT_EQ(edges({"--undirected"}), 4);
  EXPECT_EQ(edges({"--directed", "-s"}), 4);
  EXPECT_TRUE(json_of({"info", file, "--directed"})["graph"]["undirected_edges"].is_null());
  EXPECT_EQ(json_of({"info", file, "--undirected"})["graph"]["undirected_edges"], 2);
  EXPECT_EQ(json_of({"info", file, "--undirected", "--keep-self-loops"})["graph"]["undirected_edges"], 3);
  EXPECT_EQ(json_of({"info", file})["graph"]["weighted"], true);
  EXPECT_EQ(json_of({"info", file, "--no-weights"})["graph"]["weighted"], false);
}

TEST(commands, parallel_edges_are_merged_as_requested_and_counted) {
  const scratch_folder folder;
  const std::string log = folder.file("log.wel", "0 1 4\n0 1 1\n0 1 2\n1 0 3\n"), kept = folder / "kept.fathom";
  const auto distance = [&](const std::string& file, std::vector<std::string> options) {
    options.insert(options.begin(), {"sssp", file, "--directed", "-r", "0"});
    const json found = json_of(options);
    return std::tuple(found["runs"][0]["farthest"].get<double>(), found["receipt"]["parallel_edges"].get<std::string>(),
                      found["receipt"]["duplicates_removed"].get<int>());
  };
  const std::tuple smallest(1.0, "min", 2);
  EXPECT_EQ(distance(log, {}), smallest);
  EXPECT_EQ(distance(log, {"--parallel-edges", "min"}), smallest);
  EXPECT_EQ(distance(log, {"--parallel-edges", "sum"}), std::tuple(7.0, "sum", 2));
  EXPECT_EQ(distance(log, {"--parallel-edges", "first"}), std::tuple(4.0, "first", 2));
  EXPECT_EQ(distance(log, {"--parallel-edges", "keep"}), std::tuple(1.0, "keep", 0));
  EXPECT_EQ(distance(log, {"--keep-duplicates"}), std::tuple(1.0, "keep", 0));
  ASSERT_EQ(run_program({"convert", log, kept, "--directed", "--parallel-edges", "keep"}).exit_code, 0);
  EXPECT_EQ(distance(kept, {}), std::tuple(1.0, "keep", 0));
  EXPECT_EQ(distance(kept, {"--parallel-edges", "sum"}), std::tuple(7.0, "sum", 2));
  const run_outcome told = run_program({"info", log, "--directed", "--parallel-edges", "sum"});
  EXPECT_NE(told.out.find("parallel edges; their weights were added up"), std::string::npos) << told.out;
  const run_outcome both = run_program({"info", log, "--keep-duplicates", "--parallel-edges", "sum"});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_NE(both.err.find("exclude each other"), std::string::npos) << both.err;
  EXPECT_EQ(run_program({"info", log, "--parallel-edges", "lightest"}).exit_code, 2);
}

TEST(commands, a_file_of_a_generator_s_name_wins) {
  const scratch_folder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  folder.file("path:5", "0 1\n1 2\n");
  const run_outcome ran = run_program({"info", "path:5", "--format", "el", "--json"});
  std::filesystem::current_path(before);
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["graph"]["vertices"], 3);
}

TEST(commands, generate_then_convert_then_search) {
  const scratch_folder folder;
  const std::string text = folder / "k.mtx", own = folder / "k.fathom";
  const run_outcome generated = run_program({"generate", "kron:8:4", text});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  EXPECT_NE(generated.out.find("written in"), std::string::npos);
  const run_outcome converted = run_program({"convert", text, own, "--prepare"});
  ASSERT_EQ(converted.exit_code, 0) << converted.err;
  const json from_text = json_of({"bfs", text, "-r", "3"}), from_own = json_of({"bfs", own, "-r", "3", "-v"});
  EXPECT_EQ(from_text["runs"][0]["reached"], from_own["runs"][0]["reached"]);
  EXPECT_EQ(from_own["runs"][0]["valid"], true);
  EXPECT_EQ(json_of({"info", own})["layout"]["loaded"], true);
}

TEST(commands, generate_takes_gap_s_letters) {
  const scratch_folder folder;
  const run_outcome ran = run_program({"generate", "-u", "6", "-k", "3", folder / "u.el"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"u.el"});
}

TEST(commands, outputs_are_checked_before_the_work) {
  const scratch_folder folder;
  EXPECT_EQ(run_program({"generate", "cube:5", folder / "x.el"}).exit_code, 2);
  EXPECT_EQ(run_program({"convert", "path:5", folder / "x.el", "--prepare"}).exit_code, 2);
  EXPECT_EQ(run_program({"convert", "path:5"}).exit_code, 2);
  EXPECT_EQ(run_program({"convert", "path:5", folder / "no/such/x.el"}).exit_code, 3);
  EXPECT_EQ(run_program({"convert", "path:5000", "--to", "el", "/dev/full"}).exit_code, 3);
  EXPECT_TRUE(folder.names().empty());
}

TEST(commands, bench_measures_everything) {
  const json object = json_of({"bench", "all", "kron:8", "grid:9x9", "-n", "2", "--repeat", "1", "--threads", "2"});
  EXPECT_FALSE(object["machine"]["cpu"].get<std::string>().empty());
  EXPECT_FALSE(object["fathom"]["commit"].get<std::string>().empty());
  std::map<std::string, int> rows;
  for (const json& row : object["rows"]) {
    ++rows[row["bench"]];
    EXPECT_GT(row["summary"]["seconds"]["median"], 0) << row;
    if (!row["summary"]["rate"].is_null()) {
      EXPECT_GT(row["summary"]["rate"]["harmonic_mean"], 0) << row;
    }
  }
  EXPECT_EQ(rows, (std::map<std::string, int>{{"bfs", 16}, {"build", 8}, {"open", 6}, {"read", 8}}));
}

// CPU only; the paper's methods need a CUDA device (bench_device_test.cpp).
TEST(commands, bench_multi_search_on_the_cpu) {
  const std::vector<std::string> command{"bench", "multi-search", "kron:8", "grid:9x9", "--sources", "5",         "--repeat",
                                         "2",     "--window",     "0.3",    "--device", "cpu",       "--threads", "2"};
  std::vector<std::string> with_json = command;
  with_json.push_back("--json");
  std::vector<std::string> rows;
  const json object = json_of(with_json);
  for (const json& row : object["rows"]) {
    rows.push_back(row["graph"].get<std::string>() + " " + row["what"].get<std::string>());
    EXPECT_EQ(row["bench"], "multi-search");
    EXPECT_EQ(row["figures"]["searches"], 5);
    EXPECT_GT(row["summary"]["seconds"]["median"], 0);
    EXPECT_GT(row["summary"]["rate"]["median"], 0);
  }
  EXPECT_EQ(rows, (std::vector<std::string>{"kron:8 one search per thread", "kron:8 multi-source BFS",
                                            "grid:9x9 one search per thread", "grid:9x9 multi-source BFS"}));
  const run_outcome ran =
      expect_output(command, {"Table II: seconds for 5 searches on cpu", "Table III: joules for 5 searches on cpu",
                              "a CPU has one method, one search per thread"});
  EXPECT_EQ(ran.out.find("Figure 1"), std::string::npos) << "there is no T on a CPU";
}

// Without an energy meter, the table says why energy is not measured.
TEST(commands, bench_multi_search_explains_missing_energy) {
  const std::string why = json_of({"doctor"})["devices"][0]["why_no_energy"];
  const run_outcome ran =
      run_program({"bench", "multi-search", "path:100", "--sources", "2", "--window", "0.3", "--device", "cpu", "--threads", "1"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const std::string table = ran.out.substr(ran.out.find("Table III"));
  if (why.empty())
    EXPECT_EQ(table.find("  path:100                  -"), std::string::npos) << table;
  else
    EXPECT_NE(table.find("-: " + why), std::string::npos) << table;
}

// Figures of the Enterprise paper that can be checked by hand: a path has one or two frontier vertices per level, and a star's hub
// has half of all edges.
TEST(bench_enterprise, describes_frontiers_and_degrees_on_a_cpu) {
  const json object = json_of({"bench", "enterprise", "path:10", "star:40", "--device", "cpu", "--trials", "4"});
  std::map<std::string, json> rows;
  for (const json& row : object["rows"])
    rows[row["graph"].get<std::string>() + ", " + row["bench"].get<std::string>()] = row["figures"];
  ASSERT_TRUE(rows.contains("path:10, enterprise figure 4"));
  ASSERT_TRUE(rows.contains("star:40, enterprise figures 5, 6"));
  const json frontiers = rows["path:10, enterprise figure 4"], star = rows["star:40, enterprise figures 5, 6"];
  EXPECT_GE(frontiers["mean"], 0.1);
  EXPECT_LE(frontiers["max"], 0.2);
  EXPECT_GE(frontiers["levels"], 4 * 5);
  EXPECT_EQ(star["hubs_with_a_tenth_of_the_edges"], 1);
  EXPECT_EQ(star["largest"], 39);
  EXPECT_DOUBLE_EQ(star["below_32_edges"], 39.0 / 40);
  EXPECT_EQ(star["below_256_edges"], 1);
}

TEST(commands, bench_takes_a_kind_named_like_a_command) {
  const json object = json_of({"bench", "bfs", "kron:8", "-n", "2", "--threads", "1"});
  ASSERT_FALSE(object["rows"].empty());
  for (const json& row : object["rows"]) EXPECT_EQ(row["bench"], "bfs");
}

TEST(commands, bench_stores_what_it_found) {
  const scratch_folder folder;
  const std::string out = folder / "bench.json";
  expect_output({"bench", "build", "path:100", "--repeat", "1", "--output", out}, {"edge list to sorted rows"});
  EXPECT_TRUE(json::accept(content_of(out)));
}

TEST(commands, doctor_inspects_the_machine) {
  const json object = json_of({"doctor"});
  EXPECT_EQ(object["devices"][0]["device"], "cpu");
  EXPECT_GE(object["threads"], 1);
  EXPECT_GT(object["memory_available_bytes"], 0);
  const std::string why = object["devices"][0]["why_no_energy"];
  EXPECT_TRUE(why.empty() || why.find("the energy of the CPU cannot be read") == 0) << why;
  const run_outcome ran = run_program({"doctor"});
  EXPECT_NE(ran.out.find("energy"), std::string::npos);
  EXPECT_NE(ran.out.find("huge pages"), std::string::npos);
  EXPECT_NE(ran.out.find("NVIDIA driver"), std::string::npos);
}

// CLI11 2.4 rejects option names that contain a space, and then no command works; older versions accept them.
void expect_names_without_blanks(const std::string& help) {
  const std::regex name("  [A-Z]+  .*");
  std::istringstream lines(help);
  bool listed = false;
  for (std::string line; std::getline(lines, line);) {
    listed = line == "Arguments:" || (listed && !line.empty());
    const bool is_first_line = listed && line.starts_with("  ") && !line.starts_with("   ");
    if (!is_first_line) continue;
    EXPECT_TRUE(std::regex_match(line, name)) << line;
  }
}

TEST(commands, help_and_version) {
  const std::vector<std::vector<std::string>> commands{
      {"bfs"},      {"distances"}, {"neighbors"},    {"reach", "build"}, {"reach", "query"}, {"reach", "info"}, {"closeness"},
      {"harmonic"}, {"diameter"},  {"eccentricity"}, {"betweenness"},    {"pagerank"},       {"info"},          {"report"},
      {"convert"},  {"generate"},  {"validate"},     {"bench"},          {"doctor"}};
  for (std::vector<std::string> words : commands) {
    const std::string name = words.back();
    words.push_back("--help");
    const run_outcome ran = run_program(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_NE(ran.out.find(name), std::string::npos);
    expect_names_without_blanks(ran.out);
  }
  const run_outcome help = expect_output({"--help"}, {"Exit codes"});
  EXPECT_EQ(run_program({"help"}).out, help.out);
  EXPECT_EQ(run_program({"help", "reach", "build"}).out, run_program({"reach", "build", "--help"}).out);
  EXPECT_NE(run_program({"help", "bsf"}).err.find("unknown command 'bsf'; did you mean 'bfs'?"), std::string::npos);
  EXPECT_EQ(run_program({"--version"}).out.rfind("fathom ", 0), 0u);
}

}  // namespace
}  // namespace fathom::test
