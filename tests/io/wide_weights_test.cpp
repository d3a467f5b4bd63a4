// Weights that single precision cannot represent, in every text format.
#include <fmt/format.h>

#include "text_files.hpp"

namespace fathom::test {
namespace {

std::vector<double> weights_of(const graph& g) {
  std::vector<double> weights;
  for (edge_offset e = 0; e < g.num_edges(); ++e) weights.push_back(g.view().out.weight(e));
  return weights;
}

struct text_with_weights {
  std::string name, text;  // {0} and {1} are the weights of 0 -> 1 and 1 -> 2
};

const std::vector<text_with_weights> texts = {
    {"a.wel", "0 1 {0}\n1 2 {1}\n"},
    {"a.txt", "# Directed graph\n# FromNodeId ToNodeId Weight\n0 1 {0}\n1 2 {1}\n"},
    {"a.csv", "source,target,weight\n0,1,{0}\n1,2,\"{1}\"\n"},
    {"named.csv", "source,target,weight\nx,y,{0}\ny,z,{1}\n"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 {0}\n2 3 {1}\n"},
    {"a.gr", "p sp 3 2\na 1 2 {0}\na 2 3 {1}\n"},
    {"a.adj", "WeightedAdjacencyGraph\n3\n2\n0\n1\n2\n1\n2\n{0}\n{1}\n"},
};

TEST(wide_weights, are_read_exactly_from_every_text) {
  for (const text_with_weights& t : texts) {
    SCOPED_TRACE(t.name);
    const auto read = [&](const char* first, const char* second) {
      return read_text(t.name, fmt::format(fmt::runtime(t.text), first, second));
    };
    const read_result large = read("16777217", "0.1");
    EXPECT_EQ(weights_of(large.g), (std::vector<double>{16777217, 0.1}));
    EXPECT_TRUE(has_note(large, "weights are stored in double precision: 1 of 2"));
    EXPECT_EQ(weights_of(read("0.1", "1e-50").g), (std::vector<double>{0.1, 1e-50}));
    EXPECT_EQ(weights_of(read("1e39", "+33554435").g), (std::vector<double>{1e39, 33554435}));
    EXPECT_EQ(weights_of(read("9007199254740992", "123456789.25").g), (std::vector<double>{9007199254740992, 123456789.25}));
    const read_result single = read("0.1", "16777216");
    EXPECT_FALSE(single.g.has_wide_weights());
    EXPECT_EQ(weights_of(single.g), (std::vector<double>{0.1f, 16777216}));
    EXPECT_FALSE(has_note(single, "precision"));
  }
}

TEST(wide_weights, that_double_precision_changes_are_noted) {
  for (const text_with_weights& t : texts) {
    SCOPED_TRACE(t.name);
    const auto changed = [&](const char* weight) {
      return has_note(read_text(t.name, fmt::format(fmt::runtime(t.text), weight, "1")), "which changed them");
    };
    EXPECT_TRUE(changed("9007199254740993"));
    EXPECT_TRUE(changed("1e-400"));
    EXPECT_TRUE(changed("123456789012345678901"));
    for (const char* kept : {"9007199254740992", "9007199254740994", "0", "0.0e5", "1e300", "1e-300", "0.1"})
      EXPECT_FALSE(changed(kept));
  }
}

TEST(wide_weights, of_metis_are_compared_to_the_last_digit) {
  const auto file = [](const char* back) { return fmt::format("2 1 001\n2 16777217\n1 {}\n", back); };
  EXPECT_EQ(weights_of(read_text("a.graph", file("16777217")).g), (std::vector<double>{16777217, 16777217}));
  const temporary_folder folder;
  EXPECT_NE(read_error(folder.put("a.graph", file("16777216"))).find("not symmetric"), std::string::npos);
}

TEST(wide_weights, are_written_as_they_are) {
  const temporary_folder folder;
  const graph directed = read_text("a.wel", "0 1 16777217\n1 2 33554435\n2 0 9007199254740992\n2 1 5\n").g;
  for (const char* name : {"b.wel", "b.txt", "b.csv", "b.mtx", "b.gr", "b.adj", "b.fathom"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(write_graph(folder / name, directed).left_out, "");
    EXPECT_EQ(weights_of(read_graph(folder / name).g), weights_of(directed));
  }
  const graph real = read_text("a.wel", "0 1 0.1\n1 2 1e-60\n2 0 1e39\n").g;
  for (const char* name : {"c.wel", "c.txt", "c.csv", "c.mtx", "c.fathom"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(write_graph(folder / name, real).left_out, "");
    EXPECT_EQ(weights_of(read_graph(folder / name).g), weights_of(real));
  }
  read_options undirected;
  undirected.direction = stated_direction::undirected;
  const graph both = read_text("a.wel", "0 1 16777217\n1 2 33554435\n", undirected).g;
  EXPECT_EQ(write_graph(folder / "d.graph", both).left_out, "");
  EXPECT_EQ(weights_of(read_graph(folder / "d.graph").g), weights_of(both));
  EXPECT_EQ(write_graph(folder / "d.g500", both).left_out, "digits of weights beyond single precision");
}

TEST(wide_weights, make_a_text_a_fathom_file_of_version_2) {
  const temporary_folder folder;
  write_graph(folder / "wide.fathom", read_text("a.wel", "0 1 16777217\n").g);
  write_graph(folder / "narrow.fathom", read_text("a.wel", "0 1 16777216\n").g);
  constexpr std::size_t place_of_version = 12;
  EXPECT_EQ(content_of(folder / "wide.fathom")[place_of_version], 2);
  EXPECT_EQ(content_of(folder / "narrow.fathom")[place_of_version], 1);
}

// The last of many lines determines the precision, even if another thread reads the other lines.
TEST(wide_weights, at_the_end_of_a_long_text_widen_all) {
  std::string text;
  constexpr int lines = 200'000;
  for (int i = 0; i < lines; ++i) text += fmt::format("{} {} {}\n", i, i + 1, i % 2 == 0 ? "0.1" : "7");
  for (const int threads : {1, 3}) {
    read_options options;
    options.build.control.threads = threads;
    const graph g = read_text("a.wel", text + "0 5 1e-60\n", options).g;
    ASSERT_TRUE(g.has_wide_weights());
    EXPECT_EQ(g.view().out.weight(0), 0.1);
    EXPECT_EQ(g.view().out.weight(1), 1e-60);
    EXPECT_EQ(g.view().out.weight(2), 7);
    EXPECT_EQ(g.view().out.weight(3), 0.1);
  }
}

TEST(parallel_edges, of_a_file_are_merged_in_its_order) {
  const std::string log = "0 1 3\n0 1 1\n1 0 7\n0 2 2\n";
  const auto read = [&](parallel_edges policy, stated_direction direction) {
    read_options options;
    options.build.parallel = policy, options.direction = direction;
    return weights_of(read_text("a.wel", log, options).g);
  };
  using enum stated_direction;
  EXPECT_EQ(read(parallel_edges::min, directed), (std::vector<double>{1, 2, 7}));
  EXPECT_EQ(read(parallel_edges::sum, directed), (std::vector<double>{4, 2, 7}));
  EXPECT_EQ(read(parallel_edges::first, directed), (std::vector<double>{3, 2, 7}));
  EXPECT_EQ(read(parallel_edges::keep, directed), (std::vector<double>{3, 1, 2, 7}));
  EXPECT_EQ(read(parallel_edges::min, undirected), (std::vector<double>{1, 2, 1, 2}));
  EXPECT_EQ(read(parallel_edges::sum, undirected), (std::vector<double>{11, 2, 11, 2}));
  EXPECT_EQ(read(parallel_edges::first, undirected), (std::vector<double>{3, 2, 3, 2}));
}

TEST(parallel_edges, of_a_fathom_file_are_merged_on_request) {
  const temporary_folder folder;
  for (const bool undirected : {false, true}) {
    read_options options;
    options.build.parallel = parallel_edges::keep;
    options.direction = undirected ? stated_direction::undirected : stated_direction::directed;
    const graph kept = read_text("a.wel", "0 1 3\n0 1 1\n0 2 2\n", options).g;
    write_graph(folder / "kept.fathom", kept);
    EXPECT_EQ(weights_of(read_graph(folder / "kept.fathom").g), weights_of(kept));
    read_options merging;
    merging.merge_stored = true;
    for (const auto& [policy, weight] :
         {std::pair(parallel_edges::min, 1.0), {parallel_edges::sum, 4.0}, {parallel_edges::first, 3.0}}) {
      merging.build.parallel = policy;
      const read_result read = read_graph(folder / "kept.fathom", merging);
      EXPECT_EQ(read.g.directed(), !undirected);
      EXPECT_EQ(read.g.num_edges(), undirected ? 4u : 2u);
      EXPECT_EQ(read.g.view().out.weight(0), weight);
      EXPECT_EQ(read.what.parallel, policy);
    }
  }
}

}  // namespace
}  // namespace fathom::test
