#include "failing_new.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> until_failure{-1};  // allocations before the failure; negative: no failure
std::atomic<std::size_t> least_bytes{0};
std::atomic<bool> fails_for_good{false};
std::atomic<bool> failed{false};
std::atomic<std::int64_t> alive{0};

bool must_fail(std::size_t bytes) noexcept {
  if (bytes < least_bytes.load()) return false;
  if (until_failure.load() < 0) return failed.load() && fails_for_good.load();
  if (until_failure.fetch_sub(1) != 0) return false;
  failed = true;
  return true;
}

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  if (must_fail(bytes)) return nullptr;
  bytes = bytes == 0 ? 1 : bytes;
  void* p = nullptr;
  if (alignment <= alignof(std::max_align_t)) {
    p = std::malloc(bytes);
  } else if (::posix_memalign(&p, alignment, bytes) != 0) {
    p = nullptr;
  }
  if (p != nullptr) ++alive;
  return p;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* p = allocate(bytes, alignment);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

void release(void* p) noexcept {
  if (p != nullptr) --alive;
  std::free(p);
}

}  // namespace

namespace fathom::test {

void fail_allocation(std::uint64_t count, failing how, std::size_t least) noexcept {
  least_bytes = least;
  failed = false;
  fails_for_good = how == failing::for_good;
  until_failure = static_cast<std::int64_t>(count);
}

void stop_failing() noexcept {
  until_failure = -1;
  fails_for_good = false;
}

std::int64_t blocks_alive() noexcept { return alive; }
bool has_failed() noexcept { return failed; }

}  // namespace fathom::test

// All replaceable forms ([new.delete]): a sanitizer's own would otherwise serve some of them.
void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, 0); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t a) { return allocate_or_throw(bytes, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t bytes, std::align_val_t a) { return allocate_or_throw(bytes, static_cast<std::size_t>(a)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 0); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t bytes, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { release(p); }
