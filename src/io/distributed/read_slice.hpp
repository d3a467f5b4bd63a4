// Parallel reading of a file into edge slices, where each process reads its own part.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fathom/distributed/communicator.hpp"
#include "fathom/io.hpp"
#include "graph/partition/edge_slice.hpp"

namespace fathom {

struct edge_slice_result {
  edge_slice share;
  file_format format = file_format::automatic;
  std::string whole_file_reason;  ///< see rank_read_result
  std::uint64_t bytes = 0, edges_read = 0;
  bool must_be_mirrored = false;      ///< the file is declared undirected and must list every edge in both directions
  array<std::uint64_t> original_ids;  ///< of all vertices; see graph_arrays
  vertex_labels labels;               ///< of all vertices
  std::vector<std::string> notes;
};

/// Throws error_category::input for standard input or another pipe, which only one of several processes could read.
void require_readable_by_all(const communicator& ranks, const std::filesystem::path& file);

/// Collective; `weights`: whether to keep weights. Throws the errors of read_graph(), on all processes.
[[nodiscard]] edge_slice_result read_edge_slice(communicator& ranks, const std::filesystem::path& file, const read_options& options,
                                                bool weights = true);

/// The edges of `list` as this process's slice of `num_edges` edges; releases the list's memory.
[[nodiscard]] edge_slice to_edge_slice(edge_list&& list, std::uint64_t num_edges);

}  // namespace fathom
