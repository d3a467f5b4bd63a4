// Text that is not a list of edges, although it could be read as one, is refused with a remedy; similar lists of edges are read.
#include "text_files.hpp"

namespace fathom::test {
namespace {

struct misread {
  const char* title;
  const char* file;
  const char* text;
  const char* message;
};

std::ostream& operator<<(std::ostream& out, const misread& m) { return out << m.title; }

class no_edge_list : public testing::TestWithParam<misread> {};

TEST_P(no_edge_list, is_refused_with_a_remedy) {
  const temporary_folder folder;
  const std::string said = read_error(folder.put(GetParam().file, GetParam().text));
  EXPECT_NE(said.find(GetParam().message), said.npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    contents, no_edge_list,
    testing::Values(
        misread{"lfs_in_txt", "a.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "git lfs pull"},
        misread{"lfs_in_mtx", "a.mtx", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "git lfs pull"},
        misread{"html_in_csv", "a.csv", "<!DOCTYPE html>\n<html><body>404</body></html>\n", "is an HTML page"},
        misread{"html_in_txt", "a.txt", "\n<HTML>\n<body>\n", "is an HTML page"},
        misread{"pdf", "a.pdf", "%PDF-1.4\n%x\n", "is a PDF document"},
        misread{"numpy", "a.npy", "\x93NUMPY\x01 ", "numpy.savetxt('"},
        misread{"seven_zip", "a.7z", "7z\xbc\xaf\x27\x1c", "7z x '"}, misread{"lz4", "a.txt.lz4", "\x04\x22\x4d\x18", "lz4 -d '"},
        misread{"dot_in_txt", "a.txt", "graph G { a -- b; b -- c; }\n", "is GraphViz DOT"},
        misread{"dot_of_lines", "a.txt", "strict digraph\n{\n  1 -> 2;\n}\n", "is GraphViz DOT"},
        misread{"tgf", "a.tgf", "1 a\n2 b\n#\n1 2\n", "is Trivial Graph Format"},
        misread{"pairs", "a.txt", "(1, 2)\n(2, 3)\n",
                "has brackets around its ids, such as \"(1\"; remove them: tr -d '()[]{}<>' < '"},
        misread{"lists", "a.csv", "[1,2]\n[2,3]\n", "has brackets around its ids"},
        misread{"pairs_by_blanks", "a.txt", "(1 2)\n(2 3)\n", "has brackets around its ids"},
        misread{"list_of_pairs", "a.txt", "[(1, 2), (2, 3)]\n", "write one edge per line: sed"},
        misread{"angle_brackets", "a.csv", "<1,2>\n<2,3>\n", "tr -d '()[]{}<>'"},
        misread{"nodes_of_a_grid", "a.edgelist", "(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}\n", "convert_node_labels_to_integers"},
        misread{"matrix", "a.csv", "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n", "looks like an adjacency matrix"},
        misread{"directed_matrix", "a.txt", "0 1 0 1\n0 0 1 0\n0 1 0 1\n0 0 0 0\n", "sep=r'\\s+', header=None"},
        misread{"symmetric_weights", "a.tsv", "0\t2.5\t0\t0\n2.5\t0\t1\t0\n0\t1\t0\t7\n0\t0\t7\t0\n", "sep=r'\\t', header=None"},
        misread{"matrix_of_numpy", "a.txt",
                "0.0e+00 1.0e+00 0.0e+00 0.0e+00\n1.0e+00 0.0e+00 0.0e+00 0.0e+00\n"
                "0.0e+00 0.0e+00 0.0e+00 1.0e+00\n0.0e+00 0.0e+00 1.0e+00 0.0e+00\n",
                "looks like an adjacency matrix"},
        misread{"matrix_of_pandas", "a.csv", ",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n", "sep=r',', index_col=0"},
        misread{"matrix_of_numbered_vertices", "a.csv", ",0,1,2,3\n0,0,5,0,0\n1,5,0,0,0\n2,0,0,0,6\n3,0,0,6,0\n",
                "looks like an adjacency matrix"},
        misread{"matrix_with_a_corner", "a.csv", "name,x,y\nx,0,5\ny,0,0\n", "looks like an adjacency matrix"},
        misread{"small_matrix", "a.txt", "0 1 1\n1 0 0\n1 0 0\n", "looks like an adjacency matrix"},
        misread{"directed_weights", "a.csv", "0,2,0,0\n0,0,3,0\n0,0,0,4\n0,0,0,0\n", "looks like an adjacency matrix"},
        misread{"adjacency_list", "a.txt", "0 1 2 3\n1 2\n2 3\n3\n", "looks like an adjacency list"},
        misread{"adjacency_list_of_a_hub", "a.txt", "0 1 2 3\n1 2\n2 3\n", "looks like an adjacency list"},
        misread{"adjacency_list_with_colons", "a.txt", "0: 1 2\n1: 2 0\n", "sub(\":$\", \"\", $1)"},
        misread{"json_in_txt", "a.txt", "{\"nodes\": [], \"links\": []}\n", "node_link_graph"},
        misread{"json_lines", "a.jsonl", "{\"source\":0,\"target\":1}\n{\"source\":1,\"target\":2}\n", "lines=True"},
        misread{"hypergraph", "a.hgr", "2 3\n1 2\n2 3\n", "is a hypergraph of hMETIS"},
        misread{"feather", "a.feather", "ARROW1", "read_feather('"},
        misread{"nodes", "a.csv", "Id,Label,x\n1,Alice,3\n2,Bob,4\n", "describe vertices; read the table of edges"},
        misread{"nodes_of_neo4j", "a.csv", "personId:ID(Person),name\na,x\nb,y\n", "describe vertices; read the table of edges"},
        misread{"nodes_of_neptune", "a.csv", "~id,~label,name:String\na,P,x\nb,P,y\n",
                "describe vertices; read the table of edges"},
        misread{"joined_by_arrows", "a.txt", "1->2\n2->3\n",
                "has \"->\" between source and target without blanks; replace it: sed"},
        misread{"joined_by_dashes", "a.edges", "a--b\nb--c\n", "sed 's#--# #' '"},
        misread{"count_above_triples", "train2id.txt", "2\n0 1 2\n2 3 4\n",
                "has a single number, \"2\", in its first line; remove it: sed 1d '"},
        misread{"double_colons", "ratings.dat", "1::1193::5::978300760\n2::661::3::978302109\n", "sed 's/::/,/g' '"},
        misread{"double_colons_in_a_table", "a.csv", "source::target\n1::2\n", "has columns separated by \"::\""},
        misread{"unquoted_decimal_commas", "a.csv", "source,target,weight\n1,2,1,5\n2,3,2,5\n3,4,0,5\n",
                "is beyond the header's 3 fields"},
        misread{"dictionary", "a.txt", "{1: [2, 3], 2: [3]}\n", "ast.literal_eval(open('"},
        misread{"decimal_commas", "a.txt", "1 2 0,5\n2 3 1,25\n",
                "has decimal commas in column 3, such as \"0,5\"; use --format csv"},
        misread{"decimal_commas_in_wel", "a.wel", "1 2 0,5\n", "\"0,5\" is not a weight (a number with a decimal point)"},
        misread{"dashes", "a.txt", "1 - 2\n2 - 3\n", "has \"-\" between source and target; use --format csv --source-column 1"},
        misread{"arrows_both_ways", "a.txt", "1 -> 2\n3 <- 2\n", "write the source of each edge into the first column"},
        misread{"arrows_to_the_left", "a.txt", "1 <- 2\n3 <- 2\n", "--source-column 3 --target-column 1"},
        misread{"dashes_in_a_table", "a.csv", "1,-,2\n2,-,3\n", "has \"-\" between source and target"},
        misread{"triples", "a.tsv", "a\tknows\tb\nb\tknows\tc\n", "has relations such as \"knows\" between source and target"},
        misread{"triples_of_numbers", "a.txt", "1 knows 2\n2 knows 3\n", "--source-column 1 --target-column 3"},
        misread{"wordnet", "a.tsv", "001\t_part\t002\n003\t_part\t004\n005\t_kind\t006\n007\t_part\t008\n", "relations such as"},
        misread{"neighbors_in_a_field", "a.csv", "id,neighbors\n1,2 3\n2,1\n", "row a vertex and its neighbors in column 2"},
        misread{"lists_in_a_field", "a.csv", "1,\"[2, 3]\"\n2,[]\n", "header=None); c = t.columns[1]"},
        misread{"data_of_edges", "a.csv", "0,1,{'weight': 1.5}\n1,2,{}\n", "data=['weight']), or use --no-weights"},
        misread{"more_data_of_edges", "a.csv", "0,1,{'weight': 1.5, 'x': 2}\n1,2,{'x': 3, 'weight': 2}\n", "write_edgelist"},
        misread{"edges_of_cytoscape", "a.csv",
                "SUID,shared name,shared interaction,name,selected,interaction\n"
                "7,\"A (pp) B\",pp,\"A (pp) B\",false,pp\n8,\"A (pd) C\",pd,\"A (pd) C\",false,pd\n",
                "zip(t['shared name'], t['shared interaction'])"},
        misread{"renamed_edges_of_cytoscape", "a.tsv", "interaction\tname\npp\tA (pp) B\n", "has edges named such as \"A (pp) B\""},
        misread{"nodes_of_cytoscape", "a.csv", "SUID,shared name,name,selected\n1,A,A,false\n2,B,B,true\n",
                "describe vertices; read the table of edges"},
        misread{"groups_of_ids", "a.csv", ":START_ID(Person),:END_ID(Film)\n1,1\n2,1\n", "equal ids are different vertices"}),
    [](const auto& info) { return info.param.title; });

TEST(edge_lists, that_resemble_other_shapes_are_read) {
  EXPECT_EQ(edges_of(read_text("a.el", "0 1\n").g).size(), 1u);
  const auto vertices = [](const char* file, const char* text) { return read_text(file, text).g.num_vertices(); };
  EXPECT_EQ(vertices("a.txt", "1 2 3\n2 3 5\n3 4 6\n"), 4u);                // sources 1, 2, 3 below "1 2 3"
  EXPECT_EQ(vertices("a.csv", ",0,1,2\n0,1,2,7\n1,2,3,7\n2,3,4,7\n"), 4u);  // a data frame of edges
  EXPECT_EQ(vertices("a.csv", "1,2,2\n2,1,3\n2,3,1\n"), 3u);                // three edges, symmetric
  EXPECT_EQ(vertices("a.txt", "1 2 1 1400000000\n2 3 1 1400000001\n3 4 1 1400000002\n4 5 1 1400000003\n"), 5u);
  EXPECT_EQ(vertices("a.edgelist", "graph node {'weight': 1}\nnode x {'weight': 2}\n"), 3u);
  EXPECT_EQ(vertices("a.edgelist", "graph node {}\nnode x {}\n"), 3u);
  EXPECT_EQ(vertices("a.csv", "source,target\n(+)-limonene,b\n(a),c\n"), 4u);
  EXPECT_EQ(vertices("a.csv", "ann,bob,friend\nbob,carl,friend\n"), 3u);             // labels of edges
  EXPECT_EQ(vertices("a.csv", "u1,film,4\nu2,film,5\nu3,film,4\nu4,book,4\n"), 6u);  // ratings
  EXPECT_EQ(vertices("a.csv", "u1,x,2024-01-01\nu2,x,2024-01-02\n"), 3u);
  EXPECT_EQ(vertices("a.csv", "a,-\nb,c\n"), 4u);
  EXPECT_EQ(vertices("a.csv", "subject,predicate,object\na,knows,b\n"), 2u);
  for (const char* text : {"head,relation,tail\n0,r,1\n", "tail,head\n0,1\n"}) {
    EXPECT_EQ(read_text("a.csv", text).g.view().out.offsets[1], 1u) << text;
  }
  EXPECT_EQ(vertices("a.csv", "a,b c\nb c,d\n"), 3u);  // a name of two words
  read_options columns;
  columns.table.source_column = "1", columns.table.target_column = "2";
  EXPECT_EQ(read_text("a.csv", "0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n", columns).g.num_vertices(), 2u);
}

TEST(no_weights, reads_lists_with_missing_or_bad_weights) {
  read_options plain;
  plain.build.keep_weights = false;
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n3 3 2\n";
  for (const auto& [file, text] : {std::pair<std::string, std::string>{"a.txt", "0 1 2.5\n1 2\n"},
                                   {"a.wel", "0 1 2.5\n1 2\n"},
                                   {"b.txt", "0 1\n1 2 2.5\n"},
                                   {"a.ncol", "a b 1.5\nb c x\n"},
                                   {"b.ncol", "a b\nb c 2\n"},
                                   {"a.edgelist", "0 1 {'weight': None}\n1 2 {'weight': 'x'}\n"},
                                   {"a.csv", "source,target,weight\n0,1,NaN\n1,2,\n"},
                                   {"b.csv", "0,1,{'weight': 3}\n1,2,{}\n"},
                                   {"a.mtx", banner + "1 2 nan\n2 3 inf\n"}}) {
    SCOPED_TRACE(text);
    const graph g = read_text(file, text, plain).g;
    EXPECT_EQ(g.num_vertices(), 3u);
    EXPECT_FALSE(g.weighted());
    const temporary_folder folder;
    const std::string said = read_error(folder.put(file, text));
    if (file != "a.ncol") {
      EXPECT_NE(said.find("--no-weights"), said.npos) << said;
    }
  }
}

TEST(edge_data, without_weights_are_noted) {
  EXPECT_TRUE(has_note(read_text("a.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 length 4 ] ]"),
                       "data of edges not read: \"length\" (rename it to weight"));
  EXPECT_TRUE(has_note(read_text("a.edgelist", "0 1 {'capacity': 3}\n1 2 {'capacity': 4}\n"), "data have no 'weight'"));
  EXPECT_FALSE(has_note(read_text("a.edgelist", "0 1 {}\n1 2 {}\n"), "data have no"));
  const temporary_folder folder;
  const std::string said = read_error(folder.put("a.edgelist", "0 1 {'weight': None}\n"));
  EXPECT_NE(said.find("\"None}\" is not a weight"), said.npos) << said;
}

}  // namespace
}  // namespace fathom::test
