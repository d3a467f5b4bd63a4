#include "io/text/header_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/memory.hpp"
#include "fathom/types.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view blanks = " \t\r";

template <class Take>
void for_each_word(std::string_view line, Take&& take) {
  for (std::size_t at = line.find_first_not_of(blanks); at != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    take(line.substr(at, end - at));
    at = line.find_first_not_of(blanks, end);
  }
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::vector<std::string> lower_case_words(std::string_view line) {
  std::vector<std::string> words;
  for_each_word(line, [&](std::string_view word) { words.push_back(lower_case(word)); });
  return words;
}

bool is_blank_line(std::string_view line) { return line.find_first_not_of(blanks) == line.npos; }

std::optional<std::vector<std::uint64_t>> header_numbers(std::string_view line) {
  std::vector<std::uint64_t> numbers;
  bool good = true;
  for_each_word(line, [&](std::string_view word) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    good = good && code == std::errc() && end == word.data() + word.size();
    numbers.push_back(value);
  });
  if (!good) return std::nullopt;
  return numbers;
}

void require_declared_sizes(const text_source& text, std::uint64_t vertices, std::uint64_t entries, std::uint64_t min_entry_bytes,
                            std::uint64_t line) {
  // The last line may lack its newline, so one entry may be a byte shorter.
  if (const auto bytes = text.text_bytes(); bytes && entries > *bytes / min_entry_bytes + 1) {
    bad_text(text, fmt::format("line {} declares {} entries, more than a file of {} bytes can hold", line, entries, *bytes));
  }
  constexpr std::uint64_t edge_bytes = 2 * sizeof(vertex_id);
  // More than any machine can hold, and safe to multiply below.
  constexpr std::uint64_t absurd = std::uint64_t{1} << 56;
  const std::uint64_t bytes = std::min(entries, absurd) * edge_bytes + (vertices + 1) * sizeof(edge_offset);
  require_host_memory(bytes, fmt::format("{}: reading the {} vertices and {} edges declared on line {}", text.file().string(),
                                         vertices, entries, line));
}

}  // namespace fathom::io
