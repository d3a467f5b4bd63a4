// Runs GoogleTest on every process; process 0 prints everything, the others only failures.
#include <gtest/gtest.h>

#include <iostream>
#include <sstream>
#include <string>

#include "all_ranks.hpp"
#include "tested_device.hpp"

namespace fathom::test {

communicator*& all_ranks() {
  static communicator* ranks = nullptr;
  return ranks;
}

namespace {

class failures_only final : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& part) override {
    if (!part.failed()) return;
    std::ostringstream text;
    text << "rank " << all_ranks()->rank() << ": " << part.file_name() << ':' << part.line_number() << ": " << part.message()
         << '\n';
    std::cerr << text.str();
  }
};

}  // namespace
}  // namespace fathom::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto ranks = fathom::mpi_communicator();
  fathom::test::all_ranks() = ranks.get();
  if (const std::string why = fathom::test::why_no_tested_device(); !why.empty()) {
    if (ranks->rank() == 0) std::cout << "skipped: " << why << '\n';
    ranks->barrier();
    return fathom::test::exit_skipped;
  }
  if (ranks->rank() != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new fathom::test::failures_only);
  }
  const int result = RUN_ALL_TESTS();
  ranks->barrier();  // an exit code makes mpirun kill the other processes, which may still have output
  return result;
}
