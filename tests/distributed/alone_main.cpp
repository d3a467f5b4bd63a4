// Runs the tests of ranks on one, this process: in builds without MPI, and under sanitizers, which MPI would set off.
#include <gtest/gtest.h>

#include "all_ranks.hpp"

namespace fathom::test {

communicator*& all_ranks() {
  static communicator* ranks = nullptr;
  return ranks;
}

}  // namespace fathom::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto ranks = fathom::alone();
  fathom::test::all_ranks() = ranks.get();
  return RUN_ALL_TESTS();
}
