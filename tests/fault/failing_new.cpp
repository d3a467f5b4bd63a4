#include "failing_new.hpp"

#include <execinfo.h>

#include <algorithm>
#include <array>
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

std::atomic<bool> records{false};
std::array<std::uint64_t, 1u << 14> recorded;  // fixed, since recording must not allocate
std::atomic<std::size_t> recorded_count{0};

std::uint64_t hash_of_callers() noexcept {
  std::array<void*, 64> frames;
  const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  std::uint64_t hash = 0;
  for (int i = 0; i < depth; ++i) {
    hash = (hash ^ reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(i)])) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash;
}

bool must_fail(std::size_t bytes) noexcept {
  if (bytes < least_bytes.load()) return false;
  if (records.load()) {
    const std::size_t at = recorded_count.fetch_add(1);
    if (at < recorded.size()) recorded[at] = hash_of_callers();
    return false;
  }
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

void record_allocations(std::size_t least) noexcept {
  static_cast<void>(hash_of_callers());  // the first call loads the unwinder
  least_bytes = least;
  recorded_count = 0;
  records = true;
}

std::span<const std::uint64_t> stop_recording() noexcept {
  records = false;
  return {recorded.data(), std::min(recorded_count.load(), recorded.size())};
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
