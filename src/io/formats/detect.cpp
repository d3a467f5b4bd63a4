#include "io/formats/detect.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "fathom/error.hpp"
#include "io/compression/decompress.hpp"
#include "io/formats/csv_fields.hpp"
#include "io/formats/format.hpp"
#include "io/formats/unread_formats.hpp"
#include "io/text/header_words.hpp"
#include "io/text/table_separator.hpp"
#include "io/text/text_scan.hpp"

namespace fathom {

std::string_view to_string(file_format format) {
  const io::format_description* found = io::description_of(format);
  return found ? found->names[0] : "automatic";
}

file_format format_named(std::string_view name) {
  const std::string lower = io::lower_case(name);
  if (lower == "automatic" || lower == "auto") return file_format::automatic;
  for (const io::format_description* one : io::all_formats()) {
    if (!lower.empty() && std::find(one->names.begin(), one->names.end(), lower) != one->names.end()) return one->format;
  }
  throw error(error_category::usage, fmt::format("\"{}\" is not a known format; use one of {}", name, io::format_names()));
}

namespace io {
namespace {

std::vector<std::string_view> first_lines(std::string_view start) {
  std::vector<std::string_view> lines;
  for (std::size_t end = start.find('\n'); end != start.npos && lines.size() < table_sample_rows; end = start.find('\n')) {
    const std::string_view line = start.substr(0, end);
    start.remove_prefix(end + 1);
    const bool comment = line.starts_with('#') || line.starts_with('%');
    if (!comment && !is_blank_line(line)) lines.push_back(line);
  }
  if (lines.empty() && !is_blank_line(start) && !start.starts_with('#')) lines.push_back(start);  // a single unterminated line
  return lines;
}

bool is_number_word(const std::string& word) {
  const std::string text = word + '\n';
  double ignored = 0;
  return scan_weight(text.data(), ignored) != nullptr;
}

}  // namespace

file_format format_by_name(std::string_view name) {
  const std::filesystem::path path{std::string(name)};
  const std::string suffix = lower_case(path.extension().string());
  for (const format_description* one : all_formats()) {
    const auto& suffixes = one->suffixes;
    if (!suffix.empty() && std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end()) return one->format;
  }
  return path.filename().string().starts_with("out.") ? file_format::snap : file_format::automatic;
}

file_format format_by_signature(std::string_view start) {
  const text_sample sample{start, first_lines(start)};
  for (const format_description* one : all_formats()) {
    if (one->has_signature && one->has_signature(sample)) return one->format;
  }
  return file_format::automatic;
}

file_format format_by_lines(std::string_view start) {
  const std::vector<std::string_view> lines = first_lines(start);
  if (lines.empty()) return start.starts_with('#') || start.starts_with('%') ? file_format::snap : file_format::automatic;
  // Requires the same number of columns in every line: prose contains commas as well.
  const auto table = find_separation(lines);
  const bool is_table = table && table->agrees;
  const bool marked = is_table && table->separator != blank_separator && table->separator != '\t';
  if (marked) return file_format::csv;
  const bool quoted = lines[0][lines[0].find_first_not_of(" \t")] == '"';  // as written by R and pandas
  if (is_table && (quoted || table->row_names)) return file_format::csv;
  const std::size_t columns = lower_case_words(lines[0]).size();
  const bool edges = columns >= 2 && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
                       const std::vector<std::string> words = lower_case_words(line);
                       return words.size() == columns && is_number_word(words[0]) && is_number_word(words[1]);
                     });
  if (edges) return file_format::snap;
  return is_table && (table->separator == '\t' || table->named) ? file_format::csv : file_format::automatic;
}

detected detect_format(const std::filesystem::path& file, std::string_view name, std::string_view start) {
  if (const std::string why = unreadable_content(file.string(), start); !why.empty()) {
    throw error(error_category::input, fmt::format("{}: {}", file.string(), why));
  }
  const file_format named = format_by_name(name);
  const file_format signature = format_by_signature(start);
  if (signature != file_format::automatic && signature != named) {
    return {signature, fmt::format("read as {}, as its first bytes indicate", to_string(signature))};
  }
  // Suffixes such as .txt and .edges are used for many formats.
  const bool unsure = named == file_format::automatic || named == file_format::snap;
  if (const std::string conversion = networkx_adjacency_list(file.string(), start); unsure && !conversion.empty()) {
    throw error(error_category::input, fmt::format("{}: {}", file.string(), conversion));
  }
  if (const std::string conversion = conversion_hint(file.string(), name, start);
      (named == file_format::automatic || (unsure && looks_like_json(start))) && !conversion.empty()) {
    throw error(error_category::input, fmt::format("{}: {}", file.string(), conversion));
  }
  const file_format looks = unsure && start.find('\0') == start.npos ? format_by_lines(start) : file_format::automatic;
  if (looks != file_format::automatic && looks != named)
    return {looks, fmt::format("read as {}, as its first lines indicate", to_string(looks))};
  if (named != file_format::automatic) return {named, ""};
  if (const std::vector<std::string_view> lines = first_lines(start); !lines.empty() && has_double_colons(lines.front()))
    throw error(error_category::input, fmt::format("{}: {}", file.string(), double_colon_remedy(file.string())));
  throw error(error_category::input, fmt::format("{}: the format is not clear from the name or the content; choose one of {}",
                                                 file.string(), format_names()));
}

bool is_written(file_format format) {
  const format_description* found = description_of(format);
  return found == nullptr || found->write != nullptr;
}

bool is_binary(file_format format) {
  const format_description* found = description_of(format);
  return found && found->binary();
}

std::string format_names(bool to_write) {
  std::vector<std::string_view> names;
  for (const format_description* one : all_formats()) {
    if (one->write || !to_write) names.push_back(one->names[0]);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace io
}  // namespace fathom
