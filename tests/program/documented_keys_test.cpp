// docs/json.md mentions every key that a command prints.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "expectations.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

// Words in inline code, which names keys and their paths; blocks of code are left out.
std::set<std::string> documented_words() {
  std::string page = content_of(std::filesystem::path(FATHOM_SOURCE_DIR) / "docs" / "json.md");
  const std::string fence = "```";
  for (std::size_t begin; (begin = page.find(fence)) != std::string::npos;) {
    page.erase(begin, page.find(fence, begin + fence.size()) + fence.size() - begin);
  }
  std::set<std::string> words;
  const std::regex code("`([^`]+)`"), word("[a-z0-9_]+");
  for (std::sregex_iterator i(page.begin(), page.end(), code), end; i != end; ++i) {
    const std::string inside = (*i)[1];
    for (std::sregex_iterator w(inside.begin(), inside.end(), word); w != end; ++w) words.insert(w->str());
  }
  return words;
}

void add_keys(const json& value, std::set<std::string>& keys) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) keys.insert(key), add_keys(inner, keys);
  } else if (value.is_array()) {
    for (const json& inner : value) add_keys(inner, keys);
  }
}

TEST(json, keys_of_all_commands_are_documented) {
  const scratch_folder folder;
  const std::string index = folder / "path.reach", bench = folder / "bench.json", reduction = folder / "reduced.el";
  EXPECT_EQ(run_program({"bench", "bfs", "path:9", "-n", "2", "--output", bench}).exit_code, 0);
  const std::vector<std::vector<std::string>> commands = {
      {"bfs", "path:5", "--source", "1", "--validate", "--levels", "--analysis"},
      {"bfs", "path:5", "--source", "1", "--ranks", "--energy", "0.05"},
      {"sssp", "path:5", "--source", "1", "--target", "3", "--validate"},
      {"sssp", "path:5", "--source", "1", "--ranks"},
      {"path", "path:5", "--source", "1", "--target", "3", "--validate"},
      {"pagerank", "kron:8:4", "--personalize", "5"},
      {"pagerank", "kron:8:4", "--ranks"},
      {"components", "kron:8:2"},
      {"components", "kron:8:2", "--ranks"},
      {"distances", "kron:8:4", "--sources", "random:3", "--levels"},
      {"distances", "kron:8:4", "--sources", "random:3", "--levels", "--ranks"},
      {"neighbors", "path:5", "--source", "1", "--hops", "2"},
      {"closeness", "path:4", "--vertex", "1"},
      {"eccentricity", "path:4"},
      {"betweenness", "path:4", "--edges"},
      {"diameter", "path:5"},
      {"triangles", "kron:8"},
      {"cores", "kron:8", "--k-core", "2", "--onion", "--validate"},
      {"truss", "kron:8", "--k-truss", "3", "--validate"},
      {"biconnected", "kron:8", "--validate"},
      {"spanning-forest", "kron:8", "--validate"},
      {"bipartite", "path:4", "--validate"},
      {"communities", "kron:8", "--validate"},
      {"communities", "kron:8", "--method", "louvain", "--validate"},
      {"communities", "kron:8", "--method", "leiden", "--validate"},
      {"local-efficiency", "kron:8"},
      {"dag", "path:4", "--directed", "--validate", "--reduction", reduction},
      {"dag", "kron:8", "--validate"},
      {"walks", "kron:6:4", "--validate"},
      {"sample", "kron:6:4", "--fanouts", "3,2", "--validate"},
      {"degrees", "path:4"},
      {"report", "kron:9:8"},
      {"info", "path:4", "--largest-component"},
      {"graph500", "--scale", "8", "--roots", "2"},
      {"bfs", "path:5", "--source", "1", "--devices", "cpu,cpu"},
      {"doctor"},
      {"reach", "build", "path:9", "--all", "--hops", "2", "--output", index},
      {"reach", "query", index, "1", "2"},
      {"reach", "info", index},
      {"bench", "bfs", "path:9", "-n", "2"},
      {"bench", "scaling", "kron:6", "-n", "2", "--threads", "1,2"},
      {"bench", "--compare", bench, bench}};
  const std::set<std::string> documented = documented_words();
  const std::regex label(".*_labels?");
  for (const std::vector<std::string>& command : commands) {
    std::set<std::string> keys;
    add_keys(json_of(command), keys);
    for (const std::string& key : keys) {
      EXPECT_TRUE(documented.contains(key) || std::regex_match(key, label)) << command[0] << ": " << key;
    }
  }
}

}  // namespace
}  // namespace fathom::test
