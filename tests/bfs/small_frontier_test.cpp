// Deep searches whose levels are shared by threads: graphs that are wide enough throughout, that become narrow, or that end.
#include <gtest/gtest.h>

#include <algorithm>

#include "fathom/generate.hpp"
#include "fathom/validate.hpp"
#include "reference/check_tree.hpp"
#include "sanitized.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

using test::as_vector;

// Concatenates edge lists.
class glue {
 public:
  vertex_id add_lattice(vertex_id width, vertex_id height) {
    const vertex_id first = size_;
    size_ += width * height;
    for (vertex_id y = 0; y < height; ++y) {
      for (vertex_id x = 0; x < width; ++x) {
        const vertex_id v = first + y * width + x;
        if (x + 1 < width) join(v, v + 1);
        if (y + 1 < height) join(v, v + width);
      }
    }
    return first;
  }
  vertex_id add_path(vertex_id length) { return add_lattice(1, length); }
  void join(vertex_id u, vertex_id v) {
    sources_.push_back(u);
    targets_.push_back(v);
  }
  vertex_id size() const { return size_; }

  graph make() const {
    edge_list edges;
    edges.num_vertices = size_;
    edges.directed = false;
    edges.sources = array<vertex_id>(sources_.size());
    edges.targets = array<vertex_id>(targets_.size());
    std::copy(sources_.begin(), sources_.end(), edges.sources.begin());
    std::copy(targets_.begin(), targets_.end(), edges.targets.begin());
    return build(std::move(edges)).g;
  }

 private:
  vertex_id size_ = 0;
  std::vector<vertex_id> sources_, targets_;
};

void expect_right(const graph& g, vertex_id source, const std::vector<hop_count>& distances, const bfs_options& options,
                  const bfs_result& result) {
  ASSERT_EQ(as_vector(result.distances), distances);
  ASSERT_EQ(test::tree_fault(g, source, distances, result.predecessors.view()), "");
  ASSERT_EQ(result.report.reached, std::count_if(distances.begin(), distances.end(), [](hop_count d) { return d != unreachable; }));
  ASSERT_EQ(result.report.depth, *std::max_element(distances.begin(), distances.end()));
  if (!options.report_levels) return;
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(result.report.depth) + 2);
  for (const hop_count d : distances) {
    if (d != unreachable) ++sizes[static_cast<std::size_t>(d)];
  }
  for (const level_report& level : result.report.levels) {
    ASSERT_EQ(level.frontier, sizes[static_cast<std::size_t>(level.level)]) << level.level;
    ASSERT_EQ(level.found, sizes[static_cast<std::size_t>(level.level) + 1]) << level.level;
  }
}

void search_all_ways(const graph& g, std::vector<vertex_id> sources) {
  std::vector<std::vector<hop_count>> distances;
  for (const vertex_id source : sources) distances.push_back(test::queue_bfs(g, source));
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const int threads : {2, 3, 4}) {
      for (const bool levels : {false, true}) {
        if (test::sanitized && (threads == 4 || levels == (order == vertex_order::caller))) continue;
        const bfs_options options{.deterministic = levels && threads == 3, .report_levels = levels};
        bfs(l, sources, options, test::on_tested_device(threads), [&](std::size_t i, bfs_result& result) {
          SCOPED_TRACE("source " + std::to_string(sources[i]) + ", " + std::to_string(threads) + " threads");
          ASSERT_NO_FATAL_FAILURE(expect_right(g, sources[i], distances[i], options, result));
        });
      }
    }
  }
}

TEST(small_frontier, a_lattice_from_corner_and_middle) {
  glue parts;
  parts.add_lattice(700, 400);
  search_all_ways(parts.make(), {0, 200 * 700 + 350, 700 * 400 - 1});
}

TEST(small_frontier, triangles_of_up_to_six_neighbors) {
  glue parts;
  parts.add_lattice(600, 500);
  for (vertex_id v = 0; v + 601 < parts.size(); v += 1 + v % 3) parts.join(v, v + 601);
  search_all_ways(parts.make(), {0, 250 * 600 + 300});
}

// Rows of up to 64 neighbors are short ones.
TEST(small_frontier, rows_of_up_to_64_neighbors) {
  glue parts;
  parts.add_lattice(300, 200);
  const vertex_id leaves = parts.add_path(20'000);
  for (vertex_id i = 0, v = 7, size = 1; i + size < 20'000 && v < 300 * 200; i += size, v += 11, size = size % 60 + 1) {
    for (vertex_id leaf = 0; leaf < size; ++leaf) parts.join(v, leaves + i + leaf);
  }
  search_all_ways(parts.make(), {0, 100 * 300 + 150});
}

// A tree reaches all vertices of the lattice's first row in the same level.
TEST(small_frontier, wide_throughout) {
  glue parts;
  constexpr vertex_id width = 4'096;
  const vertex_id lattice = parts.add_lattice(width, 30);
  const vertex_id tree = parts.add_path(1) - 1;  // its vertices are numbered from 1 on
  for (vertex_id v = 2; v < width; ++v) parts.join(tree + v / 2, parts.add_path(1));
  for (vertex_id x = 0; x < width; ++x) parts.join(tree + (width + x) / 2, lattice + x);
  search_all_ways(parts.make(), {tree + 1, lattice + width - 1});
}

// GPUs have the bits of visited vertices outside of shared memory.
TEST(small_frontier, a_lattice_of_9_million_vertices) {
  if (test::on_tested_device(2).where.kind == device_kind::cpu) GTEST_SKIP() << "on a CPU it is searched as smaller ones are";
  const graph g = build(generate("grid:3000x3000", {})).g;
  const std::vector<vertex_id> sources = {1'500 * 3'000 + 17, 8'999'999};
  const bfs_options options;
  bfs(test::prepared(g, vertex_order::caller), sources, options, test::on_tested_device(2), [&](std::size_t i, bfs_result& result) {
    ASSERT_NO_FATAL_FAILURE(expect_right(g, sources[i], test::queue_bfs(g, sources[i]), options, result));
  });
}

TEST(small_frontier, thin_between_two_wide_parts) {
  glue parts;
  const vertex_id left = parts.add_lattice(600, 200);
  const vertex_id path = parts.add_path(2'000);
  const vertex_id right = parts.add_lattice(600, 200);
  parts.join(left + 600 * 200 - 1, path);
  parts.join(path + 1'999, right);
  search_all_ways(parts.make(), {left, right + 300, path + 1'000});
}

// The last levels of the lattice lead to a part that is searched bottom-up.
TEST(small_frontier, ended_by_another_direction) {
  glue parts;
  const vertex_id lattice = parts.add_lattice(600, 600);
  const vertex_id core = parts.add_path(20'000);
  const edge_list random = generate("random:20000:24", {3, {}});
  for (std::size_t e = 0; e < random.size(); ++e) parts.join(core + random.sources[e], core + random.targets[e]);
  for (vertex_id x = 0; x < 600; ++x) parts.join(lattice + 599 * 600 + x, core + 7 * x);
  const graph g = parts.make();
  search_all_ways(g, {lattice, lattice + 300});
  const bfs_result result =
      bfs(test::prepared(g, vertex_order::caller), lattice, {.report_levels = true}, test::on_tested_device(2));
  const auto& levels = result.report.levels;
  EXPECT_TRUE(std::any_of(levels.begin(), levels.end(), [](const level_report& l) { return l.way == direction::bottom_up; }));
}

/// Up to 2^14 vertices and 2^20 edges that do not look like a lattice: one cluster of a GPU searches such graphs.
void search_small(const graph& g, std::vector<vertex_id> sources) {
  ASSERT_LE(g.num_vertices(), 1u << 14);
  ASSERT_GT(g.num_edges(), 5 * std::uint64_t{g.num_vertices()});
  const execution exec = test::on_tested_device(2);
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const vertex_id source : sources) {
      const std::vector<hop_count> truth = test::queue_bfs(g, source);
      for (const auto strategy : {bfs_strategy::direction_optimizing, bfs_strategy::top_down, bfs_strategy::bottom_up}) {
        for (const bool levels : {false, true}) {
          SCOPED_TRACE("source " + std::to_string(source) + ", strategy " + std::to_string(static_cast<int>(strategy)));
          const bfs_options options{.strategy = strategy, .report_levels = levels};
          ASSERT_NO_FATAL_FAILURE(expect_right(g, source, truth, options, bfs(l, source, options, exec)));
        }
        const vertex_id target = (source + g.num_vertices() / 2) % g.num_vertices();
        const bfs_result near = bfs(l, source, {.target = target, .strategy = strategy}, exec);
        ASSERT_EQ(near.distances[target], truth[target]);
      }
    }
  }
}

TEST(small_frontier, small_graphs_of_few_and_many_levels) {
  for (const std::string spec : {"kron:10:16", "kron:13:16", "rmat:14:20", "uniform:14:8", "rgg:12", "small-world:4000:12:0",
                                 "small-world:9000:12:0.01", "small-world:200:12:0", "complete:300"}) {
    SCOPED_TRACE(spec);
    const graph g = build(generate(spec, {})).g;
    ASSERT_NO_FATAL_FAILURE(search_small(g, {0, g.num_vertices() / 2 + 1}));
  }
}

// Levels of few edges follow levels of many, and long rows end what one thread block searches by itself.
TEST(small_frontier, cliques_and_stars_in_a_row) {
  glue parts;
  vertex_id last = parts.add_path(30);
  last += 29;
  for (const vertex_id size : {40, 3, 90, 2, 2, 120, 5}) {
    const vertex_id clique = parts.add_path(1);
    parts.join(last, clique);
    for (vertex_id i = 1; i < size; ++i) {
      const vertex_id v = parts.add_path(1);
      for (vertex_id u = clique; u < v; ++u) parts.join(u, v);
    }
    const vertex_id path = parts.add_path(12);
    parts.join(path - 1, path);  // from the clique's last vertex
    last = path + 11;            // the center of a star
    for (vertex_id i = 0; i < size * 3; ++i) parts.join(last, parts.add_path(1));
  }
  ASSERT_NO_FATAL_FAILURE(search_small(parts.make(), {0, 50, parts.size() - 1}));
}

// A frontier of 6,000 vertices is expanded in two parts.
TEST(small_frontier, a_frontier_of_6000_vertices_of_a_small_graph) {
  glue parts;
  const vertex_id root = parts.add_path(1), middle = parts.size();
  for (vertex_id i = 0; i < 100; ++i) parts.join(root, parts.add_path(1));
  const vertex_id wide = parts.size();
  for (vertex_id i = 0; i < 6'000; ++i) parts.join(middle + i % 100, parts.add_path(1));
  const vertex_id end = parts.size();
  for (vertex_id i = 0; i < 4'000; ++i) parts.join(wide + i, parts.add_path(1));
  for (vertex_id i = 0; i < 20'000; ++i) parts.join(end + i * 7 % 4'000, end + i * 13 % 3'989);
  ASSERT_NO_FATAL_FAILURE(search_small(parts.make(), {root, end}));
}

// The discovered vertices of one level times the largest degree exceed the capacity of the lists.
TEST(small_frontier, ended_by_a_frontier_that_is_too_large) {
  glue parts;
  const vertex_id lattice = parts.add_lattice(700, 700);
  const vertex_id leaves = parts.add_path(60'000);
  for (vertex_id i = 0; i < 60'000; ++i) {
    const vertex_id x = i / 100;  // on the diagonal at distance 599 from the corner
    parts.join(lattice + (599 - x) * 700 + x, leaves + i);
  }
  search_all_ways(parts.make(), {lattice});
}

TEST(small_frontier, stops_at_the_depth_limit_and_at_the_target) {
  glue parts;
  parts.add_lattice(700, 400);
  const graph g = parts.make();
  const layout l = test::prepared(g, vertex_order::automatic);
  const std::vector<hop_count> truth = test::queue_bfs(g, 350);
  const bfs_result shallow = bfs(l, 350, {.depth_limit = 333}, test::on_tested_device(2));
  for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(shallow.distances[v], truth[v] > 333 ? unreachable : truth[v]) << v;
  EXPECT_EQ(shallow.report.depth, 333);

  const vertex_id target = 222'222;
  const bfs_result near = bfs(l, 350, {.target = target}, test::on_tested_device(2));
  EXPECT_EQ(near.distances[target], truth[target]);
  EXPECT_EQ(near.report.depth, truth[target]);
}

}  // namespace
}  // namespace fathom
