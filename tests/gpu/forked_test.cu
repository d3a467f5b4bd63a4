// A process forked from one that has used CUDA has no GPU and says why.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "expected_error.hpp"
#include "fathom/bfs.hpp"
#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "fathom/layout.hpp"
#include "gpu/runtime.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

int faults_of_child(const layout& prepared) {
  test::expect_error(error_category::device, "forked", [&] { static_cast<void>(choose_device("cuda")); });
  test::expect_error(error_category::device, "forked",
                     [&] { static_cast<void>(bfs(prepared, 1, {}, {.where = test::tested_device()})); });
  EXPECT_EQ(available_devices().size(), 1u);
  EXPECT_EQ(choose_device("auto").kind, device_kind::cpu);
  const graph g = build(path(9)).g;
  EXPECT_EQ(bfs(g, 0, {}, {.where = choose_device("auto")}).report.reached, 9u);
  return testing::Test::HasFailure() ? 1 : 0;
}

TEST(forked_process, has_no_gpu) {
  const device where = test::tested_device();
  const layout prepared = prepare(build(path(9)).g, {.where = where});
  ASSERT_EQ(bfs(prepared, 1, {}, {.where = where}).report.reached, 9u);
  const pid_t child = fork();
  if (child == 0) _exit(faults_of_child(prepared));
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(bfs(prepared, 1, {}, {.where = where}).report.reached, 9u) << "the parent has its GPU";
}

}  // namespace
}  // namespace fathom
