// Test main for a single process: for builds without MPI, and under sanitizers, which report errors in MPI itself.
#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "all_ranks.hpp"
#include "tested_device.hpp"

namespace fathom::test {

communicator*& all_ranks() {
  static communicator* ranks = nullptr;
  return ranks;
}

}  // namespace fathom::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const std::string why = fathom::test::why_no_tested_device(); !why.empty()) {
    std::cout << "skipped: " << why << '\n';
    return fathom::test::exit_skipped;
  }
  const auto ranks = fathom::single_process_communicator();
  fathom::test::all_ranks() = ranks.get();
  return RUN_ALL_TESTS();
}
