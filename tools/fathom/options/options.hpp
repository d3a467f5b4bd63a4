// CLI11 validators with the program's messages, and helpers for help texts. Included by files that define options.
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

#include "fathom/layout.hpp"

namespace fathom::program {

/// Begins the name of a validator whose words shells complete; the words follow, separated by blanks.
inline const std::string words_to_complete = "complete ";

/// Accepts an integer from `low` to `high`. Adds nothing to the help. `remedy` ends the error message.
inline CLI::Validator whole_number(std::uint64_t low, std::uint64_t high = std::numeric_limits<int>::max(),
                                   std::string remedy = "") {
  return CLI::Validator(
      [low, high, remedy](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(text.data(), end, value);
        if (status == std::errc{} && stop == end && value >= low && value <= high) return {};
        return fmt::format("'{}' is not an integer from {} to {}{}", text, low, high, remedy);
      },
      "");
}

/// Accepts a number for which `allowed` holds. `range` describes these numbers in the error message.
inline CLI::Validator real_number(
    bool (*allowed)(double) = [](double) { return true; }, std::string range = "; give one such as 0.25") {
  return CLI::Validator(
      [allowed, range](std::string& text) -> std::string {
        double value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(text.data(), end, value);
        if (status == std::errc{} && stop == end && allowed(value)) return {};
        return fmt::format("'{}' is not a number{}", text, range);
      },
      "");
}

inline CLI::Validator nonnegative_number() {
  return real_number([](double x) { return x >= 0 && x <= std::numeric_limits<double>::max(); }, " of at least 0");
}

inline CLI::Validator positive_number() {
  return real_number([](double x) { return x > 0 && x <= std::numeric_limits<double>::max(); }, " above 0");
}

/// Accepts one of `words`, which shells complete. Adds nothing to the help.
inline CLI::Validator one_of(std::vector<std::string> words) {
  const std::string names = fmt::format("{}", fmt::join(words, " "));
  return CLI::Validator(
      [words = std::move(words)](std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) != words.end()) return {};
        return fmt::format("'{}' is unknown; choose one of {}", text, fmt::join(words, ", "));
      },
      "", words_to_complete + names);
}

/// Accepts every value, which the command checks later. Shells complete `words`, which blanks or commas separate.
inline CLI::Validator completed_by(const std::string& words) {
  return CLI::Validator([](std::string&) { return std::string(); }, "", words_to_complete + words);
}

/// The names of all values of an enumeration.
template <class Names>
std::vector<std::string> names_of(const Names& all) {
  std::vector<std::string> names;
  for (const auto one : all) names.emplace_back(to_string(one));
  return names;
}

/// The value with this name, which one_of() has accepted.
template <class Names>
auto named(const Names& all, const std::string& name) {
  return *std::find_if(std::begin(all), std::end(all), [&](auto one) { return to_string(one) == name; });
}

/// The choice of --order auto for searches on a CPU.
inline std::string order_of_searches() {
  return fmt::format("from the degrees, but caller for {} searches or fewer on a CPU", most_few_searches);
}

/// Adds --order, the order of the vertices in the layout. `automatic` says how auto chooses.
inline void add_order_option(CLI::App& command, std::string& order, const std::string& automatic) {
  command
      .add_option("--order", order,
                  "vertex order: caller (as in the file), degree (hubs first) or auto (" + automatic + ") (default: auto)")
      ->check(one_of({"auto", "caller", "degree"}))
      ->type_name("NAME");
}

/// Options added from here on appear under `heading` in the help.
inline void start_group(CLI::App& command, const std::string& heading) { command.option_defaults()->group(heading); }

/// Shows an example call at the end of the command's help.
inline void add_example(CLI::App& command, const std::string& call) {
  command.footer(fmt::format("Example:\n  {}\n\n{}", call, command.get_footer()));
}

}  // namespace fathom::program
