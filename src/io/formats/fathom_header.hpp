// Opening of a `.fathom` file: header and section table, validated against each other and the file's size. Touches one page
// regardless of the file's size, and uses no number before it has been validated.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "io/formats/fathom_format.hpp"
#include "io/formats/formats.hpp"

namespace fathom::io {

struct fathom_contents {
  const byte_source* source = nullptr;
  fathom_header header;
  std::array<section_entry, section_kinds + 1> sections{};  ///< by kind; all zero if the file has no such section

  [[nodiscard]] const section_entry& operator[](section_kind kind) const noexcept {
    return sections[static_cast<std::uint32_t>(kind)];
  }
  [[nodiscard]] bool has(section_kind kind) const noexcept { return (*this)[kind].bytes > 0; }
  /// The section's bytes; empty if the file has no such section.
  [[nodiscard]] std::span<const std::byte> bytes(section_kind kind) const noexcept {
    return source->bytes.subspan((*this)[kind].offset, (*this)[kind].bytes);
  }
  /// The section as elements of T. Only for sections whose length has been validated.
  template <class T>
  [[nodiscard]] std::span<const T> view(section_kind kind) const noexcept {
    const auto raw = bytes(kind);
    return {reinterpret_cast<const T*>(raw.data()), raw.size() / sizeof(T)};
  }
};

/// Throws error_category::input naming the file, the field and the problem. `source` must outlive the contents.
[[nodiscard]] fathom_contents open_fathom(const byte_source& source);

}  // namespace fathom::io
