#include "reach/file/reach_header.hpp"

#include <algorithm>
#include <string_view>

#include "fathom/reachability.hpp"
#include "io/input_error.hpp"
#include "io/section_table.hpp"

namespace fathom::io {
namespace {

void check_signature(const reach_file& f) {
  if (std::string_view(f.header.magic.data(), f.header.magic.size()) == reach_magic) return;
  bad_input(f.name, "does not begin with the signature of a reachability index; build one with 'fathom reach build'");
}

void check_identity(const reach_file& f) {
  const reach_header& h = f.header;
  if (h.byte_order != byte_order_mark) {
    bad_input(f.name, "was written on a machine with a different byte order, or is corrupted; build it again");
  }
  if (h.version > reach_version) {
    bad_input(f.name, "has version {} of the .reach format, but this library reads versions up to {}; use a newer library",
              h.version, reach_version);
  }
  if (h.version == 0) bad_input(f.name, "has version 0 of the .reach format, which does not exist; {}", reach_remedy);
}

// Checks the counts first, so that products in the section checks cannot overflow.
void check_counts(const reach_file& f) {
  const reach_header& h = f.header;
  const std::uint64_t size = f.bytes.size();
  if (h.vertex_id_bytes != sizeof(vertex_id) || h.zero != 0 ||
      !std::ranges::all_of(h.reserved, [](std::uint8_t byte) { return byte == 0; })) {
    bad_input(f.name, "has ids of {} bytes or nonzero reserved bytes; version 1 has ids of 4 bytes and zeros there",
              h.vertex_id_bytes);
  }
  if (h.file_bytes != size) bad_input(f.name, "is {} bytes long, but was written with {}; {}", size, h.file_bytes, reach_remedy);
  if (h.k > static_cast<std::uint32_t>(max_reach_hops) || h.code_bits != code_bits_for(static_cast<hop_count>(h.k))) {
    bad_input(f.name, "states {} hops in codes of {} bits; {}", h.k, h.code_bits, reach_remedy);
  }
  if (h.num_vertices > max_vertices || h.num_selected == 0 || h.num_selected > h.num_vertices ||
      h.num_selected > size / sizeof(vertex_id)) {
    bad_input(f.name, "states {} selected vertices of {} in {} bytes; {}", h.num_selected, h.num_vertices, size, reach_remedy);
  }
}

// Checks that the sections are in the order of their kinds, with less than one alignment between two.
void check_order(const reach_file& f, const std::array<section_entry, reach_sections>& table) {
  std::uint64_t end = sizeof(reach_header) + f.header.section_count * sizeof(section_entry);
  std::uint32_t before = 0;
  for (const section_entry& entry : std::span(table).first(f.header.section_count)) {
    if (entry.kind <= before || entry.offset - end >= reach_alignment) {
      bad_input(f.name, "has a section of kind {} at byte {} after one of kind {}, which ends at byte {}; {}", entry.kind,
                entry.offset, before, end, reach_remedy);
    }
    before = entry.kind;
    end = entry.offset + entry.bytes;
  }
}

// Checks for a section of `count` elements of `element_bytes`; if `optional`, it may be absent.
void expect(const reach_file& f, reach_section kind, std::uint64_t count, std::uint32_t element_bytes, bool optional = false) {
  const section_entry& entry = f[kind];
  if (entry.bytes == 0 && optional) return;
  if (entry.element_bytes == element_bytes && entry.bytes % element_bytes == 0 && entry.bytes / element_bytes == count) return;
  bad_input(f.name, "section {} has {} bytes in elements of {} bytes, expected {} elements of {} bytes; {}", to_string(kind),
            entry.bytes, entry.element_bytes, count, element_bytes, reach_remedy);
}

}  // namespace

reach_file open_reach(const std::filesystem::path& name, std::span<const std::byte> bytes) {
  reach_file f{name, bytes, {}, {}};
  // Bytes beyond the end of a shorter file stay 0, which is not a valid signature.
  std::copy_n(bytes.data(), std::min(bytes.size(), sizeof(reach_header)), reinterpret_cast<std::byte*>(&f.header));
  check_signature(f);
  if (bytes.size() < sizeof(reach_header)) {
    bad_input(name, "is {} bytes long, shorter than the {} bytes of an index header; {}", bytes.size(), sizeof(reach_header),
              reach_remedy);
  }
  check_identity(f);
  const auto table = read_section_table<reach_sections>(name, bytes, f.header, reach_remedy);
  check_counts(f);
  f.sections = placed_sections<reach_section, reach_alignment>(name, bytes.size(), f.header, table, reach_sections, reach_remedy);
  check_order(f, table);
  const std::uint64_t n = f.header.num_vertices;
  using enum reach_section;
  expect(f, selected, f.header.num_selected, sizeof(vertex_id));
  expect(f, row_table, f.header.num_selected, sizeof(reach_row));
  expect(f, rows, f[rows].bytes / sizeof(std::uint64_t), sizeof(std::uint64_t));
  expect(f, original_ids, n, sizeof(std::uint64_t), true);
  expect(f, label_offsets, n + 1, sizeof(std::uint64_t), true);
  const bool has_text = f[label_text].bytes > 0;
  expect(f, label_text, f[label_text].bytes, sizeof(char), true);
  if (has_text && f[label_offsets].bytes == 0) bad_input(name, "has label_text but no label_offsets; {}", reach_remedy);
  return f;
}

}  // namespace fathom::io
