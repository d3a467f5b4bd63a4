// The full check of a `.fathom` file's sections: checksums, and every value that is an index against what it indexes.
#pragma once

#include "fathom/control.hpp"
#include "io/fathom_header.hpp"

namespace fathom::io {

/// One pass in parallel over all sections. Throws error_category::input naming section, byte and value of the first thing wrong,
/// error_category::cancelled. After it no traversal of the arrays can leave them.
void check_sections(const fathom_contents& contents, const run_control& control);

}  // namespace fathom::io
