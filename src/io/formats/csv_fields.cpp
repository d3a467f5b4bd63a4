#include "io/formats/csv_fields.hpp"

#include <array>

namespace fathom::io {
namespace {

constexpr std::size_t id_digits = 20;       // of 2^64 - 1
constexpr std::size_t longest_number = 64;  // with a decimal comma; no program writes more digits

// Removes the leading digits from `text` and returns them.
std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

// Parses a weight with a decimal comma.
bool scan_comma_weight(std::string_view field, double& value) {
  const std::size_t comma = field.find(',');
  std::array<char, longest_number> text;
  if (comma == field.npos || field.find('.') != field.npos || field.size() > text.size()) return false;
  std::copy(field.begin(), field.end(), text.begin());
  text[comma] = '.';
  return scan_field_weight({text.data(), field.size()}, value);
}

bool scan_weight_field(std::string_view field, char decimal_point, double& value) {
  return scan_field_weight(field, value) || (decimal_point == ',' && scan_comma_weight(field, value));
}

// Whether the field is a word of lower-case letters, in any letter case.
bool is_word(std::string_view field, std::string_view word) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(field, word, {}, lower);
}

}  // namespace

std::string unquoted(std::string_view field) {
  std::string text(field);
  for (std::size_t at = text.find("\"\""); at != text.npos; at = text.find("\"\"", at + 1)) text.erase(at, 1);
  return text;
}

line_fault scan_float_id(std::string_view field, char decimal_point, std::uint64_t& id) noexcept {
  const bool negative = field.starts_with('-');
  if (negative || field.starts_with('+')) field.remove_prefix(1);
  std::string_view rest = field;
  const std::string_view whole = take_digits(rest);
  std::string_view fraction;
  if (whole.empty()) return line_fault::not_numeric;
  if (!rest.empty() && (rest[0] == '.' || rest[0] == decimal_point)) {
    rest.remove_prefix(1);
    fraction = take_digits(rest);
  }
  while (fraction.ends_with('0')) fraction.remove_suffix(1);
  std::uint64_t exponent = 0;
  if (!rest.empty() && (rest[0] == 'e' || rest[0] == 'E')) {
    rest.remove_prefix(rest.starts_with("e+") || rest.starts_with("E+") ? 2 : 1);
    const std::string_view digits = take_digits(rest);
    if (digits.empty()) return line_fault::not_numeric;
    exponent = long_digits(digits.data(), digits.data() + digits.size());
  }
  if (!rest.empty() || fraction.size() > exponent) return line_fault::not_numeric;
  if (negative) return line_fault::negative;
  const std::string_view significant = whole.substr(std::min(whole.find_first_not_of('0'), whole.size()));
  if (significant.empty() && fraction.empty()) {
    id = 0;
    return line_fault::none;
  }
  if (exponent > id_digits || significant.size() + exponent > id_digits) return line_fault::overflow;
  std::array<char, 2 * id_digits> digits{};
  char* end = std::copy(significant.begin(), significant.end(), digits.begin());
  end = std::copy(fraction.begin(), fraction.end(), end);
  end = std::fill_n(end, exponent - fraction.size(), '0');
  id = long_digits(digits.data(), end);
  return id == digits_overflow ? line_fault::overflow : line_fault::none;
}

bool means_missing(std::string_view field) noexcept {
  constexpr std::array<std::string_view, 7> words = {"nan", "na", "n/a", "#n/a", "<na>", "null", "none"};
  return std::ranges::any_of(words, [&](std::string_view word) { return is_word(field, word); });
}

bool is_number_field(std::string_view field, char decimal_point) noexcept {
  double ignored = 0;
  std::uint64_t id = 0;
  const bool digits = scan_float_id(field, decimal_point, id) != line_fault::not_numeric;
  return digits || (!means_missing(field) && scan_weight_field(field, decimal_point, ignored) && is_finite_weight(ignored));
}

line_fault row_weight(const csv_row& row, const csv_layout& layout, double& value) noexcept {
  if (row.weight.empty()) return line_fault::missing_weight;
  if (!scan_weight_field(row.weight, layout.decimal_point, value)) return line_fault::bad_weight;
  return is_finite_weight(value) ? line_fault::none : line_fault::not_finite;
}

std::optional<bool> direction_word(std::string_view field) noexcept {
  if (is_word(field, "directed")) return true;
  return is_word(field, "undirected") ? std::optional(false) : std::nullopt;
}

std::optional<bool> direction_truth(std::string_view field) noexcept {
  if (is_word(field, "true") || is_word(field, "yes") || field == "1") return true;
  return is_word(field, "false") || is_word(field, "no") || field == "0" ? std::optional(false) : std::nullopt;
}

line_fault row_direction(const csv_row& row, const csv_layout& layout, bool& directed) noexcept {
  std::optional<bool> stated = row.type.empty() ? layout.directed_type : direction_word(row.type);
  if (!stated) stated = direction_truth(row.type);
  directed = stated.value_or(false);
  return stated ? line_fault::none : line_fault::bad_direction;
}

}  // namespace fathom::io
