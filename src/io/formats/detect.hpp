// Format detection, from a file's name and its first bytes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "fathom/io.hpp"

namespace fathom::io {

/// By the suffix of a name without compression suffixes; automatic if the suffix is unknown. KONECT's "out.NAME" is SNAP text.
[[nodiscard]] file_format format_by_name(std::string_view name);

/// By an unmistakable beginning: a banner, a magic number, a problem line; automatic if there is none.
[[nodiscard]] file_format format_by_signature(std::string_view start);

/// By the look of the first lines: edges, or a table with a header; automatic if they are neither.
[[nodiscard]] file_format format_by_lines(std::string_view start);

struct detected {
  file_format format = file_format::automatic;
  std::string note;  ///< reason, if the format is not the one of the suffix
};

/// By signature, suffix and first lines, in this order. Throws error_category::input, listing the formats, if none of them decides.
[[nodiscard]] detected detect_format(const std::filesystem::path& file, std::string_view name, std::string_view start);

/// True for formats that are read as bytes rather than lines.
[[nodiscard]] bool is_binary(file_format format);

/// True for formats that have a writer.
[[nodiscard]] bool is_written(file_format format);

/// "mtx, snap, ..." for messages: all formats, or only those that have a writer.
[[nodiscard]] std::string format_names(bool to_write = false);

}  // namespace fathom::io
