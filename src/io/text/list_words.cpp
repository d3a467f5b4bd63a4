#include "io/text/list_words.hpp"

#include <algorithm>
#include <array>

#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view word_blanks = " \t\r\n";

}  // namespace

std::string_view next_word(std::string_view line, std::size_t& at) noexcept {
  at = std::min(line.find_first_not_of(word_blanks, at), line.size());
  if (at == line.size()) return {};
  if (line[at] == '"') {
    const std::size_t end = line.find('"', at + 1);
    const bool whole = end != line.npos && (end + 1 == line.size() || is_space(line[end + 1]));
    if (whole && end > at + 1) {
      const std::string_view word = line.substr(at + 1, end - at - 1);
      at = end + 1;
      return word;
    }
  }
  const std::size_t end = std::min(line.find_first_of(word_blanks, at), line.size());
  const std::string_view word = line.substr(at, end - at);
  at = end;
  return word;
}

std::vector<std::string> list_words(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = 0;;) {
    const std::size_t before = std::min(line.find_first_not_of(word_blanks, at), line.size());
    if (words.size() == 2 && before < line.size() && line[before] == '{') {
      words.emplace_back(line.substr(before));
      return words;
    }
    const std::string_view word = next_word(line, at);
    if (word.empty()) return words;
    words.emplace_back(word);
  }
}

std::string_view without_comment(std::string_view line) noexcept {
  if (line.find('#') == line.npos) return line;
  std::size_t at = 0;
  for (int ids = 0; ids < 2; ++ids) static_cast<void>(next_word(line, at));
  const std::size_t third = std::min(line.find_first_not_of(word_blanks, at), line.size());
  // Edge data in braces may have any text in quotes.
  if (third < line.size() && line[third] == '{') at = std::min(line.rfind('}'), line.size() - 1) + 1;
  for (; at < line.size(); ++at) {
    if (line[at] == '#' && at > 0 && is_space(line[at - 1])) return line.substr(0, at);
  }
  return line;
}

bool is_arrow(std::string_view word) {
  constexpr std::array<std::string_view, 5> signs = {"\u2190", "\u2192", "\u2194", "\u2014", "\u2013"};  // arrows and dashes
  if (std::find(signs.begin(), signs.end(), word) != signs.end()) return true;
  return !word.empty() && word.find_first_not_of("-=<>~:|") == word.npos;
}

bool is_left_arrow(std::string_view word) { return word == "\u2190" || (word.starts_with('<') && !word.ends_with('>')); }

bool is_id_word(std::string_view word) {
  const std::string text = std::string(word) + '\n';
  std::uint64_t ignored = 0;
  const char* const end = text.data() + word.size();
  return !word.empty() && (is_digit(word[0]) || word[0] == '+') &&
         (scan_digits(text.data(), ignored) == end || scan_float_whole(text.data(), ignored) == end);
}

bool is_number_word(std::string_view word) {
  const std::string text = std::string(word) + '\n';
  double ignored = 0;
  return !word.empty() && scan_weight(text.data(), ignored) == text.data() + word.size();
}

}  // namespace fathom::io
