// fathom bench papers, and the commands and exhibits of docs/seeds.md.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "bench/suite/papers/compare.hpp"
#include "expectations.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;
using program::exhibit;

const std::string example_graph = "kron:8:8";

std::string seeds_page() { return content_of(std::filesystem::path(FATHOM_SOURCE_DIR) / "docs" / "seeds.md"); }

// The text below a heading of second level.
std::string section_of(const std::string& page, const std::string& heading) {
  const std::size_t begin = page.find("\n## " + heading + "\n");
  if (begin == std::string::npos) return "";
  return page.substr(begin, page.find("\n## ", begin + 1) - begin);
}

struct papers_run {
  json object;
  std::string page, markdown;
};

papers_run run_all_papers() {
  const scratch_folder folder;
  const std::string page = folder / "papers.html", markdown = folder / "papers.md";
  papers_run made;
  made.object = json_of({"bench", "papers", "--quick", "--device", "cpu", "--html", page, "--markdown", markdown});
  made.page = content_of(page), made.markdown = content_of(markdown);
  return made;
}

void expect_verdicts_on_the_page(const papers_run& run) {
  ASSERT_EQ(run.object["exhibits"].size(), program::published_exhibits().size());
  std::size_t i = 0;
  for (const json& one : run.object["exhibits"]) {
    const exhibit& what = program::published_exhibits()[i++];
    EXPECT_EQ(one["paper"], what.paper);
    EXPECT_EQ(one["exhibit"], what.number);
    EXPECT_NE(run.page.find("<h3>" + std::string(what.number) + ": "), std::string::npos) << what.number;
    EXPECT_NE(run.markdown.find("| " + std::string(what.number) + ", "), std::string::npos) << what.number;
    const std::string verdict = one["verdict"];
    EXPECT_TRUE(std::regex_match(verdict, std::regex("reproduced.*|(differs|not possible here) because .+"))) << verdict;
    EXPECT_EQ(verdict.find("nothing was measured"), std::string::npos) << what.paper << ", " << what.number;
  }
  EXPECT_NE(run.page.find("commit "), std::string::npos);
}

// Values come from rows: a value without a row of its benchmark and graph would be invented.
void expect_measured_values(const papers_run& run) {
  std::set<std::pair<std::string, std::string>> rows;
  for (const json& row : run.object["rows"]) rows.emplace(row["bench"], row["graph"]);
  std::size_t i = 0, measured = 0;
  for (const json& one : run.object["exhibits"]) {
    const exhibit& what = program::published_exhibits()[i++];
    for (std::size_t j = 0; j < what.values.size(); ++j) {
      for (const json& value : one["values"][j]["measured"]) {
        EXPECT_TRUE(rows.contains({std::string(what.values[j].here.bench), value["graph"]})) << what.number << value;
        ++measured;
      }
    }
  }
  EXPECT_GT(measured, 50u);
}

// One test, since the run takes 20 s.
TEST(papers, every_exhibit_has_a_verdict_and_measured_values) {
  const papers_run run = run_all_papers();
  expect_verdicts_on_the_page(run);
  expect_measured_values(run);
}

TEST(papers, exhibits_have_reasons_and_rules) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const exhibit& what : program::published_exhibits()) {
    SCOPED_TRACE(std::string(what.paper) + ", " + std::string(what.number));
    EXPECT_TRUE(seen.emplace(what.paper, what.number).second);
    bool measurable = false;
    for (const program::published_value& value : what.values) {
      measurable = measurable || !value.here.bench.empty();
      EXPECT_FALSE(value.source.empty()) << value.name;
      EXPECT_TRUE(value.rule == program::value_rule::shown || value.low <= value.high) << value.name;
    }
    EXPECT_EQ(measurable, !what.why_different.empty());
    EXPECT_TRUE(measurable || !what.why_not.empty());
  }
}

TEST(papers, verdicts_distinguish_sizes_from_directions) {
  // Figure 11 of the edge-vertex paper: a radix sort takes 6.1 times as long, and a merge sort 21.7 times.
  const auto verdict = [](double radix, double merge) {
    std::vector<program::bench_row> rows(2);
    for (program::bench_row& row : rows) row.bench = "edge-vertex sort", row.graph = "g";
    rows[0].what = "radix, 32 bits", rows[0].figures = {{"times_approximate", radix}};
    rows[1].what = "merge", rows[1].figures = {{"times_approximate", merge}};
    for (const program::compared_exhibit& one : program::compare_with_paper("edge-vertex", rows, true)) {
      if (one.what->number == "Figure 11") return one.verdict;
    }
    return std::string();
  };
  EXPECT_EQ(verdict(6, 21), "reproduced");
  EXPECT_TRUE(verdict(6, 2).starts_with("reproduced in direction, in 1 of 2 values also in size; sizes differ because "));
  EXPECT_TRUE(verdict(6, 0.5).starts_with("reproduced in 1 of 2 values; the others differ because "));
  EXPECT_TRUE(verdict(0.5, 2).starts_with("reproduced in 1 of 2 values, none of them in size too; the others differ because "));
  EXPECT_TRUE(verdict(0.5, 0.5).starts_with("differs because "));
}

TEST(papers, single_papers_and_wrong_words) {
  const json object = json_of({"bench", "papers", "graph500", "--quick", "--device", "cpu", "--threads", "1"});
  for (const json& one : object["exhibits"]) EXPECT_EQ(one["paper"], "graph500");
  expect_error(run_program({"bench", "papers", "nature"}), 2, "'nature' is not a paper; use enterprise");
  expect_error(run_program({"bench", "papers", "--trials", "3"}), 2, "--trials has no effect on bench papers");
}

TEST(seeds_page, lists_every_exhibit_with_its_command) {
  const std::string page = seeds_page();
  for (const program::published_paper& paper : program::published_papers()) {
    const std::string section = section_of(page, std::string(paper.name));
    ASSERT_FALSE(section.empty()) << paper.name;
    for (const exhibit& what : program::published_exhibits()) {
      if (what.paper != paper.key) continue;
      SCOPED_TRACE(std::string(what.paper) + ", " + std::string(what.number));
      const std::size_t begin = section.find("\n| " + std::string(what.number) + ", ");
      ASSERT_NE(begin, std::string::npos);
      const std::string line = section.substr(begin, section.find('\n', begin + 1) - begin);
      EXPECT_TRUE(what.command.empty() || line.find("`" + std::string(what.command) + "`") != std::string::npos) << line;
      EXPECT_TRUE(std::regex_search(line, std::regex("reproduced|differs|not possible here"))) << line;
    }
  }
}

// Commands in inline code, each once; a command may continue on the next line.
std::set<std::string> commands_of(const std::string& page) {
  std::set<std::string> commands;
  const std::regex code("`((?:mpirun -np P )?fathom [^`]+)`"), spaces("\\s+");
  for (std::sregex_iterator i(page.begin(), page.end(), code), end; i != end; ++i)
    commands.insert(std::regex_replace((*i)[1].str(), spaces, " "));
  return commands;
}

// The words of a command on small graphs, with values for its placeholders.
std::vector<std::string> small_command(std::string command, const scratch_folder& folder) {
  const auto replace = [&](const char* pattern, const std::string& with) {
    command = std::regex_replace(command, std::regex(pattern), with);
  };
  replace("^mpirun -np P ", "");
  replace("^fathom ", "");
  replace("FILE\\.(json|html|md)", folder / "out.$1");
  replace("\\[?\\b(GRAPHS?|FILE)\\b\\]?|\\.\\.\\.", example_graph);
  replace("\\b(kron|rmat|uniform|rgg|delaunay):[0-9]+(:[0-9]+)?", example_graph);
  replace("^(bfs.*--method) NAME", "$1 enterprise-hc");
  replace("^(reach.*--method) NAME", "$1 bitwise");
  replace("--alpha X", "--alpha 15");
  replace("--gamma X", "--gamma 0.3");
  replace(" Q\\b", " 16");
  replace(" N\\b", " 4");
  const auto add_unless = [&](const std::string& option, const std::string& words) {
    if (command.find(option) == std::string::npos) command += " " + words;
  };
  if (command.starts_with("bench")) add_unless("--quick", "--quick");
  if (std::regex_match(command, std::regex("bench (?!papers)[a-z-]+( --.*)?")))
    command.insert(command.find(' ', 6) == std::string::npos ? command.size() : command.find(' ', 6), " " + example_graph);
  if (command.starts_with("graph500")) add_unless("--scale", "--scale 8"), add_unless("--roots", "--roots 2");
  if (command.starts_with("reach build")) add_unless("--output", "--output " + folder / "out.reach");
  std::vector<std::string> words;
  std::istringstream in(command);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

TEST(seeds_page, names_commands_that_run) {
  const scratch_folder folder;
  const std::set<std::string> commands = commands_of(seeds_page());
  EXPECT_GT(commands.size(), 20u);
  std::set<std::vector<std::string>> ran;
  for (const std::string& command : commands) {
    const std::vector<std::string> words = small_command(command, folder);
    if (command.starts_with("fathom bench papers") || !ran.insert(words).second) continue;  // the papers are all_papers()
    SCOPED_TRACE(command);
    const run_outcome outcome = run_program(words);
    // A command for GPUs may only be refused if there is none.
    const bool for_gpus = command.find("cuda") != std::string::npos || command.find("enterprise-") != std::string::npos ||
                          command.find("--devices") != std::string::npos;
    if (for_gpus && outcome.exit_code != 0) {
      EXPECT_TRUE(std::regex_search(outcome.err, std::regex("CUDA|NVIDIA|with a process for each"))) << outcome.err;
    } else {
      EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
  }
}

}  // namespace
}  // namespace fathom::test
