// Results of searches from files: those that result_writer.hpp describes, and others' .npy and text.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom::program {

struct stored_result {
  array<hop_count> distances;  ///< empty where no file was named for them
  array<vertex_id> predecessors;
};

/// Throws error_category::usage where one of the two files would not be looked at: a table holds both arrays.
void check_result_files(const std::filesystem::path& distances, const std::filesystem::path& predecessors);

/// One result for each source, from the files named (either may be empty; a table as `distances` holds both: a .tsv, or what comes
/// through a pipe).
/// Unreached is what is negative, not finite, or the largest value of its type, as other programs have it.
/// Throws error_category::input for a file that cannot be read or does not fit the graph and the sources, naming the place.
[[nodiscard]] std::vector<stored_result> read_results(const graph& g, std::span<const vertex_id> sources,
                                                      const std::filesystem::path& distances,
                                                      const std::filesystem::path& predecessors);

}  // namespace fathom::program
