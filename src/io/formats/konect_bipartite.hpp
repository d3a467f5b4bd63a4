// KONECT's bipartite networks (http://konect.cc, handbook, section "TSV files"): "% bip ...", then "% edges left right", then lines
// "left right [weight [time]]" with ids from 1 on each side.
#pragma once

#include <string_view>

namespace fathom::io {

/// Whether the comments at the beginning of a text declare it bipartite. Such edges cannot be read in parts.
[[nodiscard]] bool is_konect_bipartite(std::string_view start);

}  // namespace fathom::io
