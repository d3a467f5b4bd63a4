// Text in blocks of whole lines, from a file as it lies there (mapped, no copy), a compressed file or an archive's member
// (decompressed a block ahead on another thread), or a pipe. Parsers work on one block in parallel; memory stays bounded by two
// blocks. Lines end with "\n" or "\r\n"; in a text that has only carriage returns at its beginning each of them is a '\n' here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/mapped_file.hpp"
#include "fathom/control.hpp"
#include "io/decompress.hpp"
#include "io/file_part.hpp"

namespace fathom::io {

class text_source {
 public:
  /// "-" is standard input. Throws error_category::input for what cannot be opened or is empty. `control` must outlive the source.
  /// A `part` is of a file as it lies there: enter_part() leaves nothing but it.
  text_source(std::filesystem::path file, const run_control& control, file_part part = {});
  text_source(const text_source&) = delete;
  text_source& operator=(const text_source&) = delete;
  ~text_source();

  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  /// What tells the format: the file's name, or the chosen archive member's, without a suffix for compression.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Bytes of the file as it lies there; 0 for a pipe.
  [[nodiscard]] std::uint64_t file_bytes() const noexcept { return file_bytes_; }
  /// Bytes of text, where that is known before reading: for what is not compressed.
  [[nodiscard]] std::optional<std::uint64_t> text_bytes() const noexcept;
  [[nodiscard]] bool is_compressed() const noexcept { return compressed_; }
  /// A pipe, compressed, or with lone carriage returns as line ends: it can only be read from its beginning.
  [[nodiscard]] bool is_stream() const noexcept { return stream_ != nullptr; }
  [[nodiscard]] bool is_whole() const noexcept { return part_.is_whole(); }

  /// Lines may be as long as a row of a hub (1 GiB): for formats with a line per vertex. Otherwise a line has at most 16 MiB.
  /// Before the first block is taken.
  void allow_long_rows() noexcept { longest_line_ = longest_row_bytes; }
  /// Blocks may end within a line, which may have any length: for formats whose lines mean nothing.
  void allow_any_cut() noexcept { cut_anywhere_ = true; }

  /// The first bytes, for telling the format: 64 KiB as they stand in a mapped file, the first block of a stream. Only before
  /// next().
  [[nodiscard]] std::string_view start();
  /// What next() would return, without taking it.
  [[nodiscard]] std::string_view peek();
  /// The rest of the present block, or the next one: whole lines, each with its '\n' (the last line of the text gets one if it has
  /// none). Empty at the end. Valid until the next call. Reports progress.
  [[nodiscard]] std::string_view next();
  /// One line without its end ("\n" or "\r\n"); nothing at the end of the text. Valid until the next call.
  [[nodiscard]] std::optional<std::string_view> next_line();
  /// Leaves of the text that is still to come the lines of this source's part; parts are about equally long. Nothing to do where
  /// the part is the whole. Not after rewind().
  void enter_part();
  /// Starts again with the first line. Throws error_category::input for a pipe.
  void rewind();

  /// The number of the line, from 1, that holds the character at `at`, somewhere in what was last returned.
  [[nodiscard]] std::uint64_t line_of(const char* at) const;
  /// "FILE:LINE"
  [[nodiscard]] std::string place(const char* at) const;

 private:
  struct stream;  // decompresses or reads a pipe, one block ahead

  // A limit on the memory that a file without line ends takes: one edge's line needs a few dozen bytes, comments some more.
  static constexpr std::size_t longest_line_bytes = std::size_t{16} << 20;
  // A row of METIS or Ligra: some 100 million neighbors of a hub.
  static constexpr std::size_t longest_row_bytes = std::size_t{1} << 30;

  enum class line_end { found, too_far, nul_before };  // of a block; nul_before: binary data

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

  mapped_file mapped_;              // where the file is mapped
  std::size_t mapped_at_ = 0;       // the first byte not yet returned
  std::size_t mapped_end_ = 0;      // and the first that will not be
  std::string last_line_;           // of a mapped file that does not end with a newline
  std::unique_ptr<stream> stream_;  // otherwise
  std::uint64_t lines_before_ = 0;  // lines before block_, counted by the stream
  std::size_t longest_line_ = longest_line_bytes;
  bool cut_anywhere_ = false;

  std::string_view block_;
  std::size_t taken_ = 0;  // bytes of block_ that were returned
};

}  // namespace fathom::io
