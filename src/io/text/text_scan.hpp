// Hand-written number parsing, the inner loops of all text formats.
// Every function relies on the text ending with '\n' (text_source guarantees this), which ends each loop without a bounds check.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "fathom/types.hpp"
#include "io/text/text_source.hpp"

namespace fathom::io {

/// The kind of fault in a line.
enum class line_fault : std::uint8_t {
  none,
  too_wide,  ///< an id beyond 32 bits; not an error: the block is parsed again with wider ids
  not_an_id,
  negative,
  overflow,      ///< above 2^64 - 2
  out_of_range,  ///< outside the range that the file declares
  missing_source,
  missing_target,
  missing_weight,
  bad_weight,
  not_finite,
  extra_text,
  unknown_record,
  extra_entry,  ///< more entries than declared
  unclosed_quote,
  not_numeric,    ///< not an error: CSV with names as ids
  extra_field,    ///< a row of a table has more fields than columns
  missing_field,  ///< a row of a table has fewer fields than columns
  bad_direction,  ///< neither "Directed" nor "Undirected"
  repeated_header,
};

/// The fault at which parsing stopped; `what` is none if there was no fault.
struct fault {
  line_fault what = line_fault::none;
  const char* line = nullptr;   ///< its first character
  const char* token = nullptr;  ///< the offending text in it
};

/// Information about the file for fault messages.
struct fault_context {
  std::string range;           ///< valid ids, such as "1..5"
  std::string announced;       ///< such as "the 5 entries declared on line 2"
  std::string columns;         ///< expected columns of a line, such as "two vertex ids"
  std::string records;         ///< allowed first words of a line, such as "'a' or 'c'"
  std::string fields{};        ///< expected fields of a table row, such as "the header's 2 fields"
  std::string weights{};       ///< advice on ignoring the weights if the column was guessed; empty or begins with a blank
  std::string names_format{};  ///< the format that reads names, for advice; empty if this one does, or none
  char separator = 0;          ///< of a table's fields; 0 if blanks end the offending text
};

/// Throws error_category::input if the line has a carriage return inside, which other programs take for the end of a line.
void refuse_bare_return(const text_source& text, std::string_view line);

/// Throws error_category::input: "FILE:LINE: reason: text".
[[noreturn]] void throw_fault(const text_source& text, const fault& found, const fault_context& context);

/// The same for a header line, just returned by next_line().
[[noreturn]] void bad_line(const text_source& text, std::string_view line, const std::string& reason);

/// Throws error_category::input: "FILE: reason".
[[noreturn]] void bad_text(const text_source& text, const std::string& reason);

/// The offending text and its place: "\"x\" in line 5".
[[nodiscard]] std::string fault_excerpt(const text_source& text, const fault& found, const fault_context& context);

/// Excerpt for a message: printable, in quotes, at most 60 characters, cut at the end of the line.
[[nodiscard]] std::string excerpt(std::string_view text);

[[nodiscard]] inline bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] inline bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') <= 9; }
[[nodiscard]] inline bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }
/// A blank or a line end, which may follow a number.
[[nodiscard]] inline bool is_space(char c) noexcept { return is_blank(c) || is_line_end(c); }

[[nodiscard]] inline const char* skip_blanks(const char* p) noexcept {
  while (is_blank(*p)) ++p;
  return p;
}

/// The first '\n' at or after p.
[[nodiscard]] inline const char* find_newline(const char* p) noexcept { return static_cast<const char*>(::rawmemchr(p, '\n')); }

/// Skips blanks and carriage returns: returns the '\n' that ends the line, or the first other character before it.
[[nodiscard]] inline const char* skip_to_newline(const char* p) noexcept {
  while (is_blank(*p) || *p == '\r') ++p;
  return p;
}

/// The value that scan_digits() returns for a number of more than 64 bits; not a valid id.
inline constexpr std::uint64_t digits_overflow = std::numeric_limits<std::uint64_t>::max();

/// The slow path of scan_digits(): twenty or more digits.
[[nodiscard]] std::uint64_t long_digits(const char* first, const char* last) noexcept;

/// Stores the integer at p in `value` and returns the position after it; p itself if there are no digits.
[[nodiscard]] inline const char* scan_digits(const char* p, std::uint64_t& value) noexcept {
  constexpr std::ptrdiff_t safe_digits = 19;  // 10^19 < 2^64
  const char* first = p;
  std::uint64_t sum = 0;
  for (; is_digit(*p); ++p) sum = 10 * sum + static_cast<unsigned char>(*p - '0');
  value = p - first <= safe_digits ? sum : long_digits(first, p);
  return p;
}

/// Stores the integer at p, written with a sign or as a floating-point number, such as "+2" or "2.0e+00", in `value` and returns
/// the position after it; null if there is no integer that double precision represents exactly.
[[nodiscard]] const char* scan_float_whole(const char* p, std::uint64_t& value) noexcept;

/// The slow path of scan_weight(): signs, fractions, exponents. Null if there is no number.
[[nodiscard]] const char* scan_real(const char* p, double& value) noexcept;

/// All integers up to these are exact in single precision (2^24) and in double precision (2^53).
inline constexpr std::uint64_t exact_weight = std::uint64_t{1} << 24, exact_wide_weight = std::uint64_t{1} << 53;

/// Stores the number at p in `value` and returns the position after it; null if there is none. The value may be infinite or NaN;
/// the caller must check.
[[nodiscard]] inline const char* scan_weight(const char* p, double& value) noexcept {
  std::uint64_t whole = 0;
  const char* behind = scan_digits(p, whole);
  if (behind != p && whole <= exact_wide_weight && is_space(*behind)) {
    value = static_cast<double>(whole);
    return behind;
  }
  return scan_real(p, value);
}

/// The number at p with Fortran's exponent D, such as "1.5D+02"; otherwise as scan_real().
[[nodiscard]] const char* scan_fortran_real(const char* p, double& value) noexcept;

/// Parses the whole `field` as a weight; false if it is not a number.
[[nodiscard]] bool scan_field_weight(std::string_view field, double& value) noexcept;

/// Whether conversion to double precision changed the weight written as `text`: an integer beyond 2^53, or a value too small.
[[nodiscard]] bool is_changed_weight(std::string_view text, double value) noexcept;

/// Note for the receipt if is_changed_weight() was true for some weight.
inline constexpr const char* changed_weights_note =
    "some weights are whole numbers above 2^53 or too small for double precision, which changed them";

/// True for a valid weight of a graph.
[[nodiscard]] inline bool is_finite_weight(double w) noexcept {
  return w - w == 0;  // NaN and infinities give NaN
}

}  // namespace fathom::io
