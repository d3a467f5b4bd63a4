// Verdict on the one result of a command: its validation has the members `valid`, `message` and `seconds`, or was not requested.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "output/json.hpp"
#include "output/terminal.hpp"

namespace fathom::program {

template <class Validation>
[[nodiscard]] bool is_invalid(const std::optional<Validation>& validation) {
  return validation && !validation->valid;
}

/// A line of text; `subject` is what --validate checks.
template <class Validation>
[[nodiscard]] std::string verdict_text(const std::optional<Validation>& validation, std::string_view subject = "result") {
  if (!validation)
    return fmt::format("  {}\n", painted(paint::quiet, fmt::format("not validated (--validate checks the {})", subject)));
  const std::string time = human_seconds(validation->seconds);
  if (is_invalid(validation)) return fmt::format("  {} ({}): {}\n", painted(paint::bad, "INVALID"), time, validation->message);
  return fmt::format("  {} ({})\n", painted(paint::good, "valid"), time);
}

/// Adds `valid`, which is null without a validation, `violation` of an invalid result, and `seconds_validate`.
template <class Validation>
void add_verdict(json& object, const std::optional<Validation>& validation) {
  object["valid"] = validation ? json(validation->valid) : json(nullptr);
  if (is_invalid(validation)) object["violation"] = validation->message;
  object["seconds_validate"] = validation ? validation->seconds : 0;
}

}  // namespace fathom::program
