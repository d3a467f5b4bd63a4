// Files of `fathom bench`: runs, circumstances, and comparisons of two reports.
#include <gtest/gtest.h>

#include <sstream>

#include "expectations.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(bench_output, all_forms_have_all_measurements) {
  const scratch_folder folder;
  const std::string graph = folder.file("a|b, \"c\".el", "0 1\n1 2\n");
  const std::string stored = folder / "b.json", csv = folder / "b.csv", markdown = folder / "b.md";
  const run_outcome ran = run_program(
      {"bench", "open", graph, "--repeat", "3", "--threads", "1", "--output", stored, "--csv", csv, "--markdown", markdown});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json object = json::parse(content_of(stored));
  ASSERT_FALSE(object["rows"].empty());
  std::size_t runs = 0;
  for (const json& row : object["rows"]) {
    EXPECT_EQ(row["samples"]["seconds"].size(), 3u);
    EXPECT_EQ(row["samples"]["amounts"].size(), row["unit"].is_null() ? 0u : 3u);
    const std::vector<double> seconds = row["samples"]["seconds"];
    EXPECT_EQ(row["summary"]["seconds"]["min"], *std::min_element(seconds.begin(), seconds.end()));
    runs += seconds.size();
  }
  EXPECT_NE(object["run"]["command_line"].get<std::string>().find("bench open '" + graph + "' --repeat 3"), std::string::npos)
      << object["run"];
  EXPECT_EQ(object["run"]["seed"], 27491095);
  EXPECT_GT(object["run"]["seconds"], 0);
  EXPECT_FALSE(object["machine"]["system"].get<std::string>().empty());
  EXPECT_TRUE(object["fathom"]["flags"].is_string());
  const std::vector<std::string> lines = lines_of(content_of(csv));
  ASSERT_EQ(lines.size(), runs + 1);
  EXPECT_TRUE(lines[0].starts_with("bench,graph,what,threads,run,seconds,"));
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_NE(lines[i].find("a|b, \"\"c\"\".el\""), std::string::npos) << lines[i];
  EXPECT_NE(content_of(markdown).find("a\\|b, \"c\".el |"), std::string::npos) << content_of(markdown);
}

TEST(bench_output, a_list_of_threads_is_measured) {
  const json object = json_of({"bench", "build", "path:50", "--repeat", "1", "--threads", "3,1,2,3"});
  std::vector<int> threads;
  for (const json& row : object["rows"]) {
    if (row["what"] == "edge list to sorted rows") threads.push_back(row["threads"]);
  }
  EXPECT_EQ(threads, (std::vector<int>{1, 2, 3}));
  for (const char* const list : {"1,x", "1,", ",", "0", "1,99999"}) {
    expect_error(run_program({"bench", "build", "path:50", "--threads", list}), 2, "is not an integer from 1");
  }
}

TEST(bench_output, reports_are_compared) {
  const scratch_folder folder;
  const std::string before = folder / "before.json", after = folder / "after.json", page = folder / "c.html",
                    csv = folder / "c.csv", markdown = folder / "c.md", stored = folder / "c.json";
  ASSERT_EQ(run_program({"bench", "open", "path:50", "--repeat", "6", "--threads", "1", "--output", before}).exit_code, 0);
  json changed = json::parse(content_of(before));
  for (json& seconds : changed["rows"][0]["samples"]["seconds"]) seconds = seconds.get<double>() * 1000;
  changed["fathom"]["compiler"] = "another";
  folder.file("after.json", changed.dump());
  const json found =
      json_of({"bench", "--compare", before, after, "--html", page, "--csv", csv, "--markdown", markdown, "--output", stored});
  EXPECT_NEAR(found["ratios"][0]["ratio"].get<double>(), 1000, 1e-6);
  expect_values(found, {{"/ratios/0/verdict", "slower"}, {"/ratios/1/ratio", 1}, {"/ratios/1/verdict", "no difference shown"}});
  EXPECT_LE(found["ratios"][1]["ratio_low"], 1);
  EXPECT_GE(found["ratios"][1]["ratio_high"], 1);
  ASSERT_EQ(found["differences"].size(), 1u) << found["differences"];
  EXPECT_NE(found["differences"][0].get<std::string>().find("another"), std::string::npos);
  EXPECT_EQ(json::parse(content_of(stored)), found);
  EXPECT_EQ(lines_of(content_of(csv)).size(), found["ratios"].size() + 1);
  EXPECT_NE(content_of(markdown).find("slower"), std::string::npos);
  EXPECT_NE(content_of(page).find("<svg"), std::string::npos);
}

TEST(bench_output, files_that_are_not_reports_are_refused) {
  const scratch_folder folder;
  const std::string good = folder / "good.json", other = folder / "other.json";
  ASSERT_EQ(run_program({"bench", "open", "path:5", "--repeat", "1", "--threads", "1", "--output", good}).exit_code, 0);
  ASSERT_EQ(run_program({"bench", "open", "path:6", "--repeat", "1", "--threads", "1", "--output", other}).exit_code, 0);
  const auto refused = [&](const std::string& second, int code, const std::string& part) {
    expect_error(run_program({"bench", "--compare", good, second}), code, part);
  };
  refused(folder / "missing.json", 3, "cannot be read");
  refused(folder.file("text.json", "words"), 3, "is not JSON; give a file that bench --output has written");
  refused(folder.file("array.json", "[1]"), 3, "is not a report of this version's fathom bench");
  refused(folder.file("old.json", R"({"command": "bench", "rows": [{"bench": "bfs"}]})"), 3, "measure again with --output");
  refused(folder.file("doctor.json", R"({"command": "doctor"})"), 3, "is the report of another command");
  refused(other, 3, "have no measurement in common");
  expect_error(run_program({"bench", "--compare", good}), 2, "--compare");
  expect_error(run_program({"bench", "bfs", "--compare", good, good}), 2, "'bfs' has no effect with --compare");
  expect_error(run_program({"bench", "--compare", good, good, "--seed", "5"}), 2, "--seed has no effect with --compare");
  expect_error(run_program({"bench", "--compare", good, other, "--html", good}), 2, "would overwrite the input");
}

TEST(bench_scaling, measures_strong_and_weak_scaling_over_threads) {
  const json object = json_of({"bench", "scaling", "kron:8", "-n", "3", "--threads", "1,2,3"});
  std::vector<std::string> rows;
  for (const json& row : object["rows"]) {
    rows.push_back(row["bench"].get<std::string>() + ", " + row["what"].get<std::string>());
    EXPECT_EQ(row["graph"], "kron:8:16");
    EXPECT_EQ(row["runs"], 3);
    EXPECT_EQ(row["transport"], "none");
    EXPECT_EQ(row["figures"]["bytes_per_search"], 0);
    EXPECT_GT(row["figures"]["seconds_model"], 0);
    EXPECT_NEAR(row["figures"]["efficiency"].get<double>() * row["figures"]["workers"].get<double>(),
                row["figures"]["speedup"].get<double>(), 1e-9);
  }
  EXPECT_EQ(rows,
            (std::vector<std::string>{"strong scaling, 1 thread", "strong scaling, 2 threads", "strong scaling, 3 threads",
                                      "weak scaling, 1 thread, kron:8:16", "weak scaling, 2 threads, kron:9:16",
                                      "weak scaling by edges, 1 thread, kron:8:16", "weak scaling by edges, 2 threads, kron:8:32",
                                      "weak scaling by edges, 3 threads, kron:8:48"}));
  EXPECT_EQ(object["rows"][0]["figures"]["speedup"], 1);
}

TEST(bench_scaling, refuses_other_graphs_and_options) {
  const auto refused = [](std::vector<std::string> arguments, const std::string& part) {
    std::vector<std::string> all{"bench", "scaling"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    expect_error(run_program(all), 2, part);
  };
  refused({"path:9"}, "'path:9': bench scaling runs the Graph500 benchmark; give kron:SCALE");
  refused({"kron:9:16:0.5:0.2:0.2"}, "give kron:SCALE");
  refused({"kron:2"}, "with a scale of at least 3");
  refused({"kron:8", "--symmetrize"}, "--symmetrize has no effect on bench scaling");
  refused({"kron:8", "--repeat", "3"}, "--repeat has no effect");
}

}  // namespace
}  // namespace fathom::test
