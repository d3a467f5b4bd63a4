// Reading and generating distributed graphs, each process its own part.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fathom/distributed/graph.hpp"
#include "fathom/generate.hpp"
#include "fathom/io.hpp"

namespace fathom {

struct rank_read_result {
  rank_graph g;
  /// A graph of all vertices without edges, with the file's ids or labels of the vertices.
  graph vertices;
  file_format format = file_format::automatic;
  std::string whole_file_reason;  ///< why every process read or generated the whole graph; empty if each did only its part
  std::uint64_t bytes = 0;        ///< size of the file
  std::uint64_t edges_read = 0;   ///< edges in the file, as stored there
  double seconds_read = 0;        ///< of the slowest process
  std::vector<std::string> notes;
  std::shared_ptr<const edge_slice> share;  ///< this process's slice of the edges as read; null unless parts.keep_share
};

/// Collective: reads the same graph as read_graph(), for any number of processes. Each process reads its part of a Matrix Market,
/// DIMACS, SNAP, .el, .wel, .sg, .wsg, Graph500 or .fathom file: the lines of a byte range, or a range of rows. If the file is
/// compressed, a pipe, in another format, or has names, sparse ids or ids beyond 32 bits, every process reads all of it and keeps
/// its part. Parallel edges are merged and self-loops removed regardless of options.build. For .fathom files bounds are checked but
/// checksums are not. Throws as read_graph(), on all processes, and as the constructor of rank_graph.
[[nodiscard]] rank_read_result read_rank_graph(communicator& ranks, const std::filesystem::path& file,
                                               const read_options& options = {}, const rank_graph_options& parts = {});

/// Collective: generates the same graph as generate() and build(). For "kron:SCALE[:EDGE_FACTOR]" each process generates its part;
/// every process generates other graphs as a whole and keeps its part. Throws as generate() and the constructor of rank_graph.
[[nodiscard]] rank_read_result generate_rank_graph(communicator& ranks, const std::string& spec,
                                                   const generate_options& options = {}, const rank_graph_options& parts = {},
                                                   stated_direction direction = stated_direction::automatic);

}  // namespace fathom
