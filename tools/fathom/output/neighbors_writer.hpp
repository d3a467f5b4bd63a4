// Files with the neighbors within k hops. Vertices have the ids or labels of the graph's file.
//   FILE.tsv, FILE.csv  a heading, then source, vertex, distance on each line, by label if the graph has labels
//   FILE.npy  the vertices of all sources, concatenated; the bounds of each source in FILE.offsets.npy, the distances in
//             FILE.distances.npy, the sources in FILE.sources.npy
//   FILE.txt  the same as text, one line per source, which needs no bounds
// Files with counts only:
//   FILE.tsv, FILE.csv  a heading, then source, hops, vertices on each line
//   FILE.npy  shape (sources, hops), hop 0 first; the sources in FILE.sources.npy
//   FILE.txt  the same as text, one line per source
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "fathom/graph.hpp"
#include "fathom/neighbors.hpp"

namespace fathom::program {

/// The files written for FILE. Throws error_category::usage for another suffix.
[[nodiscard]] std::vector<std::filesystem::path> neighbor_files(const std::filesystem::path& file, bool counts);

/// Throws error_category::output and then leaves no files.
void write_neighbors(const std::filesystem::path& file, const graph& g, std::span<const vertex_id> sources,
                     const k_hop_neighbors_result& found);
void write_counts(const std::filesystem::path& file, const graph& g, std::span<const vertex_id> sources,
                  const k_hop_counts_result& found);

}  // namespace fathom::program
