// Build information, filled in by CMake.
#pragma once

#include <cstdint>
#include <string_view>

namespace fathom::program {

struct build_info {
  std::string_view version;     ///< of the library: fathom::version()
  std::string_view commit;      ///< git describe when the build was configured; "unknown" outside a checkout
  std::string_view build_type;  ///< "Release", ...
  std::string_view compiler;    ///< name and version
  std::string_view flags;       ///< options of the compiler for this type of build
  bool cuda;                    ///< built with CUDA
  bool libarchive;              ///< built with libarchive: reads .gz .bz2 .xz .zst and .tar.gz
};

[[nodiscard]] const build_info& this_build();

/// A hash of version, commit, type and compiler. Processes with different hashes must not work together.
[[nodiscard]] std::uint64_t build_hash();

}  // namespace fathom::program
