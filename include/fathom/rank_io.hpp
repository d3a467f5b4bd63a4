// Reading and generating graphs that lie on many ranks, each rank its part.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fathom/generate.hpp"
#include "fathom/io.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom {

struct rank_read_result {
  rank_graph g;
  /// The vertices alone, with what the file calls them: a graph without edges.
  graph vertices;
  file_format format = file_format::automatic;
  std::string why_whole;         ///< why every rank has read or made the whole graph; empty where each took its part alone
  std::uint64_t bytes = 0;       ///< of the file
  std::uint64_t edges_read = 0;  ///< by all ranks, as they stand there
  double seconds_read = 0;       ///< of the slowest rank
  std::vector<std::string> notes;
  std::shared_ptr<const edge_share> share;  ///< of the edges as they were read, this rank's; null unless parts.keep_share
};

/// Collective: the graph that read_graph() reads, whatever the number of ranks. Each reads its part of a Matrix Market, DIMACS,
/// SNAP, .el, .wel, .sg, .wsg, Graph500 or .fathom file: lines of a byte range, or rows. Where that cannot be, because the file is
/// compressed or a pipe, is of another format, or has names, sparse ids or ids beyond 32 bits, every rank reads it all and keeps
/// its part. Parallel edges become one and self-loops none, whatever options.build says. Of a part of a .fathom file bounds are
/// checked, and checksums are not. Throws what read_graph() throws, on all ranks, and what rank_graph() does.
[[nodiscard]] rank_read_result read_rank_graph(communicator& ranks, const std::filesystem::path& file,
                                               const read_options& options = {}, const rank_graph_options& parts = {});

/// Collective: the graph of generate() and build(). Of "kron:SCALE[:EDGE_FACTOR]" each rank makes its part; every rank makes other
/// graphs as a whole and keeps its part.
[[nodiscard]] rank_read_result generate_rank_graph(communicator& ranks, const std::string& spec,
                                                   const generate_options& options = {}, const rank_graph_options& parts = {},
                                                   stated_direction direction = stated_direction::automatic);

}  // namespace fathom
