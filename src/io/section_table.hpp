// Section table, which follows the header in the library's own file formats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>

#include "base/checksum.hpp"
#include "io/formats/fathom_format.hpp"
#include "io/input_error.hpp"

namespace fathom::io {

/// Copies the table of a file with at most `Most` sections; the file must have at least the size of the header. The header's last
/// member is the checksum of the header and the table. Throws error_category::input with the remedy.
template <std::size_t Most, class Header>
[[nodiscard]] std::array<section_entry, Most> read_section_table(const std::filesystem::path& file,
                                                                 std::span<const std::byte> bytes, const Header& h,
                                                                 std::string_view remedy) {
  if (h.header_bytes != sizeof(Header) || h.section_count > Most) {
    bad_input(file, "declares a header of {} bytes and {} sections; {}", h.header_bytes, h.section_count, remedy);
  }
  const std::uint64_t table_bytes = h.section_count * sizeof(section_entry);
  if (bytes.size() - sizeof h < table_bytes) bad_input(file, "ends within its table of {} sections; {}", h.section_count, remedy);
  std::array<section_entry, Most> table{};
  std::memcpy(table.data(), bytes.data() + sizeof h, table_bytes);
  const std::uint64_t sum = hash_bytes(bytes.subspan(sizeof h, table_bytes), hash_bytes(bytes.first(offsetof(Header, checksum))));
  if (sum != h.checksum) bad_input(file, "header has checksum {:016x}, expected {:016x}; {}", sum, h.checksum, remedy);
  return table;
}

}  // namespace fathom::io
