// Pairs of a source and a target, from words or a file.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "fathom/types.hpp"
#include "options/vertex_finder.hpp"

namespace fathom::program {

using vertex_pair = std::pair<vertex_id, vertex_id>;  // source, target

/// Calls visit(source, target) for each pair of words. Throws as finder.find(); error_category::usage for an odd number of words.
void for_each_pair(const std::vector<std::string>& words, const vertex_finder& finder,
                   const std::function<void(vertex_id, vertex_id)>& visit);

/// The same for each line of a file: a source and a target, separated by tabs or blanks. Blank lines and lines that start with #
/// are skipped. Errors, also those of `visit`, are error_category::input and name file and line; a file without pairs is one.
void for_each_pair_in(const std::string& file, const vertex_finder& finder, const std::function<void(vertex_id, vertex_id)>& visit);

}  // namespace fathom::program
