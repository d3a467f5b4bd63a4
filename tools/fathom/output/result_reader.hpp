// Reader of search results: files in the forms of result_writer.hpp, and .npy and text files of other programs.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom::program {

struct stored_result {
  array<hop_count> distances;  ///< empty if no file was named for them
  array<vertex_id> predecessors;
};

/// Throws error_category::usage if one of the two files would be ignored: a table holds both arrays.
void check_result_files(const std::filesystem::path& distances, const std::filesystem::path& predecessors);

/// One result per source, from the named files. Either name may be empty. A table (a .tsv or .csv file, or a pipe) as `distances`
/// holds both. A negative or infinite value, NaN and the largest value of a type mean "unreached", as in other programs. Throws
/// error_category::input with the position for a file that cannot be read or does not fit the graph and the sources.
[[nodiscard]] std::vector<stored_result> read_results(const graph& g, std::span<const vertex_id> sources,
                                                      const std::filesystem::path& distances,
                                                      const std::filesystem::path& predecessors);

}  // namespace fathom::program
