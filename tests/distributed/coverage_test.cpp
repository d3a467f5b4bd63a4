// Every algorithm in every place: several processes have the results of one, and docs/coverage.md lists the places.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string_view>

#include "../../examples/searches/betweenness.hpp"
#include "../../examples/searches/distances.hpp"
#include "../../examples/supersteps/pagerank.hpp"
#include "../../examples/supersteps/shortest_paths.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/bfs.hpp"
#include "fathom/closeness.hpp"
#include "fathom/components.hpp"
#include "fathom/cores.hpp"
#include "fathom/diameter.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/distributed/cores.hpp"
#include "fathom/distributed/edge_vertex.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/distributed/multi_search.hpp"
#include "fathom/distributed/pagerank.hpp"
#include "fathom/distributed/sssp.hpp"
#include "fathom/distributed/triangles.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/neighbors.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/sinks.hpp"
#include "fathom/sssp.hpp"
#include "fathom/triangles.hpp"
#include "partitioned.hpp"
#include "tested_device.hpp"

namespace fathom::coverage_of_places {
namespace {

using test::ranks;
using values = std::vector<double>;

template <class Array>
values of(const Array& a) {
  return {a.begin(), a.end()};
}

constexpr vertex_id source = 1;
const std::vector<vertex_id> sources = {1, 3, 5, 7, 11};

/// A row of the page. Functions are null where the algorithm does not run.
struct algorithm {
  const char* name;
  double tolerance;                                             ///< relative; 0: results are identical
  values (*alone)(const graph& g, const execution& exec);       ///< one process and device
  const char* on_gpu;                                           ///< "yes", "from nvcc" (tests/visitor), or empty: CPU only
  const char* on_gpus;                                          ///< several GPUs of one process: "copies", "partition" or empty
  values (*copies)(const graph& g, const execution& exec);      ///< processes that each have the graph
  values (*parts)(const rank_graph& g, const execution& exec);  ///< a graph partitioned over the processes
  const char* parts_on_gpu;                                     ///< "yes", or empty: on CPUs only
};

/// Whether `alone` and `copies` run on a GPU.
bool runs_on_gpu(const algorithm& a) { return std::string_view(a.on_gpu) == "yes"; }

values distance_rows(const graph& g, const execution& exec) {
  distance_matrix<hop_count> found;
  multi_bfs_sink* const sinks[] = {&found};
  static_cast<void>(multi_bfs(prepare(g, {.where = exec.where, .control = exec.control}), sources, sinks, {}, exec));
  return of(found.values);
}

values distance_rows_in_parts(const rank_graph& g, const execution& exec) {
  distance_matrix<hop_count> found;
  multi_bfs_sink* const sinks[] = {&found};
  rank_multi_bfs_options options;
  options.gather = true, options.control = exec.control;
  static_cast<void>(rank_multi_bfs(g, sources, sinks, options));
  return of(found.values);
}

values hop_counts(const graph& g, const execution& exec) {
  values all;
  for (const std::vector<std::uint64_t>& counts : k_hop_counts(g, sources, 2, {}, exec).at) {
    all.insert(all.end(), counts.begin(), counts.end());
  }
  return all;
}

values eccentricities(const graph& g, const execution& exec) { return of(eccentricity(g, {}, exec).values); }

values diameter_and_radius(const graph& g, const execution& exec) {
  const diameter_result found = diameter(g, exec);
  return {static_cast<double>(found.diameter), static_cast<double>(found.radius), static_cast<double>(found.components)};
}

template <bool Weighted>
values of_vertices_and_edges(const graph& g, const execution& exec) {
  const betweenness_result found = betweenness(g, {.weighted = Weighted, .edges = true}, exec);
  values all = of(found.vertices);
  all.insert(all.end(), found.edges.begin(), found.edges.end());
  return all;
}

values triangles_of_vertices(const graph& g, const execution& exec) {
  return of(
      count_triangles(g, {.directions = triangle_directions::ignored, .where = exec.where, .control = exec.control}).triangles);
}

values triangles_of_parts(const rank_graph& g, const execution& exec) {
  return of(count_triangles(g, {.directions = triangle_directions::ignored}, exec).triangles);
}

template <components_result (*Find)(const graph&, const components_options&)>
values labels(const graph& g, const execution& exec) {
  components_options options;
  options.where = exec.where, options.control = exec.control;
  return of(Find(g, options).labels);
}

values visited_distances(const graph& g, const execution& exec) {
  values all;
  for (const distances::state& one : multi_search(g, sources, distances{}, {}, exec).searches) {
    all.insert(all.end(), one.distance.data, one.distance.data + g.num_vertices());
  }
  return all;
}

values visited_paths(const graph& g, const execution& exec) {
  const auto found = multi_search(g, sources, ::betweenness{}, {}, exec);
  return {found.totals.centrality.data, found.totals.centrality.data + g.num_vertices()};
}

pagerank_options ranking(const execution& exec) {
  pagerank_options options;
  options.method = pagerank_method::power, options.precision = pagerank_precision::full;
  options.where = exec.where, options.control = exec.control;
  return options;
}

const std::vector<algorithm>& algorithms() {
  static const std::vector<algorithm> all = {
      {"BFS", 0, [](const graph& g, const execution& e) { return of(bfs(g, source, {}, e).distances); }, "yes", "partition",
       nullptr, [](const rank_graph& g, const execution& e) { return of(bfs(g, source, {}, e).distances); }, "yes"},
      {"multi-source BFS", 0, distance_rows, "yes", "copies", distance_rows, distance_rows_in_parts, ""},
      {"vertices within k hops", 0, hop_counts, "yes", "copies", hop_counts, nullptr, ""},
      {"shortest paths along weights", 0, [](const graph& g, const execution& e) { return of(sssp(g, source, {}, e).distances); },
       "yes", "", nullptr, [](const rank_graph& g, const execution& e) { return of(sssp(g, source, {}, e).distances); }, ""},
      {"weakly connected components", 0, labels<weakly_connected_components>, "yes", "", nullptr,
       [](const rank_graph& g, const execution& e) { return of(weakly_connected_components(g, {}, e).labels); }, "yes"},
      {"strongly connected components", 0, labels<strongly_connected_components>, "yes", "", nullptr,
       [](const rank_graph& g, const execution& e) { return of(strongly_connected_components(g, {}, e).labels); }, ""},
      {"eccentricity", 0, eccentricities, "yes", "", eccentricities, nullptr, ""},
      {"diameter and radius", 0, diameter_and_radius, "yes", "", diameter_and_radius, nullptr, ""},
      {"closeness", 0, [](const graph& g, const execution& e) { return of(closeness(g, {}, e).values); }, "yes", "copies",
       [](const graph& g, const execution& e) { return of(closeness(g, {}, e).values); }, nullptr, ""},
      {"harmonic centrality", 0, [](const graph& g, const execution& e) { return of(harmonic(g, {}, e).values); }, "yes", "copies",
       [](const graph& g, const execution& e) { return of(harmonic(g, {}, e).values); }, nullptr, ""},
      {"betweenness", 1e-12, of_vertices_and_edges<false>, "yes", "", of_vertices_and_edges<false>, nullptr, ""},
      {"betweenness along weights", 1e-12, of_vertices_and_edges<true>, "", "", of_vertices_and_edges<true>, nullptr, ""},
      {"PageRank", 1e-12, [](const graph& g, const execution& e) { return of(pagerank(g, ranking(e)).scores); }, "yes", "", nullptr,
       [](const rank_graph& g, const execution& e) { return of(rank_pagerank(g, {.ranking = ranking(e)}).scores); }, "yes"},
      {"core numbers", 0,
       [](const graph& g, const execution& e) {
         return of(core_numbers(g, {.where = e.where, .control = e.control}).core_numbers);
       },
       "yes", "", nullptr, [](const rank_graph& g, const execution& e) { return of(core_numbers(g, {}, e).core_numbers); }, ""},
      {"triangles", 0, triangles_of_vertices, "yes", "", nullptr, triangles_of_parts, ""},
      {"multi-search programs with minima or integers", 0, visited_distances, "from nvcc", "", visited_distances, nullptr, ""},
      {"multi-search programs with sums of doubles", 1e-12, visited_paths, "from nvcc", "", visited_paths, nullptr, ""},
      {"edge-vertex programs with minima or integers", 0,
       [](const graph& g, const execution& e) { return of(edge_vertex(g, shortest_paths{source}, {.control = e.control}).values); },
       "from nvcc", "", nullptr,
       [](const rank_graph& g, const execution& e) { return of(edge_vertex(g, shortest_paths{source}, {}, e).values); }, ""},
      {"edge-vertex programs with sums of doubles", 1e-12,
       [](const graph& g, const execution& e) {
         return of(edge_vertex(g, pagerank_program<double>{}, {.control = e.control}).values);
       },
       "from nvcc", "", nullptr,
       [](const rank_graph& g, const execution& e) { return of(edge_vertex(g, pagerank_program<double>{}, {}, e).values); }, ""},
  };
  return all;
}

void expect_same(const values& found, const values& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i]) continue;
    ASSERT_LE(std::abs(found[i] - expected[i]), tolerance * std::abs(expected[i])) << "entry " << i;
  }
}

graph weighted(edge_list edges) {
  edges.weights = array<edge_weight>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) edges.weights[i] = static_cast<edge_weight>(1 + i * 7 % 13);
  return build(std::move(edges)).g;
}

// Directed and undirected, with isolated vertices, several components, and one strong component among others.
std::vector<graph> graphs() {
  std::vector<graph> all;
  all.push_back(weighted(kron(8, 8)));
  edge_list directed = kron(7, 3);
  directed.directed = true;
  all.push_back(weighted(std::move(directed)));
  all.push_back(weighted(grid(9, 14)));
  return all;
}

class coverage : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] static const algorithm& tested() { return algorithms()[GetParam()]; }
};

TEST_P(coverage, a_device_has_the_results_of_a_cpu) {
  if (!runs_on_gpu(tested()) || test::tested_device().kind != device_kind::cuda) return;
  for (const graph& g : graphs()) {
    expect_same(tested().alone(g, execution{.where = test::tested_device()}), tested().alone(g, {}), tested().tolerance);
  }
}

TEST_P(coverage, processes_have_the_results_of_one) {
  const device where = *tested().parts_on_gpu != '\0' ? test::tested_device() : device{};
  for (const graph& g : graphs()) {
    const values expected = tested().alone(g, {.control = test::rank_control()});
    if (tested().copies) {
      const device of_copies = runs_on_gpu(tested()) ? test::tested_device() : device{};
      expect_same(tested().copies(g, {.where = of_copies, .ranks = &ranks(), .control = test::rank_control()}), expected,
                  tested().tolerance);
    }
    if (!tested().parts) continue;
    for (const auto& grid : test::all_grids()) {
      SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second);
      const rank_graph parts = test::rank_graph_on(g, grid);
      expect_same(tested().parts(parts, {.where = where}), expected, tested().tolerance);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(algorithms, coverage, testing::Range<std::size_t>(0, algorithms().size()),
                         [](const testing::TestParamInfo<std::size_t>& one) {
                           std::string name = algorithms()[one.param].name;
                           std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

std::string either(bool copies, bool parts) {
  return copies && parts ? "copies, partition" : copies ? "copies" : parts ? "partition" : "-";
}

std::string page() {
  std::string text =
      "# Coverage\n\n"
      "The places in which each algorithm runs. The test `tests/distributed/coverage_test.cpp` runs every\n"
      "cell that its machine has on 1, 2, 3, 4 and 6 processes, compares the results with those of one CPU,\n"
      "and writes this page. Distances, labels and other integers are identical, and so are all values\n"
      "without a tolerance below.\n\n"
      "- *copies*: every device or process has the graph, and they divide the searches.\n"
      "- *partition*: each has a part of the graph, which may be larger than the memory of one.\n"
      "- *from nvcc*: in a file that nvcc compiles; `tests/visitor/` compares the results.\n\n"
      "All algorithms that are not listed run on one CPU.\n\n"
      "| algorithm | CPU | GPU | several GPUs of a process | processes on CPUs | processes on GPUs | tolerance |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n";
  const auto cell = [](const char* place) { return *place != '\0' ? place : "-"; };
  for (const algorithm& a : algorithms()) {
    text += fmt::format("| {} | yes | {} | {} | {} | {} | {} |\n", a.name, cell(a.on_gpu), cell(a.on_gpus),
                        either(a.copies != nullptr, a.parts != nullptr),
                        either(a.copies != nullptr && runs_on_gpu(a), a.parts != nullptr && *a.parts_on_gpu != '\0'),
                        a.tolerance == 0 ? "" : fmt::format("{:.0e}", a.tolerance));
  }
  return text;
}

TEST(coverage_page, is_current) {
  if (ranks().rank() != 0) return;
  const std::string file = std::string(FATHOM_SOURCE_DIR) + "/docs/coverage.md";
  if (std::getenv("FATHOM_WRITE_DOCS")) std::ofstream(file) << page();
  std::ostringstream read;
  read << std::ifstream(file).rdbuf();
  EXPECT_EQ(read.str(), page()) << "run this test with FATHOM_WRITE_DOCS=1 to write " << file;
}

}  // namespace
}  // namespace fathom::coverage_of_places
