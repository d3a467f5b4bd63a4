// Choice of the device for validation: that of the searches if its memory suffices for the graph, else the CPU.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "fathom/device.hpp"
#include "fathom/error.hpp"
#include "fathom/graph.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/terminal.hpp"

namespace fathom::program {

struct validating_place {
  device where;
  std::string why_cpu;  ///< why the preferred device was not used; empty if it was
};

/// A validator of BFS or shortest-path results, and its device.
template <class Validator>
struct chosen_validator {
  Validator validator;
  validating_place place;
};

/// Call it after the searches' engine is set up, so that the validator falls back to the CPU if both do not fit.
template <class Validator, class Options>
[[nodiscard]] chosen_validator<Validator> choose_validator(const graph& g, const Options& preferred) {
  std::string why;
  try {
    return {Validator(g, preferred), {preferred.where, why}};
  } catch (const error& e) {
    if (e.category() != error_category::memory || preferred.where.kind == device_kind::cpu) throw;
    why = e.what();
  }
  Options on_cpu = preferred;
  on_cpu.where = device{};
  return {Validator(g, on_cpu), {on_cpu.where, why}};
}

/// "cuda:0", or "cpu: validating ... needs 1 GiB of device memory ..."
[[nodiscard]] std::string place_text(const validating_place& place);
/// Verdicts on runs, which all have a validation or none: each violation, and the number of valid runs. `rules` follows that
/// number; `place` is null where it needs no mention.
template <class Run>
[[nodiscard]] std::string validation_text(const graph& g, const std::vector<Run>& runs, std::string_view rules, double seconds,
                                          const validating_place* place) {
  if (!runs.front().validation) return "  " + painted(paint::quiet, "not validated (--validate checks every result)") + "\n";
  std::string text;
  std::size_t valid = 0;
  for (const Run& run : runs) {
    valid += run.validation->valid;
    if (run.validation->valid) continue;
    text += fmt::format("  {}  source {}: {}\n", painted(paint::bad, "INVALID"), shown_name(g, run.report.source),
                        run.validation->message);
  }
  return text +
         fmt::format("  {}{} ({}{})\n",
                     painted(valid == runs.size() ? paint::good : paint::bad, fmt::format("{} of {} valid", valid, runs.size())),
                     rules, human_seconds(seconds), place ? ", validated on " + place_text(*place) : "");
}

/// Device, why it is the CPU, and `seconds` of the validation.
[[nodiscard]] json validation_json(const validating_place& place, double seconds);

}  // namespace fathom::program
