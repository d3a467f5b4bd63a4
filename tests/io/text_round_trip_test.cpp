// Round trips through every text format that can represent the graph.
#include "expected_error.hpp"
#include "text_files.hpp"

namespace fathom::test {
namespace {

graph graph_of(std::uint64_t n, const std::vector<edge>& edges, bool directed, bool weighted, std::vector<std::uint64_t> ids = {}) {
  edge_list list;
  list.num_vertices = n;
  list.directed = directed;
  list.sources = array<vertex_id>(edges.size());
  list.targets = array<vertex_id>(edges.size());
  if (weighted) list.weights = array<edge_weight>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    list.sources[i] = static_cast<vertex_id>(std::get<0>(edges[i]));
    list.targets[i] = static_cast<vertex_id>(std::get<1>(edges[i]));
    if (weighted) list.weights[i] = std::get<2>(edges[i]);
  }
  list.original_ids = array<std::uint64_t>(ids.size());
  std::copy(ids.begin(), ids.end(), list.original_ids.begin());
  return build(std::move(list), as_listed().build).g;
}

// Writes `g` and reads it back.
read_result again(const graph& g, const std::string& name) {
  const temporary_folder folder;
  write_graph(folder / name, g);
  return read_graph(folder / name, as_listed());
}

void expect_same(const graph& got, const graph& g, const std::string& name) {
  SCOPED_TRACE(name);
  EXPECT_EQ(got.num_vertices(), g.num_vertices());
  EXPECT_EQ(got.directed(), g.directed());
  EXPECT_EQ(got.weighted(), g.weighted());
  EXPECT_EQ(edges_of(got), edges_of(g));
}

const std::vector<edge> some = {{0, 1, 2.5f}, {1, 2, -3}, {2, 2, 1e-8f}, {5, 0, 3.4e38f}, {3, 5, 16777216}};
const std::vector<std::string> weightless = {"g.mtx", "g.txt", "g.el", "g.csv", "g.tsv", "g.adj", "g.gr"};
const std::vector<std::string> weighted = {"g.mtx", "g.txt", "g.wel", "g.csv"};
// For formats that support only integers.
const std::vector<edge> whole = {{0, 1, 2}, {1, 2, 3}, {5, 0, 16777216}, {3, 5, 1}};

TEST(round_trip, directed) {
  const graph g = graph_of(9, some, true, false);
  for (const std::string& name : weightless) expect_same(again(g, name).g, g, name);
}

TEST(round_trip, names_of_tables_select_the_separator) {
  const graph g = graph_of(2, {{0, 1, 2}}, true, false);
  const temporary_folder folder;
  const auto written = [&](const char* file, const write_options& options) {
    write_graph(folder / file, g, options);
    return content_of(folder / file);
  };
  EXPECT_EQ(written("a.csv", write_options_named("TSV")), "source\ttarget\n0\t1\n");
  EXPECT_EQ(written("a.tsv", write_options_named("csv")), "source,target\n0,1\n");
  EXPECT_EQ(written("b.tsv", write_options_named("auto")), "source\ttarget\n0\t1\n");
}

TEST(round_trip, directed_with_weights) {
  const graph g = graph_of(9, some, true, true);
  for (const std::string& name : weighted) expect_same(again(g, name).g, g, name);
  const graph h = graph_of(9, whole, true, true);
  for (const std::string name : {"g.gr", "g.adj"}) expect_same(again(h, name).g, h, name);
  const temporary_folder folder;
  for (const std::string name : {"g.gr", "g.adj"}) {
    expect_error(error_category::output, "the edge from 0 to 1 has weight 2.5", [&] { write_graph(folder / name, g); });
  }
}

TEST(round_trip, undirected) {
  const graph g = graph_of(9, some, false, false);
  for (const std::string& name : weightless) expect_same(again(g, name).g, g, name);
  expect_same(again(g, "g.graph").g, g, "g.graph");
}

TEST(round_trip, undirected_with_weights) {
  const graph g = graph_of(9, some, false, true);
  for (const std::string& name : weighted) expect_same(again(g, name).g, g, name);
  const graph h = graph_of(9, whole, false, true);
  for (const std::string name : {"g.gr", "g.graph", "g.adj"}) expect_same(again(h, name).g, h, name);
}

// Graphs without in-edges count as undirected if every edge has a reverse edge, of any weight and multiplicity.
graph without_in_edges(const std::vector<edge>& edges, bool weights) {
  graph_arrays rows;
  const graph g = graph_of(3, edges, true, weights);
  rows.offsets = array<edge_offset>(4);
  rows.targets = array<vertex_id>(g.num_edges());
  if (weights) rows.weights = array<edge_weight>(g.num_edges());
  std::copy_n(g.view().out.offsets, 4, rows.offsets.begin());
  std::copy_n(g.view().out.targets, g.num_edges(), rows.targets.begin());
  if (weights) std::copy_n(g.view().out.weights, g.num_edges(), rows.weights.begin());
  rows.properties = g.properties();
  rows.properties.directed = false;
  return graph(std::move(rows));
}

void expect_same_edges(const graph& g, const std::vector<std::string>& names) {
  for (const std::string& name : names) EXPECT_EQ(edges_of(again(g, name).g), edges_of(g)) << name;
  const temporary_folder folder;
  EXPECT_THROW(write_graph(folder / "g.graph", g), error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(round_trip, both_directions_with_different_weights) {
  expect_same_edges(without_in_edges({{0, 1, 2}, {1, 0, 3}}, true), weighted);
}

TEST(round_trip, more_edges_one_way_than_the_other) {
  expect_same_edges(without_in_edges({{0, 1, 1}, {0, 1, 1}, {1, 0, 1}}, false), weightless);
}

TEST(round_trip, what_a_format_cannot_store_is_noted) {
  const graph g = graph_of(3, {{0, 1, 2}, {1, 2, 1}}, true, true, {7, 1'000, 5'000'000'000});
  const temporary_folder folder;
  const auto left_out = [&](const std::string& name) { return write_graph(folder / name, g).left_out; };
  EXPECT_EQ(left_out("g.fathom"), "");
  EXPECT_EQ(left_out("g.csv"), "");
  EXPECT_EQ(left_out("g.txt"), "");
  EXPECT_EQ(left_out("g.wel"), "");
  EXPECT_EQ(left_out("g.el"), "weights");
  EXPECT_EQ(left_out("g.wsg"), "original vertex ids");
  EXPECT_EQ(left_out("g.sg"), "original vertex ids, weights");
  EXPECT_EQ(left_out("g.mtx"), "original vertex ids");
  EXPECT_EQ(write_graph(folder / "h.sg", graph_of(3, {{0, 1, 0}}, true, false)).left_out, "");
}

// Programs that read whole weights would take "3e+09" for 3.
TEST(round_trip, whole_weights_have_no_exponent) {
  const temporary_folder folder;
  write_graph(folder / "g.wel", graph_of(2, {{0, 1, 3e9F}}, true, true));
  EXPECT_TRUE(content_of(folder / "g.wel").starts_with("0 1 3000000000\n"));
}

TEST(round_trip, empty_and_edgeless) {
  for (const std::uint64_t n : {0u, 1u, 100u}) {
    const graph g = graph_of(n, {}, true, false);
    for (const std::string& name : weightless) expect_same(again(g, name).g, g, name + " of " + std::to_string(n));
    expect_same(again(g, "g.graph").g, g, "g.graph of " + std::to_string(n));
  }
}

TEST(round_trip, few_edges_among_many_vertices_are_not_renumbered) {
  const graph g = graph_of(1000, {{0, 998, 1}, {998, 0, 1}, {3, 0, 1}}, true, false);
  for (const std::string& name : weightless) expect_same(again(g, name).g, g, name);
}

TEST(round_trip, original_ids) {
  const graph g = graph_of(5, {{0, 1, 1}, {3, 1, 2}}, true, true, {3, 5000, 1u << 31, 7'000'000'000, 8'000'000'000});
  for (const std::string name : {"g.txt", "g.wel", "g.csv"}) expect_same(again(g, name).g, g, name);
}

TEST(round_trip, names) {
  const std::string text =
      "source,target,weight\nbob,\"al, jr\",2\n\"al, jr\",\"the \"\"x\"\"\",3\n7,bob,1\nnobody,,\n\" blank\",bob,4\n";
  const graph g = read_text("a.csv", text).g;
  const auto named = [](const graph& h) {
    std::vector<std::string> edges;
    for (const auto& [u, v, w] : edges_of(h)) {
      edges.push_back(h.name(static_cast<vertex_id>(u)) + "|" + h.name(static_cast<vertex_id>(v)) + "|" + std::to_string(w));
    }
    std::sort(edges.begin(), edges.end());
    return edges;
  };
  for (const std::string name : {"g.csv", "g.tsv"}) {
    const graph back = again(g, name).g;
    EXPECT_EQ(named(back), named(g)) << name;
    EXPECT_EQ(back.num_vertices(), g.num_vertices()) << name;
    EXPECT_TRUE(back.find_label("nobody").has_value()) << name;
    EXPECT_TRUE(back.find_label(" blank").has_value()) << name;
  }
}

TEST(written_text, holds_an_undirected_edge_once_where_the_format_can_say_so) {
  const graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, false, false);
  const temporary_folder folder;
  for (const std::string name : {"g.mtx", "g.txt", "g.el", "g.graph", "g.gr"}) write_graph(folder / name, g);
  EXPECT_EQ(content_of(folder / "g.mtx"), "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n");
  EXPECT_EQ(content_of(folder / "g.txt"), "# Undirected graph\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n");
  EXPECT_EQ(content_of(folder / "g.el"), "0 1\n1 0\n1 2\n2 1\n");
  EXPECT_EQ(content_of(folder / "g.graph"), "3 2\n2\n1 3\n2\n");
}

TEST(written_text, is_not_there_after_a_failure) {
  const temporary_folder folder;
  const graph g = graph_of(2, {{0, 1, 1}}, true, false);
  EXPECT_THROW(write_graph(folder / "g.unknown", g), error);
  EXPECT_THROW(write_graph(folder / "g.mtx.gz", g), error);
  EXPECT_THROW(write_graph(folder / "no" / "g.mtx", g), error);
  EXPECT_THROW(write_graph(folder / "g.graph", g), error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_THROW(write_graph("/dev/full", g, {.format = file_format::matrix_market, .prepared = nullptr, .control = {}}), error);
}

}  // namespace
}  // namespace fathom::test
