#include "bench/suite/table.hpp"

#include <algorithm>
#include <cmath>

#include "output/terminal.hpp"

namespace fathom::program {
namespace {

// The T of "T = 16". Names without a number compare equal and sort last.
double t_in(const std::string& name) {
  constexpr std::string_view before = "T = ";
  if (!name.starts_with(before) || name.find_first_not_of("0123456789", before.size()) != std::string::npos) return HUGE_VAL;
  return std::stod(name.substr(before.size()));
}

void add_unknown(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

double figure_of(const bench_row& row, std::string_view name) {
  for (const auto& [key, value] : row.figures) {
    if (key == name) return value;
  }
  return 0;
}

bool has_figure(const bench_row& row, std::string_view name) {
  return std::any_of(row.figures.begin(), row.figures.end(), [&](const auto& figure) { return figure.first == name; });
}

text_table pivot(const std::vector<bench_row>& rows, std::string_view bench,
                 const std::function<std::string(const bench_row&)>& cell) {
  std::vector<std::string> graphs, columns;
  for (const bench_row& row : rows) {
    if (row.bench == bench) add_unknown(graphs, row.graph), add_unknown(columns, row.what);
  }
  std::stable_sort(columns.begin(), columns.end(), [](const std::string& a, const std::string& b) { return t_in(a) < t_in(b); });
  text_table table{{{"", text_side::left}}, {}};
  for (const std::string& name : columns) table.columns.push_back({name});
  for (const std::string& graph : graphs) {
    std::vector<std::string> line(columns.size() + 1, no_figure);
    line[0] = graph;
    for (const bench_row& row : rows) {
      if (row.bench != bench || row.graph != graph) continue;
      line[static_cast<std::size_t>(std::find(columns.begin(), columns.end(), row.what) - columns.begin()) + 1] = cell(row);
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

std::string titled(const std::string& title, const text_table& table) {
  return table.rows.empty() ? "" : painted(paint::heading, title) + "\n" + table.render() + "\n";
}

}  // namespace fathom::program
