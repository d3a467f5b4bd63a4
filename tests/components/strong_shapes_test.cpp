// Strongly connected components of graphs that are hard for pivot searches, coloring and trimming.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "components/cpu/strong.hpp"
#include "fathom/components.hpp"
#include "reference/strong_components.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

components_options on_tested_device(int threads = 2) {
  components_options options;
  options.where = tested_device();
  options.control.threads = threads;
  return options;
}

enum class ids { rising, falling, shuffled };

// The same graph with permuted vertices.
edge_list named(vertex_id n, edge_pairs pairs, ids order) {
  std::vector<vertex_id> name(n);
  std::iota(name.begin(), name.end(), vertex_id{0});
  if (order == ids::falling) std::reverse(name.begin(), name.end());
  for (vertex_id i = n - 1; order == ids::shuffled && i > 0; --i) std::swap(name[i], name[random_bits(5, i) % (i + 1)]);
  for (auto& [from, to] : pairs) from = name[from], to = name[to];
  return edges_of(n, pairs, true);
}

components_result expect_right(edge_list edges) {
  const graph g = build(std::move(edges)).g;
  components_result found = strongly_connected_components(g, on_tested_device());
  EXPECT_EQ(std::vector<vertex_id>(found.labels.begin(), found.labels.end()), strong_components_by_hand(g));
  EXPECT_EQ(found.report.where, tested_device());
  return found;
}

// Disjoint cycles of `size` vertices; if `chained`, each is connected to the next by an edge.
edge_pairs circles(vertex_id count, vertex_id size, bool chained) {
  edge_pairs pairs;
  for (vertex_id c = 0; c < count; ++c) {
    for (vertex_id i = 0; i < size; ++i) pairs.emplace_back(c * size + i, c * size + (i + 1) % size);
    if (chained && c + 1 < count) pairs.emplace_back(c * size, (c + 1) * size);
  }
  return pairs;
}

TEST(strong_shapes, one_long_circle) {
  for (const ids order : {ids::rising, ids::falling, ids::shuffled})
    EXPECT_EQ(expect_right(named(30'000, circles(1, 30'000, false), order)).count, 1u);
}

TEST(strong_shapes, small_circles_apart_and_in_a_chain) {
  for (const ids order : {ids::rising, ids::falling, ids::shuffled}) {
    for (const bool chained : {false, true}) {
      for (const vertex_id size : {2u, 3u, 40u}) {
        const vertex_id count = 12'000 / size;
        EXPECT_EQ(expect_right(named(count * size, circles(count, size, chained), order)).count, count);
      }
    }
  }
}

// A giant component with vertices upstream and downstream: trees to trim, and small components reached in only one direction.
TEST(strong_shapes, a_giant_between_small_ones) {
  constexpr vertex_id giant = 6000, others = 2000, n = giant + 2 * others;
  edge_pairs pairs;
  for (vertex_id v = 0; v < giant; ++v) {
    pairs.emplace_back(v, (v + 1) % giant);
    pairs.emplace_back(v, random_bits(1, v) % giant);
  }
  for (vertex_id v = giant; v < n; v += 2) {
    const vertex_id near = static_cast<vertex_id>(random_bits(2, v) % giant);
    if (v % 4 == 0) pairs.emplace_back(v + 1, v);  // a 2-cycle
    pairs.emplace_back(v, v + 1);
    v < giant + others ? pairs.emplace_back(v, near) : pairs.emplace_back(near, v + 1);
  }
  for (const ids order : {ids::rising, ids::falling, ids::shuffled}) {
    EXPECT_EQ(expect_right(named(n, pairs, order)).largest.size, giant);
  }
}

// Adjacency rows of thousands of edges in both directions, including rows of trivial components.
TEST(strong_shapes, hubs) {
  constexpr vertex_id leaves = 5000, n = leaves + 4;
  edge_pairs pairs;
  for (vertex_id v = 0; v < leaves; ++v) {
    pairs.emplace_back(leaves, v);                  // all are reached
    if (v % 3 == 0) pairs.emplace_back(v, leaves);  // some lead back
    pairs.emplace_back(v, leaves + 1);              // one-way edge out
    pairs.emplace_back(leaves + 2, v);              // one-way edge in
    if (v % 2 == 0) pairs.emplace_back(v, v + 1);
    pairs.emplace_back(leaves + 3, v);
  }
  pairs.emplace_back(leaves + 3, leaves + 2), pairs.emplace_back(leaves + 2, leaves + 3);
  for (const ids order : {ids::rising, ids::falling, ids::shuffled}) static_cast<void>(expect_right(named(n, pairs, order)));
}

// From no component to a giant component.
TEST(strong_shapes, random_graphs) {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const vertex_id n = 10'000;
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < n * seed / 5; ++i) {
      const std::uint64_t from = random_bits(seed, 2 * i) % n;
      // Every other time, to a nearby vertex: many components of a few vertices.
      const std::uint64_t to =
          seed % 2 == 0 ? random_bits(seed, 2 * i + 1) % n : (from + random_bits(seed, 2 * i + 1) % 30 + n - 10) % n;
      pairs.emplace_back(from, to);
    }
    static_cast<void>(expect_right(named(n, pairs, ids::rising)));
  }
}

// Edges drawn toward small ids: in-degrees and out-degrees from none to thousands.
TEST(strong_shapes, hubs_of_many_degrees) {
  constexpr vertex_id n = 20'000;
  const auto skewed = [](std::uint64_t bits) {
    const double x = unit_interval(bits);
    return static_cast<vertex_id>(x * x * x * n);
  };
  for (const std::uint64_t edges : {20'000u, 60'000u, 300'000u}) {
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < edges; ++i) pairs.emplace_back(skewed(random_bits(7, 2 * i)), skewed(random_bits(7, 2 * i + 1)));
    static_cast<void>(expect_right(named(n, pairs, ids::shuffled)));
  }
}

// Layers in a ring, with edges to the next layer and a few back: frontiers wide enough for several threads, and some vertices
// without in-edges.
TEST(strong_shapes, wide_layers_in_a_ring) {
  constexpr vertex_id layers = 24, width = 5000, n = layers * width;
  edge_pairs pairs;
  for (vertex_id v = 0; v < n; ++v) {
    const vertex_id next = (v / width + 1) % layers * width, last = (v / width + layers - 1) % layers * width;
    for (std::uint64_t i = 0; i < 2; ++i) pairs.emplace_back(v, next + random_bits(11 + i, v) % width);
    if (v % 5 == 0) pairs.emplace_back(v, last + random_bits(13, v) % width);
  }
  for (const ids order : {ids::rising, ids::shuffled}) {
    const graph g = build(named(n, pairs, order)).g;
    const std::vector<vertex_id> expected = strong_components_by_hand(g);
    for (const int threads : {1, 2, 4}) {
      const components_result found = strongly_connected_components(g, on_tested_device(threads));
      EXPECT_EQ(std::vector<vertex_id>(found.labels.begin(), found.labels.end()), expected) << threads;
    }
  }
}

// A dense core, then a path that leads around: sweeps discover the core at once and then little.
TEST(strong_shapes, a_core_and_long_paths) {
  constexpr vertex_id core = 3000, length = 9000, n = core + 2 * length;
  edge_pairs pairs;
  for (vertex_id v = 0; v < core; ++v) {
    for (std::uint64_t i = 0; i < 30; ++i) pairs.emplace_back(v, random_bits(17 + i, v) % core);
  }
  for (vertex_id v = core; v < n; ++v) pairs.emplace_back(v == core + length ? 1 : v - 1, v);
  pairs.emplace_back(core, 0), pairs.emplace_back(core + length - 1, 2);  // the first path returns, the second does not
  for (const ids order : {ids::rising, ids::falling, ids::shuffled}) {
    EXPECT_EQ(expect_right(named(n, pairs, order)).largest.size, core + length);
  }
}

// A chain of small components beside a giant one: each round of coloring finds only the first of them.
TEST(strong_shapes, few_vertices_left_by_a_device) {
  constexpr vertex_id chained = 80, giant = 20'000;
  edge_pairs pairs = circles(chained / 2, 2, true);
  for (vertex_id v = 0; v < giant; ++v) {
    pairs.emplace_back(chained + v, chained + (v + 1) % giant);
    pairs.emplace_back(chained + v, static_cast<vertex_id>(chained + random_bits(3, v) % giant));
  }
  const components_result found = expect_right(edges_of(chained + giant, pairs, true));
  EXPECT_EQ(found.count, chained / 2 + 1);
  if (tested_device().kind == device_kind::cuda) {
    EXPECT_NE(found.report.engine.find("vertices on the CPU"), std::string::npos) << found.report.engine;
  }
}

// Some components of a graph by themselves, as a device leaves them to the CPU.
TEST(strong_shapes, some_components_of_a_graph) {
  for (const specimen& s : zoo()) {
    SCOPED_TRACE(s.name);
    edge_list edges = s.edges();
    edges.directed = true;
    const graph g = build(std::move(edges)).g;
    const std::vector<vertex_id> expected = strong_components_by_hand(g);
    std::vector<vertex_id> open, labels;
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      if (random_bits(7, expected[v]) % 2 == 0) open.push_back(v), labels.push_back(expected[v]);
    }
    EXPECT_EQ(components_engine::strong_among_cpu(g.view(), open, {}), labels);
  }
}

}  // namespace
}  // namespace fathom::test
