// Neighbours within k hops as files. Vertices are called as the graph's file calls them.
//   FILE.tsv  a heading, then source, vertex, distance on each line, by label where there are labels; counts: source, hops,
//   vertices FILE.npy  the vertices of all rows one after another; the rows' bounds in FILE.offsets.npy, the distances in
//   FILE.distances.npy,
//             the sources in FILE.sources.npy; counts: shape (sources, hops), hop 0 first, and FILE.sources.npy
//   FILE.txt  the same as text, a line a source, which needs no bounds
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "fathom/graph.hpp"
#include "fathom/neighbors.hpp"

namespace fathom::program {

/// The files that are written for FILE. Throws error_category::usage for a suffix that is not among the three.
[[nodiscard]] std::vector<std::filesystem::path> neighbor_files(const std::filesystem::path& file, bool counts);

/// Throws error_category::output; nothing is left of the files then.
void write_neighbors(const std::filesystem::path& file, const graph& g, std::span<const vertex_id> sources,
                     const k_hop_neighbors_result& found);
void write_counts(const std::filesystem::path& file, const graph& g, std::span<const vertex_id> sources,
                  const k_hop_counts_result& found);

}  // namespace fathom::program
