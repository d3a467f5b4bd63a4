// The ranks that a test program runs on.
#pragma once

#include "fathom/distributed/communicator.hpp"

namespace fathom::test {

[[nodiscard]] communicator*& all_ranks();

}  // namespace fathom::test
