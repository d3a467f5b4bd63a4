
#include "binary_files.hpp"

namespace fathom::test {
namespace {

using std::uint32_t;

std::string packed(std::initializer_list<uint32_t> words) {
  return {reinterpret_cast<const char*>(std::data(words)), words.size() * sizeof(uint32_t)};
}

io::parsed read_g500(const std::string& bytes, const std::filesystem::path& name = "test.g500") {
  return io::read_graph500(source_of(bytes, 0, name), {});
}

std::string written(const graph& g) {
  return written_by([&](output_file& out) { io::write_graph500(out, g); });
}

TEST(graph500, reads_edges_made_by_hand) {
  const io::parsed found = read_g500(packed({0, 1, 0, 2, 1, 0, 2, 2, 0}));
  ASSERT_TRUE(found.edges.has_value());
  EXPECT_FALSE(found.edges->directed);
  EXPECT_EQ(found.edges->num_vertices, 3u);
  EXPECT_EQ(listed(found.edges->sources.data(), 3), (std::vector<vertex_id>{0, 2, 2}));
  EXPECT_EQ(listed(found.edges->targets.data(), 3), (std::vector<vertex_id>{1, 1, 2}));
}

TEST(graph500, renumbers_ids_of_48_bits) {
  // 0x1234_00000007 -> 0x7FFF_FFFFFFFF: high bits of the first vertex are in the low half of the third word, of the second in the
  // high.
  const graph g = finished(read_g500(packed({7, 0xFFFFFFFF, 0x7FFF1234, 7, 3, 0x00001234})));
  ASSERT_EQ(g.num_vertices(), 3u);
  EXPECT_EQ(g.original_id(0), 3u);
  EXPECT_EQ(g.original_id(1), 0x123400000007u);
  EXPECT_EQ(g.original_id(2), 0x7FFFFFFFFFFFu);
  EXPECT_EQ(g.num_edges(), 4u);
  expect_same_graph(finished(read_g500(written(g))), g);
}

TEST(graph500, round_trips) {
  // The graph ends at the last vertex with an edge: the format cannot represent isolated vertices after it.
  const graph g = build(edges_of(6, {{0, 1, 1}, {4, 1, 1}, {4, 5, 1}, {0, 5, 1}, {2, 3, 1}}, false, false)).g;
  expect_same_graph(finished(read_g500(written(g))), g);
}

TEST(graph500, self_loops_and_duplicates_round_trip) {
  build_options keep;
  keep.parallel = parallel_edges::keep;
  keep.loops = self_loops::keep;
  const graph g = build(edges_of(3, {{0, 1, 1}, {1, 0, 1}, {2, 2, 1}, {1, 2, 1}}, false, false), keep).g;
  expect_same_graph(finished(read_g500(written(g)), keep), g);
}

TEST(graph500, weights_are_in_a_second_file) {
  const temporary_folder folder;
  const graph g = build(edges_of(3, {{0, 1, 0.5f}, {1, 2, -3}, {0, 2, 7}}, false, true)).g;
  const auto file = folder / "g.g500";
  put(folder / "g.g500.weights", written_by([&](output_file& out) { io::write_graph500_weights(out, g); }));
  expect_same_graph(finished(read_g500(written(g), file)), g);
  read_options options;
  options.build.keep_weights = false;
  EXPECT_TRUE(io::read_graph500(source_of(written(g), 0, file), options).edges->weights.empty());

  put(folder / "g.g500.weights", packed({0, 0}));
  EXPECT_NE(error_of([&] { (void)read_g500(written(g), file); }).find("g.g500.weights: is 8 bytes"), std::string::npos);
  put(folder / "g.g500.weights", packed({0, 0x7FC00000, 0}));
  EXPECT_NE(error_of([&] { (void)read_g500(written(g), file); }).find("weight 1 (byte 4) is nan"), std::string::npos);
}

TEST(graph500, refuses_negative_ids_and_truncated_files) {
  const std::string negative = packed({0, 1, 0, 0xFFFFFFFF, 1, 0x0000FFFF});
  EXPECT_NE(error_of([&] { (void)read_g500(negative); }).find("edge 1 (byte 12) contains the negative vertex id -1"),
            std::string::npos);
  const std::string whole = packed({0, 1, 0, 2, 1, 0});
  for (const std::size_t length : {1, 11, 13, 23}) {
    EXPECT_NE(error_of([&] { (void)read_g500(whole.substr(0, length)); }).find("truncated"), std::string::npos);
  }
}

// A download that failed leaves such a file, too.
TEST(graph500, of_no_edges_is_neither_read_nor_written) {
  const temporary_folder folder;
  EXPECT_NE(error_of([&] { (void)read_graph(folder.put("a.g500", "")); }).find("is empty"), std::string::npos);
  for (const std::uint64_t vertices : {0u, 3u}) {
    const graph g = build(edges_of(vertices, {}, false, false)).g;
    EXPECT_NE(error_of([&] { (void)written(g); }, error_category::output).find("no edges"), std::string::npos);
  }
}

TEST(graph500, refuses_to_write_directed_graphs) {
  error_of([] { (void)written(small_graph(true, false)); }, error_category::output);
}

}  // namespace
}  // namespace fathom::test
