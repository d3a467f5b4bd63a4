// Line reader for user-supplied lists: sources, pairs, tables of results. Waiting for a silent pipe can be interrupted.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/interruptible.hpp"

namespace fathom::program {

class line_reader {
 public:
  /// Throws error_category::input.
  explicit line_reader(const std::filesystem::path& file);

  /// The next line, without its newline and without a byte order mark of UTF-8. False at the end. Throws error_category::input for
  /// a line of more than 1 MiB and for a file that is not text, and error_category::cancelled.
  [[nodiscard]] bool next(std::string& line);

 private:
  /// Counts the line that was read.
  void take_text(std::string& line);

  std::filesystem::path file_;
  input_stream stream_;
  std::string buffer_;
  std::size_t at_ = 0;     ///< the first byte of `buffer_` not yet returned
  std::size_t lines_ = 0;  ///< number of lines returned
};

}  // namespace fathom::program
