// Version of the headers and of the compiled library.
#pragma once

#include <string_view>

// Version of these headers. CMake reports an error if it differs from the project's version in CMakeLists.txt.
#define FATHOM_VERSION_MAJOR 0
#define FATHOM_VERSION_MINOR 1
#define FATHOM_VERSION_PATCH 0
#define FATHOM_VERSION "0.1.0"

namespace fathom {

/// Version of the compiled library, "MAJOR.MINOR.PATCH". It differs from FATHOM_VERSION if a program was compiled with the
/// headers of one version and runs with the shared library of another.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace fathom
