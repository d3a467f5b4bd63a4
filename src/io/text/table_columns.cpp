#include "io/text/table_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "fathom/error.hpp"
#include "io/text/header_words.hpp"
#include "io/text/list_words.hpp"
#include "io/text/misread_shapes.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

// Throws if the name of this column is also that of another.
void require_one_name(const text_source& text, const table_row& names, std::size_t column, std::string_view option) {
  const std::string name = lower_case(names[column]);
  if (std::count_if(names.begin(), names.end(), [&](const std::string& other) { return lower_case(other) == name; }) == 1) return;
  bad_text(text, fmt::format("has several columns named {}; choose one by number, such as {} {}", excerpt(names[column]), option,
                             column + 1));
}

// The column that an option selects: by name, otherwise by number from 1.
std::size_t column_of(const text_source& text, std::string_view option, const std::string& wanted, const table_row& names,
                      std::size_t columns) {
  const auto find = [&](auto&& same) {
    return static_cast<std::size_t>(std::find_if(names.begin(), names.end(), same) - names.begin());
  };
  std::size_t at = find([&](const std::string& name) { return name == wanted; });
  if (at == names.size()) at = find([&](const std::string& name) { return lower_case(name) == lower_case(wanted); });
  if (at < names.size()) {
    require_one_name(text, names, at, option);
    return at;
  }
  std::size_t number = 0;
  const auto [end, code] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  if (code == std::errc() && end == wanted.data() + wanted.size() && number >= 1 && number <= columns) return number - 1;
  const std::string known = names.empty() ? "; the table has no header (use --header yes to read the first row as one)"
                                          : fmt::format(" or one of {}", fmt::join(names, ", "));
  throw error(error_category::usage, fmt::format("{} {} is not a column of {}; use a number from 1 to {}{}", option,
                                                 excerpt(wanted), text.file().string(), columns, known));
}

class column_chooser {
 public:
  column_chooser(table_sample& sample, const text_source& text, const read_options& options)
      : sample_(sample), text_(text), options_(options), table_(options.table) {}

  table_columns find() {
    find_ends();
    if (options_.build.keep_weights) find_weight();
    if (!options_.build.keep_weights) layout_.weight.reset();
    find_type();
    return found_;
  }

 private:
  void find_ends() {
    found_.ends = named_endpoints(plain_);
    std::optional<std::size_t> source, target;
    if (!table_.source_column.empty()) source = column_of(text_, "--source-column", table_.source_column, names_, layout_.columns);
    if (!table_.target_column.empty()) target = column_of(text_, "--target-column", table_.target_column, names_, layout_.columns);
    if (!table_.weight_column.empty()) {
      layout_.weight = column_of(text_, "--weight-column", table_.weight_column, names_, layout_.columns);
    }
    const bool decided = found_.ends || (source && target);
    if (!source && found_.ends && target != found_.ends->source) source = found_.ends->source;
    if (!target && found_.ends && source != found_.ends->target) target = found_.ends->target;
    for (std::size_t c = 0; c < layout_.columns && !(source && target); ++c) {
      const bool weight = c == layout_.weight || (c < plain_.size() && weight_name_of(plain_[c]) == weight_name::certain);
      if (is_index(c) || weight || c == source || c == target) continue;
      (source ? target : source) = c;
    }
    layout_.source = source.value_or(0);
    layout_.target = target.value_or(layout_.source == 0 ? 1 : 0);
    check_distinct();
    if (found_.ends && table_.source_column.empty()) require_one(layout_.source, "--source-column");
    if (found_.ends && table_.target_column.empty()) require_one(layout_.target, "--target-column");
    refuse_other_shapes();
    if (!decided) {
      sample_.notes.push_back(fmt::format("{}columns {} and {} were read as source and target{}",
                                          names_.empty() ? "no header: " : "", sample_.shown(layout_.source),
                                          sample_.shown(layout_.target), names_.empty() ? "" : doubt_about_names()));
    }
  }

  // Tables of users and items count the ids of each column separately.
  [[nodiscard]] std::string doubt_about_names() const {
    const auto is_id = [&](std::size_t column) {
      return column < names_.size() && plain_column_name(names_[column]).ends_with("id");
    };
    const bool ids = is_id(layout_.source) && is_id(layout_.target);
    return fmt::format(": the column names do not identify them{} (use --source-column and --target-column)",
                       ids ? ", and equal ids in both are one vertex" : "");
  }

  [[nodiscard]] bool is_number_column(std::size_t column) const {
    const auto rows = sample_.data();
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const table_row& r) {
      return !is_given(table_sample::field(r, layout_.target)) ||
             is_number_field(table_sample::field(r, column), layout_.decimal_point);
    });
  }

  void require_one(std::size_t column, std::string_view option) const {
    if (column < names_.size() && !names_[column].empty()) require_one_name(text_, names_, column, option);
  }

  // Whether this is a leading column of row numbers without a name, as written by data frames.
  [[nodiscard]] bool is_index(std::size_t column) const {
    return column == 0 && sample_.has_header && names_[0].empty() && layout_.columns > 2;
  }

  // Contents that are not edges, unless options name the columns.
  void refuse_other_shapes() const {
    if (!table_.source_column.empty() || !table_.target_column.empty()) return;
    refuse_matrix(text_, sample_.rows, table_sample_rows, layout_.separator);
    refuse_brackets(text_, sample_.data(), layout_.source);
    if (found_.ends) return refuse_two_groups();
    refuse_named_edges();
    const bool nodes =
        plain_.size() > 1 && (plain_[0] == "id" || plain_[0] == "nodeid") && (plain_[1] == "label" || plain_[1] == "name");
    const bool first_two = layout_.source == 0 && layout_.target == 1;
    if (!names_vertices(names_) && !(nodes && first_two)) {
      if (first_two) refuse_relations(text_, sample_.data());
      return refuse_lists_of_neighbors(text_, sample_.data(), layout_.target, sample_.has_header);
    }
    bad_text(text_,
             fmt::format("has the columns {} and {}, which describe vertices; read the table of edges, or choose columns with "
                         "--source-column and --target-column",
                         sample_.shown(0), sample_.shown(1)));
  }

  // Cytoscape writes an edge's vertices into its name only.
  void refuse_named_edges() const {
    const auto edges = named_edges(plain_);
    if (!edges || !are_named_edges(sample_.data(), *edges)) return;
    bad_text(text_,
             fmt::format("has edges named such as {0}, as Cytoscape writes them, but no columns of source and target; add them: "
                         "python3 -c \"import pandas; t = pandas.read_csv('{1}', sep=None, engine='python', dtype=str); "
                         "t['source'], t['target'] = zip(*(n.split(f' ({{i}}) ', 1) for n, i in zip(t['{2}'], t['{3}']))); "
                         "t.to_csv('{1}.csv', index=False)\"",
                         excerpt(table_sample::field(sample_.data().front(), edges->name)), text_.file().string(),
                         names_[edges->name], names_[edges->interaction]));
  }

  // Neo4j's ids of two groups count separately, so that equal ids are different vertices.
  void refuse_two_groups() const {
    if (layout_.source >= names_.size() || layout_.target >= names_.size()) return;
    const std::string &source = names_[layout_.source], &target = names_[layout_.target];
    if (id_group(source) == id_group(target)) return;
    bad_text(text_,
             fmt::format("has ids of two groups, {} and {}, in which equal ids are different vertices; make them distinct, or, if "
                         "they are, use --source-column '{}' --target-column '{}'",
                         excerpt(source), excerpt(target), source, target));
  }

  void check_distinct() const {
    const bool same = layout_.source == layout_.target || layout_.source == layout_.weight || layout_.target == layout_.weight;
    if (!same) return;
    throw error(
        error_category::usage,
        fmt::format("{}: column {} cannot be two of source, target and weight; choose different columns with "
                    "--source-column, --target-column and --weight-column",
                    text_.file().string(), sample_.shown(layout_.source == layout_.target ? layout_.source : *layout_.weight)));
  }

  // Data of edges as NetworkX writes them: {'weight': 3}.
  void refuse_edge_data(std::size_t column) const {
    const auto data = [&](const table_row& r) { return std::string_view(table_sample::field(r, column)); };
    const auto has_weight = [&](const table_row& r) {
      return data(r).starts_with("{'weight'") || data(r).find(" 'weight': ") != std::string_view::npos;
    };
    const auto rows = sample_.data();
    if (!std::all_of(rows.begin(), rows.end(), [&](const table_row& r) { return data(r).starts_with('{'); })) return;
    if (std::none_of(rows.begin(), rows.end(), has_weight)) return;
    bad_text(text_, fmt::format("has weights within the edges' data in column {}; write them as a column, "
                                "nx.write_edgelist(G, FILE, delimiter='{}', data=['weight']), or use --no-weights to ignore them",
                                column + 1, layout_.separator == '\t' ? "\\t" : std::string(1, layout_.separator)));
  }

  void find_weight() {
    for (std::size_t c = 0; c < layout_.columns; ++c) {
      if (!layout_.weight && !sample_.is_end(c)) refuse_edge_data(c);
    }
    for (const weight_name wanted : {weight_name::certain, weight_name::likely}) {
      for (std::size_t c = 0; c < plain_.size() && !layout_.weight; ++c) {
        if (sample_.is_end(c) || weight_name_of(plain_[c]) != wanted) continue;
        if (wanted == weight_name::certain) require_one(c, "--weight-column");
        if (wanted == weight_name::certain) layout_.weight = c;
        if (wanted == weight_name::certain || !is_number_column(c)) continue;
        layout_.weight = c;
        sample_.notes.push_back(fmt::format("column {} was read as weights (use --no-weights to ignore it)", sample_.shown(c)));
      }
    }
    const bool plain_rows = names_.empty() && layout_.source < 2 && layout_.target < 2 && layout_.columns > 2;
    if (layout_.weight || !plain_rows || !is_number_column(2)) return;
    layout_.weight = 2;
    found_.unnamed_weight = true;
  }

  void find_type() {
    if (options_.direction != stated_direction::automatic) return;
    for (const char* name : {"type", "directed", "isdirected"}) {
      if (!layout_.type) take_type(name);
    }
  }

  void take_type(std::string_view name) {
    const auto named = std::find(plain_.begin(), plain_.end(), name);
    if (named == plain_.end()) return;
    const auto column = static_cast<std::size_t>(named - plain_.begin());
    bool directed = false, undirected = false, any = false;
    for (const table_row& r : sample_.data()) {
      const std::string& field = table_sample::field(r, column);
      std::optional<bool> stated = direction_word(field);
      if (!stated && name != "type") stated = direction_truth(field);         // a type may be any number
      if (!stated && !field.empty() && lower_case(field) != "mixed") return;  // an error when its row is read
      any |= !field.empty();
      directed |= stated == true, undirected |= stated == false;
    }
    if (!any || sample_.is_end(column) || column == layout_.weight) return;
    layout_.type = column;
    found_.both_types = directed && undirected;
    sample_.notes.push_back(fmt::format("the direction of each edge was read from column {}", sample_.shown(column)));
  }

  table_sample& sample_;
  const text_source& text_;
  const read_options& options_;
  const table_options& table_;
  const table_row &names_ = sample_.names, &plain_ = sample_.plain_names;
  csv_layout& layout_ = sample_.layout;
  table_columns found_;
};

}  // namespace

table_columns find_table_columns(table_sample& sample, const text_source& text, const read_options& options) {
  return column_chooser(sample, text, options).find();
}

}  // namespace fathom::io
