// Formats and dialects that other tools write: their interpretation, and errors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "expected_error.hpp"
#include "text_files.hpp"

namespace fathom::test {
namespace {

// "directed: a b c | a-b a-c:2.5": vertices by name, then stored edges, with weights if there are any.
std::string described(const graph& g) {
  std::vector<std::string> vertices, edges;
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    vertices.push_back(g.name(u));
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      const vertex_id v = out.targets[e];
      if (!g.directed() && u > v) continue;
      edges.push_back(g.name(u) + '-' + g.name(v) + (out.weights ? fmt::format(":{}", out.weights[e]) : ""));
    }
  }
  return fmt::format("{}: {} | {}", g.directed() ? "directed" : "undirected", fmt::join(vertices, " "), fmt::join(edges, " "));
}

struct meaning {
  const char* title;
  const char* file;
  const char* text;
  const char* graph;
};

std::ostream& operator<<(std::ostream& out, const meaning& m) { return out << m.title; }

class files_of_others : public testing::TestWithParam<meaning> {};

TEST_P(files_of_others, mean_this_graph) { EXPECT_EQ(described(read_text(GetParam().file, GetParam().text).g), GetParam().graph); }

INSTANTIATE_TEST_SUITE_P(
    matrix_market, files_of_others,
    testing::Values(
        meaning{"one_percent", "a.mtx", "%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n",
                "undirected: 0 1 2 | 0-1 1-2"},
        meaning{"one_percent_by_content", "a", "%matrixmarket matrix coordinate pattern general\n2 2 1\n1 2\n",
                "directed: 0 1 | 0-1"},
        meaning{"fortran_exponents", "a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 1.5D+01\n2 3 -2d0\n",
                "directed: 0 1 2 | 0-1:15 1-2:-2"},
        meaning{"size_in_comment", "a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% of friends\n%4 4 2\n2 1\n4 3\n",
                "undirected: 0 1 2 3 | 0-1 2-3"},
        meaning{"size_in_comment_with_weights", "a.mtx",
                "%%MatrixMarket matrix coordinate integer symmetric\n% 3 3 2\n2 1 5\n3 1 6\n", "undirected: 0 1 2 | 0-1:5 0-2:6"},
        meaning{"size_after_comment_of_numbers", "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n% 7 7 7\n3 3 1\n1 2\n",
                "directed: 0 1 2 | 0-1"},
        meaning{"indented_comments", "a.mtx",
                "%%MatrixMarket matrix coordinate real general\n \t% why\n\n 2 2 1\n  % then\n 1 2 0.5\n",
                "directed: 0 1 | 0-1:0.5"},
        meaning{"unsigned_integer", "a.mtx", "%%MatrixMarket matrix coordinate unsigned-integer general\n%\n2 2 1\n2 1 7\n",
                "directed: 0 1 | 1-0:7"}));

INSTANTIATE_TEST_SUITE_P(
    dimacs, files_of_others,
    testing::Values(meaning{"edge", "a.col", "c x\np edge 4 2\ne 1 2\ne 3 2\n", "undirected: 0 1 2 3 | 0-1 1-2"},
                    meaning{"col_with_weights_of_vertices", "a.clq", "p col 3 1\nn 1 9\ne 1 3\n", "undirected: 0 1 2 | 0-2"},
                    meaning{"half_of_the_announced", "a.col", "p edge 3 4\ne 1 2\ne 2 3\n", "undirected: 0 1 2 | 0-1 1-2"},
                    meaning{"by_content", "a.txt", "p edge 2 1\ne 1 2\n", "undirected: 0 1 | 0-1"},
                    meaning{"treewidth", "a.gr", "c x\np tw 3 2\n1 2\n2 3\n", "undirected: 0 1 2 | 0-1 1-2"},
                    meaning{"vertex_cover", "a", "p td 3 1\n1 3\n", "undirected: 0 1 2 | 0-2"},
                    meaning{"maximum_flow", "a.max", "c x\np max 3 2\nn 1 s\nn 3 t\na 1 2 5\na 2 3 6\n",
                            "directed: 0 1 2 | 0-1:5 1-2:6"},
                    meaning{"flow_by_content", "a.dimacs", "p max 2 1\nn 1 s\nn 2 t\na 1 2 4\n", "directed: 0 1 | 0-1:4"},
                    meaning{"shortest_paths", "a.gr", "p sp 2 1\na 1 2 4\n", "directed: 0 1 | 0-1:4"}));

INSTANTIATE_TEST_SUITE_P(
    bipartite, files_of_others,
    testing::Values(meaning{"declared", "out.x", "% bip unweighted\n% 2 2 3\n1 1\n2 3\n", "undirected: 1 2 3 4 5 | 1-3 2-5"},
                    meaning{"not_declared", "out.x", "% bip\n1 1\n3 2\n", "undirected: 1 3 4 5 | 1-4 3-5"},
                    meaning{"weights_and_times", "out.x", "% bip posweighted\n1 1 2.5 1700000000\n", "undirected: 1 2 | 1-2:2.5"}));

INSTANTIATE_TEST_SUITE_P(pbbs, files_of_others,
                         testing::Values(meaning{"edges", "a.txt", "EdgeArray\n0 1\n1 2\n", "directed: 0 1 2 | 0-1 1-2"},
                                         meaning{"weights", "a", "WeightedEdgeArray\n1 0 3\n", "directed: 0 1 | 1-0:3"}));

INSTANTIATE_TEST_SUITE_P(
    gml, files_of_others,
    testing::Values(
        meaning{"undirected_by_default", "a.gml", "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]",
                "undirected: 0 1 | 0-1"},
        meaning{"ids_with_gaps_and_an_isolated_vertex", "a.gml",
                "graph [\n node [ id 9 label \"nine ] [\" ]\n node [ id 3 ]\n node [ id 5 ]\n edge [ source 9 target 3 ]\n]\n",
                "undirected: 3 5 9 | 3-9"},
        meaning{"directed_after_edges_with_weights", "a.gml",
                "Creator \"x\"\n# a comment [\ngraph\n[\n  node\n [ id 1 graphics [ x 1.0 y [ ] ] ] node [ id 2 ]\n"
                "  edge [ source 2 target 1 weight 0.5 ] directed 1\n]\n",
                "directed: 1 2 | 2-1:0.5"},
        meaning{"values_as_weights", "a", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 value 4 ] ]\n",
                "undirected: 1 2 | 1-2:4"},
        meaning{"names", "a.gml", "graph [ node [ id \"b\" ] node [ id \"a\" ] edge [ source \"a\" target \"b\" ] ]",
                "undirected: b a | b-a"},
        meaning{"labels_as_names", "a.gml",
                "graph [ node [ id 1 label \"A &amp; &#233;&#8364;&x;\" ] node [ id 0 label \"B\" ] edge [ source 0 target 1 ] ]",
                "undirected: A & \xc3\xa9\xe2\x82\xac&x; B | A & \xc3\xa9\xe2\x82\xac&x;-B"},
        meaning{"labels_as_ids", "a.gml", "graph [ node [ id 0 label \"7\" ] node [ id 1 label 5 ] edge [ source 0 target 1 ] ]",
                "undirected: 5 7 | 5-7"},
        meaning{"equal_labels", "a.gml", "graph [ node [ id 3 label \"A\" ] node [ id 4 label \"A\" ] ]", "undirected: 3 4 | "},
        meaning{"one_empty_name", "a.gml", "graph [ node [ id \"\" ] ]", "undirected:  | "}));

INSTANTIATE_TEST_SUITE_P(
    pajek, files_of_others,
    testing::Values(
        meaning{"edges", "a.net", "*Vertices 3\n1 \"a b\" 0.1 0.2\n3 \"c\"\n*Edges\n1 2 1.5\n", "undirected: 1 2 3 | 1-2:1.5"},
        meaning{"labels_as_names", "a.net", "*Vertices 2\n2 \"b c\" 0.1\n1 a\n*Arcs\n1 2\n", "directed: a b c | a-b c"},
        meaning{"labels_as_ids", "a.net", "*Vertices 2\n1 \"9\"\n2 \"8\"\n*Arcs\n1 2\n", "directed: 8 9 | 9-8"},
        meaning{"equal_labels", "a.net", "*Vertices 2\n1 a\n2 a\n*Arcs\n1 2\n", "directed: 1 2 | 1-2"},
        meaning{"arcs", "a", "% x\n*Network n\n*vertices 3\n\n*arcs\n3 1\n", "directed: 1 2 3 | 3-1"},
        meaning{"mixed", "a.net", "*Vertices 3\n*Arcs\n1 2\n*Edges\n2 3\n", "directed: 1 2 3 | 1-2 2-3 3-2"},
        meaning{"lists", "a.net", "*Vertices 4\n*Edgeslist\n1 2 3\n", "undirected: 1 2 3 4 | 1-2 1-3"},
        meaning{"properties_are_no_weights", "a.net", "*Vertices 2\n*Arcs :1 \"likes\"\n1 2 c Blue\n", "directed: 1 2 | 1-2"}));

#ifdef FATHOM_TESTS_WITH_XML
INSTANTIATE_TEST_SUITE_P(
    xml, files_of_others,
    testing::Values(
        meaning{"graphml", "a.graphml",
                "<?xml version=\"1.0\"?>\n<!-- x --><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
                "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>"
                "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b &amp; c\"/><node id=\"alone\"/>"
                "<edge source=\"a\" target=\"b &amp; c\"><data key=\"d0\"> 2.5 </data></edge></graph></graphml>",
                "undirected: a b & c alone | a-b & c:2.5"},
        meaning{"graphml_default_weight_and_numbers", "a",
                "<graphml><key id=\"w\" for=\"all\" attr.name=\"weight\"><default>3</default></key><graph edgedefault=\"directed\">"
                "<edge source=\"10\" target=\"2\"/><node id=\"10\"/><node id=\"2\"/></graph></graphml>",
                "directed: 2 10 | 10-2:3"},
        meaning{"graphml_mixed", "a.graphml",
                "<graphml><graph edgedefault=\"directed\"><node id=\"0\"/><node id=\"1\"/><node id=\"2\"/>"
                "<edge source=\"0\" target=\"1\"/><edge source=\"1\" target=\"2\" directed=\"false\"/></graph></graphml>",
                "directed: 0 1 2 | 0-1 1-2 2-1"},
        meaning{"gexf", "a.gexf",
                "<gexf><graph defaultedgetype=\"directed\"><nodes><node id=\"x\"/><node id=\"y\"/></nodes>"
                "<edges><edge id=\"0\" source=\"x\" target=\"y\" weight=\"2\"/></edges></graph></gexf>",
                "directed: x y | x-y:2"},
        meaning{"graphml_weights_by_id", "a.graphml",
                "<graphml><key id=\"weight\" for=\"edge\"/><graph edgedefault=\"directed\"><node id=\"a\"/><node id=\"b\"/>"
                "<edge source=\"a\" target=\"b\"><data key=\"weight\">4</data></edge></graph></graphml>",
                "directed: a b | a-b:4"},
        meaning{
            "gexf_weights_as_attribute", "a.gexf",
            "<gexf><graph defaultedgetype=\"Directed\"><attributes class=\"node\"><attribute id=\"0\" "
            "title=\"weight\"/></attributes>"
            "<attributes class=\"edge\"><attribute id=\"0\" title=\"Weight\"/><attribute id=\"1\" title=\"x\"/></attributes>"
            "<nodes><node id=\"a\"><attvalues><attvalue for=\"0\" value=\"9\"/></attvalues></node><node id=\"b\"/></nodes><edges>"
            "<edge source=\"a\" target=\"b\"><attvalues><attvalue for=\"1\" value=\"7\"/><attvalue for=\"0\" value=\"2.5\"/>"
            "</attvalues></edge><edge source=\"b\" target=\"a\" weight=\"3\"><attvalues><attvalue for=\"0\" value=\"8\"/>"
            "</attvalues></edge></edges></graph></gexf>",
            "directed: a b | a-b:2.5 b-a:3"},
        meaning{"graphml_weights_of_two_types", "a.graphml",
                "<graphml><key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>"
                "<key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/><graph edgedefault=\"directed\">"
                "<node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"><data key=\"d0\">4</data></edge>"
                "<edge source=\"b\" target=\"a\"><data key=\"d1\">0.5</data></edge></graph></graphml>",
                "directed: a b | a-b:4 b-a:0.5"},
        meaning{"gexf_default_weight", "a.gexf",
                "<gexf><graph defaultedgetype=\"directed\"><attributes class=\"edge\"><attribute id=\"0\" title=\"weight\">"
                "<default>4</default></attribute><attribute id=\"1\" title=\"x\"><default>9</default></attribute></attributes>"
                "<nodes><node id=\"a\"/><node id=\"b\"/></nodes><edges><edge source=\"a\" target=\"b\"/>"
                "<edge source=\"b\" target=\"a\"><attvalues><attvalue for=\"0\" "
                "value=\"2\"/></attvalues></edge></edges></graph></gexf>",
                "directed: a b | a-b:4 b-a:2"},
        meaning{"gexf_undirected_by_default", "a.xml",
                "<gexf><graph><nodes><node id=\"1\"><nodes><node id=\"2\"/></nodes></node></nodes>"
                "<edges><edge source=\"2\" target=\"1\"/></edges></graph></gexf>",
                "undirected: 1 2 | 1-2"}));

TEST(gexf, with_weights_that_change_is_noted) {
  const std::string head =
      "<gexf><graph mode=\"dynamic\"><attributes class=\"edge\" mode=\"dynamic\"><attribute id=\"w\" title=\"weight\"/>"
      "</attributes><nodes><node id=\"1\"/><node id=\"2\"/></nodes><edges><edge source=\"1\" target=\"2\"><attvalues>"
      "<attvalue for=\"w\" value=\"3\" end=\"2001\"/>";
  const std::string tail = "</attvalues></edge></edges></graph></gexf>";
  EXPECT_FALSE(has_note(read_text("a.gexf", head + tail), "several weights"));
  const read_result changing = read_text("a.gexf", head + "<attvalue for=\"w\" value=\"5\" start=\"2001\"/>" + tail);
  EXPECT_TRUE(has_note(changing, "edges with several weights, for example at different times: 1; the first weight"));
  EXPECT_TRUE(has_note(changing, "the times at which nodes and edges exist were ignored"));
  EXPECT_EQ(changing.g.view().out.weights[0], 3);
}

TEST(xml_files, with_entities_are_refused) {
  const std::string declared =
      "<!DOCTYPE graphml [<!ENTITY a \"x\"><!ENTITY f SYSTEM \"file:///etc/hostname\">]>"
      "<graphml><graph edgedefault=\"directed\"><node id=\"&a;\"/></graph></graphml>";
  const temporary_folder folder;
  EXPECT_NE(read_error(folder.put("a.graphml", declared)).find("entities"), std::string::npos);
  // ten nested levels of ten references: 10^10 characters
  std::string bomb = "<!DOCTYPE graphml [<!ENTITY e0 \"0123456789\">";
  for (int i = 1; i < 10; ++i) {
    bomb += fmt::format("<!ENTITY e{} \"", i);
    for (int k = 0; k < 10; ++k) bomb += fmt::format("&e{};", i - 1);
    bomb += "\">";
  }
  bomb += "]><graphml><graph edgedefault=\"directed\"><node id=\"&e9;\"/></graph></graphml>";
  error_category category{};
  static_cast<void>(read_error(folder.put("b.graphml", bomb), &category));
  EXPECT_EQ(category, error_category::input);
}

TEST(xml_files, of_one_long_line_are_read) {
  std::string text = "<graphml><graph edgedefault=\"undirected\">";
  for (int i = 0; i < 200'000; ++i) text += fmt::format("<node id=\"{}\"/><edge source=\"{}\" target=\"0\"/>", i, i);
  EXPECT_EQ(read_text("a.graphml", text + "</graph></graphml>").g.num_vertices(), 200'000u);
}
#endif

struct refusal {
  const char* file;
  const char* text;
  const char* part;  // expected in the message
};

TEST(files_of_others, that_are_not_read_are_refused_with_a_reason) {
  const temporary_folder folder;
  for (const refusal& r : {
           refusal{"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n%2 3 1\n1 2\n",
                   "expected rows, columns and entries"},
           refusal{"a.col", "p edge 3 3\ne 1 2\n", "ends after 1 of the 3 edges"},
           refusal{"a.col", "p edge 2 1\na 1 2 3\n", "lines start with \"e\""},
           refusal{"a.gr", "p min 2 1\na 1 2 3\n", "\"p min\" is not a supported problem"},
           refusal{"a.gml", "graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", "does not declare"},
           refusal{"a.gml", "graph [ node [ id 1 ] node [ id 1 ] ]", "declared twice"},
           refusal{"a.gml", "graph [ node [ id 1 ]", "ends within a list"},
           refusal{"a.gml", "node [ id 1 ]", "has no \"graph [\""},
           refusal{"a.gml", "graph [ directed 2 ]", "\"directed\" is \"2\""},
           refusal{"a.net", "*Vertices 2\n*Arcs\n1 3\n", "outside of 1..2"},
           refusal{"a.net", "*Vertices 2\n*Matrix\n0 1\n1 0\n", "sections are"},
           refusal{"a.gml", "graph [ node [ id 1 ]\n edge [ source 1 target 1 weight 1\nweight 5 ] ]",
                   "a.gml:3: the edge has more than one weight"},
           refusal{"a.gml", "graph [ node [ id 1 id 2 ] ]", "the node has more than one id"},
           refusal{"a.dl", "dl n=2\ndata:\n0 1\n", "igraph.Graph.Read_DL"},
           refusal{"a.lgl", "# a\nb 1.0\n", "igraph.Graph.Read_Lgl"},
           refusal{"a.dgs", "DGS004\nx 0 0\n", "GraphStream DGS, which Fathom does not read"},
           refusal{"a.dot", "graph { a -- b; }\n", "read_dot"},
           refusal{"a.json", "{\"nodes\": []}\n", "node_link_graph"},
           refusal{"a", ">>graph6<<A_\n", "read_graph6"},
#ifdef FATHOM_TESTS_WITH_XML
           refusal{"a.graphml", "<graphml><graph><node id=\"a\"/>", "is not well-formed XML"},
           refusal{"a.graphml", "<graphml><graph edgedefault=\"mixed\"/></graphml>", "edgedefault is \"mixed\""},
           refusal{"a.graphml",
                   "<graphml><graph><node id=\"a\"/><edge source=\"a\" target=\"a\" directed=\"no\"/></graph></graphml>",
                   "'directed' is \"no\""},
           refusal{"a.graphml", "<graphml><graph><node/></graph></graphml>", "has no attribute 'id'"},
           refusal{"a.graphml", "<graphml><graph/><graph/></graphml>", "more than one graph"},
           refusal{"a.graphml", "<graphml><graph><hyperedge/></graph></graphml>", "hyperedges"},
           refusal{"a.graphml",
                   "<graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\"/><key id=\"W\" for=\"edge\" attr.name=\"Weight\"/>"
                   "<graph>\n<node id=\"a\"/><edge source=\"a\" target=\"a\"><data key=\"w\">1</data>\n<data "
                   "key=\"W\">5</data></edge></graph></graphml>",
                   "a.graphml:3: the edge has more than one weight"},
           refusal{"a.graphml",
                   "<graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\"/><graph>\n<node id=\"a\"/>\n<edge source=\"a\" "
                   "target=\"a\">\n"
                   "<data key=\"w\">nan</data></edge>\n\n</graph>\n</graphml>\n",
                   "a.graphml:4: \"nan\""},
           refusal{"a.graphml", "<graphml><graph>\n<node id=\"a\"/>\n<node id=\"a\"/>\n\n</graph>\n</graphml>\n",
                   "a.graphml:3: node"},
           refusal{"a.graphml", "<graphml><graph>\n<node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/>\n\n</graph>\n</graphml>\n",
                   "a.graphml:3:"},
           refusal{"a.graphml", "<graphml><graph>\n<node id=\"a\"/>\n</grap>\n\n\n</graphml>\n",
                   "a.graphml:3: is not well-formed XML"},
           refusal{"a.gexf", "<gexf><graph><edges>\n<edge source=\"a\" target=\"b\"\n weight=\"x\"/>\n\n</edges></graph></gexf>\n",
                   "a.gexf:3: \"x\""},
#else
           refusal{"a.graphml", "<graphml/>", "libxml2"},
#endif
       }) {
    error_category category{};
    const std::string message = read_error(folder.put(r.file, r.text), &category);
    EXPECT_EQ(category, error_category::input) << r.file;
    EXPECT_NE(message.find(r.part), message.npos) << r.file << ": " << message;
  }
}

TEST(files_of_others, say_what_was_decided) {
  EXPECT_TRUE(has_note(read_text("out.x", "% bip\n% 1 2 2\n1 1\n"), "vertex v of the second side is 2 + v"));
  EXPECT_TRUE(has_note(read_text("a.col", "p col 2 2\ne 1 2\n"), "counts each of the 1 edges in both directions"));
  EXPECT_TRUE(has_note(read_text("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n%2 2 1\n1 2\n"), "comment on line 2"));
  EXPECT_TRUE(has_note(read_text("a.net", "*Vertices 2\n1 a\n2 a\n"), "several vertices are labeled \"a\""));
  EXPECT_TRUE(has_note(read_text("a.gml", "graph [ node [ id 1 label \"x\" ] node [ id 2 ] ]"), "1 of 2 vertices have none"));
  EXPECT_TRUE(has_note(read_text("a.net", "*Vertices 3\n*Arcs\n1 2\n*Edges\n2 3\n"), "1 of 2 edges are undirected"));
}

TEST(files_of_others, direction_can_be_overridden) {
  read_options options;
  options.direction = stated_direction::undirected;
  EXPECT_EQ(described(read_text("a.net", "*Vertices 2\n*Arcs\n1 2\n", options).g), "undirected: 1 2 | 1-2");
  options.direction = stated_direction::directed;
  EXPECT_EQ(described(read_text("a.gml", "graph [ node [ id 0 ] node [ id 1 ] edge [ source 1 target 0 ] ]", options).g),
            "directed: 0 1 | 1-0");
}

TEST(weights_of_targets, that_the_format_forbids_are_refused) {
  const temporary_folder folder;
  read_options undirected;
  undirected.direction = stated_direction::undirected;
  for (const char* weight : {"0.5", "0", "-3"}) {
    const graph g = read_text("a.wel", fmt::format("0 1 2\n1 2 {}\n", weight), undirected).g;
    expect_error(error_category::output, "--no-weights", [&] { write_graph(folder / "a.graph", g); });
  }
  const graph named = read_text("a.csv", "source,target,weight\nx,y,2147483647\ny,z,2147483648\n").g;
  expect_error(error_category::output,
               "the edge from y to z has weight 2147483648, but .wsg files hold only whole weights of 32 bits",
               [&] { write_graph(folder / "a.wsg", named); });
  EXPECT_NO_THROW(write_graph(folder / "b.wsg", read_text("a.wel", "0 1 -2147483648\n").g));
  EXPECT_THROW(write_graph(folder / "b.gr", read_text("a.wel", "0 1 0.5\n").g), error);
  EXPECT_NO_THROW(write_graph(folder / "c.gr", read_text("a.wel", "0 1 0\n1 0 -3\n").g));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.graph"));
  EXPECT_FALSE(std::filesystem::exists(folder / "b.gr"));
  const graph large = read_text("a.wel", "0 1 10000000000\n", undirected).g;
  write_graph(folder / "a.graph", large);
  EXPECT_EQ(content_of(folder / "a.graph"), "2 1 001\n2 10000000000\n1 10000000000\n");
}

// Read back, 007 and 7 would be one vertex, and -1 none. Numbers are fine if they read as themselves, or beside other names.
TEST(targets, of_names_that_are_numbers) {
  const temporary_folder folder;
  const auto names = [](const std::string& first) {
    return read_text("a.gml",
                     "graph [ node [ id 0 label \"" + first + "\" ] node [ id 1 label \"7\" ] edge [ source 0 target 1 ] ]")
        .g;
  };
  for (const char* first : {"007", "-1", "7.0", "+7", "99999999999999999999"}) {
    SCOPED_TRACE(first);
    const graph g = names(first);
    expect_error(error_category::output, fmt::format("'{}' would not be read back from CSV as it is", first),
                 [&] { write_graph(folder / "a.csv", g); });
    EXPECT_FALSE(std::filesystem::exists(folder / "a.csv"));
  }
  for (const char* first : {"8", "a", "1.5"}) {
    write_graph(folder / "b.csv", names(first));
    const graph back = read_graph(folder / "b.csv").g;
    EXPECT_EQ((std::set{back.name(0), back.name(1)}), (std::set<std::string>{first, "7"}));
  }
}

TEST(targets, that_are_only_read_are_refused) {
  const temporary_folder folder;
  const graph g = read_text("a.el", "0 1\n").g;
  for (const char* name : {"a.gml", "a.graphml", "a.gexf", "a.net", "a.col", "a.clq", "a.zip"}) {
    expect_error(error_category::usage, "read but not written", [&] { write_graph(folder / name, g); });
  }
}

TEST(targets, of_unused_ids_are_noted_for_graph500) {
  const temporary_folder folder;
  read_options undirected;
  undirected.direction = stated_direction::undirected;
  const graph three = read_text("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n").g;
  EXPECT_EQ(write_graph(folder / "b.g500", three).left_out, "isolated vertices beyond the largest id of an edge");
  EXPECT_EQ(write_graph(folder / "c.g500", read_text("c.el", "0 7\n", undirected).g).left_out,
            "which ids are unused (they are read as isolated vertices)");
  EXPECT_EQ(read_graph(folder / "c.g500").g.num_vertices(), 8u);
}

TEST(symmetrized_rows, with_duplicates_kept_equal_a_symmetrized_list) {
  read_options options = as_listed();
  options.build.symmetrize = true;
  const graph list = read_text("a.el", "0 1\n1 0\n1 2\n", options).g;
  const graph rows = read_text("a.adj", "AdjacencyGraph\n3\n3\n0\n1\n3\n1\n0\n2\n", options).g;
  EXPECT_EQ(edges_of(rows), edges_of(list));
  const graph both_list = read_text("a.el", "0 1\n1 0\n", options).g;
  const graph both_rows = read_text("a.adj", "AdjacencyGraph\n2\n2\n0\n1\n1\n0\n", options).g;
  EXPECT_EQ(edges_of(both_rows), edges_of(both_list));
}

}  // namespace
}  // namespace fathom::test
