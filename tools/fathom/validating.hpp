// Where the program validates: on the device of the searches if that has memory for the graph, else on the CPU.
#pragma once

#include <string>

#include "fathom/validate.hpp"
#include "json.hpp"

namespace fathom::program {

struct validating_place {
  device where;
  std::string why_cpu;  ///< what the device wished for lacks; empty where nothing does
};

struct chosen_validator {
  bfs_validator validator;
  validating_place place;
};

/// Made after the engine of the searches, so that this gives way where both do not fit.
[[nodiscard]] chosen_validator choose_validator(const graph& g, const validate_options& wished);

/// "cuda:0", or "cpu: validating ... needs 1 GiB of device memory ..."
[[nodiscard]] std::string place_text(const validating_place& place);
[[nodiscard]] json place_json(const validating_place& place);

}  // namespace fathom::program
