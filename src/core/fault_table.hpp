// Mapped files and temporary files in tables that a signal handler can read.
#pragma once

#include <cstddef>
#include <string_view>

namespace fathom {

enum class mapping_use { input, output };
enum class temporary_kind {
  unfinished,  ///< of no use once the run has ended
  resumable    ///< a later run can continue with it
};

/// The slot of an entry; -1 where the table is full, which loses nothing but the handler's knowledge.
using fault_slot = int;

[[nodiscard]] fault_slot note_mapping(const void* begin, std::size_t bytes, std::string_view file, mapping_use use) noexcept;
void forget_mapping(fault_slot slot) noexcept;

[[nodiscard]] fault_slot note_temporary(std::string_view file, temporary_kind kind) noexcept;
void forget_temporary(fault_slot slot) noexcept;

struct mapping_at {
  const char* file = nullptr;  ///< safe to print to a terminal; null where no noted mapping holds the address
  mapping_use use = mapping_use::input;
};

/// Async-signal-safe.
[[nodiscard]] mapping_at find_mapping(const void* address) noexcept;
/// Removes the unfinished temporary files, or also the resumable ones. Async-signal-safe.
void remove_temporaries(temporary_kind up_to) noexcept;

}  // namespace fathom
