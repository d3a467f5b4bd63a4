#include "io/text/stated_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>
#include <vector>

#include "io/text/header_words.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

// The number after "Nodes:", "vertices =" and similar words.
std::optional<std::uint64_t> number_behind(const std::string& lower, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    const std::size_t at = lower.find(word);
    if (at == lower.npos || (at > 0 && std::isalpha(static_cast<unsigned char>(lower[at - 1])) != 0)) continue;
    const std::size_t sign = lower.find_first_not_of(" \t", at + word.size());
    if (sign == lower.npos || (lower[sign] != ':' && lower[sign] != '=')) continue;
    const std::string number = lower.substr(std::min(lower.find_first_not_of(" \t", sign + 1), lower.size())) + '\n';
    std::uint64_t value = 0;
    if (scan_digits(number.data(), value) != number.data() && value != digits_overflow) return value;
  }
  return std::nullopt;
}

}  // namespace

void stated_counts::take(std::string_view comment) {
  if (vertices) return;
  const std::string lower = lower_case(comment);
  const auto count = number_behind(lower, {"nodes", "vertices"});
  if (!count) return;
  take_vertices(*count, comment);
  edges = number_behind(lower, {"edges", "arcs", "links"});
}

std::optional<bool> direction_in_comment(std::string_view comment) {
  std::string lower = lower_case(comment);
  if (lower.find("undirected graph") != lower.npos) return false;
  if (lower.find("directed graph") != lower.npos) return true;
  std::replace_if(
      lower.begin(), lower.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, ' ');
  const std::vector<std::string> words = lower_case_words(lower);
  const auto has = [&](std::initializer_list<std::string_view> any) {
    return std::find_first_of(words.begin(), words.end(), any.begin(), any.end()) != words.end();
  };
  // A longer comment may be prose, or name the columns.
  if (words.size() > 3 || (words.size() == 3 && !has({"graph", "network", "edges", "type", "is"}))) return std::nullopt;
  const bool denied = has({"not", "non", "no", "false", "0"});
  if (has({"undirected"})) return denied;
  return has({"directed"}) ? std::optional(!denied) : std::nullopt;
}

void stated_counts::take_vertices(std::uint64_t count, std::string_view comment) {
  vertices.emplace();
  vertices->count = count;
  vertices->text = fmt::format("the comment {}", excerpt(comment));
}

}  // namespace fathom::io
