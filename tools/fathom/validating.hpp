// Where the program validates: on the device of the searches if that has memory for the graph, else on the CPU.
#pragma once

#include <string>

#include "fathom/device.hpp"
#include "fathom/error.hpp"
#include "fathom/graph.hpp"
#include "json.hpp"

namespace fathom::program {

struct validating_place {
  device where;
  std::string why_cpu;  ///< what the device wished for lacks; empty where nothing does
};

/// Of hops or of shortest paths.
template <class Validator>
struct chosen_validator {
  Validator validator;
  validating_place place;
};

/// Made after the engine of the searches, so that this gives way where both do not fit.
template <class Validator, class Options>
[[nodiscard]] chosen_validator<Validator> choose_validator(const graph& g, const Options& wished) {
  std::string why;
  try {
    return {Validator(g, wished), {wished.where, why}};
  } catch (const error& e) {
    if (e.category() != error_category::memory || wished.where.kind == device_kind::cpu) throw;
    why = e.what();
  }
  Options on_cpu = wished;
  on_cpu.where = device{};
  return {Validator(g, on_cpu), {on_cpu.where, why}};
}

/// "cuda:0", or "cpu: validating ... needs 1 GiB of device memory ..."
[[nodiscard]] std::string place_text(const validating_place& place);
[[nodiscard]] json place_json(const validating_place& place);

}  // namespace fathom::program
