// What the fuzzers do with bytes: read them as a graph, and use the graph.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fathom/io.hpp"

namespace fathom::test {

/// Reads the bytes as a file of this format. Where a reader accepts them the graph is checked, prepared and searched, so that a
/// wrong index shows. Only fathom::error and std::bad_alloc are caught; anything else is a finding. True where the bytes were
/// accepted.
bool try_reader(file_format format, std::span<const std::uint8_t> bytes);

/// Valid files of this format: directed and undirected, weighted and not, as far as the format has them.
[[nodiscard]] std::vector<std::string> seeds_of(file_format format);

/// Every format that has a reader.
[[nodiscard]] std::vector<file_format> readable_formats();

/// Makes the checksums of a damaged .fathom file right again, as far as its header and table still say where what lies: otherwise
/// every mutation would end at the checksums.
void repair_checksums(std::span<std::uint8_t> bytes);

}  // namespace fathom::test
