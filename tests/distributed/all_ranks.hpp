// Communicator of all processes of a test program.
#pragma once

#include "fathom/distributed/communicator.hpp"

namespace fathom::test {

[[nodiscard]] communicator*& all_ranks();

}  // namespace fathom::test
