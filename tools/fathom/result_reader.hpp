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

/// One result for each source, from the files named (either may be empty; a .tsv as `distances` holds both).
/// Unreached is what is negative, not finite, or the largest value of its type, as other programs have it.
/// Throws error_category::input for a file that cannot be read or does not fit the graph and the sources, naming the place.
[[nodiscard]] std::vector<stored_result> read_results(const graph& g, std::span<const vertex_id> sources,
                                                      const std::filesystem::path& distances,
                                                      const std::filesystem::path& predecessors);

}  // namespace fathom::program
