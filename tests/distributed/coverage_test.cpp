// Every algorithm in every place: several processes have the results of one, and docs/coverage.md lists the places.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
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
#include "fathom/distributed/multi_device_graph.hpp"
#include "fathom/distributed/multi_search.hpp"
#include "fathom/distributed/pagerank.hpp"
#include "fathom/distributed/sssp.hpp"
#include "fathom/distributed/triangles.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/neighbors.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/sampling.hpp"
#include "fathom/sinks.hpp"
#include "fathom/sssp.hpp"
#include "fathom/triangles.hpp"
#include "gpu/backend.hpp"
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
const std::vector<std::int64_t> fanouts = {3, all_neighbors};

/// Devices of one process that each have the graph.
enum class copies_on {
  none,
  different,  ///< devices, each of which occurs once
  any,        ///< also one device several times
};

/// A row of the page. Functions are null where the algorithm does not run.
struct algorithm {
  const char* name;
  double tolerance = 0;                                     ///< relative; 0: results are identical
  values (*single)(const graph& g, const execution& exec);  ///< one process and device
  const char* on_gpu = "yes";                               ///< "yes", "from nvcc" (tests/visitor), or empty: CPU only
  copies_on devices = copies_on::none;                      ///< which devices of one process divide the searches of `single`
  values (*over)(multi_device_graph& g) = nullptr;          ///< a graph partitioned over devices of one process
  values (*copies)(const graph& g, const execution& exec) = nullptr;      ///< processes that each have the graph
  values (*parts)(const rank_graph& g, const execution& exec) = nullptr;  ///< a graph partitioned over the processes
  bool parts_on_gpu = false;                                              ///< false: on CPUs only
  bool parts_from_nvcc = false;                                           ///< true: also on GPUs (tests/visitor)
};

/// Whether `single` and `copies` run on a GPU here; nvcc does not compile this file.
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
  options.gather = true;
  static_cast<void>(rank_multi_bfs(g, sources, sinks, options, exec));
  return of(found.values);
}

values distance_rows_over(multi_device_graph& g) {
  distance_matrix<hop_count> found;
  multi_bfs_sink* const sinks[] = {&found};
  static_cast<void>(multi_bfs(g, sources, sinks));
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

template <centrality_result (*Measure)(const graph&, const centrality_options&, const execution&)>
values nearness(const graph& g, const execution& exec) {
  return of(Measure(g, {}, exec).values);
}

template <bool Weighted>
values of_vertices_and_edges(const graph& g, const execution& exec) {
  const betweenness_result found = betweenness(g, {.weighted = Weighted, .edges = true}, exec);
  values all = of(found.vertices);
  all.insert(all.end(), found.edges.begin(), found.edges.end());
  return all;
}

values triangles_of_vertices(const graph& g, const execution& exec) {
  return of(count_triangles(g, {.directions = triangle_directions::ignored}, exec).triangles);
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
      {.name = "BFS",
       .single = [](const graph& g, const execution& e) { return of(bfs(g, source, {}, e).distances); },
       .over = [](multi_device_graph& g) { return of(bfs(g, source).distances); },
       .parts = [](const rank_graph& g, const execution& e) { return of(bfs(g, source, {}, e).distances); },
       .parts_on_gpu = true},
      {.name = "multi-source BFS",
       .single = distance_rows,
       .devices = copies_on::different,
       .over = distance_rows_over,
       .copies = distance_rows,
       .parts = distance_rows_in_parts,
       .parts_on_gpu = true},
      {.name = "vertices within k hops", .single = hop_counts, .devices = copies_on::different, .copies = hop_counts},
      {.name = "shortest paths along weights",
       .single = [](const graph& g, const execution& e) { return of(sssp(g, source, {}, e).distances); },
       .over = [](multi_device_graph& g) { return of(sssp(g, source).distances); },
       .parts = [](const rank_graph& g, const execution& e) { return of(sssp(g, source, {}, e).distances); },
       .parts_on_gpu = true},
      {.name = "weakly connected components",
       .single = labels<weakly_connected_components>,
       .over = [](multi_device_graph& g) { return of(weakly_connected_components(g).labels); },
       .parts = [](const rank_graph& g, const execution& e) { return of(weakly_connected_components(g, {}, e).labels); },
       .parts_on_gpu = true},
      {.name = "strongly connected components",
       .single = labels<strongly_connected_components>,
       .over = [](multi_device_graph& g) { return of(strongly_connected_components(g).labels); },
       .parts = [](const rank_graph& g, const execution& e) { return of(strongly_connected_components(g, {}, e).labels); },
       .parts_on_gpu = true},
      {.name = "eccentricity", .single = eccentricities, .devices = copies_on::any, .copies = eccentricities},
      {.name = "diameter and radius", .single = diameter_and_radius, .devices = copies_on::any, .copies = diameter_and_radius},
      {.name = "closeness", .single = nearness<closeness>, .devices = copies_on::different, .copies = nearness<closeness>},
      {.name = "harmonic centrality", .single = nearness<harmonic>, .devices = copies_on::different, .copies = nearness<harmonic>},
      {.name = "betweenness",
       .tolerance = 1e-12,
       .single = of_vertices_and_edges<false>,
       .devices = copies_on::any,
       .copies = of_vertices_and_edges<false>},
      {.name = "betweenness along weights",
       .tolerance = 1e-12,
       .single = of_vertices_and_edges<true>,
       .on_gpu = "",
       .copies = of_vertices_and_edges<true>},
      {.name = "PageRank",
       .tolerance = 1e-12,
       .single = [](const graph& g, const execution& e) { return of(pagerank(g, ranking(e)).scores); },
       .over = [](multi_device_graph& g) { return of(pagerank(g, ranking({})).scores); },
       .parts = [](const rank_graph& g, const execution& e) { return of(rank_pagerank(g, {.ranking = ranking(e)}).scores); },
       .parts_on_gpu = true},
      {.name = "core numbers",
       .single = [](const graph& g,
                    const execution& e) { return of(core_numbers(g, {.where = e.where, .control = e.control}).core_numbers); },
       .over = [](multi_device_graph& g) { return of(core_numbers(g).core_numbers); },
       .parts = [](const rank_graph& g, const execution& e) { return of(core_numbers(g, {}, e).core_numbers); },
       .parts_on_gpu = true},
      {.name = "triangles",
       .single = triangles_of_vertices,
       .devices = copies_on::any,
       .copies = triangles_of_vertices,
       .parts = triangles_of_parts},
      {.name = "random walks",
       .single = [](const graph& g,
                    const execution& e) { return of(random_walks(g, sources, {.length = 30, .p = 0.5, .q = 2}, e).vertices); }},
      {.name = "sampled neighborhoods",
       .single = [](const graph& g, const execution& e) { return of(sample_neighbors(g, sources, fanouts, {}, e).edges); }},
      {.name = "multi-search programs with minima or integers",
       .single = visited_distances,
       .on_gpu = "from nvcc",
       .devices = copies_on::any,
       .copies = visited_distances},
      {.name = "multi-search programs with sums of doubles",
       .tolerance = 1e-12,
       .single = visited_paths,
       .on_gpu = "from nvcc",
       .devices = copies_on::any,
       .copies = visited_paths},
      {.name = "edge-vertex programs with minima or integers",
       .single = [](const graph& g,
                    const execution& e) { return of(edge_vertex(g, shortest_paths{source}, {.control = e.control}).values); },
       .on_gpu = "from nvcc",
       .parts = [](const rank_graph& g, const execution& e) { return of(edge_vertex(g, shortest_paths{source}, {}, e).values); },
       .parts_from_nvcc = true},
      {.name = "edge-vertex programs with sums of doubles",
       .tolerance = 1e-12,
       .single = [](const graph& g,
                    const execution& e) { return of(edge_vertex(g, pagerank_program<double>{}, {.control = e.control}).values); },
       .on_gpu = "from nvcc",
       .parts = [](const rank_graph& g,
                   const execution& e) { return of(edge_vertex(g, pagerank_program<double>{}, {}, e).values); },
       .parts_from_nvcc = true},
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
    expect_same(tested().single(g, execution{.where = test::tested_device()}), tested().single(g, {}), tested().tolerance);
  }
}

// The tested device twice, or all GPUs if there are several. Each has a thread of its own, so that one process is enough.
TEST_P(coverage, devices_of_one_process_have_the_results_of_a_cpu) {
  if (ranks().size() > 1) return;
  const device one = runs_on_gpu(tested()) ? test::tested_device() : device{};
  const bool has_several = one.kind == device_kind::cuda && gpu_devices().size() > 1;
  std::vector<device> several(2, one);
  if (has_several) {
    several.clear();
    for (const device_description& d : gpu_devices()) several.push_back(d.where);
  }
  for (const graph& g : graphs()) {
    const values expected = tested().single(g, {});
    if (tested().devices == copies_on::any || (tested().devices == copies_on::different && has_several))
      expect_same(tested().single(g, execution{.devices = several}), expected, tested().tolerance);
    if (!tested().over) continue;
    multi_device_graph over(g, several);
    expect_same(tested().over(over), expected, tested().tolerance);
  }
}

TEST_P(coverage, processes_have_the_results_of_one) {
  const device where = tested().parts_on_gpu ? test::tested_device() : device{};
  for (const graph& g : graphs()) {
    const values expected = tested().single(g, {.control = test::rank_control()});
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
      "cell that its machine has, also on several devices and on 2, 3, 4 and 6 processes, compares the\n"
      "results with those of one CPU, and writes this page. Distances, labels and other integers are\n"
      "identical, and so are all values without a tolerance below.\n\n"
      "- *copies*: every device or process has the graph, and they divide the searches or the rows.\n"
      "- *partition*: each has a part of the graph, which may be larger than the memory of one.\n"
      "- *from nvcc*: on GPUs in a file that nvcc compiles; `tests/visitor/` compares the results.\n\n"
      "All algorithms that are not listed run on one CPU.\n\n"
      "| algorithm | CPU | GPU | several GPUs of a process | processes on CPUs | processes on GPUs | tolerance |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n";
  for (const algorithm& a : algorithms()) {
    text +=
        fmt::format("| {} | yes | {} | {} | {} | {} | {} |\n", a.name, *a.on_gpu != '\0' ? a.on_gpu : "-",
                    either(a.devices != copies_on::none, a.over != nullptr || a.parts_from_nvcc),
                    either(a.copies != nullptr, a.parts != nullptr),
                    either(a.copies != nullptr && *a.on_gpu != '\0', a.parts_from_nvcc || (a.parts != nullptr && a.parts_on_gpu)),
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
