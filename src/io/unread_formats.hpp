// Formats of graphs that are known and not read, each with the way to convert it.
#pragma once

#include <string>
#include <string_view>

namespace fathom::io {

/// What to say of a file of this name with this beginning: the format's name and a command that converts it; empty where neither
/// the suffix nor the content belongs to a known format.
[[nodiscard]] std::string how_to_convert(const std::string& file, std::string_view name, std::string_view start);

}  // namespace fathom::io
