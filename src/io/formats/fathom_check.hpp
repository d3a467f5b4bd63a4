// Full validation of the sections of a `.fathom` file: checksums, and the bounds of every index.
#pragma once

#include "fathom/control.hpp"
#include "io/formats/fathom_header.hpp"

namespace fathom::io {

/// One parallel pass over all sections. Throws error_category::input naming the section, byte and value of the first error, and
/// error_category::cancelled. Afterwards no traversal can access memory outside the arrays.
void check_sections(const fathom_contents& contents, const run_control& control);

}  // namespace fathom::io
