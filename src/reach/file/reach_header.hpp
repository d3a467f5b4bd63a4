// Opening of a `.reach` file: header and section table, validated against each other and the file's size before any number is used.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>

#include "reach/file/reach_format.hpp"

namespace fathom::io {

inline constexpr std::string_view reach_remedy = "the file is truncated or corrupted; build it again";

struct reach_file {
  std::filesystem::path name;
  std::span<const std::byte> bytes;
  reach_header header{};
  std::array<section_entry, reach_sections + 1> sections{};  ///< by kind; all zero if the file has no such section

  [[nodiscard]] const section_entry& operator[](reach_section kind) const noexcept {
    return sections[static_cast<std::uint32_t>(kind)];
  }
  [[nodiscard]] std::span<const std::byte> content(reach_section kind) const noexcept {
    return bytes.subspan((*this)[kind].offset, (*this)[kind].bytes);
  }
  template <class T>
  [[nodiscard]] std::span<const T> view(reach_section kind) const noexcept {
    const auto raw = content(kind);
    return {reinterpret_cast<const T*>(raw.data()), raw.size() / sizeof(T)};
  }
};

/// Throws error_category::input naming the file and the problem.
[[nodiscard]] reach_file open_reach(const std::filesystem::path& name, std::span<const std::byte> bytes);

}  // namespace fathom::io
