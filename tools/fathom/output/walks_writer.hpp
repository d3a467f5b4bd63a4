// Files with random walks, in the ids or labels of the graph's file. A walk that ended early is shorter than the others.
//   FILE.npy  int32, or int64 if an id needs it, of shape (walks, length + 1); -1 after a walk's end
//   FILE.txt  one walk per line: ids with a blank between them
//   FILE.tsv  one walk per line, without a heading: labels if the graph has labels, else ids, with a tab between them
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fathom/graph.hpp"
#include "fathom/sampling.hpp"

namespace fathom::program {

/// Writes the file and returns its name; without a FILE, nothing. Throws error_category::output; ::usage for an unknown suffix.
std::vector<std::string> write_walks(const std::filesystem::path& file, const graph& g, const random_walk_result& found);

}  // namespace fathom::program
