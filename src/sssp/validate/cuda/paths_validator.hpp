// Shortest-path validator on one CUDA device.
#pragma once

#include <memory>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "sssp/validate/paths_validator.hpp"

namespace fathom::validate_engine {

/// Throws error_category::memory if the device has too little memory, before allocating anything; ::device.
[[nodiscard]] std::unique_ptr<paths_validator> make_paths_validator_cuda(const graph& g, device where);

}  // namespace fathom::validate_engine
