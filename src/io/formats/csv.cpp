// Reader of tables with one row per edge. This file reads integer ids, in parallel; csv_names.cpp reads names.
#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "base/text.hpp"
#include "io/formats/csv_fields.hpp"
#include "io/formats/formats.hpp"
#include "io/text/count_line.hpp"
#include "io/text/edge_lines.hpp"
#include "io/text/misread_shapes.hpp"
#include "io/text/table_shape.hpp"
#include "io/text/time_stamps.hpp"
#include "io/vertices/renumber.hpp"

namespace fathom::io {
namespace {

// Parser for read_edges(): rows with integer ids.
class number_rows {
 public:
  static constexpr std::size_t min_entry_bytes = 4;  // "0,1\n"; a row with a type, which may produce two edges, is longer

  number_rows(const csv_layout& layout, bool both_types)
      : layout_(layout),
        both_types_(both_types),
        ends_first_(layout.source == 0 && layout.target == 1 && layout.separator != blank_separator && !layout.type),
        weight_third_(layout.weight == 2) {}
  [[nodiscard]] bool weighted() const { return layout_.weight.has_value(); }
  void start_block(std::span<const std::string_view>, int) {}

  template <class Id>
  void parse(std::size_t, std::string_view chunk, edge_buffer<Id>& out) const {
    const char* const end = chunk.data() + chunk.size();
    for (const char* p = chunk.data(); p != end;) {
      if (ends_first_ && take_plain_row(p, out)) continue;
      const char* const line = p;
      const char* const text = skip_to_newline(p);
      if (*text == '#' || is_empty_row(p, layout_.separator)) {
        if (*text == '#') take_own_comment(text, out.declared, out.lone);
        p = find_newline(p) + 1;
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

  [[nodiscard]] bool directed_rows() const { return directed_rows_; }
  [[nodiscard]] bool undirected_rows() const { return undirected_rows_; }
  /// The table has both types, but undirected rows were read as one edge: read it again with `both_types`.
  [[nodiscard]] bool must_read_again() const { return directed_rows_ && undirected_rows_ && !both_types_; }
  [[nodiscard]] bool missing_targets() const { return missing_targets_; }

 private:
  // Fast path for the usual row, with digits in the first two columns. Returns false and leaves p unchanged for any other row.
  template <class Id>
  bool take_plain_row(const char*& p, edge_buffer<Id>& out) const {
    std::uint64_t u = 0, v = 0;
    const char* at = scan_digits(p, u);
    if (at == p || *at != layout_.separator) return false;
    const char* const target = at + 1;
    at = scan_digits(target, v);
    if (at == target || std::max(u, v) >= std::numeric_limits<Id>::max()) return false;
    if (*at == '\r' && at[1] == '\n') ++at;
    std::size_t fields = 2;
    csv_row row;
    if (layout_.weight) {
      if (!weight_third_ || *at != layout_.separator) return false;
      if (scan_field(++at, layout_.separator, row.weight) != line_fault::none) return false;
      double w = 0;
      if (row_weight(row, layout_, w) != line_fault::none) return false;
      out.set_weight(w, row.weight);
      fields = 3;
    } else if (*at != layout_.separator && *at != '\n') {
      return false;
    }
    if (*at == '\n' && fields == layout_.columns) {
      ++at;
    } else if (finish_row(at, layout_, fields, false) != line_fault::none) {
      return false;
    }
    p = at;
    add(u, v, out);
    return true;
  }

  template <class Id>
  static void add(std::uint64_t u, std::uint64_t v, edge_buffer<Id>& out) {
    out.sources[out.count] = static_cast<Id>(u);
    out.targets[out.count++] = static_cast<Id>(v);
    ++out.entries;
    out.largest = std::max(out.largest, std::max(u, v));
  }

  template <class Id>
  line_fault id_of(std::string_view field, std::uint64_t& id) const {
    if (field.empty()) return line_fault::missing_source;
    if (field[0] == '-' && field.size() > 1 && is_digit(field[1])) return line_fault::negative;
    if (scan_digits(field.data(), id) != field.data() + field.size()) {
      if (const line_fault what = scan_float_id(field, layout_.decimal_point, id); what != line_fault::none) return what;
    }
    if (id == digits_overflow) return line_fault::overflow;
    return id >= std::numeric_limits<Id>::max() ? line_fault::too_wide : line_fault::none;
  }

  template <class Id>
  line_fault take(const csv_row& row, edge_buffer<Id>& out, const char*& token) const {
    std::uint64_t u = 0, v = 0;
    if (means_missing(row.source)) return line_fault::not_an_id;
    if (const line_fault what = id_of<Id>(row.source, u); what != line_fault::none) return what;
    if (row.target.empty() || means_missing(row.target)) {
      if (!row.target.empty()) set(missing_targets_);
      out.lone.push_back(u);
      return line_fault::none;
    }
    token = row.target.data();
    if (const line_fault what = id_of<Id>(row.target, v); what != line_fault::none) return what;
    bool directed = true;
    if (layout_.type) {
      token = row.type.data();
      if (const line_fault what = row_direction(row, layout_, directed); what != line_fault::none) return what;
      set(directed ? directed_rows_ : undirected_rows_);
    }
    if (layout_.weight) {
      token = row.weight.data();
      double w = 0;
      if (const line_fault what = row_weight(row, layout_, w); what != line_fault::none) return what;
      out.set_weight(w, row.weight);
    }
    add(u, v, out);
    if (directed || !both_types_ || u == v) return line_fault::none;
    if (layout_.weight) out.weights[out.count] = out.weights[out.count - 1];
    add(v, u, out);
    return line_fault::none;
  }

  // Stores only once, so that the cache line stays in the shared state.
  static void set(std::atomic<bool>& flag) {
    if (!flag.load(std::memory_order_relaxed)) flag.store(true, std::memory_order_relaxed);
  }

  csv_layout layout_;
  bool both_types_;                 // an undirected row produces two edges
  bool ends_first_, weight_third_;  // layouts that take_plain_row() supports
  mutable std::atomic<bool> directed_rows_ = false, undirected_rows_ = false, missing_targets_ = false;
};

// Drops an unnamed third column if its values are time stamps rather than weights. The decision needs all values.
void drop_time_stamps(const table_shape& shape, const run_control& control, edge_list& list) {
  if (!shape.unnamed_weight || (list.weights.empty() && list.wide_weights.empty())) return;
  const auto decide = [&](auto column) {
    const column_statistics values = values_of(column, thread_count(control));
    const bool times = are_calendar_times(values) || (may_count_from_zero(values) && are_spread_like_times(column));
    list.notes.push_back(unnamed_column_note(values, times));
    return times;
  };
  const bool times = list.wide_weights.empty() ? decide(std::span<const edge_weight>(list.weights.view()))
                                               : decide(std::span<const double>(list.wide_weights.view()));
  if (times) list.weights = {}, list.wide_weights = {};
}

constexpr std::uint64_t fewest_counted_rows = 3;  // an edge such as "2,1" above one or two others fits by chance

// Drops a first row that states the size of the graph, which exactly fits the rows below.
void take_size_row(table_shape& shape, line_edges& edges) {
  const bool fits = !edges.is_wide && edges.size() == edges.entries && edges.lone.empty();
  if (!shape.size || shape.size->edges < fewest_counted_rows || !fits || shape.size->edges + 1 != edges.size()) return;
  if (!ids_fit(edges, 1, shape.size->vertices)) return;
  drop_first_edge(edges);
  const auto& [vertices, count] = *shape.size;
  const char separator = shape.layout.separator;
  const std::string first =
      shape.layout.columns == 3 ? fmt::format("{}{}{}", vertices, separator, vertices) : std::to_string(vertices);
  const std::string row = fmt::format("{}{}{}", first, separator, count);
  shape.stated.vertices.emplace();
  shape.stated.vertices->count = vertices;
  shape.stated.vertices->text = fmt::format("the first row \"{}\"", row);
  shape.notes.push_back(
      fmt::format("the first row, \"{}\", was read as the numbers of vertices and edges, which fit the rows below; use "
                  "--header no to read it as an edge",
                  row));
}

void note_edge_count(table_shape& shape, std::uint64_t edges) {
  if (!shape.stated.edges) return;
  std::string text = edge_count_note(shape.stated.vertices->text, *shape.stated.edges, edges);
  if (!text.empty()) shape.notes.push_back(std::move(text));
}

// Vertices that the stated count includes but no row names cannot be added: they would have no name.
void note_named_count(table_shape& shape, std::uint64_t named) {
  if (!shape.stated.vertices || shape.stated.vertices->count == named) return;
  shape.notes.push_back(fmt::format("{} states {} vertices, but the table names {}", shape.stated.vertices->text,
                                    grouped(shape.stated.vertices->count), grouped(named)));
}

parsed finish(table_shape&& shape, table_edges&& read, const run_control& control) {
  parsed result;
  edge_list& list = read.list;
  list.directed =
      shape.layout.type && (read.directed_rows || read.undirected_rows) ? read.directed_rows : shape.directed.value_or(false);
  if (read.directed_rows && read.undirected_rows) list.notes.push_back("the reverse of each undirected edge was added");
  drop_time_stamps(shape, control, list);
  result.edges = std::move(list);
  result.notes = std::move(shape.notes);
  return result;
}

}  // namespace

parsed read_csv(text_source& text, const read_options& options) {
  const run_control& control = options.build.control;
  table_shape shape = open_table(text, options);
  const std::string ignore_weights = shape.unnamed_weight ? " (column 3 of a table without a header; use --no-weights to ignore it)"
                                                          : " (use --no-weights to ignore the column)";
  const fault_context context{"", "", "a separator after each field", "", shape.fields, ignore_weights, "", shape.layout.separator};
  while (shape.whole_numbers) {
    number_rows parser(shape.layout, shape.both_types);
    line_edges edges = read_edges(text, parser, std::nullopt, context, control);
    if (edges.numeric && !parser.must_read_again()) {
      if (parser.missing_targets()) shape.notes.push_back("a row with a missing target (NaN, NA) adds a vertex but no edge");
      if (edges.declared == 0) edges.declared = shape.declared;
      edges.lone.insert(edges.lone.end(), shape.lone.begin(), shape.lone.end());
      take_size_row(shape, edges);
      if (std::string triples = shape.unnamed_weight ? triples_note(edges) : ""; !triples.empty())
        shape.notes.push_back(std::move(triples));
      note_edge_count(shape, edges.entries);
      const numbering_rules rules = numbering_rules::of(options, shape.stated.vertices);
      return finish(
          std::move(shape),
          {number_edge_list(text.file(), std::move(edges), rules, control), parser.directed_rows(), parser.undirected_rows()},
          control);
    }
    const bool names = !edges.numeric;
    const std::string name = std::move(edges.name);
    edges = {};
    text.rewind();
    shape = open_table(text, options);
    if (names) {
      shape.whole_numbers = false;
      shape.numbers_are_names = true;
      shape.first_name = name;
    } else {
      shape.both_types = true;
    }
  }
  if (shape.numbers_are_names) {
    shape.notes.push_back(fmt::format("some ids are names, such as {}, so numbers were read as names too", shape.first_name));
  }
  table_edges named = read_csv_names(text, shape.layout, context);
  note_named_count(shape, named.list.num_vertices);
  return finish(std::move(shape), std::move(named), control);
}

}  // namespace fathom::io
