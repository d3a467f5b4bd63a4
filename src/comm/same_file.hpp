// Check that all processes read the same file.
#pragma once

#include <filesystem>

#include "fathom/distributed/communicator.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Collective: throws error_category::input on all processes if the file's size or content differs between them. Compares checksums
/// of the whole file up to 64 MiB, and of 256 blocks of larger files. Does nothing for a pipe.
void require_same_file(communicator& ranks, const std::filesystem::path& file);

/// Collective: the same check for the graph that each process has read from the whole file.
void require_same_graph(communicator& ranks, const std::filesystem::path& file, const graph& g, int threads);

}  // namespace fathom
