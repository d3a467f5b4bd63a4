#include "base/fault_table.hpp"

#include <limits.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "base/text.hpp"

namespace fathom {
namespace {

constexpr std::size_t slots = 64;

enum slot_state : int { slot_free, slot_changing, slot_used };

// `state` is stored last and read first, so that a handler sees only complete entries.
struct entry {
  std::atomic<int> state{slot_free};
  std::uintptr_t begin = 0, end = 0;
  int kind = 0;
  char file[PATH_MAX] = {};
};

std::array<entry, slots> mappings, temporaries;

bool take(entry& e) noexcept {
  int expected = slot_free;
  return e.state.compare_exchange_strong(expected, slot_changing, std::memory_order_acquire);
}

template <class Fill>
fault_slot add(std::array<entry, slots>& table, std::string_view file, Fill fill) noexcept {
  if (file.size() >= PATH_MAX) return -1;
  for (std::size_t i = 0; i < slots; ++i) {
    entry& e = table[i];
    if (!take(e)) continue;
    std::memcpy(e.file, file.data(), file.size());
    e.file[file.size()] = '\0';
    fill(e);
    e.state.store(slot_used, std::memory_order_release);
    return static_cast<fault_slot>(i);
  }
  return -1;
}

void forget(std::array<entry, slots>& table, fault_slot slot) noexcept {
  if (slot >= 0) table[static_cast<std::size_t>(slot)].state.store(slot_free, std::memory_order_release);
}

}  // namespace

fault_slot register_mapping(const void* begin, std::size_t bytes, std::string_view file, mapping_use use) noexcept {
  try {
    return add(mappings, terminal_safe(file), [&](entry& e) {
      e.begin = reinterpret_cast<std::uintptr_t>(begin);
      e.end = e.begin + bytes;
      e.kind = static_cast<int>(use);
    });
  } catch (...) {
    return -1;
  }
}

void unregister_mapping(fault_slot slot) noexcept { forget(mappings, slot); }

fault_slot register_temporary(std::string_view file, temporary_kind kind) noexcept {
  return add(temporaries, file, [&](entry& e) { e.kind = static_cast<int>(kind); });
}

void unregister_temporary(fault_slot slot) noexcept { forget(temporaries, slot); }

mapping_at find_mapping(const void* address) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const entry& e : mappings) {
    // The last page of a mapping extends past the end of the file, and the fault may be anywhere in that page.
    constexpr std::uintptr_t largest_page = std::uintptr_t{64} << 10;
    if (e.state.load(std::memory_order_acquire) != slot_used || at < e.begin) continue;
    if (at < (e.end + largest_page - 1) / largest_page * largest_page) return {e.file, static_cast<mapping_use>(e.kind)};
  }
  return {};
}

void remove_temporaries(temporary_kind up_to) noexcept {
  for (const entry& e : temporaries) {
    if (e.state.load(std::memory_order_acquire) == slot_used && e.kind <= static_cast<int>(up_to)) ::unlink(e.file);
  }
}

}  // namespace fathom
