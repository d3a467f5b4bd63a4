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

std::string reason(line_fault what, const std::string& token, const fault_context& context) {
  switch (what) {
    case line_fault::not_an_id:
      return fmt::format("{} is not a vertex id (a whole number{}{})", token, context.id_remedy.empty() ? "" : "; ",
                         context.id_remedy);
    case line_fault::negative:
      return fmt::format("{} is negative; vertex ids must not be negative", token);
    case line_fault::overflow:
      return fmt::format("{} is too large (vertex ids go up to 2^64 - 2)", token);
    case line_fault::out_of_range:
      return fmt::format("{} is outside {}", token, context.range);
    case line_fault::missing_source:
      return "the source is missing";
    case line_fault::missing_target:
      return "a second vertex id is missing";
    case line_fault::missing_weight:
      return "a weight is missing" + context.weights;
    case line_fault::bad_weight:
      return fmt::format("{} is not a weight (a number){}", token, context.weights);
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
  return fmt::format("\"{}{}\"", terminal_safe(quoted), text.size() > quoted_characters ? "..." : "");
}

void throw_fault(const text_source& text, const fault& found, const fault_context& context) {
  const std::string line = excerpt({found.line, static_cast<std::size_t>(find_newline(found.line) - found.line)});
  std::string token;
  if (found.token) token = excerpt(context.separator ? field_at(found.line, found.token, context.separator) : word_at(found.token));
  throw error(error_category::input,
              fmt::format("{}: {} in the line {}", text.place(found.line), reason(found.what, token, context), line));
}

void bad_line(const text_source& text, std::string_view line, const std::string& why) {
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
