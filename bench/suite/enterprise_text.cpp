// Figures of the Enterprise paper as text, beside the values that the paper gives.

#include "base/text.hpp"
#include "bench/suite/counters.hpp"
#include "bench/suite/enterprise_figures.hpp"
#include "bench/suite/papers/published.hpp"
#include "bench/suite/table.hpp"

namespace fathom::program {
namespace {

struct cell {
  const char* heading;
  const char* figure;
  std::string (*text)(double);
};

std::string percent(double part) { return three_digits(100 * part) + " %"; }
std::string whole(double number) { return grouped(static_cast<std::uint64_t>(number)); }
std::string duration(double seconds) { return seconds > 0 ? human_seconds(seconds) : no_figure; }

constexpr cell frontier_cells[] = {{"mean", "mean", percent},
                                   {"sd", "standard_deviation", percent},
                                   {"median", "median", percent},
                                   {"max", "max", percent},
                                   {"top-down", "top_down_mean", percent},
                                   {"switching", "switching_mean", percent},
                                   {"bottom-up", "bottom_up_mean", percent}};
constexpr cell degree_cells[] = {{"< 32 edges", "below_32_edges", percent},
                                 {"< 256 edges", "below_256_edges", percent},
                                 {"largest", "largest", whole},
                                 {"hubs with 10 % of the edges", "hubs_with_a_tenth_of_the_edges", whole}};
constexpr cell timeline_cells[] = {{"level", "level", whole},
                                   {"queue", "seconds_queue", duration},
                                   {"expansion", "seconds_expansion", duration},
                                   {"thread", "seconds_threads", duration},
                                   {"warp", "seconds_warps", duration},
                                   {"CTA", "seconds_ctas", duration},
                                   {"grid", "seconds_grid", duration},
                                   {"queues in all", "queues_part_of_search", percent}};

/// One line per row of this benchmark; the lines are named by graph, and by technique where there are several.
text_table table_of(const std::vector<bench_row>& rows, std::string_view bench, std::span<const cell> cells, bool named) {
  text_table table{{{"", text_side::left}}, {}};
  for (const cell& c : cells) table.columns.push_back({c.heading});
  for (const bench_row& row : rows) {
    if (row.bench != bench) continue;
    std::vector<std::string> line = {named ? row.graph + ", " + row.what : row.graph};
    for (const cell& c : cells) line.push_back(c.text(figure_of(row, c.figure)));
    table.rows.push_back(std::move(line));
  }
  return table;
}

std::string with_paper(const std::string& table, const std::string& published) {
  return table.empty() ? "" : table.substr(0, table.size() - 1) + "  The paper: " + published + "\n\n";
}

std::string published_figure(std::string_view number) { return published_text("enterprise", number); }

}  // namespace

std::string enterprise_text(const std::vector<bench_row>& rows) {
  std::string text = with_paper(titled("Figure 4: frontier in percent of the vertices, per level; bottom-up the unvisited vertices",
                                       table_of(rows, "enterprise figure 4", frontier_cells, false)),
                                published_figure("Figure 4"));
  text += with_paper(
      titled("Figures 5 and 6: distribution of out-degrees", table_of(rows, "enterprise figures 5, 6", degree_cells, false)),
      published_figure("Figure 5") + "; " + published_figure("Figure 6"));
  text += with_paper(titled("Figure 8: the level at which the direction changes, by technique",
                            table_of(rows, "enterprise figure 8", timeline_cells, true)),
                     published_figure("Figure 8"));
  text +=
      with_paper(counters_text("Figure 16 (a) to (c): hardware counters of one search, by technique", rows, "enterprise figure 16"),
                 published_figure("Figure 16 (a) to (c)"));
  return text;
}

}  // namespace fathom::program
