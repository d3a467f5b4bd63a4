// Opening a `.fathom` file: header and section table, checked against each other and the file's size. Touches one page whatever
// the size, and believes no number before it has been compared with what is there.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "io/fathom_format.hpp"
#include "io/formats.hpp"

namespace fathom::io {

struct fathom_contents {
  const byte_source* source = nullptr;
  fathom_header header;
  std::array<section_entry, section_kinds + 1> sections{};  ///< by kind; all zero where the file has none

  [[nodiscard]] const section_entry& operator[](section_kind kind) const noexcept {
    return sections[static_cast<std::uint32_t>(kind)];
  }
  [[nodiscard]] bool has(section_kind kind) const noexcept { return (*this)[kind].bytes > 0; }
  /// The section's bytes; none where the file has no such section.
  [[nodiscard]] std::span<const std::byte> bytes(section_kind kind) const noexcept {
    return source->bytes.subspan((*this)[kind].offset, (*this)[kind].bytes);
  }
  /// The section as elements of T. Only for sections whose length has been checked.
  template <class T>
  [[nodiscard]] std::span<const T> view(section_kind kind) const noexcept {
    const auto raw = bytes(kind);
    return {reinterpret_cast<const T*>(raw.data()), raw.size() / sizeof(T)};
  }
};

/// Throws error_category::input naming the file, the field and what is wrong with it. `source` must outlive the contents.
[[nodiscard]] fathom_contents open_fathom(const byte_source& source);

}  // namespace fathom::io
