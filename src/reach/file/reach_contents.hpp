// In-memory representation of a reachability index: built group by group, or mapped from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/multi_bfs.hpp"
#include "io/formats/formats.hpp"
#include "reach/file/reach_format.hpp"

namespace fathom::io {

struct reach_contents {
  hop_count k = 0;
  int code_bits = 1;
  vertex_id num_vertices = 0;  ///< of the graph, like the next two members
  edge_offset num_edges = 0;
  std::uint64_t graph_checksum = 0;
  array<vertex_id> selected;
  array<reach_row> table;                  ///< indexed like `selected`
  std::vector<const std::uint64_t*> rows;  ///< indexed like `selected`: start of the row
  array<std::uint64_t> original_ids;
  vertex_labels labels;

  std::vector<array<std::uint64_t>> words;  ///< storage of a built index's `rows`, one array per group
  byte_source source;                       ///< storage of a loaded index's `rows`; empty for a built index
  multi_bfs_report report;                  ///< empty for a loaded index

  [[nodiscard]] std::uint64_t words_of(std::size_t row) const noexcept {
    return row_words(table[row].form, num_vertices, table[row].count, code_bits);
  }
};

void write_reach(output_file& out, const reach_contents& index, const run_control& control);

/// Reads an index from bytes aligned to 8, such as a mapped file; the index keeps them alive and nothing is copied. Throws
/// error_category::input naming the file and the problem. With `trust`, the checksums and contents of the row and name sections are
/// not validated.
[[nodiscard]] std::shared_ptr<reach_contents> read_reach(const byte_source& source, bool trust, const run_control& control);

}  // namespace fathom::io
