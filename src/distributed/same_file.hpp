// Whether all processes read the same file.
#pragma once

#include <filesystem>

#include "fathom/communicator.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Collective: throws error_category::input on all processes where the file's size or content is not the same on all of them.
/// Compares files of up to 64 MiB byte for byte, by their checksums, and 256 blocks of larger ones. Does nothing for a pipe.
void require_same_file(communicator& ranks, const std::filesystem::path& file);

/// Collective: the same for the graph that each process has read from it as a whole.
void require_same_graph(communicator& ranks, const std::filesystem::path& file, const graph& g, int threads);

}  // namespace fathom
