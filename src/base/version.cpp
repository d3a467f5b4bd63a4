// Version of the compiled library.
#include "fathom/version.hpp"

namespace fathom {

std::string_view version() noexcept { return FATHOM_VERSION; }

}  // namespace fathom
