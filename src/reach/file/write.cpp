// Writer of .reach files: header and tables come first and contain checksums of the rows, then the sections follow as one stream.
#include <algorithm>
#include <span>

#include "base/checksum.hpp"
#include "io/section_writer.hpp"
#include "reach/file/reach_contents.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t rows_per_poll = 1024;  // between two polls of the stop token

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
  section_writer<reach_section, reach_alignment> sections;
  sections.add(reach_section::selected, index.selected.view(), threads);
  sections.add(reach_section::row_table, std::span<const reach_row>(table.view()), threads);
  // Each row has its own checksum in the table.
  sections.add<std::uint64_t>(reach_section::rows, words, 0, [&](output_file& to) { write_rows(to, index, control); });
  sections.add(reach_section::original_ids, index.original_ids.view(), threads);
  sections.add(reach_section::label_offsets, index.labels.offsets.view(), threads);
  sections.add(reach_section::label_text, index.labels.text.view(), threads);
  reach_header h = header_for(index);
  sections.write(out, h);
}

}  // namespace fathom::io
