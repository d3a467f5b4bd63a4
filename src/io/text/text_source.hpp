// Source of text in blocks of whole lines, from an uncompressed file (mapped, no copy), a compressed file or an archive member
// (decompressed one block ahead on another thread), or a pipe. Parsers process one block in parallel; memory is bounded by two
// blocks. Lines end with "\n" or "\r\n"; if the beginning of a text has only carriage returns, each "\r" is converted to '\n'.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/mapped_file.hpp"
#include "fathom/control.hpp"
#include "io/compression/decompress.hpp"
#include "io/file_part.hpp"

namespace fathom::io {

class text_source {
 public:
  /// "-" is standard input. Throws error_category::input if the file cannot be opened or is empty. `control` must outlive the
  /// source. A `part` requires an uncompressed file; enter_part() restricts the text to it.
  text_source(std::filesystem::path file, const run_control& control, file_part part = {});
  text_source(const text_source&) = delete;
  text_source& operator=(const text_source&) = delete;
  ~text_source();

  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  /// The name for format detection: that of the file or of the chosen archive member, without a compression suffix.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// The size of the file in bytes, not decompressed; 0 for a pipe.
  [[nodiscard]] std::uint64_t file_bytes() const noexcept { return file_bytes_; }
  /// Bytes of text if known before reading, that is, for uncompressed files.
  [[nodiscard]] std::optional<std::uint64_t> text_bytes() const noexcept;
  [[nodiscard]] bool is_compressed() const noexcept { return compressed_; }
  /// True for a pipe, compressed data, or text with bare carriage returns as line ends: such text is read only from its beginning.
  [[nodiscard]] bool is_stream() const noexcept { return stream_ != nullptr; }
  [[nodiscard]] bool is_whole() const noexcept { return part_.is_whole(); }

  /// Allows lines as long as a row of a hub (1 GiB), for formats with one line per vertex. Otherwise a line has at most 16 MiB.
  /// Call before the first block is read.
  void allow_long_rows() noexcept { longest_line_ = longest_row_bytes; }
  /// Allows blocks to end within a line, and lines of any length, for formats in which line breaks have no meaning.
  void allow_any_cut() noexcept { cut_anywhere_ = true; }

  /// The first bytes, for format detection: 64 KiB of a mapped file, the first block of a stream. Call only before next().
  [[nodiscard]] std::string_view start();
  /// The block that next() would return, without consuming it.
  [[nodiscard]] std::string_view peek();
  /// The rest of the current block, or the next block: whole lines, each with its '\n' (added to the last line of the text if
  /// missing). Empty at the end. Valid until the next call. Reports progress.
  [[nodiscard]] std::string_view next();
  /// One line without its line end ("\n" or "\r\n"); empty optional at the end of the text. Valid until the next call.
  [[nodiscard]] std::optional<std::string_view> next_line();
  /// Restricts the remaining text to the lines of this source's part; parts are about equally long. Does nothing if the part is the
  /// whole. Not allowed after rewind().
  void enter_part();
  /// Restarts at the first line. Throws error_category::input for a pipe.
  void rewind();

  /// The line number, from 1, of the character at `at`, which must be in the text returned last.
  [[nodiscard]] std::uint64_t line_of(const char* at) const;
  /// "FILE:LINE"
  [[nodiscard]] std::string place(const char* at) const;

 private:
  struct stream;  // decompresses or reads a pipe, one block ahead

  // Limits the memory used for a file without line ends: the line of an edge needs a few dozen bytes, comments a little more.
  static constexpr std::size_t longest_line_bytes = std::size_t{16} << 20;
  // A row of METIS or Ligra: some 100 million neighbors of a hub.
  static constexpr std::size_t longest_row_bytes = std::size_t{1} << 30;

  enum class line_end { found, too_far, nul_before };  // end of a block; nul_before: binary data

  void open();
  void resolve_long_line();
  [[noreturn]] void refuse_line(line_end missing) const;
  bool advance();
  bool advance_mapped();
  void skip_byte_order_mark();

  std::filesystem::path file_;
  const run_control& control_;
  const file_part part_;
  std::string name_;
  std::uint64_t file_bytes_ = 0;
  bool compressed_ = false;
  bool pipe_ = false;

  mapped_file mapped_;              // if the file is mapped
  std::size_t mapped_at_ = 0;       // first byte not yet returned
  std::size_t mapped_end_ = 0;      // end of the bytes to return
  std::string last_line_;           // last line of a mapped file that does not end with a newline
  std::unique_ptr<stream> stream_;  // otherwise
  std::uint64_t lines_before_ = 0;  // lines before block_, counted by the stream
  std::size_t longest_line_ = longest_line_bytes;
  bool cut_anywhere_ = false;

  std::string_view block_;
  std::size_t taken_ = 0;  // bytes of block_ already returned
};

}  // namespace fathom::io
