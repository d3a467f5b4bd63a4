// Reader of .reach files, which are used in place. Tables are always validated, since they locate the rows; the rest is validated
// unless the file is trusted.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "base/checksum.hpp"
#include "base/mapped_file.hpp"
#include "fathom/reachability.hpp"
#include "io/input_error.hpp"
#include "io/section_table.hpp"
#include "reach/file/reach_contents.hpp"
#include "reach/file/reach_format.hpp"

namespace fathom::io {
namespace {

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

// Throws error_category::input naming the file and the problem.
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

using enum reach_section;

template <class T>
array<T> adopt(const reach_file& f, reach_section kind, const std::shared_ptr<void>& owner) {
  const auto values = f.view<T>(kind);
  if (values.empty()) return {};
  return array<T>::adopt(const_cast<T*>(values.data()), values.size(), owner);
}

void check_section(const reach_file& f, reach_section kind, int threads) {
  const section_entry& entry = f[kind];
  if (entry.bytes == 0) return;
  const std::uint64_t sum = checksum(f.content(kind), threads);
  if (sum == entry.checksum) return;
  bad_input(f.name, "section {} (bytes {} to {}) has checksum {:016x}, expected {:016x}; {}", to_string(kind), entry.offset,
            entry.offset + entry.bytes, sum, entry.checksum, reach_remedy);
}

void check_selected(const reach_file& f) {
  const auto all = f.view<vertex_id>(selected);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] < f.header.num_vertices && (i == 0 || all[i] > all[i - 1])) continue;
    bad_input(f.name, "section selected: element {} is {}, which is outside the graph or not larger than the previous element; {}",
              i, all[i], reach_remedy);
  }
}

// Locates the rows, which must be contiguous, with the lengths that their forms and counts imply, up to the end of their section.
void place_rows(const reach_file& f, reach_contents& index) {
  const std::uint64_t available = f[rows].bytes / sizeof(std::uint64_t);
  const auto words = f.view<std::uint64_t>(rows);
  index.rows.reserve(index.table.size());
  std::uint64_t end = 0, pairs = 0;
  for (std::size_t i = 0; i < index.table.size(); ++i) {
    const reach_row& row = index.table[i];
    const bool good = (row.form == reach_form::dense || row.form == reach_form::sparse) && row.count >= 1 &&
                      row.count <= f.header.num_vertices && row.offset == end * sizeof(std::uint64_t) &&
                      index.words_of(i) <= available - end;
    if (!good) {
      bad_input(f.name, "row {} (form {}, {} vertices, byte {} of the rows) does not fit; {}", i,
                static_cast<std::uint32_t>(row.form), row.count, row.offset, reach_remedy);
    }
    index.rows.push_back(words.data() + end);
    end += index.words_of(i);
    pairs += row.count;
  }
  if (end != available || pairs != f.header.pairs || f[rows].checksum != 0) {
    bad_input(f.name, "has {} words of rows and {} pairs, expected {} and {}; {}", end, pairs, available, f.header.pairs,
              reach_remedy);
  }
}

void check_rows(const reach_file& f, const reach_contents& index, const run_control& control) {
  constexpr std::size_t rows_per_round = 4096;  // between two polls of the stop token
  const std::size_t count = index.rows.size();
  std::size_t bad = count;
  read_ahead(f.content(rows));
  for (std::size_t round = 0; round < count && bad == count; round += rows_per_round) {
    report_progress(control, "checking", round, count);
    const std::size_t end = std::min(round + rows_per_round, count);
#pragma omp parallel for num_threads(thread_count(control)) schedule(dynamic) reduction(min : bad)
    for (std::size_t i = round; i < end; ++i) {
      if (hash_bytes(std::as_bytes(std::span(index.rows[i], index.words_of(i)))) != index.table[i].checksum) bad = std::min(bad, i);
    }
  }
  if (bad == count) return;
  bad_input(f.name, "the row of vertex {} (byte {} of the rows) does not match its checksum; {}", index.selected[bad],
            index.table[bad].offset, reach_remedy);
}

// Checks that looking up names cannot access memory outside the sections.
void check_names(const reach_file& f) {
  const auto ids = f.view<std::uint64_t>(original_ids);
  if (std::ranges::adjacent_find(ids, std::greater_equal{}) != ids.end()) {
    bad_input(f.name, "section original_ids does not ascend; {}", reach_remedy);
  }
  const auto offsets = f.view<std::uint64_t>(label_offsets);
  if (offsets.empty()) return;
  if (offsets.front() != 0 || offsets.back() != f[label_text].bytes || !std::ranges::is_sorted(offsets)) {
    bad_input(f.name, "section label_offsets does not ascend from 0 to the {} bytes of label_text; {}", f[label_text].bytes,
              reach_remedy);
  }
}

// Checks that the gaps between sections are zero, so that every byte of the file is verified.
void check_gaps(const reach_file& f) {
  std::uint64_t end = sizeof(reach_header) + f.header.section_count * sizeof(section_entry);
  for (const section_entry& entry : f.sections) {
    if (entry.bytes == 0) continue;
    if (!std::ranges::all_of(f.bytes.subspan(end, entry.offset - end), [](std::byte b) { return b == std::byte{0}; })) {
      bad_input(f.name, "has bytes other than 0 between byte {} and {}; {}", end, entry.offset, reach_remedy);
    }
    end = entry.offset + entry.bytes;
  }
}

}  // namespace

std::shared_ptr<reach_contents> read_reach(const byte_source& source, bool trust, const run_control& control) {
  const reach_file f = open_reach(source.file, source.bytes);
  const int threads = thread_count(control);
  check_section(f, selected, threads);
  check_section(f, row_table, threads);
  check_selected(f);
  auto index = std::make_shared<reach_contents>();
  index->k = static_cast<hop_count>(f.header.k);
  index->code_bits = f.header.code_bits;
  index->num_vertices = static_cast<vertex_id>(f.header.num_vertices);
  index->num_edges = f.header.num_edges;
  index->graph_checksum = f.header.graph_checksum;
  index->selected = adopt<vertex_id>(f, selected, source.owner);
  index->table = adopt<reach_row>(f, row_table, source.owner);
  place_rows(f, *index);
  if (!trust) {
    check_gaps(f);
    for (const reach_section kind : {original_ids, label_offsets, label_text}) check_section(f, kind, threads);
    check_names(f);
    check_rows(f, *index, control);
  }
  index->original_ids = adopt<std::uint64_t>(f, original_ids, source.owner);
  index->labels.offsets = adopt<std::uint64_t>(f, label_offsets, source.owner);
  index->labels.text = adopt<char>(f, label_text, source.owner);
  index->source = source;
  return index;
}

}  // namespace fathom::io
