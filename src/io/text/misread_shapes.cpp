#include "io/text/misread_shapes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <unordered_set>

#include "io/text/list_words.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t least_rows = 3;  // of a matrix
constexpr double exact_ids = 0x1p53;
constexpr std::size_t most_edge_rows = 3;  // three rows of three numbers may be edges with weights

// The numbers of the rows; empty if some field is not a number or the rows differ in length.
std::vector<std::vector<double>> numbers_of(text_rows rows) {
  std::vector<std::vector<double>> numbers;
  for (const std::vector<std::string>& row : rows) {
    if (row.size() != rows.front().size()) return {};
    std::vector<double>& values = numbers.emplace_back();
    for (const std::string& field : row) {
      if (!scan_field_weight(field, values.emplace_back())) return {};
    }
  }
  return numbers;
}

bool fits(std::size_t rows, std::size_t columns, std::size_t most_rows) {
  return rows == columns || (rows == most_rows && columns > most_rows);
}

bool is_matrix_of_numbers(text_rows rows, std::size_t most_rows) {
  const std::size_t n = rows.size();
  if (n < least_rows || !fits(n, rows.front().size(), most_rows)) return false;
  const std::vector<std::vector<double>> a = numbers_of(rows);
  if (a.empty()) return false;
  bool binary = true, symmetric = true, hollow = true;
  for (std::size_t i = 0; i < n; ++i) {
    hollow = hollow && a[i][i] == 0;
    for (std::size_t j = 0; j < n; ++j) {
      binary = binary && (a[i][j] == 0 || a[i][j] == 1);
      symmetric = symmetric && a[i][j] == a[j][i];
    }
  }
  return n > most_edge_rows ? binary || symmetric || hollow : symmetric && hollow;
}

// The corner is empty or a word: in rows of numbers, the first edge could begin with the sources of the next ones.
bool is_matrix_with_names(text_rows rows, std::size_t most_rows) {
  const std::vector<std::string>& names = rows.front();
  double value = 0;
  if (rows.size() < 3 || !fits(rows.size(), names.size(), most_rows) || scan_field_weight(names[0], value)) return false;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    const auto is_number = [&](const std::string& field) { return scan_field_weight(field, value); };
    if (row.empty() || names[i].empty() || row[0] != names[i] || !std::all_of(row.begin() + 1, row.end(), is_number)) return false;
  }
  if (!scan_field_weight(names[1], value)) return true;
  // A data frame of edges may have numbers as names of its rows and columns.
  std::vector<std::vector<std::string>> values;
  for (std::size_t i = 1; i < rows.size(); ++i) values.emplace_back(rows[i].begin() + 1, rows[i].end());
  return is_matrix_of_numbers(values, most_rows - 1);
}

// Whether the id is one end of something in brackets: it opens one that it does not close, or the reverse.
bool is_end_of_brackets(const std::string& id) {
  const auto is_cut = [&](char open, char close) {
    return std::count(id.begin(), id.end(), open) != std::count(id.begin(), id.end(), close) &&
           (id.front() == open || id.back() == close);
  };
  return !id.empty() && (is_cut('(', ')') || is_cut('[', ']') || is_cut('{', '}') || is_cut('<', '>'));
}

// Brackets are those of a list in one line, of an edge, or of each vertex of an edge.
std::string bracket_remedy(const std::string& file, const std::vector<std::string>& row) {
  const std::string line = fmt::format("{}", fmt::join(row, " "));
  const auto opened = std::count_if(line.begin(), line.end(), [](char c) { return c == '(' || c == '[' || c == '{' || c == '<'; });
  if (line.starts_with('{') && line.find(':') != line.npos) {
    return fmt::format(
        "it looks like a Python dictionary of neighbors; convert it: python3 -c \"import ast, networkx as nx; "
        "nx.write_edgelist(nx.Graph(ast.literal_eval(open('{0}').read())), '{0}.txt', data=False)\"",
        file);
  }
  if (line.starts_with("[(") || line.starts_with("[[")) {
    return fmt::format("write one edge per line: sed 's/[])], */\\n/g' '{0}' | tr -d '[]()' > '{0}.txt'", file);
  }
  if (opened <= 1) return fmt::format("remove them: tr -d '()[]{{}}<>' < '{0}' > '{0}.txt'", file);
  return "vertices are groups of values; write each as one value, for example with networkx.convert_node_labels_to_integers";
}

using values = std::set<std::string>;

values column_of(text_rows rows, std::size_t column) {
  values all;
  for (const std::vector<std::string>& row : rows) all.insert(row[column]);
  return all;
}

bool are_disjoint(const values& a, const values& b) {
  return std::none_of(a.begin(), a.end(), [&](const std::string& value) { return b.contains(value); });
}

// Whether the second column has words that no other column has, and the third one has vertices. Names that are also sources are
// vertices. Other targets may be ratings or dates, unless they are ids, mostly different, and the words in front of them repeat.
bool has_relations(text_rows rows) {
  const auto is_cut = [](const auto& row) { return row.size() < 3 || row[1].empty() || row[2].empty() || row[2][0] == '{'; };
  if (rows.size() < 2 || std::any_of(rows.begin(), rows.end(), is_cut)) return false;
  const values sources = column_of(rows, 0), relations = column_of(rows, 1), targets = column_of(rows, 2);
  if (std::any_of(relations.begin(), relations.end(), is_number_word)) return false;
  if (!are_disjoint(relations, sources) || !are_disjoint(relations, targets)) return false;
  const auto are_ids = [](const values& all) { return std::all_of(all.begin(), all.end(), is_id_word); };
  const auto begins_with_digit = [](const std::string& value) { return is_digit(value[0]) || is_number_word(value); };
  const bool names = std::none_of(targets.begin(), targets.end(), begins_with_digit);
  if (!names && !(are_ids(sources) && are_ids(targets))) return false;
  const bool few = relations.size() * 2 <= rows.size() && relations.size() < targets.size();
  const bool same_vertices = !are_disjoint(sources, targets);
  if (names && same_vertices) return true;
  return few && (same_vertices || targets.size() * 2 > rows.size());
}

bool has_arrow(const std::vector<std::string>& row) { return row.size() > 2 && is_arrow(row[1]); }

// All rows have an arrow between source and target.
[[noreturn]] void refuse_arrows(const text_source& text, text_rows rows) {
  const auto left = std::count_if(rows.begin(), rows.end(), [](const auto& row) { return is_left_arrow(row[1]); });
  const char* remedy = "write the source of each edge into the first column";  // arrows of both directions
  if (left == 0) remedy = "use --format csv --source-column 1 --target-column 3";
  if (left == std::ssize(rows)) remedy = "use --format csv --source-column 3 --target-column 1";
  bad_text(text, fmt::format("has {} between source and target; {}", excerpt(rows.front()[1]), remedy));
}

// The arrow or dashes between two ids in one word, such as "1->2"; empty if there are none. ':' and '|' are separators.
std::string joint_of(const std::string& word) {
  const std::size_t first = word.find_first_of("-=<>~/");
  if (first == word.npos || first == 0) return {};
  const std::size_t end = std::min(word.find_first_not_of("-=<>~/", first), word.size());
  return end < word.size() ? word.substr(first, end - first) : std::string();
}

// Ids in one field: "2 3 4" and "7", or "[2, 3, 4]" and "[]".
struct neighbor_list {
  bool is_list = false;  // also of a single id
  std::size_t ids = 0;
};

neighbor_list neighbors_in(const std::string& field) {
  const bool brackets = field.size() > 1 && field.front() == '[' && field.back() == ']';
  std::string words = brackets ? field.substr(1, field.size() - 2) : field;
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
  const std::vector<std::string> ids = list_words(words);
  return {brackets || (!ids.empty() && std::all_of(ids.begin(), ids.end(), is_id_word)), ids.size()};
}

}  // namespace

void refuse_matrix(const text_source& text, text_rows rows, std::size_t most_rows, char separator) {
  if (rows.empty()) return;
  const bool named = is_matrix_with_names(rows, most_rows);
  if (!named && !is_matrix_of_numbers(rows, most_rows)) return;
  const std::string file = text.file().string(), columns = separator == ' '    ? "\\s+"
                                                           : separator == '\t' ? "\\t"
                                                                               : std::string(1, separator);
  bad_text(text,
           fmt::format(
               "looks like an adjacency matrix, not a list of edges; convert it: python3 -c \"import pandas, scipy.io as s, "
               "scipy.sparse; s.mmwrite('{0}.mtx', scipy.sparse.coo_array(pandas.read_csv('{0}', sep=r'{1}', {2}).to_numpy()))\" "
               "(or name the columns of edges with --source-column and --target-column)",
               file, columns, named ? "index_col=0" : "header=None"));
}

void refuse_brackets(const text_source& text, text_rows rows, std::size_t source) {
  const auto id = [&](const std::vector<std::string>& row) { return source < row.size() ? row[source] : std::string(); };
  if (rows.empty() || !std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return is_end_of_brackets(id(row)); })) return;
  bad_text(text, fmt::format("has brackets around its ids, such as {}; {}", excerpt(id(rows.front())),
                             bracket_remedy(text.file().string(), rows.front())));
}

void refuse_adjacency_list(const text_source& text, text_rows rows) {
  if (rows.empty()) return;
  const auto every = [&](auto&& holds) { return std::all_of(rows.begin(), rows.end(), holds); };
  const bool colons = every([](const auto& row) { return !row.empty() && row.front().size() > 1 && row.front().ends_with(':'); });
  const auto by_size = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  const auto [least, most] = std::minmax_element(rows.begin(), rows.end(), by_size);
  // A first row of two numbers may be the numbers of vertices and edges, above edges with more columns.
  const auto others = rows.front().size() <= 2 ? rows.subspan(1) : rows;
  const bool ragged = least->size() <= 2 && most->size() >= 4 &&
                      std::any_of(others.begin(), others.end(), [&](const auto& row) { return row.size() != others[0].size(); });
  const bool numbers = ragged && every([](const auto& row) { return std::all_of(row.begin(), row.end(), is_id_word); });
  if (!colons && !numbers) return;
  const std::string file = text.file().string();
  bad_text(text, fmt::format("looks like an adjacency list, each line a vertex and its neighbors, not a list of edges; convert it: "
                             "awk '{{ {}for (i = 2; i <= NF; i++) print $1, $i }}' '{}' > '{}.txt'",
                             colons ? "sub(\":$\", \"\", $1); " : "", file, file));
}

void refuse_joined_ids(const text_source& text, text_rows rows) {
  const std::string joint = rows.empty() || rows.front().empty() ? std::string() : joint_of(rows.front().front());
  const auto is_joined = [&](const auto& row) { return row.size() == 1 && joint_of(row.front()) == joint; };
  if (joint.empty() || !std::all_of(rows.begin(), rows.end(), is_joined)) return;
  const std::string file = text.file().string();
  bad_text(text, fmt::format("has {0} between source and target without blanks; replace it: sed 's#{1}# #' '{2}' > '{2}.txt'",
                             excerpt(joint), joint, file));
}

void refuse_relations(const text_source& text, text_rows rows) {
  if (!rows.empty() && std::all_of(rows.begin(), rows.end(), has_arrow)) refuse_arrows(text, rows);
  if (!has_relations(rows)) return;
  bad_text(text, fmt::format("has relations such as {} between source and target; use --format csv --source-column 1 "
                             "--target-column 3, or --target-column 2 if column 2 has the targets",
                             excerpt(rows.front()[1])));
}

void refuse_lists_of_neighbors(const text_source& text, text_rows rows, std::size_t target, bool has_header) {
  std::size_t most = 0;
  for (const std::vector<std::string>& row : rows) {
    if (row.size() <= target || row[target].empty()) continue;
    const neighbor_list list = neighbors_in(row[target]);
    if (!list.is_list) return;
    most = std::max(most, list.ids);
  }
  if (most < 2) return;
  bad_text(
      text,
      fmt::format("looks like an adjacency list, each row a vertex and its neighbors in column {1}, not a list of edges; convert "
                  "it: python3 -c \"import pandas; t = pandas.read_csv('{0}', sep=None, engine='python', dtype=str{2}); "
                  "c = t.columns[{3}]; t[c] = t[c].str.findall(r'[\\w.-]+'); t.explode(c).to_csv('{0}.csv', "
                  "index=False{4})\"",
                  text.file().string(), target + 1, has_header ? "" : ", header=None", target, has_header ? "" : ", header=False"));
}

std::string triples_note(const line_edges& edges) {
  constexpr std::size_t fewest = 16, sampled = std::size_t{1} << 16, targets_per_relation = 4;
  const auto are_triples = [&](const auto& columns) {
    return columns.with_weights([&](auto third) {
      const std::size_t count = std::min(third.size(), sampled);
      if (count < fewest) return false;
      std::unordered_set<std::uint64_t> sources, relations, targets;
      for (std::size_t i = 0; i < count; ++i) {
        const auto id = static_cast<double>(third[i]);
        if (!(id >= 0 && id < exact_ids) || std::trunc(id) != id) return false;
        sources.insert(columns.sources[i]);
        relations.insert(columns.targets[i]);
        targets.insert(static_cast<std::uint64_t>(id));
      }
      const auto shared = std::count_if(targets.begin(), targets.end(), [&](std::uint64_t id) { return sources.contains(id); });
      return relations.size() * targets_per_relation <= targets.size() && static_cast<std::size_t>(shared) * 2 >= targets.size() &&
             targets.size() * targets_per_relation >= sources.size();
    });
  };
  if (edges.is_wide ? !are_triples(edges.wide) : !are_triples(edges.narrow)) return {};
  return "columns 1 and 3 have the same numbers: if column 2 is a relation, use --format csv --source-column 1 --target-column 3";
}

}  // namespace fathom::io
