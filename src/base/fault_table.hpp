// Tables of the process's mapped files and temporary files that a signal handler can read.
#pragma once

#include <cstddef>
#include <string_view>

namespace fathom {

enum class mapping_use { input, output };
enum class temporary_kind {
  unfinished,  ///< useless once the run has ended
  resumable    ///< a later run can continue from it
};

/// Slot of an entry, or -1 if the table is full. A missing entry only makes the handler's message less precise.
using fault_slot = int;

[[nodiscard]] fault_slot register_mapping(const void* begin, std::size_t bytes, std::string_view file, mapping_use use) noexcept;
void unregister_mapping(fault_slot slot) noexcept;

[[nodiscard]] fault_slot register_temporary(std::string_view file, temporary_kind kind) noexcept;
void unregister_temporary(fault_slot slot) noexcept;

struct mapping_at {
  const char* file = nullptr;  ///< safe to print to a terminal; null if no registered mapping contains the address
  mapping_use use = mapping_use::input;
};

/// The registered mapping that contains `address`. Async-signal-safe.
[[nodiscard]] mapping_at find_mapping(const void* address) noexcept;
/// Removes the unfinished temporary files, or also the resumable ones. Async-signal-safe.
void remove_temporaries(temporary_kind up_to) noexcept;

}  // namespace fathom
