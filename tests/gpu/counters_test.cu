// Hardware counters of kernels whose values are known. Skipped where the driver does not show them.
#include <gtest/gtest.h>

#include "gpu/hardware_counters.hpp"
#include "on_device.hpp"

namespace fathom {
namespace {

constexpr unsigned blocks = 64, threads = 256;
constexpr unsigned loads = 64;  // per thread

// The first `lanes` lanes of each warp sum values; neighboring lanes read values that are `stride` apart.
__global__ void counted_kernel(const std::uint32_t* values, unsigned lanes, unsigned stride, std::uint32_t* sums) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  if (threadIdx.x % 32 >= lanes) return;
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < loads; ++i) sum += __ldcg(values + std::size_t{(me + i * step) * stride});
  sums[me] = sum;
}

class counters : public testing::Test {
 protected:
  static constexpr std::size_t size = std::size_t{blocks} * threads * loads * 8;

  counters() {
    cuda::check(cudaMemsetAsync(values_.data(), 0, size * sizeof(std::uint32_t), stream_.get()), "clearing values");
    stream_.wait("clearing values");
  }

  // A metric of the kernel; skips the test where it cannot be read.
  double value_of(const char* metric, unsigned lanes, unsigned stride) {
    const std::string_view names[] = {metric};
    int calls = 0;
    const std::vector<hardware_counter> read = read_hardware_counters(test::tested_device(), names, [&] {
      ++calls;
      counted_kernel<<<blocks, threads, 0, stream_.get()>>>(values_.data(), lanes, stride, sums_.data());
      cuda::check_launch("starting a kernel");
      stream_.wait("running a kernel");
    });
    EXPECT_EQ(read.size(), 1u);
    why_none_ = read[0].why_none;
    if (why_none_.empty()) EXPECT_GE(calls, 1);
    return read[0].value;
  }

  std::string why_none_;

 private:
  cuda::stream stream_;
  cuda::buffer<std::uint32_t> values_{size, stream_}, sums_{std::size_t{blocks} * threads, stream_};
};

TEST_F(counters, show_how_many_lanes_work) {
  const char* const efficiency = "smsp__thread_inst_executed_per_inst_executed.pct";
  const double all = value_of(efficiency, 32, 1);
  if (!why_none_.empty()) GTEST_SKIP() << why_none_;
  EXPECT_GT(all, 95);
  const double one = value_of(efficiency, 1, 1);
  EXPECT_EQ(why_none_, "");
  EXPECT_LT(one, 15);
}

TEST_F(counters, show_how_loads_coalesce) {
  const char* const sectors = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio";
  const double together = value_of(sectors, 32, 1);
  if (!why_none_.empty()) GTEST_SKIP() << why_none_;
  EXPECT_NEAR(together, 4, 0.1);  // 32 loads of 4 bytes, in sectors of 32 bytes
  const double apart = value_of(sectors, 32, 8);
  EXPECT_EQ(why_none_, "");
  EXPECT_NEAR(apart, 32, 0.5);
}

// Instrumented instructions, which CUPTI counts in another way than events of the hardware.
TEST_F(counters, show_what_part_of_loaded_bytes_is_used) {
  const char* const efficiency = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
  const double together = value_of(efficiency, 32, 1);
  if (!why_none_.empty()) GTEST_SKIP() << why_none_;
  EXPECT_NEAR(together, 100, 5);
  EXPECT_NEAR(value_of(efficiency, 32, 8), 12.5, 2);
}

TEST_F(counters, refuse_an_unknown_metric) {
  const double value = value_of("no__such_metric.sum", 32, 1);
  EXPECT_EQ(value, 0);
  EXPECT_NE(why_none_, "");
}

}  // namespace
}  // namespace fathom
