// Tables written by other programs: separators, headers, columns and line endings.
#include "text_files.hpp"

namespace fathom::test {
namespace {

read_options with(table_options table) {
  read_options options;
  options.table = std::move(table);
  return options;
}

// Columns selected by name or number.
table_options columns(std::string source, std::string target = "", std::string weight = "") {
  table_options chosen;
  chosen.source_column = std::move(source);
  chosen.target_column = std::move(target);
  chosen.weight_column = std::move(weight);
  return chosen;
}

table_options separated_by(char separator) {
  table_options chosen;
  chosen.separator = separator;
  return chosen;
}

table_options with_header(header_row header) {
  table_options chosen;
  chosen.header = header;
  return chosen;
}

struct table_text {
  std::string what, file, text;
  edge_names edges;  // when read as directed
};

std::ostream& operator<<(std::ostream& out, const table_text& t) { return out << t.what; }

class table : public testing::TestWithParam<table_text> {};

TEST_P(table, has_these_edges) {
  const table_text& t = GetParam();
  const read_result r = read_text(t.file, t.text, as_directed());
  EXPECT_EQ(r.format, file_format::csv);
  EXPECT_EQ(named_edges(r.g), t.edges);
}

const edge_names path = {{"1", "2"}, {"2", "3"}};
const edge_names letters = {{"a", "b"}, {"b", "c"}};

INSTANTIATE_TEST_SUITE_P(
    without_header, table,
    testing::Values(table_text{"dates", "a.csv", "1,2,2021-05-01\n2,3,2021-05-02\n", path},
                    table_text{"words", "a.tsv", "1\t2\tlikes\n2\t3\thates\n", path},
                    table_text{"missing values", "a.csv", "1,2,NaN\n2,3,4\n", path},
                    table_text{"empty fields", "a.csv", "1,2,,x\n2,3,7,y\n", path},
                    table_text{"trailing commas", "a.csv", "1,2,\n2,3,\n", path},
                    table_text{"empty rows", "a.csv", ",\n1,2\n,\n2,3\n,,,\n", path},
                    table_text{"a trailing comma in one row", "a.csv", "1,2\n2,3,\n", path},
                    table_text{"a last column that is empty at first", "a.csv",
                               [] {
                                 std::string text;
                                 for (int i = 0; i < 100; ++i) text += "1,2,\n";
                                 return text + "2,3,note\n";
                               }(),
                               path},
                    table_text{"floating-point numbers", "a.csv", "1.0,2.0\n2.0,3.0\n", path},
                    table_text{"names", "a.csv", "a,b\nb,c\n", letters},
                    table_text{"names and numbers", "a.csv", "7,x\nx,8\n", {{"7", "x"}, {"x", "8"}}},
                    table_text{"names with weights", "graph.edgelist", "# letters\na\tb\t3\nb\tc\t1\n", letters},
                    table_text{"vertices called u and v", "a.csv", "u,v\nv,w\n", {{"u", "v"}, {"v", "w"}}},
                    table_text{"a fraction above numbers", "a.csv", "x,y,0.5\n1,2,7\n", {{"1", "2"}, {"x", "y"}}},
                    table_text{"one row of names", "a.csv", "ann,bob\n", {{"ann", "bob"}}}));

INSTANTIATE_TEST_SUITE_P(
    with_header, table,
    testing::Values(
        table_text{"well-known names above names", "a.csv", "Source,Target\na,b\nb,c\n", letters},
        table_text{"a vertex called source", "a.csv", "source,target\nsource,x\n", {{"source", "x"}}},
        table_text{"words above numbers", "a.csv", "ego,alter\n1,2\n2,3\n", path},
        table_text{"words above numbers in the third column", "a.csv", "who,whom,age\na,b,3\nb,c,4\n", letters},
        table_text{"in a comment", "a.csv", "# source, target\n1,2\n2,3\n", path},
        table_text{"in a comment, in another order", "a.csv", "# w, target, source\n9,2,1\n8,3,2\n", path},
        table_text{"the index of a data frame", "a.csv", ",source,target\n0,1,2\n1,2,3\n", path},
        table_text{"an index without names", "a.csv", ",0,1\n0,1,2\n1,2,3\n", path},
        table_text{"units", "a.csv", "Weight (km);Node 1;Node 2\n1;1;2\n2;2;3\n", path},
        table_text{"types", "a.csv", ":START_ID(P),:END_ID(P),since:int\n1,2,5\n2,3,6\n", path},
        table_text{"row names of R", "a.txt", "\"from\" \"to\" \"age\"\n\"1\" \"a\" \"b\" 3\n\"2\" \"b\" \"c\" 4\n", letters},
        table_text{"row names of R, two columns", "a.txt", "\"V1\" \"V2\"\n\"1\" 1 2\n\"2\" 2 3\n", path},
        table_text{"row names of R, commas", "a.csv", "\"from\",\"to\"\n\"1\",\"a\",\"b\"\n\"2\",\"b\",\"c\"\n", letters},
        table_text{"row names without quotes", "a.txt", "from to age\n1 1 2 3\n2 2 3 4\n", path},
        table_text{"a trailing comma", "a.csv", "source,target,\n1,2\n2,3,\n", path},
        table_text{"after a separator line", "a.csv", "sep=;\nsource;target\n1;2\n2;3\n", path}));

INSTANTIATE_TEST_SUITE_P(
    separators, table,
    testing::Values(table_text{"a comma in a tab-separated header", "a.tsv", "source\ttarget\tone, two\na\tb\tx\nb\tc\ty\n",
                               letters},
                    table_text{"a comma in a semicolon-separated header", "a.csv", "from;to;km, rounded\na;b;1\nb;c;2\n", letters},
                    table_text{"decimal commas", "a.csv", "1;2;0,5\n2;3;1,5\n", path},
                    table_text{"decimal commas, blanks", "a.csv", "1 2 0,5\n2 3 1,5\n", path},
                    table_text{"names with commas", "a.tsv", "a, x\tb, x\nb, x\tc, x\n", {{"a, x", "b, x"}, {"b, x", "c, x"}}},
                    table_text{"names with blanks", "a.csv", "a x,b x\nb x,c x\n", {{"a x", "b x"}, {"b x", "c x"}}},
                    table_text{"quoted separators", "a.csv", "\"a;1\",\"b;1\"\n\"b;1\",c;1\n", {{"a;1", "b;1"}, {"b;1", "c;1"}}},
                    table_text{"vertical bars", "a.csv", "1|2\n2|3\n", path},
                    table_text{"blanks", "a.csv", "1 2 1.0\n2 3 1.0\n", path},
                    table_text{"runs of blanks", "a.csv", " 1   2\t1.0 \r\n 2\t 3  1.0\r\n", path},
                    table_text{"blanks and a header", "a.txt", "source target\n1 2\n2 3\n", path},
                    table_text{"blanks, and quoted numbers", "a.txt", "\"1\" \"2\"\n\"2\" \"3\"\n", path},
                    table_text{"blanks and quotes", "a.csv", "\"a\" b\nb \"c\"\n", letters}));

INSTANTIATE_TEST_SUITE_P(
    ids, table,
    testing::Values(table_text{"a column of floating-point numbers", "a.csv", "source,target\n1,2.0\n2,3.0\n", path},
                    table_text{"points without digits", "a.csv", "source,target\n1.,2.\n2,3.000\n", path},
                    table_text{"exponents", "a.csv", "source,target\n1,2e0\n2,3e+00\n", path},
                    table_text{"100000 as R writes it", "a.csv", "source,target\n1e+05,99999\n", {{"100000", "99999"}}},
                    table_text{"plus signs", "a.csv", "source,target\n+1,2\n2,+3\n", path},
                    table_text{"decimal commas", "a.csv", "source;target\n1;2,0\n2;3,0\n", path},
                    table_text{"missing targets", "a.csv", "source,target\n1,2\n2,3\n3,NaN\n2,\n3,NA\n", path},
                    table_text{"a comment at the end", "a.csv", "source,target\n1,2\n2,3\n# end\n", path},
                    table_text{"fractions are names", "a.csv", "source,target\n1.5,2\n", {{"1.5", "2"}}}));

INSTANTIATE_TEST_SUITE_P(carriage_returns, table,
                         testing::Values(table_text{"numbers", "a.csv", "1,2\r2,3\r", path},
                                         table_text{"a header", "a.csv", "source,target\ra,b\rb,c", letters},
                                         table_text{"quotes", "a.csv", "source,target\r\"a\",\"b\"\rb,c\r", letters}));

TEST(header, has_different_names) { EXPECT_EQ(read_text("a.csv", "x,x\n1,2\n").g.num_vertices(), 3u); }

TEST(names, in_another_encoding_are_noted) {
  const read_result r = read_text("a.csv", "source,target\nM\xfcller,K\xc3\xb6ln\n");
  EXPECT_EQ(named_edges(r.g), (edge_names{{"M\xfcller", "K\xc3\xb6ln"}}));
  EXPECT_TRUE(has_note(r, "some names are not UTF-8, such as \"M\\xfcller\""));
  EXPECT_FALSE(has_note(read_text("a.csv", "source,target\nAnn,K\xc3\xb6ln\n"), "UTF-8"));
  EXPECT_TRUE(has_note(read_text("a.csv", "source,target\n0,1 # x\n1,2\n"), "some ids are names, such as \"1 # x\", so"));
  std::string numbers = "source,target\n";
  for (int v = 0; v < 100; ++v) numbers += std::to_string(v) + "," + std::to_string(v + 1) + "\n";
  EXPECT_TRUE(has_note(read_text("a.csv", numbers + "7,x\n"), "some ids are names, such as \"x\" in line 102, so"));
}

TEST(carriage_returns, end_lines_in_every_text_format) {
  EXPECT_EQ(read_text("a.txt", "0 1\r1 2\r2 0\r", as_directed()).g.num_edges(), 3u);
  EXPECT_EQ(read_text("a.el", "0 1\r1 2").g.num_edges(), 2u);
  EXPECT_EQ(read_text("a.gr", "p sp 3 2\ra 1 2 5\ra 2 3 4\r").g.num_edges(), 2u);
  EXPECT_EQ(read_text("a.mtx", "%%MatrixMarket matrix coordinate pattern general\r3 3 2\r1 2\r2 3\r").g.num_edges(), 2u);
  EXPECT_EQ(read_text("a.graph", "3 2\r2\r1 3\r2\r").g.num_edges(), 4u);
  EXPECT_EQ(read_text("a.adj", "AdjacencyGraph\r2\r1\r0\r1\r1\r").g.num_edges(), 1u);
  const temporary_folder folder;
  EXPECT_NE(read_error(folder.put("a.el", "0 1\r1 2\r1 x\r")).find("a.el:3: \"x\""), std::string::npos);
}

TEST(carriage_returns, in_a_long_text) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + " " + std::to_string(i + 1) + "\r";
  const read_result r = read_text("a.el", text);
  EXPECT_EQ(r.g.num_edges(), 200'000u);
  EXPECT_EQ(r.g.num_vertices(), 200'001u);
}

TEST(table_columns, of_neptune_are_known) {
  const read_result r = read_text("a.csv", "~id,~from,~to,~label,weight:Double\ne1,v1,v2,knows,0.5\n");
  EXPECT_EQ(r.g.num_vertices(), 2u);
  EXPECT_TRUE(r.g.directed() && r.g.weighted());
}

TEST(size_line, without_a_banner_is_not_an_edge) {
  const read_result r = read_text("a.txt", "4 4 2\n1 2 5\n2 3 6\n");
  EXPECT_EQ(r.g.num_vertices(), 4u);
  EXPECT_EQ(r.g.num_edges(), 4u);
  EXPECT_TRUE(has_note(r, "the first line, \"4 4 2\", was read as the numbers of vertices and edges"));
  read_options without;
  without.build.keep_weights = false;
  for (const read_result& plain : {read_text("a.txt", "4 4 2\n1 2\n2 3\n"), read_text("a.txt", "4 4 2\n1 2\n2 3\n", without),
                                   read_text("a.txt", "4 4 2\n1 2 5\n2 3 6\n", without)}) {
    EXPECT_EQ(plain.g.num_vertices(), 4u);
    EXPECT_EQ(plain.what.edges_read, 2u);
    EXPECT_FALSE(plain.g.weighted());
  }
  const temporary_folder folder;
  EXPECT_NE(read_error(folder.put("a.txt", "4 4 3\n1 2\n2 3\n")).find("first line, \"4 4 3\", has three columns"),
            std::string::npos);
  EXPECT_EQ(read_text("a.txt", "4 4 3\n1 2 5\n2 3 6\n").g.num_vertices(), 4u);  // 4 and its self-loop
  EXPECT_EQ(read_text("a.txt", "# source target weight\n2 2 2\n1 2 5\n2 1 6\n").g.num_vertices(), 2u);
}

TEST(time_stamps, are_not_all_names_with_the_letters_time) {
  for (const std::string name : {"sentiment", "altimeter", "centimetres", "multimedia"}) {
    EXPECT_TRUE(read_text("a.txt", "# source target " + name + "\n1 2 5\n2 3 6\n").g.weighted()) << name;
  }
  for (const std::string name : {"event_time", "event_time_utc", "timestamp", "datetime"}) {
    EXPECT_FALSE(read_text("a.txt", "# source target " + name + "\n1 2 5\n2 3 6\n").g.weighted()) << name;
  }
}

TEST(first_row, may_hold_the_size) {
  const auto of = [](const std::string& text, header_row header = header_row::automatic) {
    read_options options;
    options.table.header = header;
    return read_text("a.csv", text, options);
  };
  for (const std::string text : {"4,3\n0,1\n1,2\n2,3\n", "4;3\n1;2\n2;3\n3;4\n", "4,4,3\n0,1,5\n1,2,6\n1,3,7\n"}) {
    const read_result r = of(text);
    EXPECT_EQ(r.g.num_vertices(), 4u) << text;
    EXPECT_EQ(r.what.edges_read, 3u) << text;
    EXPECT_TRUE(has_note(r, "use --header no to read it as an edge")) << text;
    EXPECT_EQ(of(text, header_row::no).what.edges_read, 4u) << text;
  }
  EXPECT_EQ(of("source,target\n4,3\n0,1\n1,2\n2,3\n").what.edges_read, 4u);
  EXPECT_EQ(of("4,3\n0,1\n1,2\n2,5\n").what.edges_read, 4u);
  EXPECT_EQ(of("2,1\n1,2\n").what.edges_read, 2u);
}

struct bad_row {
  std::string text, said;
};

TEST(table_rows, of_another_length_are_refused) {
  const temporary_folder folder;
  for (const bad_row& bad :
       std::vector<bad_row>{{"source,target\nSmith, John,Doe\nDoe,Roe\n", "a.csv:2: \"Doe\" is beyond the header's 2 fields"},
                            {"source,target\n1,2\n2,3,4\n", "a.csv:3: \"4\" is beyond the header's 2 fields"},
                            {"source,target\n1,2\n2\n", "a.csv:3: fewer than the header's 2 fields"},
                            {"source,target,weight\nx,y,1\nx,y\n", "a.csv:3: fewer than the header's 3 fields"},
                            {"source,target,a,b\n1,2,x,y\n2,3,x\n", "a.csv:3: fewer than the header's 4 fields"},
                            {"1,2\n2,3\n3,4,5\n", "a.csv:3: \"5\" is beyond the first rows' 2 fields"},
                            {"source,target\nx,y\ny,z,,\n", "a.csv:3:"}}) {
    const std::string message = read_error(folder.put("a.csv", bad.text));
    EXPECT_NE(message.find(bad.said), message.npos) << message;
  }
}

TEST(table_weights, are_found_by_name_or_noted) {
  for (const char* name : {"weight", "Weight (km)", "value", "length", "wgt", "cost"}) {
    const read_result r = read_text("a.csv", "from,to," + std::string(name) + "\n0,1,5\n1,2,1\n");
    EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{0, 1, 5}, {1, 2, 1}})) << name;
  }
  for (const char* name : {"rating", "count", "capacity"}) {
    const read_result r = read_text("a.csv", "from,to," + std::string(name) + "\n0,1,5\n");
    EXPECT_FALSE(r.g.weighted());
    EXPECT_TRUE(has_note(r, "columns not read: \"" + std::string(name) + "\" (use --weight-column")) << name;
  }
  EXPECT_TRUE(has_note(read_text("a.csv", "from,to,time\n0,1,5\n"), "\"time\" (time stamps)"));
  EXPECT_FALSE(read_text("a.csv", "from,to,value\n0,1,high\n").g.weighted());
}

TEST(table_weights, without_a_header_are_the_third_column) {
  const read_result r = read_text("a.csv", "0,1,5,9\n1,2,1,9\n", as_directed());
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{0, 1, 5}, {1, 2, 1}}));
  EXPECT_TRUE(has_note(r, "column 3 was read as weights"));
  EXPECT_TRUE(has_note(r, "columns not read: 4"));
  EXPECT_TRUE(read_text("a.csv", "0,1,1082040961\n1,2,5\n").g.weighted());
  EXPECT_FALSE(read_text("a.csv", "7,8,0\n8,9,3797\n9,7,2304\n").g.weighted());
  const read_result times = read_text("a.csv", "0,1,1082040961\n1,2,1082040999\n");
  EXPECT_FALSE(times.g.weighted());
  EXPECT_TRUE(has_note(times, "time stamps"));
}

TEST(table_weights, with_decimal_commas) {
  const read_result r = read_text("a.csv", "1;2;0,5\n2;3;1,25\n", as_directed());
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{1, 2, 0.5f}, {2, 3, 1.25f}}));
  EXPECT_TRUE(has_note(r, "decimal points"));
  EXPECT_FALSE(read_text("a.tsv", "1\t2\t1,000\n2\t3\t2,000\n").g.weighted());
  const read_result quoted = read_text("a.csv", "Source,Target,Weight\n1,2,\"0,5\"\n2,3,\"1,25\"\n");
  EXPECT_EQ(edges_of(quoted.g), (std::vector<edge>{{1, 2, 0.5f}, {2, 3, 1.25f}}));
}

TEST(table_names, may_begin_like_comments) {
  const edge_names tags = {{"#ai", "#ml"}, {"#nlp", "#ml"}};
  EXPECT_EQ(named_edges(read_text("a.csv", "source,target\n#nlp,#ml\n#ai,#ml\n").g), tags);
  EXPECT_EQ(named_edges(read_text("a.csv", "source,target\nx,y\n# a, b\n#\n#ai,x\n").g), (edge_names{{"#ai", "x"}, {"x", "y"}}));
  EXPECT_EQ(read_text("a.csv", "source,target\n1,2\n#2,3\n3,4\n").g.num_edges(), 2u);  // a row that was commented out
}

TEST(table_names, of_two_kinds_of_ids_are_noted) {
  EXPECT_TRUE(has_note(read_text("a.csv", "user_id,item_id,rating\n1,1,5\n2,1,3\n"), "equal ids in both are one vertex"));
  EXPECT_FALSE(has_note(read_text("a.csv", "x,y\n1,1\n2,1\n"), "equal ids in both"));
}

TEST(table_names, that_look_like_numbers_are_noted) {
  EXPECT_TRUE(has_note(read_text("a.csv", "source,target\n2,x\nx,2.0\n"), "\"2.0\" and \"2\" are different vertices"));
  EXPECT_TRUE(has_note(read_text("a.csv", "source,target\na,NaN\n"), "\"NaN\" was read as the name of a vertex"));
}

TEST(table_options, name_columns_separator_and_header) {
  const std::string text = "when;a;b;km\n9;1;2;5\n9;2;3;6\n";
  const std::vector<edge> forward = {{1, 2, 5}, {2, 3, 6}};
  const auto read = [](const std::string& file, const std::string& content, table_options chosen) {
    read_options options = with(std::move(chosen));
    options.direction = stated_direction::directed;
    return edges_of(read_text(file, content, options).g);
  };
  EXPECT_EQ(read("a.csv", text, columns("a", "B", "km")), forward);
  EXPECT_EQ(read("a.csv", text, columns("2", "3", "4")), forward);
  EXPECT_EQ(read("a.csv", text, columns("b", "a")), (std::vector<edge>{{2, 1, 1}, {3, 2, 1}}));
  EXPECT_EQ(read("a.csv", "1^2\n2^3\n", separated_by('^')), (std::vector<edge>{{1, 2, 1}, {2, 3, 1}}));
  EXPECT_EQ(read("a.txt", "1 2 8 5\n2 3 8 6\n", columns("", "", "4")), forward);
  EXPECT_EQ(read("a.csv", "5,6\n1,2\n", with_header(header_row::yes)), (std::vector<edge>{{1, 2, 1}}));
  const read_result names_as_data = read_text("a.csv", "source,target\n", with(with_header(header_row::no)));
  EXPECT_EQ(names_as_data.g.num_vertices(), 2u);
  EXPECT_TRUE(has_note(names_as_data, "table: no header"));
}

TEST(tables, have_the_vertices_that_a_comment_states) {
  const read_result stated = read_text("a.csv", "# Nodes: 6 Edges: 2\nu,v\n0,1\n1,2\n");
  EXPECT_EQ(stated.g.num_vertices(), 6u);
  EXPECT_TRUE(has_note(stated, "6 vertices, as the comment \"# Nodes: 6 Edges: 2\" states"));
  const read_result too_few = read_text("a.tsv", "# Nodes: 2 Edges: 9\n0\t1\n1\t2\n");
  EXPECT_EQ(too_few.g.num_vertices(), 3u);
  EXPECT_TRUE(has_note(too_few, "states 2 vertices, but there are 3"));
  EXPECT_TRUE(has_note(too_few, "states 9 edges, but there are 2"));
  for (const char* own : {"# fathom: vertices 4\nu,v\n1,2\n", "u,v\n1,2\n# fathom: vertices 4\n", "# fathom: vertices 4\r\n1,2\r\n",
                          "# fathom: vertex 0\nu,v\n1,2\n# fathom: vertex 3\n"}) {
    const graph g = read_text("a.csv", own).g;
    EXPECT_EQ(g.num_vertices(), 4u) << own;
    EXPECT_EQ(g.original_id(0), 0u) << own;
  }
  const read_result names = read_text("a.csv", "# Nodes: 4\nsource,target\nann,bob\n");
  EXPECT_EQ(names.g.num_vertices(), 2u);
  EXPECT_TRUE(has_note(names, "states 4 vertices, but the table names 2"));
}

TEST(id_gaps, are_kept_only_in_edge_lists) {
  const temporary_folder folder;
  read_options gaps;
  gaps.keep_id_gaps = true;
  EXPECT_EQ(read_graph(folder.put("a.csv", "u,v\n1,4\n"), gaps).g.num_vertices(), 5u);
  error_category category{};
  const std::string message = read_error(folder.put("a.graph", "2 1\n2\n1\n"), &category, gaps);
  EXPECT_EQ(category, error_category::usage);
  EXPECT_NE(message.find("--keep-id-gaps applies to edge lists"), message.npos) << message;
  for (const char* name : {"b.csv", "b.txt"}) {
    const std::string named =
        read_error(folder.put(name, name[2] == 'c' ? "u,v\nann,bob\n" : "ann bob\nbob eve\n"), &category, gaps);
    EXPECT_EQ(category, error_category::usage);
    EXPECT_NE(named.find("have names; omit it"), named.npos) << named;
  }
}

TEST(table_options, that_do_not_apply_are_refused) {
  const temporary_folder folder;
  const auto expect_refusal = [&](const std::string& file, const std::string& text, const read_options& options,
                                  const std::string& said) {
    error_category category{};
    const std::string message = read_error(folder.put(file, text), &category, options);
    EXPECT_EQ(category, error_category::usage) << message;
    EXPECT_NE(message.find(said), message.npos) << message;
  };
  const std::string table = "source,target\n1,2\n";
  expect_refusal("a.csv", table, with(columns("", "", "km")), "--weight-column \"km\" is not a column");
  expect_refusal("a.csv", table, with(columns("", "3")), "use a number from 1 to 2 or one of source, target");
  expect_refusal("a.csv", table, with(columns("1", "source")), "cannot be two of");
  expect_refusal("a.csv", table, with(separated_by('x')), "is not a separator");
  expect_refusal("a.el", "0 1\n", with(separated_by(' ')), "--separator applies to tables");
  expect_refusal("a.graph", "2 1\n2\n1\n", with(with_header(header_row::no)), "--header applies to tables");
  expect_refusal("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", with(columns("1")),
                 "--source-column applies to tables");
  read_options unweighted = with(columns("", "", "2"));
  unweighted.build.keep_weights = false;
  expect_refusal("a.csv", table, unweighted, "exclude each other");
}

TEST(labeled_graphs, have_no_vertex_by_position) {
  const graph g = read_text("a.csv", "a,b\nb,c\n").g;
  EXPECT_EQ(g.find_vertex(1), std::nullopt);
  EXPECT_EQ(g.find_label("b"), vertex_id{1});
}

}  // namespace
}  // namespace fathom::test
