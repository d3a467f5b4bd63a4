// Seeded graph generators. The same arguments and seed give the same edge list on any number of threads and any machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Quadrant probabilities of the recursive matrix; D = 1 - A - B - C.
struct rmat_probabilities {
  double a = 0.57, b = 0.19, c = 0.19;
};

struct generate_options {
  std::uint64_t seed = 27491095;
  run_control control{};
};

/// Kronecker graph of the Graph500 specification (version 3, section 3.3): 2^scale vertices, edge_factor * 2^scale undirected
/// edges, vertex ids scrambled by a seeded bijection. Self-loops and duplicates are kept, as the specification requires. All
/// generators throw error_category::usage for arguments out of range, and ::memory, ::cancelled.
[[nodiscard]] edge_list kron(int scale, int edge_factor = 16, rmat_probabilities p = {}, const generate_options& options = {});
/// R-MAT (Chakrabarti, Zhan, Faloutsos, SDM 2004) with the papers' 0.45, 0.15, 0.15; ids scrambled; undirected edges.
[[nodiscard]] edge_list rmat(int scale, int edge_factor = 16, rmat_probabilities p = {0.45, 0.15, 0.15},
                             const generate_options& options = {});
/// 2^scale vertices and edge_factor * 2^scale undirected edges with both endpoints uniformly random.
[[nodiscard]] edge_list uniform(int scale, int edge_factor = 16, const generate_options& options = {});
/// n vertices, each with exactly `degree` directed edges to uniformly random targets (the edge-vertex paper's random graphs).
[[nodiscard]] edge_list fixed_out_degree(std::uint64_t n, int degree, const generate_options& options = {});
/// Undirected width x height grid with 4 neighbors per inner vertex; (row, column) is vertex row * width + column. 1000x1000 is
/// `ecology1`.
[[nodiscard]] edge_list grid(std::uint64_t width, std::uint64_t height, const generate_options& options = {});
/// n = 2^scale random points in the unit square, with an undirected edge between any two closer than 0.55 * sqrt(ln n / n)
/// (DIMACS10 rgg_n_2_*). Ids are in order of grid cells, so that points with close ids are close in space.
[[nodiscard]] edge_list random_geometric(int scale, const generate_options& options = {});
/// Delaunay triangulation of 2^scale random points in the unit square (DIMACS10 delaunay_n*), undirected, with just under 3 edges
/// per vertex. Ids are in order of x. Runs on one thread.
[[nodiscard]] edge_list delaunay(int scale, const generate_options& options = {});
/// Undirected small-world graph of Watts and Strogatz (Nature 393, 1998): a ring of n vertices, each connected to its `degree`
/// nearest ones, with each edge rewired with probability `rewire`.
[[nodiscard]] edge_list small_world(std::uint64_t n, int degree, double rewire, const generate_options& options = {});
[[nodiscard]] edge_list path(std::uint64_t n, const generate_options& options = {});         ///< 0 - 1 - ... - n-1
[[nodiscard]] edge_list star(std::uint64_t n, const generate_options& options = {});         ///< 0 connected to all others
[[nodiscard]] edge_list complete(std::uint64_t n, const generate_options& options = {});     ///< every pair connected
[[nodiscard]] edge_list binary_tree(std::uint64_t n, const generate_options& options = {});  ///< v connected to 2v+1 and 2v+2

/// Largest random weight: a float holds all integers up to it.
inline constexpr std::uint32_t largest_random_weight = 1u << 24;

/// A copy of the graph whose weights are random integers from `low` to `high`, equal in both directions of an undirected edge. GAP
/// uses 1 to 255. Shares the other arrays of `g`. Throws error_category::usage for an empty range or one that ends above
/// largest_random_weight; error_category::memory, ::cancelled.
[[nodiscard]] graph with_random_weights(const graph& g, std::uint32_t low, std::uint32_t high,
                                        const generate_options& options = {});

/// Whether `spec` names a generator ("kron:20:16", "grid:1500x1500"). Its arguments are not checked.
[[nodiscard]] bool is_generator(std::string_view spec);

/// Names of all generators: "kron", "grid", ...
[[nodiscard]] std::vector<std::string> generator_names();

/// Generates the graph that a spec describes:
///   kron:SCALE[:EDGE_FACTOR[:A:B:C]]   rmat:SCALE[:EDGE_FACTOR[:A:B:C]]   uniform:SCALE[:EDGE_FACTOR]   random:N:DEGREE
///   grid:WxH   rgg:SCALE   delaunay:SCALE   small-world:N:DEGREE:P   path:N   star:N   complete:N   tree:N
/// Throws error_category::usage, naming the invalid part and the valid form; ::memory, ::cancelled.
[[nodiscard]] edge_list generate(std::string_view spec, const generate_options& options = {});

}  // namespace fathom
