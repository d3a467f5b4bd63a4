// Reading of a file's edges or rows with the reader of its format: the whole file, or one part of several.
#pragma once

#include <filesystem>
#include <string>

#include "io/formats/formats.hpp"

namespace fathom::io {

struct input {
  parsed found;
  file_format format = file_format::automatic;
  std::uint64_t bytes = 0;  ///< size of the file, not decompressed
};

/// Chooses the format and reads. A part may be read only if whole_file_reason() is empty. Throws as read_graph() does.
[[nodiscard]] input read_input(const std::filesystem::path& file, read_options options, file_part part = {});

/// The reason why the file cannot be read in parts, such as "it is compressed"; empty if it can. Throws error_category::input for a
/// file that does not exist, is empty or has an unknown format.
[[nodiscard]] std::string whole_file_reason(const std::filesystem::path& file, const read_options& options);

}  // namespace fathom::io
