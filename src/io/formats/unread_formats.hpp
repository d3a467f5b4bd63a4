// Graph formats that are recognized but not supported, each with instructions for conversion.
#pragma once

#include <string>
#include <string_view>

namespace fathom::io {

/// The message for a file with this name and beginning: the format's name and a command that converts it; empty if neither the
/// suffix nor the content belongs to a format in the list.
[[nodiscard]] std::string conversion_hint(const std::string& file, std::string_view name, std::string_view start);

/// The same for content that cannot be a graph in a supported format, whatever the file's name: HTML pages, pointers of Git LFS and
/// the like, which could be read as text with a few names, and DOT. Empty for any other beginning.
[[nodiscard]] std::string unreadable_content(const std::string& file, std::string_view start);

/// The same for the adjacency lists of NetworkX, whose lines could be mistaken for edges; empty for any other beginning.
[[nodiscard]] std::string networkx_adjacency_list(const std::string& file, std::string_view start);

/// Whether the text begins like JSON: {"key" or [{.
[[nodiscard]] bool looks_like_json(std::string_view start);

}  // namespace fathom::io
