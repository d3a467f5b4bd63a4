// Man pages and shell completions, compared with the text of --help.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "run_program.hpp"

namespace fathom::test {
namespace {

struct help_of_command {
  std::set<std::string> commands, options;
};

// Reads names from the help's left column, and so shares nothing with the code that lists them for pages and shells.
help_of_command read_help(const std::vector<std::string>& command) {
  std::vector<std::string> arguments = command;
  arguments.emplace_back("--help");
  std::istringstream lines(run_program(arguments).out);
  help_of_command found;
  const std::regex option("-{1,2}[a-zA-Z0-9][a-z0-9-]*"), name("  ([a-z0-9]+)(  .*)?");
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  -")) {
      const std::string column = line.substr(0, line.find("  ", 2));
      for (std::sregex_iterator at(column.begin(), column.end(), option), end; at != end; ++at) found.options.insert(at->str());
    } else if (std::regex_match(line, match, name) && !line.starts_with("   ")) {
      found.commands.insert(match[1]);
    }
  }
  return found;
}

void add_help(const std::vector<std::string>& command, std::map<std::string, help_of_command>& all) {
  std::string name = "fathom";
  for (const std::string& word : command) name += " " + word;
  const help_of_command& help = all[name] = read_help(command);
  for (const std::string& sub : help.commands) {
    std::vector<std::string> longer = command;
    longer.push_back(sub);
    add_help(longer, all);
  }
}

const std::map<std::string, help_of_command>& all_help() {
  static const std::map<std::string, help_of_command> all = [] {
    std::map<std::string, help_of_command> read;
    add_help({}, read);
    return read;
  }();
  return all;
}

struct shell_outcome {
  int status = -1;
  std::string out;  // with standard error
};

shell_outcome shell(const std::string& command) {
  shell_outcome ran;
  FILE* pipe = ::popen(("(" + command + ") 2>&1").c_str(), "r");
  std::array<char, 4096> buffer{};
  for (std::size_t size = 0; (size = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) ran.out.append(buffer.data(), size);
  const int status = ::pclose(pipe);
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

bool is_installed(const std::string& program) { return shell("command -v " + program).status == 0; }

// The manual as written by the program.
class manual : public testing::Test {
 protected:
  void SetUp() override {
    const run_outcome ran = run_program({"manual", folder_ / ""});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }
  [[nodiscard]] std::string script(const std::string& shell_name) const {
    const std::map<std::string, std::string> files{{"bash", "bash-completion/completions/fathom"},
                                                   {"zsh", "zsh/site-functions/_fathom"},
                                                   {"fish", "fish/vendor_completions.d/fathom.fish"}};
    return folder_ / files.at(shell_name);
  }
  // The replies of Bash's completion to the last word, separated by blanks.
  [[nodiscard]] std::string bash_replies(const std::string& words) const {
    return shell(fmt::format("cd '{}' && bash --norc -c 'source \"$0\"; COMP_WORDS=({}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
                             "_fathom; echo \"${{COMPREPLY[*]}}\"' '{}'",
                             folder_.path().string(), words, script("bash")))
        .out;
  }
  [[nodiscard]] std::string fish_replies(const std::string& line) const {
    return shell(
               fmt::format("cd '{}' && fish --no-config -c 'source \"{}\"; complete -C \"{}\" | string replace -r \"\\t.*\" \"\"'",
                           folder_.path().string(), script("fish"), line))
        .out;
  }

  scratch_folder folder_;
};

// The part of `text` from `start` to the next `end`.
std::string part_of(const std::string& text, const std::string& start, const std::string& end) {
  const std::size_t from = text.find(start);
  if (from == std::string::npos) return {};
  return text.substr(from, text.find(end, from + start.size()) - from);
}

bool has_word(const std::string& text, const std::string& word) {
  return std::regex_search(text, std::regex("(^|[^a-z0-9-])" + word + "($|[^a-z0-9-])"));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

TEST(manual_help, is_read_from_every_command) {
  EXPECT_TRUE(all_help().contains("fathom reach query"));
  EXPECT_TRUE(all_help().at("fathom bfs").options.contains("--num-vertices"));
  EXPECT_TRUE(all_help().at("fathom bfs").options.contains("-r"));
  EXPECT_GT(all_help().size(), 25u);
}

TEST_F(manual, has_a_page_per_command_with_all_its_options) {
  for (const auto& [name, help] : all_help()) {
    const std::string page = replaced(content_of(folder_ / ("man/man1/" + replaced(name, " ", "-") + ".1")), "\\-", "-");
    EXPECT_NE(page.find(".TH"), std::string::npos) << name;
    const std::string bold = replaced(replaced(page, "\\fB", " "), "\\fR", " ");
    for (const std::string& option : help.options) EXPECT_TRUE(has_word(bold, option)) << name << " " << option;
    for (const std::string& command : help.commands) EXPECT_TRUE(has_word(bold, command)) << name << " " << command;
  }
}

TEST_F(manual, pages_render_without_warnings) {
  if (!is_installed("groff")) GTEST_SKIP() << "groff is not installed";
  const shell_outcome ran =
      shell(fmt::format("for page in '{}'/man/man1/*; do groff -man -ww -z -Tascii \"$page\"; done", folder_.path().string()));
  EXPECT_EQ(ran.out, "");
}

TEST_F(manual, bash_offers_every_command_and_option) {
  std::string calls;
  for (const auto& [name, help] : all_help()) {
    const std::string call = "COMP_WORDS=(" + name;
    calls += call + " -); complete_it\n" + call + " \"\"); complete_it\n";
  }
  const shell_outcome ran =
      shell(fmt::format("bash --norc -c 'source \"$0\"; complete_it() {{ COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
                        "_fathom; echo \"${{COMPREPLY[*]}}\"; }}\n{}' '{}'",
                        calls, script("bash")));
  std::istringstream lines(ran.out);
  for (const auto& [name, help] : all_help()) {
    std::string options, arguments;
    std::getline(lines, options);
    std::getline(lines, arguments);
    for (const std::string& option : help.options) EXPECT_TRUE(has_word(options, option)) << name << " " << option;
    for (const std::string& command : help.commands) EXPECT_TRUE(has_word(arguments, command)) << name << " " << command;
  }
}

TEST_F(manual, bash_completes_words) {
  EXPECT_EQ(bash_replies("fathom b"), "bfs betweenness biconnected bipartite bench\n");
  EXPECT_EQ(bash_replies("fathom bfs --dep"), "--depth-limit\n");
  EXPECT_EQ(bash_replies("fathom bfs --strategy t"), "top-down\n");
  EXPECT_EQ(bash_replies("fathom bfs --strategy = t"), "top-down\n");
  EXPECT_EQ(bash_replies("fathom bfs --strategy=t"), "--strategy=top-down\n");
  EXPECT_EQ(bash_replies("fathom bfs --largest-component = s"), "strong\n");
  EXPECT_EQ(bash_replies("fathom bfs --largest-component kr"), "kron:\n") << "this flag's value has to follow '='";
  EXPECT_EQ(bash_replies("fathom bfs --seed \"\""), "\n");
  EXPECT_EQ(bash_replies("fathom reach q"), "query\n");
  EXPECT_EQ(bash_replies("fathom convert kron:4 out --to m"), "mtx metis\n");
}

TEST_F(manual, bash_completes_files_and_generators) {
  (void)folder_.file("krill graph.mtx", "");
  EXPECT_EQ(bash_replies("fathom bfs kr"), "kron: krill graph.mtx\n");
  EXPECT_EQ(bash_replies("fathom bfs --file k"), "krill graph.mtx\n");
  EXPECT_EQ(bash_replies("fathom bfs --sources ra"), "random:\n");
  EXPECT_EQ(bash_replies("fathom bfs kron : 2"), "\n");
}

TEST_F(manual, zsh_offers_every_command_and_option) {
  const std::string text = content_of(script("zsh"));
  for (const auto& [name, help] : all_help()) {
    const std::string function = part_of(text, "\n_" + replaced(name, " ", "_") + "() {", "\n}\n");
    for (const std::string& option : help.options)
      EXPECT_TRUE(std::regex_search(function, std::regex("[*)]" + option + "[\\[=]"))) << name << " " << option;
    for (const std::string& command : help.commands) EXPECT_NE(function.find("'" + command + ":"), std::string::npos) << command;
  }
  if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed: the script was not parsed";
  const shell_outcome parsed = shell("zsh -n '" + script("zsh") + "'");
  EXPECT_EQ(parsed.status, 0) << parsed.out;
  EXPECT_EQ(parsed.out, "");
}

TEST_F(manual, fish_offers_every_command_and_option) {
  const std::string text = content_of(script("fish"));
  for (const auto& [name, help] : all_help()) {
    const std::string words = name == "fathom" ? "" : name.substr(name.find(' ') + 1);
    const std::string rule = "complete -c fathom -n '__fathom_calls \\'" + words + "\\''";
    std::istringstream lines(text);
    std::string rules;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(rule)) rules += part_of(line, rule, " -d ").substr(rule.size()) + " \n";
    for (const std::string& option : help.options) {
      const bool is_long = option.starts_with("--");
      EXPECT_NE(rules.find((is_long ? " -l " : " -s ") + option.substr(is_long ? 2 : 1) + " "), std::string::npos)
          << name << option;
    }
    for (const std::string& command : help.commands) EXPECT_NE(rules.find(" -a " + command + " "), std::string::npos) << command;
  }
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed: its completions were not tried";
  (void)folder_.file("krill.mtx", "");
  EXPECT_EQ(fish_replies("fathom be"), "bench\nbetweenness\n");
  EXPECT_EQ(fish_replies("fathom bfs --dep"), "--depth-limit\n");
  EXPECT_EQ(fish_replies("fathom bfs --strategy t"), "top-down\n");
  EXPECT_EQ(fish_replies("fathom bfs kr"), "krill.mtx\nkron:\n");
  EXPECT_EQ(fish_replies("fathom reach q"), "query\n");
}

TEST_F(manual, completion_prints_the_written_scripts) {
  for (const std::string one : {"bash", "zsh", "fish"}) EXPECT_EQ(run_program({"completion", one}).out, content_of(script(one)));
  EXPECT_EQ(run_program({"completion", "csh"}).exit_code, 2);
}

TEST_F(manual, a_folder_that_cannot_be_made_is_an_output_error) {
  const run_outcome ran = run_program({"manual", folder_.file("file", "") + "/below"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_NE(ran.err.find("file/below"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace fathom::test
