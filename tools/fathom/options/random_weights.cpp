#include "options/random_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "fathom/error.hpp"
#include "fathom/generate.hpp"

namespace fathom::program {
namespace {

// "1:255"
std::pair<std::uint32_t, std::uint32_t> range_of(const std::string& text) {
  std::uint32_t low = 0, high = 0;
  const char *const end = text.data() + text.size(), *const colon = std::find(text.data(), end, ':');
  const auto number = [](const char* from, const char* to, std::uint32_t& value) {
    const auto [stop, status] = std::from_chars(from, to, value);
    return status == std::errc{} && stop == to;
  };
  const bool numbers = colon != end && number(text.data(), colon, low) && number(colon + 1, end, high);
  if (!numbers || low > high || high > largest_random_weight) {
    throw error(error_category::usage,
                fmt::format("--random-weights: '{}' is not a range of integers LOW:HIGH up to {}; use one such as 1:255", text,
                            largest_random_weight));
  }
  return {low, high};
}

}  // namespace

CLI::Option* add_random_weights_option(CLI::App& command, std::string& range) {
  return command
      .add_option("--random-weights", range,
                  "replace the weights by random integers; 1:255 is the range of the GAP suite (default: weights of the file)")
      ->type_name("LOW:HIGH");
}

void check_random_weights(const std::string& range) {
  if (!range.empty()) static_cast<void>(range_of(range));
}

std::optional<random_weight_range> random_weights_of(const std::string& range, std::uint64_t seed) {
  if (range.empty()) return std::nullopt;
  const auto [low, high] = range_of(range);
  return random_weight_range{low, high, seed};
}

void apply_random_weights(const std::string& range, const graph_arguments& arguments, const run_control& control,
                          loaded_graph& loaded) {
  if (range.empty()) return;
  const auto [low, high] = range_of(range);
  loaded.g = with_random_weights(loaded.g, low, high, {.seed = arguments.seed, .control = control});
}

}  // namespace fathom::program
