// BFS validator on one CUDA device.
#pragma once

#include <memory>

#include "bfs/validate/device_validator.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::validate_engine {

/// Throws error_category::memory if the device has too little memory for any claim, before allocating anything; ::device.
[[nodiscard]] std::unique_ptr<device_validator> make_validator_cuda(const graph& g, device where);

}  // namespace fathom::validate_engine
