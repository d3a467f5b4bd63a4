// A reachability index as it lies in memory: built group by group, or in a mapped file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/multi_bfs.hpp"
#include "io/formats.hpp"
#include "io/reach_format.hpp"

namespace fathom::io {

struct reach_contents {
  hop_count k = 0;
  int code_bits = 1;
  vertex_id num_vertices = 0;  ///< of the graph, as the next two
  edge_offset num_edges = 0;
  std::uint64_t graph_checksum = 0;
  array<vertex_id> selected;
  array<reach_row> table;                  ///< by place in `selected`
  std::vector<const std::uint64_t*> rows;  ///< likewise: where the row lies
  array<std::uint64_t> original_ids;
  vertex_labels labels;

  std::vector<array<std::uint64_t>> words;  ///< what `rows` of a built index point to, an array a group
  byte_source source;                       ///< what those of a read one do; empty for a built index
  multi_bfs_report report;                  ///< empty for a read one

  [[nodiscard]] std::uint64_t words_of(std::size_t row) const noexcept {
    return row_words(table[row].form, num_vertices, table[row].count, code_bits);
  }
};

void write_reach(output_file& out, const reach_contents& index, const run_control& control);

/// Of bytes that lie at a multiple of 8, as a mapped file does, and that the index keeps alive; nothing is copied.
/// Throws error_category::input naming the file and what is wrong with it. With `trust` checksums of the sections that rows and
/// names are in, and what these hold, are not looked at.
[[nodiscard]] std::shared_ptr<reach_contents> read_reach(const byte_source& source, bool trust, const run_control& control);

}  // namespace fathom::io
