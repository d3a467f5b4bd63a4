// Figures 8, 11, 18, 19 and 21 of iBFS as text, beside the values that the paper gives.
#include "base/text.hpp"
#include "bench/suite/ibfs_figures.hpp"
#include "bench/suite/paper_counters.hpp"
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

// Counters that could not be read are missing; the last column has the reason.
text_table transactions(const std::vector<bench_row>& rows) {
  text_table table{
      {{"", text_side::left}, {"", text_side::left}, {"loads"}, {"stores"}, {"loads per request"}, {"", text_side::left}}, {}};
  const auto cell = [](const bench_row& row, const paper_counter& counter) {
    for (const auto& [name, value] : row.figures) {
      if (name == counter.figure) return human_quantity(value);
    }
    return std::string(no_figure);
  };
  for (const bench_row& row : rows) {
    if (row.bench != "ibfs counters") continue;
    const std::size_t reason = row.note.find("counters that could not be read");
    table.rows.push_back({row.graph, row.what, cell(row, load_transactions), cell(row, store_transactions),
                          cell(row, loads_per_request), reason == std::string::npos ? "" : row.note.substr(reason)});
  }
  return table;
}

}  // namespace

std::string ibfs_text(const std::vector<bench_row>& rows) {
  return beside_the_paper(titled("Figure 8: choice of q, the least degree of a common hub", best_hub_degrees(rows)), "Figure 8") +
         beside_the_paper(titled("Figure 11: edges that the searches of a group inspect bottom-up", deviations(rows)),
                          "Figure 11") +
         beside_the_paper(titled("Figures 18, 19 and 21: transactions of 32 bytes with global memory", transactions(rows)),
                          "Figure 18");
}

}  // namespace fathom::program
