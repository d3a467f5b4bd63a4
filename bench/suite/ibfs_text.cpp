// Figures 8 and 11 of iBFS as text, beside the values that the paper gives.
#include "base/text.hpp"
#include "bench/suite/ibfs_figures.hpp"
#include "bench/suite/papers/published.hpp"
#include "bench/suite/table.hpp"

namespace fathom::program {
namespace {

std::string beside_the_paper(const std::string& table, std::string_view number) {
  return table.empty() ? "" : table.substr(0, table.size() - 1) + "  The paper: " + published_text("ibfs", number) + "\n\n";
}

text_table deviations(const std::vector<bench_row>& rows) {
  text_table table{{{"", text_side::left},
                    {"grouping", text_side::left},
                    {"edges inspected per search"},
                    {"standard deviation in a group"},
                    {"over the mean"}},
                   {}};
  for (const bench_row& row : rows) {
    if (row.bench != "ibfs figure 11") continue;
    table.rows.push_back({row.graph, row.what, three_digits(figure_of(row, "inspections")),
                          three_digits(figure_of(row, "inspection_deviation")),
                          three_digits(figure_of(row, "relative_deviation"))});
  }
  return table;
}

text_table best_hub_degrees(const std::vector<bench_row>& rows) {
  text_table table{{{"", text_side::left}, {"best q"}, {"speed"}}, {}};
  for (const bench_row& row : rows) {
    if (row.bench != "ibfs figure 8") continue;
    table.rows.push_back(
        {row.graph, three_digits(figure_of(row, "best_q")), human_quantity(figure_of(row, "best_rate")) + "edges/s"});
  }
  return table;
}

}  // namespace

std::string ibfs_text(const std::vector<bench_row>& rows) {
  return beside_the_paper(titled("Figure 8: choice of q, the least degree of a common hub", best_hub_degrees(rows)), "Figure 8") +
         beside_the_paper(titled("Figure 11: edges that the searches of a group inspect bottom-up", deviations(rows)), "Figure 11");
}

}  // namespace fathom::program
