#include "io/read_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fathom/error.hpp"
#include "io/compression/decompress.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/format.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

parsed read_bytes_as(const format_description& format, const std::filesystem::path& file, const read_options& options,
                     file_part part) {
  byte_source source = read_bytes(file, options.build.control, format.is_archive);
  source.part = part;
  if (source.bytes.empty()) throw error(error_category::input, fmt::format("{}: is empty", file.string()));
  return format.read_bytes(source, options);
}

// Whether a text begins with UTF-16's byte order mark, or every second byte of its beginning is NUL.
bool is_utf16(std::string_view start) {
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) return true;
  constexpr std::size_t least = 8;
  if (start.size() < least || start.find('\0') > 1) return false;
  std::size_t alternating = 0;
  for (std::size_t i = 0; i + 1 < start.size(); i += 2) alternating += (start[i] == '\0') != (start[i + 1] == '\0');
  return alternating == start.size() / 2;
}

// The beginning of a file whose content was never written, and an archive of tar without files.
void refuse_zeros(text_source& text) {
  constexpr std::size_t least = 512;  // a block of tar
  const std::string_view start = text.start();
  if (start.size() < least || start.find_first_not_of('\0') != start.npos) return;
  bad_text(text, "begins with zeros only: it was not written or downloaded completely, or is an archive without files");
}

// The byte order mark of UTF-32 begins like that of UTF-16.
void refuse_wide_characters(const std::filesystem::path& file, text_source& text) {
  const std::string_view start = text.start();
  using namespace std::string_view_literals;
  const bool utf32 = start.starts_with("\xff\xfe\0\0"sv) || start.starts_with("\0\0\xfe\xff"sv);
  if (!utf32 && !is_utf16(start)) return;
  const std::string utf8 = (file.parent_path() / ("utf8-" + file.filename().string())).string();
  const char* const order = utf32 ? "" : start[0] == '\0' ? "BE" : start[1] == '\0' ? "LE" : "";
  bad_text(text, fmt::format("is UTF-{0} text; convert it: iconv -f UTF-{0}{1} -t UTF-8 '{2}' > '{3}'", utf32 ? 32 : 16, order,
                             file.string(), utf8));
}

// The directory of a .zip archive is at its end.
void refuse_zip_in_pipe(text_source& text) {
  if (is_pipe(text.file()) && text.start().starts_with(zip_magic)) {
    bad_text(text, "is a .zip archive in a pipe, which cannot be searched; pass a file, or use --format npz for a SciPy matrix");
  }
}

parsed read_text_as(const format_description& format, text_source& text, const read_options& options) {
  const std::string_view start = text.start();
  refuse_zip_in_pipe(text);
  if (const std::size_t nul = start.find('\0'); !format.explains_binary && nul != start.npos) {
    const auto line = std::count(start.begin(), start.begin() + static_cast<std::ptrdiff_t>(nul), '\n') + 1;
    bad_text(text, fmt::format("holds a NUL byte in line {}; the file is binary or damaged and cannot be read as {} text", line,
                               format.names[0]));
  }
  return format.read_text(text, options);
}

std::string_view first_table_option(const table_options& table) {
  if (!table.source_column.empty()) return "--source-column";
  if (!table.target_column.empty()) return "--target-column";
  if (!table.weight_column.empty()) return "--weight-column";
  return table.separator != 0 ? "--separator" : "--header";
}

// Whether --weight-column N, which also applies to text edge lists, is the only table option.
bool numbers_weight_column_alone(const table_options& table) {
  table_options rest = table;
  rest.weight_column.clear();
  return rest == table_options{} && !table.weight_column.empty() &&
         table.weight_column.find_first_not_of("0123456789") == std::string::npos;
}

void check_table_options(const std::filesystem::path& file, const read_options& options, const format_description& format) {
  const table_options& table = options.table;
  if (table == table_options{}) return;
  const bool takes_number = format.columns == column_options::weight_number && numbers_weight_column_alone(table);
  if (format.columns != column_options::all && !takes_number) {
    throw error(error_category::usage, fmt::format("{} applies to tables, but {} is read as {}; omit it or use --format csv",
                                                   first_table_option(table), file.string(), format.names[0]));
  }
  if (!table.weight_column.empty() && !options.build.keep_weights) {
    throw error(error_category::usage, "--weight-column and --no-weights exclude each other; give one");
  }
  constexpr std::string_view never = "\"\r\n.+-_#%";
  const char c = table.separator;
  if (is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c != 0 && never.find(c) != never.npos)) {
    throw error(error_category::usage,
                fmt::format("--separator {} is not a separator; use one such as ',', ';', tab or blank", excerpt({&c, 1})));
  }
}

void check_numbering_options(const std::filesystem::path& file, const read_options& options, const format_description& format) {
  if (!options.keep_id_gaps || format.numbers_ids) return;
  throw error(error_category::usage,
              fmt::format("--keep-id-gaps applies to edge lists, but {} is read as {}; omit it", file.string(), format.names[0]));
}

// With table options, text of an unclear format is read as a table.
detected detect_text(const std::filesystem::path& file, text_source& text, const read_options& options) {
  if (options.table == table_options{} || numbers_weight_column_alone(options.table)) {
    return detect_format(file, text.name(), text.start());
  }
  file_format format = format_by_signature(text.start());
  if (format == file_format::automatic) format = format_by_name(text.name());
  if (format == file_format::snap || format == file_format::automatic) {
    return {file_format::csv, fmt::format("read as csv, because {} applies to tables", first_table_option(options.table))};
  }
  return {format, ""};
}

}  // namespace

input read_input(const std::filesystem::path& file, read_options options, file_part part) {
  std::error_code unknown;
  const std::uint64_t size = is_pipe(file) ? 0 : std::filesystem::file_size(file, unknown);
  const std::uint64_t bytes = unknown ? 0 : size;
  const bool named = options.format != file_format::automatic;
  if (!named) options.format = format_by_name(strip_compression(file.filename().string()));
  if (const format_description* format = description_of(options.format); format && format->binary()) {
    check_table_options(file, options, *format);
    check_numbering_options(file, options, *format);
    return {read_bytes_as(*format, file, options, part), format->format, bytes};
  }

  text_source text(file, options.build.control, part);
  refuse_zeros(text);
  refuse_wide_characters(file, text);
  detected kind{options.format, ""};
  if (!named) kind = detect_text(file, text, options);
  options.format = kind.format;
  const format_description& format = *description_of(kind.format);
  check_table_options(file, options, format);
  check_numbering_options(file, options, format);
  // The beginning of the pipe has already been consumed. With a given format nothing is read for detection.
  if (format.binary() && is_pipe(file)) {
    refuse_zip_in_pipe(text);
    bad_text(text, fmt::format("holds {} data in a pipe; specify the format, or pass a file", format.names[0]));
  }
  input in{format.binary() ? read_bytes_as(format, file, options, part) : read_text_as(format, text, options), kind.format, bytes};
  if (!kind.note.empty()) in.found.notes.insert(in.found.notes.begin(), kind.note);
  return in;
}

std::string whole_file_reason(const std::filesystem::path& file, const read_options& options) {
  if (is_pipe(file)) return "a pipe can be read only once";
  const run_control quiet;
  text_source text(file, quiet);
  if (text.is_stream()) return text.is_compressed() ? "it is compressed" : "its lines end with carriage returns";
  file_format format = options.format;
  if (format == file_format::automatic) format = format_by_name(text.name());
  if (!is_binary(format) && options.format == file_format::automatic) format = detect_text(file, text, options).format;
  const format_description& found = *description_of(format);
  if (!found.read_in_parts) return fmt::format("the format {} must be read from the beginning", found.names[0]);
  return found.whole_reason ? std::string(found.whole_reason(text.start())) : std::string();
}

}  // namespace fathom::io
