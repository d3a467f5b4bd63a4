// CSV with a header: which columns make an edge, and whole numbers as ids. csv_names.cpp reads names.
#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "io/csv_fields.hpp"
#include "io/edge_lines.hpp"
#include "io/formats.hpp"
#include "io/header_words.hpp"
#include "io/renumber.hpp"

namespace fathom::io {
namespace {

// What other tools call the ends of an edge: NetworkX, Gephi, cuGraph, igraph, SNAP's tables, Neo4j's import.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> end_names = {{
    {"source", "target"},
    {"src", "dst"},
    {"from", "to"},
    {"u", "v"},
    {"id_1", "id_2"},
    {"node_1", "node_2"},
    {"id1", "id2"},
    {"node1", "node2"},
    {"source", "destination"},
    {"src", "dest"},
    {"fromnodeid", "tonodeid"},
    {":start_id", ":end_id"},
    {"tail", "head"},
    {"i", "j"},
}};
constexpr std::array<std::string_view, 4> weight_names = {"weight", "w", "cost", "distance"};

struct table {
  csv_layout layout;
  bool has_header = true;
  std::vector<std::string> notes;
};

// p stands at the beginning of a line of a block.
std::vector<std::string_view> fields_of(const text_source& text, std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  const char* p = line.data();
  for (;; ++p) {
    std::string_view field;
    const line_fault what = scan_field(p, separator, field);
    if (what != line_fault::none) throw_fault(text, {what, line.data(), p}, {});
    fields.push_back(field);
    if (*p == '\n') return fields;
  }
}

char separator_of(const text_source& text, std::string_view line) {
  for (const char separator : {',', ';', '\t'}) {
    if (line.find(separator) != line.npos) return separator;
  }
  bad_line(text, line, "expected columns separated by commas, semicolons or tabs");
}

bool is_number(std::string_view field) {
  edge_weight ignored = 0;
  return row_weight({{}, {}, field}, ignored) == line_fault::none;
}

std::optional<std::size_t> column_named(const std::vector<std::string>& names, std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

void name_columns(const std::vector<std::string>& names, table& found) {
  for (const std::string_view name : weight_names) {
    if (!found.layout.weight) found.layout.weight = column_named(names, name);
  }
  for (const auto& [source, target] : end_names) {
    const auto s = column_named(names, source), t = column_named(names, target);
    if (!s || !t) continue;
    found.layout.source = *s;
    found.layout.target = *t;
    return;
  }
  if (found.layout.weight && *found.layout.weight < 2) found.layout.weight.reset();
  found.notes.push_back(fmt::format("columns {} and {} were read as source and target: no names say which are", excerpt(names[0]),
                                    excerpt(names[1])));
}

// The first line: a header, or data already. A header is taken from the text, data are left.
table read_table(text_source& text) {
  table found;
  std::string_view rest = text.peek();
  while (rest.starts_with('#') || (!rest.empty() && is_blank_line(rest.substr(0, rest.find('\n'))))) {
    static_cast<void>(text.next_line());
    rest = text.peek();
  }
  if (rest.empty()) bad_text(text, "has no line with data");
  const std::string_view line = rest.substr(0, rest.find('\n'));
  found.layout.separator = separator_of(text, line);
  const std::vector<std::string_view> fields = fields_of(text, line, found.layout.separator);
  if (fields.size() < 2) bad_line(text, line, "expected at least two columns");
  found.has_header = !std::all_of(fields.begin(), fields.end(), is_number);
  if (!found.has_header) {
    found.notes.push_back("the first line is no header but numbers: columns 1 and 2 were read as source and target");
    if (fields.size() > 2) found.notes.push_back("further columns were ignored; a header can name one of them weight");
    return found;
  }
  std::vector<std::string> names;
  for (const std::string_view field : fields) names.push_back(lower_case(field));
  name_columns(names, found);
  static_cast<void>(text.next_line());
  return found;
}

// Parser for read_edges(): ids that are whole numbers.
class number_rows {
 public:
  static constexpr std::size_t min_entry_bytes = 4;  // "0,1\n"

  explicit number_rows(const csv_layout& layout) : layout_(layout) {}
  [[nodiscard]] bool weighted() const { return layout_.weight.has_value(); }
  void start_block(std::span<const std::string_view>, int) {}

  template <class Id>
  void parse(std::size_t, std::string_view chunk, edge_buffer<Id>& out) const {
    const char* const end = chunk.data() + chunk.size();
    for (const char* p = chunk.data(); p != end;) {
      const char* const line = p;
      if (*skip_to_newline(p) == '\n') {
        p = skip_to_newline(p) + 1;
        continue;
      }
      csv_row row;
      line_fault what = scan_row(p, layout_, row);
      const char* token = what == line_fault::none ? row.source.data() : p;
      if (what == line_fault::none) what = take(row, out, token);
      if (what != line_fault::none) {
        out.wrong = {what, line, token};
        return;
      }
    }
  }

 private:
  template <class Id>
  static line_fault id_of(std::string_view field, std::uint64_t& id) {
    if (field.empty()) return line_fault::not_an_id;
    if (field[0] == '-' && field.size() > 1 && is_digit(field[1])) return line_fault::negative;
    if (scan_digits(field.data(), id) != field.data() + field.size()) return line_fault::not_numeric;
    if (id == digits_overflow) return line_fault::overflow;
    return id >= std::numeric_limits<Id>::max() ? line_fault::too_wide : line_fault::none;
  }

  template <class Id>
  line_fault take(const csv_row& row, edge_buffer<Id>& out, const char*& token) const {
    std::uint64_t u = 0, v = 0;
    if (const line_fault what = id_of<Id>(row.source, u); what != line_fault::none) return what;
    if (row.target.empty()) {
      out.lone.push_back(u);
      return line_fault::none;
    }
    token = row.target.data();
    if (const line_fault what = id_of<Id>(row.target, v); what != line_fault::none) return what;
    if (layout_.weight) {
      token = row.weight.data();
      if (const line_fault what = row_weight(row, out.weights[out.count]); what != line_fault::none) return what;
    }
    out.sources[out.count] = static_cast<Id>(u);
    out.targets[out.count++] = static_cast<Id>(v);
    ++out.entries;
    out.largest = std::max(out.largest, std::max(u, v));
    return line_fault::none;
  }

  csv_layout layout_;
};

// Whether the ids of the first row are whole numbers, whatever their sign.
bool starts_with_numbers(text_source& text, const csv_layout& layout) {
  const std::string_view rest = text.peek();
  if (rest.empty()) return true;
  const char* p = rest.data();
  csv_row row;
  if (scan_row(p, layout, row) != line_fault::none) return true;  // the parser will say what is wrong
  const auto whole = [](std::string_view field) { return field.find_first_not_of("-0123456789") == field.npos; };
  return whole(row.source) && whole(row.target);
}

}  // namespace

std::string unquoted(std::string_view field) {
  std::string text(field);
  for (std::size_t at = text.find("\"\""); at != text.npos; at = text.find("\"\"", at + 1)) text.erase(at, 1);
  return text;
}

line_fault row_weight(const csv_row& row, edge_weight& value) noexcept {
  if (row.weight.empty()) return line_fault::missing_weight;
  if (!scan_field_weight(row.weight, value)) return line_fault::bad_weight;
  return is_finite_weight(value) ? line_fault::none : line_fault::not_finite;
}

parsed read_csv(text_source& text, const read_options& options) {
  const run_control& control = options.build.control;
  const fault_context context{"", "", "a separator after each field", ""};
  table found = read_table(text);
  parsed result;
  if (starts_with_numbers(text, found.layout)) {
    number_rows parser(found.layout);
    line_edges edges = read_edges(text, parser, std::nullopt, context, control);
    if (edges.numeric) {
      result.edges = undeclared_edges(text.file(), std::move(edges), control);
      result.notes = std::move(found.notes);
      return result;
    }
    edges = {};
    text.rewind();
    found = read_table(text);
    found.notes.push_back("some ids are names, so numbers were read as names, too");
  }
  result.edges = read_csv_names(text, found.layout, context);
  result.notes = std::move(found.notes);
  return result;
}

}  // namespace fathom::io
