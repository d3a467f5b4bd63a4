#include "output/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.hpp"
#include "output/appearance.hpp"
#include "output/shown.hpp"
#include "output/terminal.hpp"

namespace fathom::program {

std::string distribution_text(const std::string& name, const value_distribution& distribution, const std::string& of) {
  text_table table{{{name}, {of}, {"fraction"}, {"", text_side::left}}, {}};
  std::vector<std::uint64_t> in_row;
  std::uint64_t all = 0;
  for (const auto& [value, vertices] : distribution) all += vertices;
  for (auto next = distribution.begin(); next != distribution.end();) {
    std::uint64_t first = next->first == 0 ? 0 : 1;
    while (first * 2 <= next->first && first > 0) first *= 2;
    const std::uint64_t last = first == 0 ? 0 : 2 * first - 1;
    std::uint64_t vertices = 0;
    for (; next != distribution.end() && next->first <= last; ++next) vertices += next->second;
    in_row.push_back(vertices);
    table.rows.push_back({first == last ? grouped(first) : grouped(first) + " - " + grouped(last), grouped(vertices),
                          fmt::format("{:.2f} %", 100 * static_cast<double>(vertices) / static_cast<double>(all))});
  }
  const std::uint64_t most = in_row.empty() ? 0 : *std::max_element(in_row.begin(), in_row.end());
  for (std::size_t i = 0; i < in_row.size(); ++i)
    table.rows[i].push_back(bar_of(in_row[i], most, cells_beside(columns_before_bars)));
  return table.render();
}

json distribution_json(const char* key, const value_distribution& distribution, const char* of) {
  json all = json::array();
  for (const auto& [value, counted] : distribution) all.push_back({{key, value}, {of, counted}});
  return all;
}

}  // namespace fathom::program
