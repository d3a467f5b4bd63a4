// Choice of the device for validation: that of the searches if its memory suffices for the graph, else the CPU.
#pragma once

#include <string>

#include "fathom/device.hpp"
#include "fathom/error.hpp"
#include "fathom/graph.hpp"
#include "output/json.hpp"

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
/// Device, why it is the CPU, and `seconds` of the validation.
[[nodiscard]] json validation_json(const validating_place& place, double seconds);

}  // namespace fathom::program
