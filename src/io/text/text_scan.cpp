#include "io/text/text_scan.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "fathom/error.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t quoted_characters = 60;  // maximum length of an excerpt in a message

// The separator inside a word that may be two fields; 0 if there is none.
char separator_in(std::string_view token) {
  const std::size_t at = token.find_first_of(",;|:");
  return at == token.npos ? '\0' : token[at];
}

std::string no_id_reason(const std::string& token, const fault_context& context) {
  const char separator = context.names_format.empty() ? '\0' : separator_in(token);
  const std::string_view word = std::string_view(token).substr(1);
  const bool comment = word.starts_with("//") || word.starts_with("!") || word.starts_with(";") || word.starts_with("--");
  std::string remedy;
  if (comment) {
    remedy = "comments begin with # or %";
  } else if (separator != 0) {
    remedy = fmt::format("use --separator '{}'", separator);
  } else if (!context.names_format.empty()) {
    remedy = fmt::format("use --format {} for names", context.names_format);
  }
  return fmt::format("{} is not a vertex id (a whole number{}{})", token, remedy.empty() ? "" : "; ", remedy);
}

// Advice for numbers that cannot be ids, in files that do not declare a range.
std::string number_remedy(const fault_context& context) {
  constexpr const char* numbers = "number the vertices from 0 on";
  if (!context.names_format.empty()) {
    return fmt::format("{}, or put a letter before each id and use --format {}", numbers, context.names_format);
  }
  return context.separator != 0 ? fmt::format("{}, or put a letter before each id", numbers) : numbers;
}

// Whether the token, in quotes, is a number with a decimal comma, or with one that separates thousands.
bool has_one_comma(const std::string& token) {
  return std::count(token.begin(), token.end(), ',') == 1 && token.find_first_not_of("\"0123456789,.+-eE") == token.npos;
}

std::string reason(line_fault what, const std::string& token, const fault_context& context) {
  switch (what) {
    case line_fault::not_an_id:
      return no_id_reason(token, context);
    case line_fault::negative:
      return context.range.empty() ? fmt::format("{} is negative ({})", token, number_remedy(context))
                                   : fmt::format("{} is negative and outside {}", token, context.range);
    case line_fault::overflow:
      return context.range.empty()
                 ? fmt::format("{} is too large (vertex ids go up to 2^64 - 2; {})", token, number_remedy(context))
                 : fmt::format("{} is outside {}", token, context.range);
    case line_fault::out_of_range:
      return fmt::format("{} is outside {}", token, context.range);
    case line_fault::missing_source:
      return "the source is missing";
    case line_fault::missing_target:
      return "a second vertex id is missing";
    case line_fault::missing_weight:
      return "a weight is missing" + context.weights;
    case line_fault::bad_weight:
      return fmt::format("{} is not a weight (a number{}){}", token, has_one_comma(token) ? " with a decimal point" : "",
                         context.weights);
    case line_fault::not_finite:
      return fmt::format("{} is not a finite double-precision weight{}", token, context.weights);
    case line_fault::extra_text:
      return fmt::format("unexpected {} (expected {})", token, context.columns);
    case line_fault::unknown_record:
      return fmt::format("{} is not a known record; lines start with {}", token, context.records);
    case line_fault::extra_entry:
      return fmt::format("more than {}", context.announced);
    case line_fault::unclosed_quote:
      return "a quoted field does not end on its line (fields may not contain line breaks)";
    case line_fault::extra_field:
      return fmt::format("{} is beyond {} (quote fields that contain the separator, or use --separator)", token, context.fields);
    case line_fault::missing_field:
      return fmt::format("fewer than {} (keep the separator of an empty field)", context.fields);
    case line_fault::bad_direction:
      return fmt::format("{} is neither Directed nor Undirected (use --directed or --undirected to ignore the column)", token);
    case line_fault::repeated_header:
      return "the header is repeated (remove this line)";
    default:
      return "malformed";
  }
}

// The text up to the next blank or line end.
std::string_view word_at(const char* p) {
  const char* end = p;
  while (!is_space(*end)) ++end;
  return {p, static_cast<std::size_t>(end - p)};
}

// The field of a table that begins at p or just before it, without its quotes.
std::string_view field_at(const char* line, const char* p, char separator) {
  while (is_blank(*p) && *p != separator) ++p;
  if (*p == '"') ++p;
  const bool quoted = p > line && p[-1] == '"';
  const char* end = p;
  if (quoted) {
    while (*end != '"' && !is_line_end(*end)) ++end;
    return {p, static_cast<std::size_t>(end - p)};
  }
  while (*end != separator && !is_line_end(*end) && !(separator == ' ' && is_blank(*end))) ++end;
  while (end > p && is_blank(end[-1])) --end;
  return {p, static_cast<std::size_t>(end - p)};
}

std::string token_of(const fault& found, const fault_context& context) {
  if (!found.token) return "";
  return excerpt(context.separator ? field_at(found.line, found.token, context.separator) : word_at(found.token));
}

// Makes characters visible that look like a blank or like nothing, but are part of a name: no-break spaces (U+00A0, U+202F), the
// zero-width space (U+200B), the word joiner (U+2060) and the byte order mark.
std::string show_invisible(std::string text) {
  for (const std::string_view hidden : {"\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x8b", "\xe2\x81\xa0", "\xef\xbb\xbf"}) {
    std::string shown;
    for (const char c : hidden) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    for (std::size_t at = text.find(hidden); at != text.npos; at = text.find(hidden, at)) text.replace(at, hidden.size(), shown);
  }
  return text;
}

}  // namespace

std::string excerpt(std::string_view text) {
  text = text.substr(0, text.find_first_of("\r\n"));
  std::string quoted(text.substr(0, quoted_characters));
  // Cut at a character boundary: bytes 10xxxxxx continue a UTF-8 character.
  if (text.size() > quoted.size()) {
    std::size_t end = quoted.size();
    while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
    if (quoted.size() - end < 4) quoted.resize(end);
  }
  std::replace(quoted.begin(), quoted.end(), '\t', ' ');
  return fmt::format("\"{}{}\"", show_invisible(terminal_safe(quoted)), text.size() > quoted_characters ? "..." : "");
}

void refuse_bare_return(const text_source& text, std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find('\r') == line.npos) return;
  const std::string file = text.file().string();
  throw error(
      error_category::input,
      fmt::format("{}: has a carriage return inside the line; end each line with a line feed: tr '\\r' '\\n' < '{}' > 'lines-{}'",
                  text.place(line.data()), file, text.file().filename().string()));
}

void throw_fault(const text_source& text, const fault& found, const fault_context& context) {
  const std::string_view whole(found.line, static_cast<std::size_t>(find_newline(found.line) - found.line));
  refuse_bare_return(text, whole);
  const std::string line = excerpt(whole);
  throw error(error_category::input, fmt::format("{}: {} in the line {}", text.place(found.line),
                                                 reason(found.what, token_of(found, context), context), line));
}

std::string fault_excerpt(const text_source& text, const fault& found, const fault_context& context) {
  return fmt::format("{} in line {}", token_of(found, context), text.line_of(found.line));
}

void bad_line(const text_source& text, std::string_view line, const std::string& why) {
  refuse_bare_return(text, line);
  throw error(error_category::input, fmt::format("{}: {}, but the line is {}", text.place(line.data()), why, excerpt(line)));
}

void bad_text(const text_source& text, const std::string& why) {
  throw error(error_category::input, fmt::format("{}: {}", text.file().string(), why));
}

std::uint64_t long_digits(const char* first, const char* last) noexcept {
  std::uint64_t sum = 0;
  for (; first != last; ++first) {
    const auto digit = static_cast<std::uint64_t>(*first - '0');
    if (sum > (digits_overflow - digit) / 10) return digits_overflow;
    sum = 10 * sum + digit;
  }
  return sum;
}

bool scan_field_weight(std::string_view field, double& value) noexcept {
  if (field.starts_with('+')) field.remove_prefix(1);
  const char* const last = field.data() + field.size();
  // A value out of range is returned as infinity or zero, regardless of the code; the caller rejects infinities.
  const auto [behind, code] = fast_float::from_chars(field.data(), last, value);
  return code != std::errc::invalid_argument && behind == last && !field.empty();
}

const char* scan_float_whole(const char* p, std::uint64_t& value) noexcept {
  constexpr double exact_doubles = 9007199254740992;  // 2^53: beyond this, several integers map to one double
  const char* last = p;
  while (!is_space(*last)) ++last;
  if (*p == '+' && is_digit(p[1])) ++p;
  double number = -1;
  const auto [behind, code] = fast_float::from_chars(p, last, number);
  if (code != std::errc() || behind != last || !(number >= 0 && number <= exact_doubles)) return nullptr;
  value = static_cast<std::uint64_t>(number);
  return static_cast<double>(value) == number ? last : nullptr;
}

bool is_changed_weight(std::string_view text, double value) noexcept {
  if (value == 0) {
    const std::string_view digits = text.substr(0, text.find_first_of("eE"));
    return digits.find_first_of("123456789") != digits.npos;
  }
  if (std::fabs(value) < static_cast<double>(exact_wide_weight)) return false;
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.find_first_not_of("0123456789") != text.npos) return false;  // fractions and exponents denote real numbers
  std::uint64_t whole = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), whole);
  constexpr double beyond_64_bits = 0x1p64;
  return code != std::errc{} || std::fabs(value) >= beyond_64_bits || static_cast<std::uint64_t>(std::fabs(value)) != whole;
}

const char* scan_real(const char* p, double& value) noexcept {
  // Scan only to the end of the number: the end of the line may be millions of weights away. White space and control characters are
  // at most ' '.
  const char* last = p;
  while (static_cast<unsigned char>(*last) > ' ') ++last;
  if (!is_space(*last) || !scan_field_weight({p, static_cast<std::size_t>(last - p)}, value)) return nullptr;
  return last;
}

const char* scan_fortran_real(const char* p, double& value) noexcept {
  std::array<char, 64> text;  // longer than the numbers that programs write
  std::size_t size = 0;
  for (; static_cast<unsigned char>(p[size]) > ' '; ++size) {
    if (size == text.size()) return nullptr;
    text[size] = p[size] == 'D' || p[size] == 'd' ? 'e' : p[size];
  }
  return is_space(p[size]) && scan_field_weight({text.data(), size}, value) ? p + size : nullptr;
}

}  // namespace fathom::io
