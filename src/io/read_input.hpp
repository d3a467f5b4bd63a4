// A file's edges or rows, by the reader of its format: all of them, or one part of several.
#pragma once

#include <filesystem>
#include <string>

#include "io/formats.hpp"

namespace fathom::io {

struct input {
  parsed found;
  file_format format = file_format::automatic;
  std::uint64_t bytes = 0;  ///< of the file as it lies there
};

/// Chooses the format and reads. A part only of a file that why_whole() says nothing about. Throws as read_graph() does.
[[nodiscard]] input read_input(const std::filesystem::path& file, read_options options, file_part part = {});

/// Why the file can only be read from its beginning to its end: "it is compressed"; empty where it can be read in parts. Throws
/// error_category::input for a file that is not there, is empty or of no known format.
[[nodiscard]] std::string why_whole(const std::filesystem::path& file, const read_options& options);

}  // namespace fathom::io
