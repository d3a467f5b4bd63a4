// Pinned host memory: small blocks stay with the process, unless work on them may have failed.
#include "gpu/pinned_memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "gpu/runtime.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

class pinned_blocks : public testing::Test {
 protected:
  const cuda::current_device here_{test::tested_device().index};
};

TEST_F(pinned_blocks, are_used_again_by_arrays_of_the_same_size) {
  const void* small = nullptr;
  {
    const std::shared_ptr<void> one = cuda::pinned_memory(100), other = cuda::pinned_memory(100);
    EXPECT_NE(one, other);
    std::memset(one.get(), 1, 100), std::memset(other.get(), 2, 100);
    EXPECT_EQ(static_cast<const char*>(one.get())[99], 1);
    small = one.get();
  }
  const std::shared_ptr<void> first = cuda::pinned_memory(128), second = cuda::pinned_memory(65);
  EXPECT_TRUE(first.get() == small || second.get() == small) << "100, 128 and 65 bytes take blocks of 128";
  EXPECT_NE(cuda::pinned_memory(129).get(), small);
}

TEST_F(pinned_blocks, of_failed_work_are_freed) {
  const void* of_failed = nullptr;
  try {
    const cuda::pinned<int> number;
    of_failed = number.data();
    throw std::runtime_error("failed");
  } catch (const std::runtime_error&) {
  }
  cudaPointerAttributes attributes{};
  cuda::check(cudaPointerGetAttributes(&attributes, of_failed), "asking about memory");
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
}

TEST_F(pinned_blocks, of_any_size_are_written_by_the_device) {
  const cuda::stream s;
  for (const std::size_t size : {std::size_t{1}, std::size_t{16384}, std::size_t{16385}, std::size_t{1} << 20}) {
    const cuda::buffer<unsigned> from(size, s);
    cuda::check(cudaMemsetAsync(from.data(), 0x11, from.bytes(), s.get()), "filling device memory");
    const array<unsigned> to = cuda::pinned_array<unsigned>(size);
    cuda::check(cudaMemcpyAsync(const_cast<unsigned*>(to.data()), from.data(), from.bytes(), cudaMemcpyDeviceToHost, s.get()),
                "copying");
    s.wait("copying");
    EXPECT_EQ(to[0], 0x11111111u);
    EXPECT_EQ(to[size - 1], 0x11111111u);
  }
}

}  // namespace
}  // namespace fathom
