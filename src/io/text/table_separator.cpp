#include "io/text/table_separator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "io/formats/csv_fields.hpp"
#include "io/text/column_names.hpp"

namespace fathom::io {
namespace {

// In order of preference if all else is equal: characters that are rarer in names and numbers come first.
constexpr std::array candidates = {'\t', ';', ',', '|', blank_separator};

// A separator, and the criteria in its favor in decreasing order of importance.
struct candidate {
  separation found;
  std::size_t agreeing = 0;    // lines with the most frequent number of fields
  bool whole_numbers = false;  // in the first two columns of all lines except the first
  bool preferred = false;
  bool separates = false;  // some field after the first one is not empty

  [[nodiscard]] auto rank() const {
    return std::make_tuple(found.named, found.agrees, found.agrees ? 0 : agreeing, whole_numbers, preferred);
  }
};

bool starts_with_whole_numbers(const std::vector<std::string>& fields, char separator) {
  std::uint64_t ignored = 0;
  const char point = separator == ',' ? '.' : ',';
  return fields.size() >= 2 && std::all_of(fields.begin(), fields.begin() + 2, [&](const std::string& field) {
           return scan_float_id(field, point, ignored) != line_fault::not_numeric;
         });
}

// Whether the first line has one field less than the others, whose first fields are 1, 2, 3, ... In a table of three columns
// without quotes, the header could also lack the name of the weights.
bool lacks_first_name(std::span<const std::string_view> lines, char separator, const std::vector<std::string>& header,
                      std::span<const std::size_t> counts, std::span<const std::string> first_fields) {
  const bool quoted = std::all_of(lines.begin(), lines.end(), [](std::string_view line) { return line.starts_with('"'); });
  // Unquoted decimal commas look the same where the sources are 1, 2, 3, ...
  if (separator == ',' && !quoted) return false;
  if (counts.size() < 2 || counts[0] < (quoted ? 2u : 3u) || counts.size() != first_fields.size()) return false;
  double ignored = 0;
  for (const std::string& name : header) {
    if (name.empty() || scan_field_weight(name, ignored)) return false;
  }
  for (std::size_t i = 1; i < counts.size(); ++i) {
    if (counts[i] != counts[0] + 1 || first_fields[i] != std::to_string(i)) return false;
  }
  return true;
}

candidate examine(std::span<const std::string_view> lines, char separator) {
  candidate c;
  c.found.separator = separator;
  std::vector<std::size_t> counts;
  std::vector<std::string> header, first_fields;
  std::size_t least = ~std::size_t{0}, most = 0;  // number of fields, with and without an empty field at the end
  bool well_quoted = true;
  c.whole_numbers = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto fields = split_fields(lines[i], separator);
    well_quoted = well_quoted && fields;
    if (!fields) continue;
    first_fields.push_back(fields->front());
    c.separates |= std::any_of(fields->begin() + 1, fields->end(), [](const std::string& field) { return !field.empty(); });
    if (i == 0) {
      header = *fields;
      std::vector<std::string> plain;
      std::transform(fields->begin(), fields->end(), std::back_inserter(plain), plain_column_name);
      c.found.named = named_endpoints(plain).has_value();
    }
    if (i > 0 || lines.size() == 1) c.whole_numbers &= starts_with_whole_numbers(*fields, separator);
    const bool last_empty = fields->size() > 1 && fields->back().empty();
    counts.push_back(fields->size());
    least = std::min(least, fields->size());
    most = std::max(most, fields->size() - last_empty);
  }
  if (counts.empty()) return c;
  c.found.agrees = well_quoted && most <= least && least >= 2;
  if (c.found.agrees) {
    c.found.columns = least;
    c.found.last_optional = most < least;
    return c;
  }
  if (well_quoted && lacks_first_name(lines, separator, header, counts, first_fields)) {
    c.found.agrees = c.found.row_names = true;
    c.found.columns = counts[1];
    return c;
  }
  for (const std::size_t n : counts) {
    const auto same = static_cast<std::size_t>(std::count(counts.begin(), counts.end(), n));
    if (n < 2 || same <= c.agreeing) continue;
    c.agreeing = same;
    c.found.columns = n;
  }
  return c;
}

}  // namespace

std::optional<std::vector<std::string>> split_fields(std::string_view line, char separator) {
  std::string text(line);
  text += '\n';
  std::vector<std::string> fields;
  for (const char* p = text.data();; ++p) {
    std::string_view field;
    if (scan_field(p, separator, field) != line_fault::none) return std::nullopt;
    fields.push_back(unquoted(field));
    if (*p == '\n') return fields;
  }
}

bool has_double_colons(std::string_view line) noexcept {
  const std::size_t at = line.find("::");
  return at != line.npos && at > 0 && line.find_first_of(" \t,;|") == line.npos;
}

std::string double_colon_remedy(const std::string& file) {
  return fmt::format("has columns separated by \"::\"; replace it: sed 's/::/,/g' '{0}' > '{0}.csv'", file);
}

separation separate(std::span<const std::string_view> lines, char separator) { return examine(lines, separator).found; }

std::optional<separation> find_separation(std::span<const std::string_view> lines, char preferred) {
  std::optional<candidate> best;
  for (const char separator : candidates) {
    candidate c = examine(lines, separator);
    c.preferred = separator == preferred;
    const bool possible = c.separates && (c.found.agrees || c.found.named || 2 * c.agreeing > lines.size());
    if (possible && (!best || c.rank() > best->rank())) best = c;
  }
  if (!best) return std::nullopt;
  return best->found;
}

std::string separator_name(char separator) {
  switch (separator) {
    case ',':
      return "commas";
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    case '|':
      return "vertical bars";
    case blank_separator:
      return "blanks";
    default:
      return fmt::format("'{}'", separator);
  }
}

}  // namespace fathom::io
