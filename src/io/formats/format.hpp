// Description of a file format: all that detection, reading and writing know about it. Each format defines one constant in its own
// file; registry.cpp lists them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "io/formats/formats.hpp"

namespace fathom::io {

/// Beginning of a file, for recognizing its format.
struct text_sample {
  std::string_view start;
  std::vector<std::string_view> lines;  ///< the first complete lines, without comments and blank lines
};

struct write_request {
  file_format format;
  const std::filesystem::path& file;
  const graph& g;
  const write_options& options;
};

/// Which table options apply.
enum class column_options {
  none,
  weight_number,  ///< --weight-column N alone
  all,
};

/// Properties of a graph that the format cannot store. A layout can be recomputed and does not count.
struct format_losses {
  bool original_ids = false;
  bool labels = true;
  bool weights = false;
  bool wide_weights = false;       ///< digits of weights beyond single precision
  bool trailing_isolated = false;  ///< isolated vertices beyond the largest id of an edge
  bool unused_ids = false;         ///< every id up to the largest is a vertex when the file is read
};

struct format_description {
  file_format format;
  std::array<std::string_view, 3> names;          ///< the first is the canonical name; the rest are aliases or empty
  std::array<std::string_view, 6> suffixes = {};  ///< without compression, with the dot
  column_options columns = column_options::none;
  bool numbers_ids = false;      ///< vertices are those that edges name: --keep-id-gaps applies
  bool read_in_parts = false;    ///< several processes can each read a part of a file
  bool explains_binary = false;  ///< the reader of text has its own message for binary files
  bool is_archive = false;       ///< a .zip archive that the reader opens itself

  /// Whether the sample begins as only this format does; null if files have no such beginning.
  bool (*has_signature)(const text_sample& sample) = nullptr;
  /// Readers; exactly one of the two is set.
  parsed (*read_text)(text_source& text, const read_options& options) = nullptr;
  parsed (*read_bytes)(const byte_source& source, const read_options& options) = nullptr;
  /// Why a file that starts like this must be read as a whole, in spite of read_in_parts; empty if it need not.
  std::string_view (*whole_reason)(std::string_view start) = nullptr;
  /// Null: the format can be read but not written.
  void (*write)(output_file& out, const write_request& request) = nullptr;
  /// Weights in a second file, FILE.weights; null if they are in FILE.
  void (*write_weights)(output_file& out, const graph& g) = nullptr;
  format_losses loses = {};

  [[nodiscard]] bool binary() const noexcept { return read_bytes != nullptr; }
};

/// All formats, in the order in which messages list them and signatures are compared.
[[nodiscard]] std::span<const format_description* const> all_formats() noexcept;

/// Null for file_format::automatic.
[[nodiscard]] const format_description* description_of(file_format format) noexcept;

}  // namespace fathom::io
