// Ctrl-C: ends long runs soon, with its own exit code, and leaves no partial output.
#include <gtest/gtest.h>
#include <signal.h>

#include "run_program.hpp"

namespace fathom::test {
namespace {

constexpr double soon = 20;  // seconds; allows for a busy machine, on which the runs would take many minutes

// More searches than any machine completes before the signal.
const std::vector<std::string> long_search = {"bfs", "kron:12", "--source", "1", "--repeat", "10000000", "--json"};

TEST(interrupt, a_long_search) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const run_outcome ran = run_program(long_search, {.signal = signal, .signal_after = std::chrono::milliseconds(200)});
    EXPECT_EQ(ran.exit_code, cancelled);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "fathom: stopped\n");
    EXPECT_LT(ran.seconds_after_signal, soon);
  }
}

TEST(interrupt, no_output_is_left) {
  const scratch_folder folder;
  std::vector<std::string> arguments = long_search;
  arguments.insert(arguments.end(), {"--output", folder / "out.npy"});
  const run_outcome ran = run_program(arguments, {.signal = SIGINT, .signal_after = std::chrono::milliseconds(200)});
  EXPECT_EQ(ran.exit_code, cancelled);
  EXPECT_TRUE(folder.names().empty());
}

TEST(interrupt, a_long_generation) {
  const scratch_folder folder;
  const run_outcome ran = run_program({"generate", "kron:24:16", folder / "big.fathom"},
                                      {.signal = SIGINT, .signal_after = std::chrono::milliseconds(400)});
  EXPECT_EQ(ran.exit_code, cancelled) << ran.err;
  EXPECT_LT(ran.seconds_after_signal, soon);
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace fathom::test
