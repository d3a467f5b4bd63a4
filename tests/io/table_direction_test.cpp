// Directions of the edges in tables: stated by header, comment or column, or not at all.
#include "text_files.hpp"

namespace fathom::test {
namespace {

TEST(table_direction, is_undirected_where_nothing_states_it) {
  for (const char* text : {"1,2\n2,3\n", "u,v\n1,2\n2,3\n", "a,b,n\n1,2,5\n2,3,6\n", "id_1,id_2\n1,2\n2,3\n"}) {
    const read_result r = read_text("a.csv", text);
    EXPECT_EQ(r.g.num_edges(), 4u) << text;
    EXPECT_TRUE(has_note(r, "direction is not stated; read as undirected")) << text;
    EXPECT_FALSE(has_note(read_text("a.csv", text, as_directed()), "direction")) << text;
  }
}

TEST(table_direction, is_what_header_or_comment_state) {
  for (const char* header : {"source,target\n", "src,dst\n", "FROM,TO\n", "# Directed graph\n", "# Directed graph\nu,v\n"}) {
    const read_result r = read_text("a.csv", std::string(header) + "1,2\n2,3\n");
    EXPECT_EQ(r.g.num_edges(), 2u) << header;
    EXPECT_FALSE(has_note(r, "not stated")) << header;
  }
  EXPECT_EQ(read_text("a.csv", "# Undirected graph\nsource,target\n1,2\n2,3\n").g.num_edges(), 4u);
}

TEST(table_direction, is_stated_by_a_short_comment) {
  const auto directed = [](const char* comment) {
    const bool list = read_text("a.txt", std::string(comment) + "\n1 2\n2 3\n").g.directed();
    EXPECT_EQ(read_text("a.csv", std::string(comment) + "\nu,v\n1,2\n2,3\n").g.directed(), list) << comment;
    return list;
  };
  for (const char* comment : {"# directed", "#Directed: yes", "% type: directed", "# undirected=false"})
    EXPECT_TRUE(directed(comment));
  for (const char* comment : {"# undirected", "# directed: no", "# not directed", "# sorted by directed distance"}) {
    EXPECT_FALSE(directed(comment)) << comment;
  }
}

TEST(table_direction, is_stated_by_truth_values) {
  const auto edges = [](const char* text) { return read_text("a.csv", text).g.num_edges(); };
  EXPECT_EQ(edges("from,to,directed\n1,2,false\n2,3,False\n"), 4u);
  EXPECT_EQ(edges("u,v,is_directed\n1,2,1\n2,3,0\n"), 3u);
  EXPECT_EQ(edges("source,target,directed\n1,2,x\n2,3,y\n"), 2u);
  EXPECT_EQ(edges("source,target,Type\n1,2,0\n2,3,0\n"), 2u);  // any number, not a truth value
  const temporary_folder folder;
  const std::string said = read_error(folder.put("a.csv", "source,target,Type\n1,2,Directed\n2,3,Mixed\n"));
  EXPECT_NE(said.find("a.csv:3:"), said.npos) << said;
}

const std::string gephi = "Source,Target,Type,Id,Label,timeset,Weight\n";

TEST(gephi_table, says_its_direction_in_the_column_type) {
  const read_result r = read_text("a.csv", gephi + "A,B,Undirected,0,,,1.5\nB,C,Undirected,1,,,2.5\n");
  EXPECT_FALSE(r.g.directed());
  EXPECT_TRUE(r.g.weighted());
  EXPECT_EQ(r.what.edges_read, 2u);
  EXPECT_EQ(named_edges(r.g), (edge_names{{"A", "B"}, {"B", "A"}, {"B", "C"}, {"C", "B"}}));
  EXPECT_EQ(named_edges(read_text("a.csv", gephi + "A,B,Directed,0,,,1\n").g), (edge_names{{"A", "B"}}));
  EXPECT_EQ(named_edges(read_text("a.csv", gephi + "A,B,Undirected,0,,,1\n", as_directed()).g), (edge_names{{"A", "B"}}));
}

TEST(gephi_table, of_both_types_adds_the_reverse_of_undirected_rows) {
  const std::string named = gephi + "A,B,Directed,0,,,1\nB,C,Undirected,1,,,2\n";
  EXPECT_EQ(named_edges(read_text("a.csv", named).g), (edge_names{{"A", "B"}, {"B", "C"}, {"C", "B"}}));
  std::string numbers = gephi;
  for (int i = 0; i < 100; ++i) numbers += "1,2,undirected,,,,3\n";  // more rows than the reader inspects to detect the layout
  const read_result r = read_text("a.csv", numbers + "2,3,directed,,,,4\n");
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{1, 2, 3}, {2, 1, 3}, {2, 3, 4}}));
  EXPECT_TRUE(has_note(r, "the reverse of each undirected edge was added"));
}

TEST(gephi_table, with_another_type_is_refused) {
  const temporary_folder folder;
  const std::string message = read_error(folder.put("a.csv", gephi + "1,2,Directed,,,,3\n1,3,Mixed,,,,3\n"));
  EXPECT_NE(message.find("a.csv:3: \"Mixed"), message.npos) << message;
  EXPECT_TRUE(has_note(read_text("a.csv", "source,target,type\n1,2,friend\n2,3,foe\n"), "columns not read: \"type\""));
}

}  // namespace
}  // namespace fathom::test
