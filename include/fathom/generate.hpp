// Seeded generators. The same arguments and seed give the same edge list on any number of threads and any machine.
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
  run_control control;
};

/// Kronecker graph of the Graph500 specification (version 3, section 3.3): 2^scale vertices, edge_factor * 2^scale undirected
/// edges, vertex ids scrambled by a seeded bijection. Self-loops and duplicates are left in, as the specification has it.
[[nodiscard]] edge_list kron(int scale, int edge_factor = 16, rmat_probabilities p = {}, const generate_options& options = {});
/// R-MAT (Chakrabarti, Zhan, Faloutsos, SDM 2004) with the papers' 0.45, 0.15, 0.15; ids scrambled; undirected edges.
[[nodiscard]] edge_list rmat(int scale, int edge_factor = 16, rmat_probabilities p = {0.45, 0.15, 0.15},
                             const generate_options& options = {});
/// edge_factor * 2^scale undirected edges with both ends uniform.
[[nodiscard]] edge_list uniform(int scale, int edge_factor = 16, const generate_options& options = {});
/// Every one of n vertices has exactly `degree` directed edges to uniform targets (the edge-vertex paper's random graphs).
[[nodiscard]] edge_list fixed_out_degree(std::uint64_t n, int degree, const generate_options& options = {});
/// width x height grid, 4 neighbours, undirected; vertex (row, column) is row * width + column. 1000x1000 is `ecology1`.
[[nodiscard]] edge_list grid(std::uint64_t width, std::uint64_t height, const generate_options& options = {});
/// 2^scale points in the unit square joined where closer than 0.55 * sqrt(ln n / n) (DIMACS10 rgg_n_2_*); ids in order of cells, so
/// near in number is near in space. Undirected.
[[nodiscard]] edge_list random_geometric(int scale, const generate_options& options = {});
/// Watts and Strogatz: a ring of n vertices, each joined to its `degree` nearest, every edge rewired with probability p.
/// Undirected.
[[nodiscard]] edge_list small_world(std::uint64_t n, int degree, double rewire, const generate_options& options = {});
[[nodiscard]] edge_list path(std::uint64_t n, const generate_options& options = {});         ///< 0 - 1 - ... - n-1
[[nodiscard]] edge_list star(std::uint64_t n, const generate_options& options = {});         ///< 0 joined to all others
[[nodiscard]] edge_list complete(std::uint64_t n, const generate_options& options = {});     ///< every pair joined
[[nodiscard]] edge_list binary_tree(std::uint64_t n, const generate_options& options = {});  ///< v joined to 2v+1 and 2v+2

/// The graph with random whole weights from `low` to `high` in place of those it has, the same in both directions of an undirected
/// edge; GAP's are 1 to 255. Throws error_category::usage for a range that is empty or ends above 2^24, the whole numbers of a
/// float.
[[nodiscard]] graph with_random_weights(const graph& g, std::uint32_t low, std::uint32_t high,
                                        const generate_options& options = {});

/// Whether `spec` names a generator ("kron:20:16", "grid:1500x1500"), however wrong its arguments.
[[nodiscard]] bool is_generator(std::string_view spec);

/// "kron", "grid", ...
[[nodiscard]] std::vector<std::string> generator_names();

/// The graph that a spec describes:
///   kron:SCALE[:EDGE_FACTOR[:A:B:C]]   rmat:SCALE[:EDGE_FACTOR[:A:B:C]]   uniform:SCALE[:EDGE_FACTOR]   random:N:DEGREE
///   grid:WxH   rgg:SCALE   small-world:N:DEGREE:P   path:N   star:N   complete:N   tree:N
/// Throws error_category::usage naming the part that is wrong and the form that is right.
[[nodiscard]] edge_list generate(std::string_view spec, const generate_options& options = {});

}  // namespace fathom
