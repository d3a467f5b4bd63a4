#include "base/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <new>
#include <optional>

#include "base/memory_limits.hpp"
#include "base/system_file.hpp"
#include "base/zeroed_array.hpp"
#include "fathom/array.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr std::size_t cache_line_bytes = 64;
constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

// Requests up to this size skip the query of available memory, which takes 20 us: longer than a search of a small graph.
constexpr std::uint64_t unchecked_bytes = std::uint64_t{4} << 20;

std::size_t in_huge_pages(std::size_t bytes) { return (bytes + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes; }

std::atomic<std::uint64_t> processes_beside{1};  // that count on an equal part

std::uint64_t kernel_available() {
  const std::optional<std::uint64_t> kib = number_of("/proc/meminfo", "MemAvailable:");
  return kib ? *kib * 1024 : std::numeric_limits<std::uint64_t>::max();
}

memory_left left_to_this_process() {
  static const memory_limits limits;  // cached: a process rarely changes its cgroup
  memory_left left = limits.available();
  if (const std::uint64_t free = kernel_available(); free <= left.bytes) left = {free, "free memory"};
  left.bytes /= processes_beside.load(std::memory_order_relaxed);
  return left;
}

[[noreturn]] void fail_allocation(std::size_t bytes) {
  const memory_left left = left_to_this_process();
  throw error(error_category::memory, fmt::format("cannot allocate {} of memory; {} are available ({})", human_bytes(bytes),
                                                  human_bytes(left.bytes), left.bound));
}

}  // namespace

std::uint64_t available_host_memory() { return left_to_this_process().bytes; }

divided_host_memory::divided_host_memory(int processes) noexcept {
  processes_beside.store(static_cast<std::uint64_t>(std::max(processes, 1)), std::memory_order_relaxed);
}
divided_host_memory::~divided_host_memory() { processes_beside.store(1, std::memory_order_relaxed); }

std::uint64_t available_host_memory_for(std::uint64_t wanted) {
  return wanted <= unchecked_bytes ? wanted : available_host_memory();
}

void require_host_memory(std::uint64_t bytes, std::string_view purpose, std::string_view remedy) {
  if (bytes <= unchecked_bytes) return;
  const memory_left left = left_to_this_process();
  if (bytes <= left.bytes) return;
  throw error(error_category::memory, fmt::format("{} needs {} of memory, but only {} are available ({}); {}", purpose,
                                                  human_bytes(bytes), human_bytes(left.bytes), left.bound, remedy));
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  int unit = 0;
  double value = static_cast<double>(bytes);
  while (value >= 1024 && unit < 6) value /= 1024, ++unit;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, units[unit]);
}

std::shared_ptr<void> host_allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t alignment = bytes >= huge_page_bytes ? huge_page_bytes : cache_line_bytes;
  const auto align = std::align_val_t{alignment};
  try {
    void* p = ::operator new(bytes, align);
    // Random access to large arrays misses the TLB with 4 KiB pages: huge pages make a bottom-up step 1.5 times as fast.
    if (alignment == huge_page_bytes) madvise(p, bytes, MADV_HUGEPAGE);
    return {p, [align](void* q) { ::operator delete(q, align); }};
  } catch (const std::bad_alloc&) {
    fail_allocation(bytes);
  }
}

std::shared_ptr<void> host_allocate_zeroed(std::size_t bytes) {
  if (bytes < huge_page_bytes) {
    std::shared_ptr<void> memory = host_allocate(bytes);
    if (bytes > 0) std::memset(memory.get(), 0, bytes);
    return memory;
  }
  // One page more, of which only address space is used, so that a part of the room begins at a huge page.
  const std::size_t room = in_huge_pages(bytes) + huge_page_bytes;
  void* const begin = bytes > room ? MAP_FAILED : ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) fail_allocation(bytes);
  void* const data = reinterpret_cast<void*>(in_huge_pages(reinterpret_cast<std::uintptr_t>(begin)));
  ::madvise(data, bytes, MADV_HUGEPAGE);
  return {data, [begin, room](void*) { ::munmap(begin, room); }};
}

void host_discard(void* data, std::size_t bytes) noexcept {
  // Whole huge pages only: splitting one costs more than the memory it returns is worth.
  const auto first = in_huge_pages(reinterpret_cast<std::uintptr_t>(data));
  const auto last = (reinterpret_cast<std::uintptr_t>(data) + bytes) / huge_page_bytes * huge_page_bytes;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace fathom
