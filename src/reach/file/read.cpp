// Reader of .reach files, which are used in place. Tables are always validated, since they locate the rows; the rest is validated
// unless the file is trusted.
#include <algorithm>
#include <functional>

#include "base/checksum.hpp"
#include "base/mapped_file.hpp"
#include "io/input_error.hpp"
#include "reach/file/reach_contents.hpp"
#include "reach/file/reach_header.hpp"

namespace fathom::io {
namespace {

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
