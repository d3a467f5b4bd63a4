// Writer of .reach files: header and tables come first and contain checksums of the rows, then the sections follow as one stream.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "base/checksum.hpp"
#include "reach/file/reach_contents.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t rows_per_poll = 1024;  // between two polls of the stop token

struct section_of_file {
  section_entry entry{};
  std::span<const std::byte> bytes;  // empty for the rows, which are in several arrays
};

class section_list {
 public:
  template <class T>
  void add(reach_section kind, std::span<const T> values, int threads) {
    if (values.empty()) return;
    section_of_file& added = all_[count_++];
    added.bytes = std::as_bytes(values);
    added.entry = {static_cast<std::uint32_t>(kind), sizeof(T), 0, added.bytes.size(), checksum(added.bytes, threads)};
  }
  // Each row has its own checksum in the table.
  void add_rows(std::uint64_t words) {
    all_[count_++].entry = {static_cast<std::uint32_t>(reach_section::rows), sizeof(std::uint64_t), 0,
                            words * sizeof(std::uint64_t), 0};
  }

  // Assigns every section its offset; returns the end of the last section, which is the size of the file.
  std::uint64_t place() {
    std::uint64_t end = sizeof(reach_header) + count_ * sizeof(section_entry);
    for (section_of_file& s : all()) {
      s.entry.offset = (end + reach_alignment - 1) / reach_alignment * reach_alignment;
      end = s.entry.offset + s.entry.bytes;
    }
    return end;
  }
  [[nodiscard]] std::span<section_of_file> all() noexcept { return {all_.data(), count_}; }

 private:
  std::array<section_of_file, reach_sections> all_{};
  std::size_t count_ = 0;
};

// Fills the table with file offsets and checksums. Returns the total number of words of all rows.
std::uint64_t finish_table(const reach_contents& index, array<reach_row>& table, int threads) {
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = index.table[i];
    table[i].offset = words * sizeof(std::uint64_t);
    words += index.words_of(i);
  }
#pragma omp parallel for num_threads(threads) schedule(dynamic)
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i].checksum = hash_bytes(std::as_bytes(std::span(index.rows[i], index.words_of(i))));
  }
  return words;
}

reach_header header_for(const reach_contents& index) {
  reach_header h{};
  std::ranges::copy(reach_magic, h.magic.begin());
  h.byte_order = byte_order_mark;
  h.version = reach_version;
  h.header_bytes = sizeof(reach_header);
  h.vertex_id_bytes = sizeof(vertex_id);
  h.code_bits = static_cast<std::uint8_t>(index.code_bits);
  h.k = static_cast<std::uint32_t>(index.k);
  h.num_vertices = index.num_vertices;
  h.num_edges = index.num_edges;
  h.graph_checksum = index.graph_checksum;
  h.num_selected = index.selected.size();
  for (const reach_row& row : index.table) h.pairs += row.count;
  return h;
}

void write_rows(output_file& out, const reach_contents& index, const run_control& control) {
  for (std::size_t i = 0; i < index.rows.size(); ++i) {
    if (i % rows_per_poll == 0) report_progress(control, "writing", i, index.rows.size());
    out.write(index.rows[i], index.words_of(i) * sizeof(std::uint64_t));
  }
}

}  // namespace

void write_reach(output_file& out, const reach_contents& index, const run_control& control) {
  const int threads = thread_count(control);
  array<reach_row> table(index.table.size());
  const std::uint64_t words = finish_table(index, table, threads);
  section_list sections;
  sections.add(reach_section::selected, index.selected.view(), threads);
  sections.add(reach_section::row_table, std::span<const reach_row>(table.view()), threads);
  sections.add_rows(words);
  sections.add(reach_section::original_ids, index.original_ids.view(), threads);
  sections.add(reach_section::label_offsets, index.labels.offsets.view(), threads);
  sections.add(reach_section::label_text, index.labels.text.view(), threads);

  reach_header h = header_for(index);
  h.file_bytes = sections.place();
  h.section_count = static_cast<std::uint32_t>(sections.all().size());
  std::array<section_entry, reach_sections> entries{};
  std::ranges::transform(sections.all(), entries.begin(), &section_of_file::entry);
  const auto entry_bytes = std::as_bytes(std::span(entries)).first(sections.all().size() * sizeof(section_entry));
  h.checksum = hash_bytes(entry_bytes, hash_bytes(std::as_bytes(std::span(&h, 1)).first(offsetof(reach_header, checksum))));

  out.write(&h, sizeof h);
  out.write(entry_bytes.data(), entry_bytes.size());
  constexpr std::array<char, reach_alignment> zeros{};
  std::uint64_t written = sizeof h + entry_bytes.size();
  for (const section_of_file& s : sections.all()) {
    out.write(zeros.data(), s.entry.offset - written);
    if (s.bytes.empty()) write_rows(out, index, control);
    out.write(s.bytes.data(), s.bytes.size());
    written = s.entry.offset + s.entry.bytes;
  }
}

}  // namespace fathom::io
