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

/// The sections by kind, after checking that they are in the order of the table, aligned, disjoint and inside the file, each of a
/// kind from 1 to `known` and at most once, and that the file ends with the last one. Throws error_category::input with the remedy.
template <class Kind, std::uint64_t Alignment, std::size_t Most, class Header>
[[nodiscard]] std::array<section_entry, Most + 1> placed_sections(const std::filesystem::path& file, std::uint64_t file_bytes,
                                                                  const Header& h, const std::array<section_entry, Most>& table,
                                                                  std::uint32_t known, std::string_view remedy) {
  std::array<section_entry, Most + 1> sections{};
  std::uint64_t end = sizeof(Header) + h.section_count * sizeof(section_entry);
  for (const section_entry& entry : std::span(table).first(h.section_count)) {
    if (entry.kind == 0 || entry.kind > known || sections[entry.kind].kind != 0) {
      bad_input(file, "has a section of kind {}, which is unknown or a duplicate; {}", entry.kind, remedy);
    }
    const bool inside =
        entry.offset >= end && entry.offset <= file_bytes && entry.bytes > 0 && entry.bytes <= file_bytes - entry.offset;
    if (!inside || entry.offset % Alignment != 0) {
      bad_input(file, "section {} ({} bytes at byte {}) does not fit after byte {} of the file's {}; {}",
                to_string(Kind{entry.kind}), entry.bytes, entry.offset, end, file_bytes, remedy);
    }
    end = entry.offset + entry.bytes;
    sections[entry.kind] = entry;
  }
  if (end != file_bytes) bad_input(file, "is {} bytes long, but its sections end at byte {}; {}", file_bytes, end, remedy);
  return sections;
}

}  // namespace fathom::io
