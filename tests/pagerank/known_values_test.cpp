// Values computed by NetworkX 3.6.1: pagerank(..., tol=1e-15, max_iter=1000).
#include "ranking.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

const pagerank_options exact{.tolerance = 1e-15, .max_iterations = 2000};
constexpr double tolerated = 1e-13;

graph two_circles() { return build(edges_of(9, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}, {6, 0}, {5, 7}}, true)).g; }

TEST(known_ranks, of_krackhardts_kite) {
  const graph g = build(krackhardts_kite()).g;
  expect_ranks(ranks_of(g, exact),
               {0.10191991297711064, 0.10191991297711064, 0.0794181140081382, 0.14714791632796467, 0.0794181140081382,
                0.12890692757278685, 0.12890692757278685, 0.09524828680827116, 0.08569395631416947, 0.05141993143352337},
               tolerated);
}

TEST(known_ranks, of_a_directed_graph_with_dangling_vertices) {
  expect_ranks(ranks_of(two_circles(), exact),
               {0.10926678834171877, 0.12159751172973618, 0.13207862660955055, 0.15504405673270022, 0.1605081898620688,
                0.1651527030220342, 0.02872074163927526, 0.09891064042364076, 0.02872074163927526},
               tolerated);
}

TEST(known_ranks, personalized) {
  const std::vector<double> p{0, 0, 1, 0, 0, 0, 0, 3, 0};
  pagerank_options options = exact;
  options.damping = 0.6, options.personalization = p;
  expect_ranks(ranks_of(two_circles(), options),
               {0.06183634535182949, 0.03710180721109775, 0.2061211511727643, 0.06932325712088559, 0.04159395427253089,
                0.024956372563517883, 0.0, 0.5590671123073742, 0.0},
               tolerated);
}

TEST(known_ranks, with_a_way_of_their_own_for_dangling_vertices) {
  const std::vector<double> p{0, 0, 1, 0, 0, 0, 0, 3, 0}, q{1, 0, 0, 0, 0, 0, 0, 0, 1};
  for (const pagerank_method method : {pagerank_method::power, pagerank_method::gauss_seidel}) {
    pagerank_options options = exact;
    options.personalization = p, options.dangling = q, options.method = method;
    expect_ranks(ranks_of(two_circles(), options),
                 {0.17609036740634107, 0.14967681229539082, 0.1647252904510814, 0.10103111527621042, 0.08587644798477992,
                  0.0729949807870636, 0.0, 0.14352286683450108, 0.10608211896463172},
                 tolerated);
  }
}

// A self-loop, an edge of weight 0, and a vertex (3) whose only out-edge has weight 0.
TEST(known_ranks, by_weight) {
  edge_list edges = edges_of(5, {{0, 1}, {0, 2}, {1, 2}, {2, 0}, {2, 2}, {3, 2}, {1, 4}}, true);
  edges.weights = array<edge_weight>(7);
  std::copy_n(std::vector<edge_weight>{1, 3, 0.5, 2, 6, 0, 0}.begin(), 7, edges.weights.begin());
  const graph g = build(std::move(edges), {.loops = self_loops::keep, .where = {}, .control = {}}).g;
  expect_ranks(ranks_of(g, exact),
               {0.18206665988999177, 0.08414371068116909, 0.6428805385197474, 0.04545454545454593, 0.04545454545454593}, tolerated);
}

TEST(known_ranks, parallel_edges_count_one_by_one) {
  const build_options all{.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}};
  const graph g = build(edges_of(3, {{0, 1}, {0, 1}, {0, 2}, {1, 0}, {2, 2}, {2, 1}}, true), all).g;
  expect_ranks(ranks_of(g, exact), {0.36410092622165485, 0.36953050143724, 0.26636857234110484}, tolerated);
}

TEST(known_ranks, a_self_loop_of_an_undirected_graph_counts_once) {
  const graph g = build(edges_of(3, {{0, 1}, {1, 1}, {1, 2}}, false), {.loops = self_loops::keep, .where = {}, .control = {}}).g;
  expect_ranks(ranks_of(g, exact), {0.2127659574468087, 0.5744680851063826, 0.2127659574468087}, tolerated);
}

}  // namespace
}  // namespace fathom::test
