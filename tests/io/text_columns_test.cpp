// Further columns of edge lists, headers, and names as ids.
#include <fmt/format.h>

#include <algorithm>

#include "text_files.hpp"

namespace fathom::test {
namespace {

read_options weight_column(const std::string& column) {
  read_options options;
  options.table.weight_column = column;
  return options;
}

// For all permutations of the lines.
void expect_weighted(std::vector<std::string> lines, bool weighted) {
  std::sort(lines.begin(), lines.end());
  do {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    const read_result r = read_text("a.txt", text);
    EXPECT_EQ(r.g.weighted(), weighted) << text;
    EXPECT_EQ(has_note(r, "time stamps"), !weighted) << text;
  } while (std::next_permutation(lines.begin(), lines.end()));
}

TEST(third_column, holds_time_stamps_by_all_values_and_not_by_the_first) {
  expect_weighted({"0 1 20000000", "1 2 5", "0 2 7"}, true);  // one large amount
  expect_weighted({"0 1 5", "1 2 7", "0 2 20000000"}, true);
  expect_weighted({"0 1 0", "1 2 1", "0 2 1"}, true);  // small numbers
  expect_weighted({"0 1 0.5", "1 2 1082040961", "2 0 1082040970"}, true);
  expect_weighted({"0 1 1082040961", "1 2 1082040990", "2 0 1081040961"}, false);
  expect_weighted({"0 1 1082040961000", "1 2 1082040990000", "2 0 1081040961000"}, false);
  expect_weighted({"0 1 20040112", "1 2 20051231", "2 0 19991130"}, false);
  expect_weighted({"5 3 0", "1 4 2501", "1 9 3307", "3 5 4690"}, false);  // seconds since the first edge
}

TEST(third_column, is_what_its_name_says) {
  EXPECT_FALSE(read_text("a.txt", "# src dst timestamp\n0 1 1\n1 2 2\n").g.weighted());
  EXPECT_FALSE(read_text("a.txt", "# Each line has source, target, time stamp\n0 1 1\n1 2 2\n").g.weighted());
  EXPECT_FALSE(read_text("a.txt", "source target time\n0 1 1\n1 2 2\n").g.weighted());
  EXPECT_FALSE(read_text("out.a", "% sym unweighted\n0 1 1\n1 2 1\n").g.weighted());
  EXPECT_TRUE(read_text("a.txt", "# src dst weight\n0 1 1082040961\n").g.weighted());
  EXPECT_EQ(edges_of(read_text("a.txt", "source target time weight\n0 1 1082040961 5\n").g), (std::vector<edge>{{0, 1, 5}}));
}

TEST(third_column, is_what_the_option_says) {
  EXPECT_TRUE(read_text("a.txt", "0 1 1082040961\n", weight_column("3")).g.weighted());
  EXPECT_EQ(std::get<2>(edges_of(read_text("a.txt", "0 1 1082040961 7\n1 2 1082040961 8\n", weight_column("4")).g)[0]), 7);
  const temporary_folder folder;
  for (const char* column : {"2", "4", "cost"}) {
    error_category category{};
    const std::string message = read_error(folder.put("a.txt", "0 1 5\n"), &category, weight_column(column));
    EXPECT_EQ(category, error_category::usage) << message;
    EXPECT_NE(message.find("--weight-column"), message.npos) << message;
  }
}

TEST(third_column, is_noted_if_it_is_not_read) {
  EXPECT_TRUE(has_note(read_text("a.txt", "1 2 abc\n2 3 xyz\n"), "column 3 was ignored: it holds no numbers"));
  EXPECT_TRUE(has_note(read_text("a.txt", "# src dst timestamp\n0 1 1\n"), "column 3 was ignored: it holds time stamps"));
  EXPECT_TRUE(has_note(read_text("a.txt", "1 2 5 7 9\n2 3 6 8 9\n"), "columns not read: 4, 5"));
  EXPECT_TRUE(has_note(read_text("out.a", "% sym weighted\n1 2 5 1700000000\n"), "columns not read: 4 (time stamps)"));
  EXPECT_TRUE(has_note(read_text("a.txt", "0 1 5 7\n", weight_column("4")), "column 4 was read as weights"));
}

// The smallest file that looks like a knowledge graph: 20 triples of 10 entities and 2 relations.
TEST(third_column, may_hold_the_targets_of_triples) {
  const auto list = [](int relations, int targets, char separator) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += fmt::format("{1}{0}{2}{0}{3}\n", separator, i % 10, i % relations, (7 * i + 3) % targets);
    return text;
  };
  constexpr const char* advice = "if column 2 is a relation, use --format csv --source-column 1 --target-column 3";
  EXPECT_TRUE(has_note(read_text("a.txt", list(2, 10, '\t')), advice));
  EXPECT_TRUE(has_note(read_text("a.csv", list(2, 10, ',')), advice));
  EXPECT_FALSE(has_note(read_text("a.txt", list(10, 10, ' ')), advice));  // weighted edges
  EXPECT_FALSE(has_note(read_text("a.txt", list(4, 5, ' ')), advice));    // ratings
  read_options columns;
  columns.format = file_format::csv;
  columns.table.source_column = "1", columns.table.target_column = "3";
  EXPECT_EQ(read_text("a.txt", list(2, 10, '\t'), columns).g.num_vertices(), 10u);
}

// As NetworkX reads them.
TEST(comments, may_follow_an_edge) {
  const std::vector<edge> plain = {{1, 2, 1}, {2, 3, 1}}, weighted = {{1, 2, 5}, {2, 3, 6}};
  EXPECT_EQ(edges_of(read_text("a.el", "1 2 # a, b\n2 3 #c\n").g), plain);
  EXPECT_EQ(edges_of(read_text("a.txt", "1 2 # a, b\n2 3 # c, d\n", as_directed()).g), plain);
  EXPECT_EQ(edges_of(read_text("a.txt", "1 2\n2 3\t# c\r\n", as_directed()).g), plain);
  EXPECT_EQ(edges_of(read_text("a.wel", "1 2 5 # a\n2 3 6\n").g), weighted);
  EXPECT_EQ(edges_of(read_text("a.txt", "1 2 5 #a\n2 3 6\n", as_directed()).g), weighted);
  EXPECT_EQ(edges_of(read_text("a.edgelist", "1 2 {'weight': 5} # a\n2 3 {'c': '#', 'weight': 6}\n", as_directed()).g), weighted);
  EXPECT_EQ(named_edges(read_text("a.txt", "a #b # x\n#b c\n", as_directed()).g), (edge_names{{"a", "#b"}}));
  const temporary_folder folder;
  const std::string said = read_error(folder.put("a.wel", "1 2 # 5\n"));
  EXPECT_NE(said.find("a weight is missing"), said.npos) << said;
}

TEST(header, of_a_list_has_different_names_and_no_edge_data) {
  EXPECT_EQ(read_text("a.txt", "x x\n1 2\n2 3\n").g.num_vertices(), 4u);
  EXPECT_EQ(read_text("a.txt", "x y {}\n1 2 {}\n").g.num_vertices(), 4u);
}

TEST(third_column, may_lack_a_name_in_the_header) {
  EXPECT_EQ(edges_of(read_text("a.txt", "from to\n1 2 5\n2 3 6\n").g), (std::vector<edge>{{1, 2, 5}, {2, 3, 6}}));
}

TEST(ids, may_have_a_plus_sign) {
  EXPECT_EQ(edges_of(read_text("a.txt", "source target\n+1 2\n2 +3\n").g), (std::vector<edge>{{1, 2, 1}, {2, 3, 1}}));
}

TEST(edge_data, has_networkx_weights) {
  const read_result r = read_text("a.edgelist", "0 1 {'weight': 3}\n1 2 {'color': 'dark red', 'weight': 0.5}\n2 0 {}\n");
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{0, 1, 3}, {0, 2, 1}, {1, 0, 3}, {1, 2, 0.5f}, {2, 0, 1}, {2, 1, 0.5f}}));
  EXPECT_TRUE(has_note(r, "1 of 3 edges have no 'weight'"));
  EXPECT_FALSE(read_text("a.edgelist", "0 1 {}\n1 2 {'color': 3}\n").g.weighted());
  EXPECT_TRUE(read_text("a.edgelist", "0 1 {'weight': np.float64(2.5)}\n").g.weighted());
  const temporary_folder folder;
  const std::string message = read_error(folder.put("a.edgelist", "0 1 {'weight': 3}\n1 2 {'weight': None}\n"));
  EXPECT_NE(message.find("a.edgelist:2:"), message.npos) << message;
}

std::vector<std::string> names_of(const graph& g) {
  std::vector<std::string> names;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) names.push_back(g.name(v));
  return names;
}

TEST(names, are_labels) {
  const read_result data = read_text("a.edgelist", "#comment\nann bob {}\nbob carl {}\n");
  EXPECT_EQ(names_of(data.g), (std::vector<std::string>{"ann", "bob", "carl"}));
  EXPECT_FALSE(data.g.directed());
  EXPECT_FALSE(data.g.weighted());
  const read_result weights = read_text("a.ncol", "ann bob 1.5\nbob \"carl jr\" 2\n");
  EXPECT_EQ(names_of(weights.g), (std::vector<std::string>{"ann", "bob", "carl jr"}));
  EXPECT_TRUE(weights.g.weighted());
  EXPECT_EQ(names_of(read_text("a.txt", "10.0.0.1 10.0.0.2\n10.0.0.2 10.0.0.7\n").g).back(), "10.0.0.7");
  EXPECT_EQ(names_of(read_text("a.txt", "source target\nann bob\n").g), (std::vector<std::string>{"ann", "bob"}));
}

TEST(names, among_numbers_are_refused_with_the_remedy) {
  const temporary_folder folder;
  const std::string message = read_error(folder.put("a.txt", "1 2\n2 3\n3 four\n"));
  EXPECT_NE(message.find("a.txt:3: \"four\" is not a vertex id (a whole number; use --format csv for names)"), message.npos)
      << message;
  for (const char* prose : {"Once upon a time\nthere was a graph\n", "hello\n", "a b c\nd e f\n"}) {
    EXPECT_NE(read_error(folder.put("b.txt", prose)).find("b.txt:1:"), std::string::npos) << prose;
  }
}

TEST(ids, may_be_spelled_as_floating_point_numbers) {
  EXPECT_EQ(edges_of(read_text("a.txt", "# Directed graph\n1.0 2.0\n2.0 3.000e+00\n").g),
            (std::vector<edge>{{1, 2, 1}, {2, 3, 1}}));
  const temporary_folder folder;
  EXPECT_NE(read_error(folder.put("a.txt", "1.0 2.5\n")).find("\"2.5\" is not a vertex id"), std::string::npos);
}

TEST(header, with_blanks_is_skipped_and_names_columns) {
  const read_result r = read_text("a.txt", "source target weight\n0 1 2\n1 2 3\n");
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{0, 1, 2}, {1, 2, 3}}));
  EXPECT_EQ(read_text("a.txt", "vertex neighbor\n0 1\n1 2\n").what.edges_read, 2u);
  EXPECT_EQ(edges_of(read_text("a.txt", "weight source target\n1 2 3\n").g), (std::vector<edge>{{2, 3, 1}}));
}

}  // namespace
}  // namespace fathom::test
