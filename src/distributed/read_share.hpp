// A file's edges as shares of ranks, each of which reads its part.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "distributed/edge_share.hpp"
#include "fathom/communicator.hpp"
#include "fathom/io.hpp"

namespace fathom {

struct share_read {
  edge_share share;
  file_format format = file_format::automatic;
  std::string why_whole;  ///< see rank_read_result
  std::uint64_t bytes = 0, edges_read = 0;
  bool must_be_mirrored = false;      ///< the file says that it is undirected, and has every edge both ways
  array<std::uint64_t> original_ids;  ///< of all vertices; see graph_arrays
  vertex_labels labels;               ///< likewise
  std::vector<std::string> notes;
};

/// Collective; `weights`: the share is to have them. Throws what read_graph() throws, on all ranks.
[[nodiscard]] share_read read_share(communicator& ranks, const std::filesystem::path& file, const read_options& options,
                                    bool weights = true);

/// The edges of `list` as this rank's share of all, of which there are `num_edges`; the list gives its memory back.
[[nodiscard]] edge_share as_share(edge_list&& list, std::uint64_t num_edges);

}  // namespace fathom
