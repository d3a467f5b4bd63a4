// Validation of the rows of `fathom distances`. Rows are made wrong by validating them against another graph than the one searched.
#include "commands/distances/row_validator.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/layout.hpp"
#include "fathom/sinks.hpp"

namespace fathom::test {
namespace {

using program::row_validator;

graph joined_pairs(vertex_id n, const std::vector<std::pair<vertex_id, vertex_id>>& pairs) {
  edge_list edges;
  edges.num_vertices = n;
  edges.directed = false;
  edges.sources = array<vertex_id>(pairs.size());
  edges.targets = array<vertex_id>(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) edges.sources[i] = pairs[i].first, edges.targets[i] = pairs[i].second;
  return build(std::move(edges)).g;
}

struct counting_file final : multi_bfs_sink {
  [[nodiscard]] sink_needs needs() const override { return {.distances = true}; }
  void begin(const multi_bfs_plan&) override { ++begun; }
  void take(const finished_group& group) override { searches += group.size(); }
  void end(vertex_totals&) override { ++ended; }

  std::size_t begun = 0, searches = 0, ended = 0;
};

constexpr hop_count no_limit = std::numeric_limits<hop_count>::max();

struct validated_rows {
  program::row_verdicts verdicts;
  counting_file file;
};

validated_rows validated(const graph& searched, const graph& expected, const std::vector<vertex_id>& sources,
                         hop_count limit = no_limit, multi_bfs_method method = multi_bfs_method::automatic) {
  validated_rows o;
  row_validator validator(expected, limit, {}, &o.file);
  static_cast<void>(multi_bfs(prepare(searched), sources, validator, {.depth_limit = limit, .method = method}));
  o.verdicts = std::move(validator.verdicts);
  return o;
}

// Two paths, or a path and a triangle.
graph two_paths() { return joined_pairs(6, {{0, 1}, {1, 2}, {3, 4}, {4, 5}}); }
graph path_and_triangle() { return joined_pairs(6, {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {3, 5}}); }

TEST(row_validator, accepts_the_rows_of_every_method_and_passes_them_on) {
  const graph g = path_and_triangle();
  for (const multi_bfs_method method : {multi_bfs_method::bitwise, multi_bfs_method::joint, multi_bfs_method::separate,
                                        multi_bfs_method::sequential, multi_bfs_method::ms_bfs}) {
    for (const hop_count limit : {no_limit, 1, 0}) {
      const validated_rows o = validated(g, g, {0, 3, 5, 0}, limit, method);
      EXPECT_EQ(o.verdicts.rows, 4u);
      EXPECT_TRUE(o.verdicts.invalid.empty()) << o.verdicts.invalid.begin()->second;
      EXPECT_EQ(o.file.begun, 1u);
      EXPECT_EQ(o.file.searches, 3u);  // distinct sources
      EXPECT_EQ(o.file.ended, 1u);
    }
  }
}

TEST(row_validator, names_the_sources_of_wrong_rows_and_holds_them_back) {
  const validated_rows o = validated(two_paths(), path_and_triangle(), {0, 3, 1, 3});
  EXPECT_EQ(o.verdicts.rows, 4u);
  ASSERT_EQ(o.verdicts.invalid.size(), 2u);
  EXPECT_EQ(o.verdicts.invalid.begin()->first, 1u);
  EXPECT_EQ(o.verdicts.invalid.rbegin()->first, 3u);
  EXPECT_NE(o.verdicts.invalid.at(1).find("rule"), std::string::npos) << o.verdicts.invalid.at(1);
  EXPECT_EQ(o.file.searches, 0u);
  EXPECT_EQ(o.file.ended, 0u);
}

TEST(row_validator, finds_rows_that_are_too_short_and_reach_too_much) {
  EXPECT_EQ(validated(path_and_triangle(), two_paths(), {3}).verdicts.invalid.size(), 1u);
  EXPECT_EQ(validated(path_and_triangle(), joined_pairs(6, {{0, 1}}), {0, 1, 3}).verdicts.invalid.size(), 3u);
}

}  // namespace
}  // namespace fathom::test
