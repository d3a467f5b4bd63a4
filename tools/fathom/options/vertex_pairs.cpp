#include "options/vertex_pairs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.hpp"
#include "fathom/error.hpp"
#include "options/line_reader.hpp"
#include "output/describe.hpp"

namespace fathom::program {
namespace {

// Labels may contain blanks, so a line with a tab is split at tabs only.
std::pair<std::string, std::string> split(const std::string& line) {
  const char* const separators = line.find('\t') != std::string::npos ? "\t" : " ";
  std::vector<std::string> words;
  for (std::size_t begin = line.find_first_not_of(separators); begin != std::string::npos;) {
    const std::size_t end = std::min(line.find_first_of(separators, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(separators, end);
  }
  if (words.size() == 2) return {words[0], words[1]};
  throw error(error_category::input,
              fmt::format("has {}; expected a source and a target, separated by a blank, or by a tab where names have blanks",
                          counted(words.size(), "word")));
}

}  // namespace

void for_each_pair(const std::vector<std::string>& words, const vertex_finder& finder,
                   const std::function<void(vertex_id, vertex_id)>& visit) {
  if (words.size() % 2 != 0) {
    throw error(error_category::usage,
                fmt::format("a query is a source and a target; '{}' has no target", shown_text(words.back())));
  }
  for (std::size_t i = 0; i < words.size(); i += 2) visit(finder.find(words[i], "source"), finder.find(words[i + 1], "target"));
}

void for_each_pair_in(const std::string& file, const vertex_finder& finder,
                      const std::function<void(vertex_id, vertex_id)>& visit) {
  std::error_code ignored;
  if (::access(file.c_str(), R_OK) != 0 || std::filesystem::is_directory(file, ignored)) {
    throw error(error_category::input,
                fmt::format("{}: cannot be read; --pairs takes a file with one source and one target per line", file));
  }
  line_reader in(file);
  std::string line;
  bool any = false;
  for (std::size_t number = 1; in.next(line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    const std::size_t end = std::min(line.find_first_of(" \t", first), line.size());
    if (line[first] == '#' && !finder.has_label(line.substr(first, end - first))) continue;
    try {
      const auto [source, target] = split(line);
      visit(finder.find(source, "source"), finder.find(target, "target"));
    } catch (const error& e) {
      throw error(error_category::input, fmt::format("{}:{}: {}", file, number, e.what()));
    }
    any = true;
  }
  if (!any) throw error(error_category::input, fmt::format("{}: contains no pairs; list a source and a target per line", file));
}

}  // namespace fathom::program
