// Which format a file has, by its name and by its first bytes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "fathom/io.hpp"

namespace fathom::io {

/// By the suffix of a name without compression suffixes; automatic where it tells nothing. KONECT's "out.NAME" is SNAP text.
[[nodiscard]] file_format format_by_name(std::string_view name);

/// By unmistakable first bytes: a banner, a magic number, a problem line; automatic where there are none.
[[nodiscard]] file_format format_by_signature(std::string_view start);

/// By what the first lines look like: edges, or a table with a header; automatic where they look like neither.
[[nodiscard]] file_format format_by_lines(std::string_view start);

struct detected {
  file_format format = file_format::automatic;
  std::string note;  ///< why, where it is not the suffix's own
};

/// Signature, suffix, lines. Throws error_category::input listing the formats where nothing tells.
[[nodiscard]] detected detect_format(const std::filesystem::path& file, std::string_view name, std::string_view start);

/// True for formats that are read from bytes and not from lines.
[[nodiscard]] bool is_binary(file_format format);

/// True for formats that have a writer.
[[nodiscard]] bool is_written(file_format format);

/// "mtx, snap, ..." for messages: all formats, or those that have a writer.
[[nodiscard]] std::string format_names(bool to_write = false);

}  // namespace fathom::io
