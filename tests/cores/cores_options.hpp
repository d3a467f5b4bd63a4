// Options of core numbers on the tested device.
#pragma once

#include "fathom/cores.hpp"
#include "tested_device.hpp"

namespace fathom::test {

inline cores_options cores_on_threads(int threads) {
  cores_options options;
  options.where = tested_device();
  options.control.threads = threads;
  return options;
}

}  // namespace fathom::test
