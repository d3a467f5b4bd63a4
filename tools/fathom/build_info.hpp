// How this program was built, written by CMake.
#pragma once

#include <cstdint>
#include <string_view>

namespace fathom::program {

struct build_info {
  std::string_view version;     ///< of the library: fathom::version()
  std::string_view commit;      ///< git describe when the build was configured; "unknown" outside a checkout
  std::string_view build_type;  ///< "Release", ...
  std::string_view compiler;    ///< name and version
  bool cuda;                    ///< built with CUDA
  bool libarchive;              ///< reads .gz .bz2 .xz .zst and .tar.gz
};

[[nodiscard]] const build_info& this_build();

/// Tells builds apart whose ranks should not work together: by version, commit, type and compiler.
[[nodiscard]] std::uint64_t build_hash();

}  // namespace fathom::program
