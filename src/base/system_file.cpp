#include "base/system_file.hpp"

#include <charconv>
#include <cstdlib>

namespace fathom {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

}  // namespace

system_file::system_file(const std::filesystem::path& path) noexcept : file_(std::fopen(path.c_str(), "re")) {}

system_file::~system_file() {
  if (file_) std::fclose(file_);
  std::free(line_);
}

std::optional<std::string_view> system_file::next() noexcept {
  if (!file_) return {};
  const ssize_t size = ::getline(&line_, &room_, file_);
  if (size < 0) return {};
  const std::string_view line(line_, static_cast<std::size_t>(size));
  return line.substr(0, line.find('\n'));
}

std::string_view take_word(std::string_view& text) noexcept {
  text = without_blanks(text);
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

std::string_view text_behind_colon(std::string_view line) noexcept {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view text = without_blanks(line.substr(colon + 1));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::optional<std::uint64_t> number_in(std::string_view text) noexcept {
  text = without_blanks(text);
  std::uint64_t number = 0;
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc{} ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> number_in_file(const std::filesystem::path& path) noexcept {
  system_file file(path);
  const std::optional<std::string_view> line = file.next();
  return line ? number_in(*line) : std::nullopt;
}

std::optional<std::uint64_t> number_of(const std::filesystem::path& path, std::string_view key) noexcept {
  system_file file(path);
  while (const std::optional<std::string_view> line = file.next()) {
    if (!line->starts_with(key)) continue;
    const std::string_view rest = line->substr(key.size());
    if (!rest.empty() && blanks.find(rest.front()) != std::string_view::npos) return number_in(rest);
  }
  return {};
}

}  // namespace fathom
