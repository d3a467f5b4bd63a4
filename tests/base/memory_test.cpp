#include "base/memory.hpp"
#include "base/zeroed_array.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "fathom/error.hpp"
#include "fathom/report.hpp"

namespace fathom {
namespace {

constexpr std::size_t much = std::size_t{64} << 20;

// Pages allocated directly from the kernel, which are returned immediately; an allocator might keep them.
class pages {
 public:
  pages() : start_(mmap(nullptr, much, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (start_ != MAP_FAILED) std::memset(start_, 1, much);
  }
  ~pages() {
    if (start_ != MAP_FAILED) munmap(start_, much);
  }
  pages(const pages&) = delete;
  pages& operator=(const pages&) = delete;
  [[nodiscard]] bool there() const { return start_ != MAP_FAILED; }

 private:
  void* start_;
};

TEST(zeroed_array, is_zero_at_any_size_and_aligned_to_its_pages) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{100'000}, std::size_t{1} << 21, (std::size_t{1} << 22) + 1}) {
    array<std::uint8_t> zeros = zeroed_array<std::uint8_t>(size);
    ASSERT_EQ(zeros.size(), size);
    EXPECT_TRUE(std::all_of(zeros.begin(), zeros.end(), [](std::uint8_t x) { return x == 0; })) << size;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(zeros.data()) % (size < much / 32 ? 64 : std::size_t{2} << 20), 0u) << size;
    std::fill(zeros.begin(), zeros.end(), 1);
  }
  test::expect_error(error_category::memory, "cannot allocate ",
                     [] { static_cast<void>(zeroed_array<std::uint8_t>(~std::size_t{0})); });
}

TEST(required_memory, what_is_there_is_granted_and_what_is_not_is_refused_with_both_numbers) {
  EXPECT_NO_THROW(require_host_memory(0, "nothing"));
  EXPECT_NO_THROW(require_host_memory(std::uint64_t{4} << 20, "a little"));
  EXPECT_NO_THROW(require_host_memory((std::uint64_t{4} << 20) + 1, "a little more"));
  test::expect_error(error_category::memory, "a great deal needs 1.0 EiB",
                     [&] { require_host_memory(std::uint64_t{1} << 60, "a great deal"); });
}

// The peak is read again only after page faults: it must include new memory, and keep freed memory.
TEST(peak_memory, rises_with_every_new_peak_and_stays) {
  const std::uint64_t before = peak_memory_bytes();
  ASSERT_GT(before, 0u);
  std::uint64_t with_one = 0;
  {
    const pages one;
    ASSERT_TRUE(one.there());
    with_one = peak_memory_bytes();
    EXPECT_GE(with_one, before + much / 2);
    const pages another;
    ASSERT_TRUE(another.there());
    EXPECT_GE(peak_memory_bytes(), with_one + much / 2);
  }
  EXPECT_GE(peak_memory_bytes(), with_one + much / 2);
}

// A forked child inherits the parent's cached count of page faults, but has its own peak.
TEST(peak_memory, of_a_forked_child_is_its_own) {
  {
    const pages gone;
    ASSERT_TRUE(gone.there());
  }
  const std::uint64_t of_parent = peak_memory_bytes();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const std::uint64_t mine = peak_memory_bytes();
    _exit(mine > 0 && mine + much / 2 < of_parent ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace fathom
