// Fuzzing of a reader: parses bytes as a graph and uses the graph.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fathom/io.hpp"

namespace fathom::test {

/// Reads the bytes as a file of this format. An accepted graph is checked, prepared and searched, so that invalid indices are
/// found. Only fathom::error and std::bad_alloc are caught; anything else is a finding. Returns whether the bytes were accepted.
bool try_reader(file_format format, std::span<const std::uint8_t> bytes);

/// Valid files of this format: directed and undirected, with and without weights, as far as the format supports them.
[[nodiscard]] std::vector<std::string> seeds_of(file_format format);

/// Every format that has a reader.
[[nodiscard]] std::vector<file_format> readable_formats();

/// Corrects the checksums of a damaged .fathom file as far as its header and table still give the layout; otherwise every mutation
/// would be rejected by the checksums.
void repair_checksums(std::span<std::uint8_t> bytes);

}  // namespace fathom::test
