// Reading numbers out of text, by hand: the inner loops of all text formats.
// Every function relies on the text ending with '\n' (text_source sees to that), which stops each loop without a bound to check.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "fathom/types.hpp"
#include "io/text_source.hpp"

namespace fathom::io {

/// What is wrong with a line.
enum class line_fault : std::uint8_t {
  none,
  too_wide,  ///< an id beyond 32 bits; not an error: the block is parsed again with wider ids
  not_an_id,
  negative,
  overflow,      ///< beyond 64 bits
  out_of_range,  ///< outside of what the file declares
  missing_target,
  missing_weight,
  bad_weight,
  not_finite,
  extra_text,
  unknown_record,
  extra_entry,  ///< more than announced
  unclosed_quote,
  not_numeric,    ///< not an error: CSV with names for ids
  extra_field,    ///< a row of a table has more fields than columns
  missing_field,  ///< or fewer
  bad_direction,  ///< neither "Directed" nor "Undirected"
};

/// Where parsing stopped; what == none where it did not.
struct fault {
  line_fault what = line_fault::none;
  const char* line = nullptr;   ///< its first character
  const char* token = nullptr;  ///< the offending text in it
};

/// What the messages about faults need to know of the file.
struct fault_context {
  std::string range;      ///< of ids, as in "1..5"
  std::string announced;  ///< as in "the 5 entries that line 2 announces"
  std::string columns;    ///< of a line, as in "two columns"
  std::string records;    ///< that lines may start with, as in "'a' or 'c'"
  std::string fields{};   ///< of a table's row, as in "the header's 2 fields"
  std::string weights{};  ///< how to read the file without them, where that is in doubt; empty or begins with a blank
  std::string id_remedy{};  ///< for ids that are no numbers, as in "use --format snap"
};

/// Throws error_category::input: "FILE:LINE: reason: text".
[[noreturn]] void throw_fault(const text_source& text, const fault& found, const fault_context& context);

/// The same for a line of a header, which next_line() has just returned.
[[noreturn]] void bad_line(const text_source& text, std::string_view line, const std::string& reason);

/// Throws error_category::input: "FILE: reason".
[[noreturn]] void bad_text(const text_source& text, const std::string& reason);

/// For a message: printable, in quotes, at most 60 characters, cut at the line's end.
[[nodiscard]] std::string excerpt(std::string_view text);

[[nodiscard]] inline bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] inline bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') <= 9; }
[[nodiscard]] inline bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }
/// A blank or a line's end: what may follow a number.
[[nodiscard]] inline bool is_space(char c) noexcept { return is_blank(c) || is_line_end(c); }

[[nodiscard]] inline const char* skip_blanks(const char* p) noexcept {
  while (is_blank(*p)) ++p;
  return p;
}

/// The first '\n' at or behind p.
[[nodiscard]] inline const char* find_newline(const char* p) noexcept { return static_cast<const char*>(::rawmemchr(p, '\n')); }

/// The '\n' that ends the line, where nothing but blanks and a carriage return come before it; otherwise the first other character.
[[nodiscard]] inline const char* skip_to_newline(const char* p) noexcept {
  while (is_blank(*p) || *p == '\r') ++p;
  return p;
}

/// What scan_digits() gives for a number of more than 64 bits; itself not an id.
inline constexpr std::uint64_t digits_overflow = std::numeric_limits<std::uint64_t>::max();

/// The slow path of scan_digits(): twenty digits and more.
[[nodiscard]] std::uint64_t long_digits(const char* first, const char* last) noexcept;

/// The whole number at p into `value`, and the position behind it; p itself where there are no digits.
[[nodiscard]] inline const char* scan_digits(const char* p, std::uint64_t& value) noexcept {
  constexpr std::ptrdiff_t safe_digits = 19;  // 10^19 < 2^64
  const char* first = p;
  std::uint64_t sum = 0;
  for (; is_digit(*p); ++p) sum = 10 * sum + static_cast<unsigned char>(*p - '0');
  value = p - first <= safe_digits ? sum : long_digits(first, p);
  return p;
}

/// The whole number at p, spelled as a floating-point number such as "2.0" or "2.0e+00", and the position behind it; null where
/// there is none that double precision holds exactly.
[[nodiscard]] const char* scan_float_whole(const char* p, std::uint64_t& value) noexcept;

/// The slow path of scan_weight(): signs, fractions, exponents. Null where there is no number.
[[nodiscard]] const char* scan_real(const char* p, double& value) noexcept;

/// The largest whole numbers up to which single precision holds all, and double precision.
inline constexpr std::uint64_t exact_weight = std::uint64_t{1} << 24, exact_wide_weight = std::uint64_t{1} << 53;

/// The number at p and the position behind it; null where there is none. The value may be infinite or NaN: the caller looks.
[[nodiscard]] inline const char* scan_weight(const char* p, double& value) noexcept {
  std::uint64_t whole = 0;
  const char* behind = scan_digits(p, whole);
  if (behind != p && whole <= exact_wide_weight && is_space(*behind)) {
    value = static_cast<double>(whole);
    return behind;
  }
  return scan_real(p, value);
}

/// A weight that is all of `field`, whatever follows it; false where it is none.
[[nodiscard]] bool scan_field_weight(std::string_view field, double& value) noexcept;

/// Whether double precision has changed the weight that `text` stands for: a whole number beyond 2^53, or one too small for it.
[[nodiscard]] bool is_changed_weight(std::string_view text, double value) noexcept;

/// For the receipt, where is_changed_weight() has been true.
inline constexpr const char* changed_weights_note =
    "some weights are whole numbers above 2^53 or too small for double precision, which has changed them";

/// True for a weight that a graph may have.
[[nodiscard]] inline bool is_finite_weight(double w) noexcept {
  return w - w == 0;  // NaN and infinities give NaN
}

}  // namespace fathom::io
