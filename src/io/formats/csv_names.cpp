// Reader of tables whose ids are names.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "io/formats/csv_fields.hpp"
#include "io/growing_array.hpp"
#include "io/text/header_words.hpp"
#include "io/vertices/name_table.hpp"

namespace fathom::io {
namespace {

struct named_edges {
  name_table names;
  growing_array<vertex_id> sources, targets;
  growing_array<double> weights;
  growing_array<std::size_t> undirected;  // edges marked as undirected in a table with a type column
  bool directed_rows = false;
  bool changed_weights = false;  // double precision changed some weight

  vertex_id vertex(std::string_view field) { return field.find('"') == field.npos ? names(field) : names(unquoted(field)); }

  void add(vertex_id source, vertex_id target) {
    sources.resize(sources.size() + 1);
    targets.resize(targets.size() + 1);
    sources[sources.size() - 1] = source;
    targets[targets.size() - 1] = target;
  }
  void add_weight(double w) {
    weights.resize(weights.size() + 1);
    weights[weights.size() - 1] = w;
  }

  line_fault take(const csv_row& row, const csv_layout& layout) {
    if (row.source.empty()) return line_fault::missing_source;
    const vertex_id source = vertex(row.source);
    if (row.target.empty()) return line_fault::none;  // a vertex without edges
    bool directed = true;
    double w = 0;
    if (layout.type) {
      if (const line_fault what = row_direction(row, layout, directed); what != line_fault::none) return what;
      directed_rows |= directed;
    }
    if (layout.weight) {
      if (const line_fault what = row_weight(row, layout, w); what != line_fault::none) return what;
      changed_weights |= is_changed_weight(row.weight, w);
      add_weight(w);
    }
    if (!directed) {
      undirected.resize(undirected.size() + 1);
      undirected[undirected.size() - 1] = sources.size();
    }
    add(source, vertex(row.target));
    return line_fault::none;
  }

  // In a directed graph an undirected row stands for two edges.
  void add_reverse_edges() {
    for (const std::size_t i : undirected) {
      if (sources[i] == targets[i]) continue;
      add(targets[i], sources[i]);
      if (!weights.empty()) add_weight(weights[i]);
    }
  }
};

// Adds a note for names that other programs would not treat as names.
void note_doubtful_names(const name_table& names, std::vector<std::string>& notes) {
  for (const std::string_view word : {"NaN", "nan", "<NA>", "null", "None"}) {
    if (names.contains(word)) notes.push_back(fmt::format("\"{}\" was read as the name of a vertex", word));
  }
  std::uint64_t id = 0;
  for (vertex_id v = 0; v < names.count(); ++v) {
    const std::string_view name = names.name_of(v);
    if (name.find_first_of(".eE+") == name.npos || scan_float_id(name, '.', id) != line_fault::none) continue;
    const std::string whole = std::to_string(id);
    if (!names.contains(whole)) continue;
    notes.push_back(fmt::format("\"{}\" and \"{}\" are different vertices, because some ids are names", name, whole));
    return;
  }
}

bool is_header(const char* line, const csv_layout& layout) {
  if (layout.header.empty() || *line != layout.header[0]) return false;
  const std::string_view text(line, static_cast<std::size_t>(find_newline(line) - line));
  return text.starts_with(layout.header) && is_blank_line(text.substr(layout.header.size()));
}

// The text to show for a fault: the offending field if it is known.
const char* token_of(line_fault what, const csv_row& row, const char* at, const char* line) {
  switch (what) {
    case line_fault::bad_weight:
    case line_fault::not_finite:
      return row.weight.data();
    case line_fault::bad_direction:
      return row.type.data();
    case line_fault::extra_field:
      return at;
    default:
      return line;
  }
}

}  // namespace

table_edges read_csv_names(text_source& text, const csv_layout& layout, const fault_context& context) {
  named_edges all;
  for (std::string_view block = text.next(); !block.empty(); block = text.next()) {
    const char* const end = block.data() + block.size();
    for (const char* p = block.data(); p != end;) {
      const char* const line = p;
      if (is_empty_row(p, layout.separator) || is_comment({p, 2})) {  // every line has two characters: text and its end
        p = find_newline(p) + 1;
        continue;
      }
      csv_row row;
      line_fault what = scan_row(p, layout, row);
      if (what == line_fault::none && is_header(line, layout)) what = line_fault::repeated_header;
      if (what == line_fault::none) what = all.take(row, layout);
      if (what != line_fault::none) throw_fault(text, {what, line, token_of(what, row, p, line)}, context);
    }
  }
  table_edges read;
  read.directed_rows = all.directed_rows;
  read.undirected_rows = !all.undirected.empty();
  if (read.directed_rows) all.add_reverse_edges();
  edge_list& list = read.list;
  list.num_vertices = all.names.count();
  list.notes.push_back(numbered_names_note(list.num_vertices));
  note_doubtful_names(all.names, list.notes);
  list.labels = all.names.take();
  list.sources = all.sources.take();
  list.targets = all.targets.take();
  list.wide_weights = all.weights.take();
  if (all.changed_weights) list.notes.push_back(changed_weights_note);
  return read;
}

}  // namespace fathom::io
