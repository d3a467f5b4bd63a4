// What CLI11 lacks for our help and messages. Included by the files that define options.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace fathom::program {

/// A whole number from `low` to `high`, with a message that says so and nothing added to the help.
inline CLI::Validator whole_number(std::uint64_t low, std::uint64_t high = std::numeric_limits<int>::max(),
                                   std::string remedy = "") {
  return CLI::Validator(
      [low, high, remedy](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(text.data(), end, value);
        if (status == std::errc{} && stop == end && value >= low && value <= high) return {};
        return fmt::format("'{}' is no whole number from {} to {}{}", text, low, high, remedy);
      },
      "");
}

/// A number, with a message that says so; which ones are allowed, the library knows.
inline CLI::Validator real_number() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        double value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(text.data(), end, value);
        if (status == std::errc{} && stop == end) return {};
        return fmt::format("'{}' is no number; give one such as 0.25", text);
      },
      "");
}

/// One of these words, with a message that lists them and nothing added to the help.
inline CLI::Validator one_of(std::vector<std::string> words) {
  return CLI::Validator(
      [words](std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) != words.end()) return {};
        return fmt::format("'{}' is unknown; known are {}", text, fmt::join(words, ", "));
      },
      "");
}

/// Of all values of an enumeration.
template <class Names>
std::vector<std::string> names_of(const Names& all) {
  std::vector<std::string> names;
  for (const auto one : all) names.emplace_back(to_string(one));
  return names;
}

/// The value of this name, one of those that one_of() has let through.
template <class Names>
auto named(const Names& all, const std::string& name) {
  return *std::find_if(std::begin(all), std::end(all), [&](auto one) { return to_string(one) == name; });
}

/// The heading in the help under which the options added from here on stand.
inline void start_group(CLI::App& command, const std::string& heading) { command.option_defaults()->group(heading); }

}  // namespace fathom::program
