// Communicator whose calls go through mpi4py, with any MPI library that it uses.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "fathom/distributed/communicator.hpp"

namespace fathom_python {

namespace nb = nanobind;

/// `ranks` is a fathom._ranks.Ranks. Calls of the result acquire the GIL. An exception out of mpi4py becomes
/// error_category::device with its text.
[[nodiscard]] std::unique_ptr<fathom::communicator> communicator_over(nb::object ranks);

}  // namespace fathom_python
