// Escaping of text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace fathom::charts {

/// The text as content or as a quoted attribute of XML and HTML. Untrusted text is made safe first: control characters,
/// bidirectional controls, code points that XML forbids and bytes that are not UTF-8 become \xHH, as in terminal_safe().
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace fathom::charts
