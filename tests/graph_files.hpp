// Real graphs for tests, if the machine has them: a folder with facts.json, named by FATHOM_TEST_GRAPHS or located beside the
// checkout. Tests that need them are reported as skipped without them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>

#include "sanitized.hpp"

namespace fathom::test {

/// Larger files are left out under sanitizers, which would read and search them for a minute.
inline constexpr std::uint64_t most_compressed_bytes = sanitized ? 600'000 : UINT64_MAX;

/// The folder, or an empty path.
inline std::filesystem::path graph_files() {
  const char* named = std::getenv("FATHOM_TEST_GRAPHS");
  const std::filesystem::path folder = named ? named : std::filesystem::path(FATHOM_SOURCE_DIR) / "../shared/graphs";
  return std::filesystem::exists(folder / "facts.json") ? std::filesystem::canonical(folder) : std::filesystem::path();
}

}  // namespace fathom::test
