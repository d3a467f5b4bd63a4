// Small text files of the system, such as those in /proc. They are read without streams. A shared library that contains the C++
// library (g++ -static-libstdc++), in a process that has another copy of it, mixes the locales of both, and streams have then read
// wrong numbers without failing.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace fathom {

/// The lines of a file. One that cannot be read, or a lack of memory, ends them.
class system_file {
 public:
  explicit system_file(const std::filesystem::path& path) noexcept;
  system_file(const system_file&) = delete;
  system_file& operator=(const system_file&) = delete;
  ~system_file();

  [[nodiscard]] bool is_open() const noexcept { return file_ != nullptr; }
  /// The next line without its end, valid until the next call; nothing behind the last one.
  [[nodiscard]] std::optional<std::string_view> next() noexcept;

 private:
  std::FILE* file_;
  char* line_ = nullptr;
  std::size_t room_ = 0;
};

/// Removes blanks and the next word from `text`, and returns the word; empty at the end.
std::string_view take_word(std::string_view& text) noexcept;

/// The text behind the first colon of a line "key : text", without blanks around it; empty if there is none.
[[nodiscard]] std::string_view text_behind_colon(std::string_view line) noexcept;

/// The whole number that `text` begins with, after blanks; nothing if there is none, or if it exceeds 64 bits.
[[nodiscard]] std::optional<std::uint64_t> number_in(std::string_view text) noexcept;

/// The number that a file begins with.
[[nodiscard]] std::optional<std::uint64_t> number_in_file(const std::filesystem::path& path) noexcept;

/// The number behind `key` and blanks in the first line that begins with them.
[[nodiscard]] std::optional<std::uint64_t> number_of(const std::filesystem::path& path, std::string_view key) noexcept;

}  // namespace fathom
