// The table of GPU functions: complete, or absent with one message.
#include "gpu/backend.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "fathom/error.hpp"

namespace fathom {
namespace {

TEST(backend, has_all_functions) {
  const gpu_backend* const found = find_gpu_backend();
  if (!found) GTEST_SKIP() << "a build without GPU support";
  using function = void (*)();
  for (const function f : std::bit_cast<std::array<function, sizeof(gpu_backend) / sizeof(function)>>(*found)) {
    EXPECT_NE(f, nullptr);
  }
}

TEST(backend, is_refused_by_name_where_it_is_absent) {
  if (find_gpu_backend()) GTEST_SKIP() << "a build with GPU support";
  EXPECT_TRUE(gpu_devices().empty());
  test::expect_error(error_category::device, "cuda:2: this build of fathom has no CUDA support; use the device cpu", [] {
    static_cast<void>(gpu({device_kind::cuda, 2}));
  });
}

}  // namespace
}  // namespace fathom
