// Work on one device must not create a context, and take memory, on another.
#include <cuda.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "fathom/bfs.hpp"
#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/generate.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/triangles.hpp"
#include "gpu/runtime.hpp"

namespace fathom {
namespace {

bool is_active(int index) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  cuda::check(cudaGetDriverEntryPointByVersion("cuDevicePrimaryCtxGetState", &function, 12'000, cudaEnableDefault, &found),
              "querying the context");
  unsigned flags = 0;
  int active = 0;
  reinterpret_cast<decltype(&cuDevicePrimaryCtxGetState)>(function)(index, &flags, &active);
  return active != 0;
}

int number_of_devices() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

// Works on the last device only, and ends the process with the number of faults.
void work_on_last_device(const std::function<void(device)>& work) {
  const device last{device_kind::cuda, number_of_devices() - 1};
  work(choose_device(to_string(last)));
  int faults = 0, now = -1;
  if (is_active(0)) ++faults, std::fputs("device 0 has a context\n", stderr);
  if (!is_active(last.index)) ++faults, std::fputs("the last device has no context\n", stderr);
  if (cudaGetDevice(&now) != cudaSuccess || now != 0) ++faults, std::fprintf(stderr, "device %d is current\n", now);
  void* memory = nullptr;
  cudaPointerAttributes where{};
  if (cudaMalloc(&memory, 1) != cudaSuccess || cudaPointerGetAttributes(&where, memory) != cudaSuccess || where.device != 0)
    ++faults, std::fprintf(stderr, "the caller's own memory is on device %d\n", where.device);
  std::exit(faults);
}

struct kind_of_work {
  const char* name;
  std::function<void(device)> run;
};

graph small_graph() { return build(generate("kron:10:8")).g; }

const kind_of_work kinds[] = {
    {"copy", [](device d) { static_cast<void>(copy_to_device(d, "some", 4)); }},
    {"bfs", [](device d) { static_cast<void>(bfs(prepare(small_graph(), {.where = d}), 0, {}, {.where = d})); }},
    {"multi_bfs",
     [](device d) {
       const vertex_id sources[] = {1, 2, 3};
       static_cast<void>(multi_bfs(prepare(small_graph(), {.where = d}), sources, {}, {.where = d}));
     }},
    {"components", [](device d) { static_cast<void>(connected_components(small_graph(), {.where = d})); }},
    {"pagerank", [](device d) { static_cast<void>(pagerank(small_graph(), pagerank_options{.where = d})); }},
    {"triangles", [](device d) { static_cast<void>(count_triangles(small_graph(), {}, {.where = d})); }},
};

class other_devices : public testing::TestWithParam<kind_of_work> {};

TEST_P(other_devices, have_no_context) {
  if (number_of_devices() < 2) GTEST_SKIP() << "needs two GPUs";
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";  // starts the program anew
  EXPECT_EXIT(work_on_last_device(GetParam().run), testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(of, other_devices, testing::ValuesIn(kinds),
                         [](const testing::TestParamInfo<kind_of_work>& info) { return std::string(info.param.name); });

// Every scope leaves the thread as it was, whether it had a device or not.
TEST(current_devices, are_restored) {
  if (number_of_devices() < 2) GTEST_SKIP() << "needs two GPUs";
  const auto now = [] {
    int index = -1;
    cuda::check(cudaGetDevice(&index), "querying the context");
    return index;
  };
  cuda::check(cudaSetDevice(1), "selecting");
  {
    const cuda::current_device first(0);
    EXPECT_EQ(now(), 0);
    {
      const cuda::current_device second(1);
      EXPECT_EQ(now(), 1);
    }
    EXPECT_EQ(now(), 0);
  }
  EXPECT_EQ(now(), 1);
  cuda::check(cudaSetDevice(0), "selecting");
}

}  // namespace
}  // namespace fathom
