#include "base/zeroed_array.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>

#include "base/memory.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

std::size_t in_huge_pages(std::size_t bytes) { return (bytes + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes; }

}  // namespace

std::shared_ptr<void> host_allocate_zeroed(std::size_t bytes) {
  if (bytes < huge_page_bytes) {
    std::shared_ptr<void> memory = host_allocate(bytes);
    if (bytes > 0) std::memset(memory.get(), 0, bytes);
    return memory;
  }
  // One page more, of which address space is used only, so that a part of the room begins at a huge page.
  const std::size_t room = in_huge_pages(bytes) + huge_page_bytes;
  void* const begin = bytes > room ? MAP_FAILED : ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) {
    throw error(error_category::memory, fmt::format("cannot allocate {} of memory; {} are available", human_bytes(bytes),
                                                    human_bytes(available_host_memory())));
  }
  void* const data = reinterpret_cast<void*>(in_huge_pages(reinterpret_cast<std::uintptr_t>(begin)));
  ::madvise(data, bytes, MADV_HUGEPAGE);
  return {data, [begin, room](void*) { ::munmap(begin, room); }};
}

}  // namespace fathom
