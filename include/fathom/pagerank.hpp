// PageRank: where a walk is that follows edges at random and now and then jumps.
// Brin, Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 1998; personalised: Haveliwala, "Topic-Sensitive
// PageRank", 2002; Gauss-Seidel: Arasu, Novak, Tomkins, Tomlin, "PageRank Computation and the Structure of the Web", 2002.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class pagerank_method {
  automatic,     ///< Gauss-Seidel towards a tolerance; power iterations where their number is fixed, or damping is 1, or on a GPU
  power,         ///< every rank of an iteration comes from the one before: NetworkX's
  gauss_seidel,  ///< group by group, later groups see what earlier ones have got: fewer iterations, the same ranks in the end
};

/// Of what vertices hand on to each edge. Ranks, and all sums, are of double precision in any case.
enum class pagerank_precision {
  automatic,  ///< single while ranks change by 2^-20 or more, which is when its rounding (2^-25) does not count; then double
  full,       ///< double from the first iteration on
};

struct pagerank_options {
  double damping = 0.85;  ///< the probability of following an edge instead of jumping: 0 to 1
  /// Ends once an iteration changes all ranks together (the sum of |new - old|) by less than this. NetworkX's `tol` is a share of
  /// it: `tol` times n. 0: exactly max_iterations.
  double tolerance = 1e-6;
  int max_iterations = 100;
  std::span<const double> personalization{};  ///< where jumps lead, n values in any proportion; empty: everywhere alike
  std::span<const double> dangling{};         ///< where the walk goes from a vertex without a way out; empty: as jumps do
  std::span<const double> start{};            ///< ranks to begin with, in any proportion; empty: all alike
  bool weighted = true;                       ///< an edge is followed in proportion to its weight, where the graph has weights
  pagerank_method method = pagerank_method::automatic;
  pagerank_precision precision = pagerank_precision::automatic;
  device where{};
  run_control control{};
};

struct pagerank_report {
  std::string engine;  ///< which implementation ran, and with what choices
  std::string order;   ///< of the vertices while it ran, with the reason
  device where;
  int threads = 0;
  pagerank_method method = pagerank_method::power;  ///< never automatic
  int iterations = 0;
  int single_iterations = 0;     ///< of them, with what vertices hand on in single precision
  bool converged = false;        ///< the last change is below the tolerance; never where that is 0
  double change = 0;             ///< in the last iteration
  double seconds_prepare = 0;    ///< in-edges that the graph lacks, sums of weights, the way to the layout's ids
  double seconds_iterate = 0;    ///< and back; with the copies to and from a CUDA device
  double seconds_on_device = 0;  ///< of it, a CUDA device's work
  std::uint64_t bytes = 0;       ///< that the iterations read and write at least, each array once an iteration
  std::uint64_t gathered = 0;    ///< looks at what a neighbour hands on: one for each edge and iteration
  std::uint64_t planned_bytes = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< of the process, so far

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_iterate; }
};

/// One JSON object.
[[nodiscard]] std::string to_json(const pagerank_report& report);

struct pagerank_result {
  array<double> ranks;  ///< n values, whose sum is 1
  pagerank_report report;
};

/// The ranks x with x = d (x A + s q) + (1 - d) p, d being the damping: A follows an out-edge, with equal probability or in
/// proportion to weights (parallel edges count one by one); s is the rank of all vertices without an out-edge, or with none of a
/// weight above 0; p is the personalization and q where these go. That is NetworkX's definition, nx.pagerank() of version 3.6.
///
/// Where it has not converged after max_iterations, NetworkX throws; here the ranks are what they are, and report.converged is
/// false. Ranks are the same on any number of threads, bit for bit, and in all runs on the same GPU. Rounding is below 1e-13 of a
/// rank where the tolerance asks for it or `precision` is full, and below 4e-7 otherwise; that a tolerance t has been met means
/// that all ranks together are off by about t d / (1 - d) at most.
///
/// Throws error_category::usage: an option outside its range; a personalization, dangling or start that has not n entries, one
/// that is negative, infinite or NaN (naming the vertex), or none above 0; a negative weight (naming the edge). ::memory, ::device,
/// ::cancelled. A graph without vertices has no ranks.
[[nodiscard]] pagerank_result pagerank(const graph& g, const pagerank_options& options = {});

/// The same in the order of a layout of `g` that was prepared before. In degree order an iteration takes half the time on graphs
/// with hubs; preparing takes as long as five to ten iterations. Layouts have no weights: a weighted graph is read as it is.
[[nodiscard]] pagerank_result pagerank(const graph& g, const layout& prepared, const pagerank_options& options = {});

}  // namespace fathom
