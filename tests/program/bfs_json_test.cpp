// Contract of --json: one object with these keys and values.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "expectations.hpp"
#include "graph_files.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

json bfs_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bfs");
  arguments.push_back("--json");
  const run_outcome ran = run_program(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  return json::parse(ran.out);  // throws if the output has anything besides the object
}

TEST(bfs_json, one_search_on_a_path) {
  const json object = bfs_json({"path:5", "--source", "1", "--validate"});
  expect_values(object, {{"/graph/name", "path:5"},
                         {"/graph/vertices", 5},
                         {"/graph/edges", 8},
                         {"/graph/directed", false},
                         {"/graph/weighted", false},
                         {"/device", "cpu"},
                         {"/algorithm", "bfs"}});
  ASSERT_EQ(object["runs"].size(), 1u);
  const json& run = object["runs"][0];
  expect_values(run, {{"/source", 1}, {"/reached", 5}, {"/depth", 3}, {"/edges_traversed", 8}, {"/valid", true}});
  expect_values(object, {{"/validation/device", "cpu"}, {"/validation/why_cpu", nullptr}});
  EXPECT_GT(run["seconds"], 0);
  EXPECT_GE(run["seconds"], run["seconds_map_back"]);
  EXPECT_DOUBLE_EQ(run["teps"].get<double>(), 8 / run["seconds"].get<double>());
  EXPECT_DOUBLE_EQ(run["teps_graph500"].get<double>(), run["teps"].get<double>() / 2);
  EXPECT_EQ(object["receipt"]["edges_stored"], 8);
  ASSERT_EQ(object["levels"].size(), 4u) << "three levels that discover vertices, and a last one that discovers none";
  expect_values(object, {{"/levels/0/frontier", 1}, {"/levels/0/found", 2}});
}

TEST(bfs_json, of_a_rank_has_what_it_sent_and_consumed) {
  const json object = bfs_json({"path:5", "--source", "1", "--ranks", "--energy", "0.05"});
  expect_values(object, {{"/graph/vertices", 5},
                         {"/graph/edges", 8},
                         {"/graph/directed", false},
                         {"/layout", nullptr},
                         {"/runs/0/reached", 5},
                         {"/grid", json({1, 1})}});
  ASSERT_EQ(object["by_rank"].size(), 1u);
  expect_values(object, {{"/by_rank/0/vertices", 5}, {"/by_rank/0/edges", 8}, {"/by_rank/0/bytes_sent", 0}});
  ASSERT_EQ(object["levels_over_ranks"].size(), object["levels"].size());
  EXPECT_EQ(object["levels_over_ranks"][0]["frontier"], 1);
  EXPECT_EQ(object["energy"]["measured_devices"].get<int>() + object["energy"]["unmeasured_devices"].get<int>(), 1);
}

TEST(bfs_json, valid_is_null_without_validation) {
  const json object = bfs_json({"path:5", "--source", "1"});
  expect_values(object, {{"/runs/0/valid", nullptr}, {"/validation", nullptr}});
}

TEST(bfs_json, summary_is_of_all_runs) {
  const json object = bfs_json({"kron:8", "--sources", "random:7", "--repeat", "2"});
  ASSERT_EQ(object["runs"].size(), 14u);
  EXPECT_EQ(object["runs"][0]["source"], object["runs"][1]["source"]);
  const json& seconds = object["summary"]["seconds"];
  for (const char* key : {"min", "median", "mean", "max"}) EXPECT_GT(seconds[key], 0) << key;
  EXPECT_LE(seconds["min"], seconds["median"]);
  EXPECT_LE(seconds["median"], seconds["max"]);
  EXPECT_GT(object["summary"]["teps"]["median"], 0);
  EXPECT_GT(object["summary"]["teps"]["harmonic_mean"], 0);
  double slowest = 0;
  for (const json& run : object["runs"]) slowest = std::max(slowest, run["seconds"].get<double>());
  EXPECT_EQ(object["runs"][object["slowest"]["run"].get<int>()]["seconds"], slowest);
}

TEST(bfs_json, directed_edges_are_equal_in_both_counts) {
  const json object = bfs_json({"random:100:3", "--source", "4"});
  expect_values(object, {{"/graph/directed", true}, {"/runs/0/teps", object["runs"][0]["teps_graph500"]}});
}

TEST(bfs_json, default_is_sixteen_random_sources_the_same_each_time) {
  const json first = bfs_json({"-g", "8", "-k", "4"}), second = bfs_json({"kron:8:4"});
  ASSERT_EQ(first["runs"].size(), 16u);
  EXPECT_EQ(first["graph"]["name"], "kron:8:4");
  for (int i = 0; i < 16; ++i) EXPECT_EQ(first["runs"][i]["source"], second["runs"][i]["source"]);
  EXPECT_NE(bfs_json({"kron:8:4", "--seed", "1"})["runs"][0]["source"], first["runs"][0]["source"]);
}

TEST(bfs_json, trials_are_sources_or_repeats) {
  EXPECT_EQ(bfs_json({"kron:8", "-n", "3"})["runs"].size(), 3u);
  EXPECT_EQ(bfs_json({"path:9", "-r", "2", "-n", "3"})["runs"].size(), 3u);
}

TEST(bfs_json, target_stops_the_search_and_gives_the_path) {
  const json object = bfs_json({"path:50", "--source", "3", "--target", "6", "--validate"});
  expect_values(object, {{"/path", (json{3, 4, 5, 6})}, {"/runs/0/depth", 3}, {"/runs/0/valid", true}});
  EXPECT_EQ(bfs_json({"path:5", "--source", "2", "--target", "2"})["path"], json{2});
}

TEST(bfs_json, labels_stand_beside_ids) {
  const scratch_folder folder;
  const std::string file = folder.file("cities.csv", "from,to\nParis,Lyon\nLyon,Nice\n");
  const json object = bfs_json({file, "--directed", "--source", "Paris", "--target", "Nice"});
  expect_values(object, {{"/target", 2},
                         {"/target_label", "Nice"},
                         {"/path", (json{0, 1, 2})},
                         {"/path_labels", (json{"Paris", "Lyon", "Nice"})},
                         {"/slowest/label", "Paris"}});
}

TEST(bfs_json, an_order_is_called_as_on_the_command_line) {
  for (const char* order : {"caller", "degree"}) {
    EXPECT_EQ(bfs_json({"path:5", "--source", "0", "--order", order})["layout"]["order"], order);
  }
}

TEST(bfs_json, numbers_in_reasons_are_grouped) {
  const json levels = bfs_json({"kron:12", "--source", "1"})["levels"];
  std::string reasons;
  for (const json& level : levels) reasons += level["reason"].get<std::string>() + "\n";
  EXPECT_TRUE(std::regex_search(reasons, std::regex("of the [0-9]{2,3},[0-9]{3} unexplored"))) << reasons;
}

TEST(bfs_json, depth_limit_zero_reaches_only_the_source) {
  const json object = bfs_json({"star:9", "--source", "0", "--depth-limit", "0", "--validate"});
  expect_values(object, {{"/runs/0/reached", 1}, {"/runs/0/depth", 0}, {"/runs/0/valid", true}});
}

TEST(bfs_json, every_choice_of_strategy_reaches_the_same) {
  const std::vector<std::vector<std::string>> choices = {{"--strategy", "top-down"},
                                                         {"--strategy", "bottom-up"},
                                                         {"--switching", "gamma", "--gamma", "0.1"},
                                                         {"--switching", "alpha-beta"},
                                                         {"--order", "caller"},
                                                         {"--order", "degree", "--deterministic"},
                                                         {"--threads", "1"},
                                                         {"--levels"},
                                                         {"--internal-ids"}};
  const json plain = bfs_json({"kron:9", "--source", "3"});
  for (std::vector<std::string> choice : choices) {
    choice.insert(choice.begin(), {"kron:9", "--source", "3"});
    const json object = bfs_json(choice);
    for (const char* key : {"reached", "depth", "edges_traversed"}) {
      EXPECT_EQ(object["runs"][0][key], plain["runs"][0][key]) << choice[3] << " " << key;
    }
  }
}

TEST(bfs_json, real_graph_with_gaps_in_its_ids) {
  const std::filesystem::path folder = graph_files();
  if (folder.empty()) GTEST_SKIP() << "no graph files on this machine";
  const json facts = json::parse(content_of(folder / "facts.json"))["wiki-Vote.txt.xz"]["bfs"];
  const json object = bfs_json({(folder / "wiki-Vote.txt.xz").string(), "--source", facts["source"].dump(), "--validate"});
  expect_values(object, {{"/runs/0/reached", facts["reached"]}, {"/runs/0/depth", facts["depth"]}, {"/runs/0/valid", true}});
}

}  // namespace
}  // namespace fathom::test
