// PageRank: stationary distribution of a random surfer.
// Brin, Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 1998; personalized: Haveliwala, "Topic-Sensitive
// PageRank", 2002; Gauss-Seidel: Arasu, Novak, Tomkins, Tomlin, "PageRank Computation and the Structure of the Web", 2002.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class pagerank_method {
  automatic,     ///< Gauss-Seidel toward a tolerance; power iteration for a fixed number of iterations, damping 1, or on a GPU
  power,         ///< power iteration, as in NetworkX: all new scores depend only on the previous iteration
  gauss_seidel,  ///< groups of vertices use the new scores of earlier groups: fewer iterations to the same scores
};

/// "auto", "power", "gauss-seidel".
[[nodiscard]] std::string_view to_string(pagerank_method method);

/// Precision of the contributions along edges. Scores and their sums are always in double precision.
enum class pagerank_precision {
  automatic,  ///< single while scores change by 2^-20 or more, when its rounding error (2^-25) is negligible; then double
  full,       ///< double from the first iteration on
};

struct pagerank_options {
  double damping = 0.85;  ///< the probability of following an edge instead of jumping: 0 to 1
  /// Stop once the sum of |new - old| over all scores is below this; it equals n times NetworkX's `tol`. 0: always run
  /// max_iterations.
  double tolerance = 1e-6;
  int max_iterations = 100;
  std::span<const double> personalization{};  ///< distribution of jumps: n values, any scale; empty: uniform
  std::span<const double> dangling{};         ///< distribution from dangling vertices: n values, any scale; empty: as jumps
  /// Initial scores: n values, any scale. Empty: uniform, except that Gauss-Seidel iterations toward a tolerance begin with scores
  /// by degree if a graph without directions and weights has short random walks that forget where they began, and jumps are
  /// uniform.
  std::span<const double> start{};
  bool weighted = true;  ///< follow edges in proportion to their weights, if the graph has weights
  pagerank_method method = pagerank_method::automatic;
  pagerank_precision precision = pagerank_precision::automatic;
  bool single_result = false;   ///< return the scores in single precision
  bool keep_on_device = false;  ///< leave the scores in the memory of the CUDA device that computed them
  device where{};
  run_control control{};
};

struct pagerank_report {
  std::string engine;  ///< implementation that ran, with its choices
  std::string order;   ///< vertex order during the iterations, with the reason
  device where;
  int threads = 0;
  pagerank_method method = pagerank_method::power;  ///< method used; never automatic
  int iterations = 0;
  int single_iterations = 0;            ///< iterations with single-precision contributions
  bool converged = false;               ///< whether the last change is below the tolerance; never if the tolerance is 0
  double change = 0;                    ///< sum of |new - old| in the last iteration
  double seconds_prepare = 0;           ///< building missing in-edges, summing weights, mapping to the layout's ids
  double seconds_iterate = 0;           ///< iterating and mapping back, including copies to and from a CUDA device
  double seconds_on_device = 0;         ///< part of seconds_iterate: work on a CUDA device, without copies to and from the host
  std::uint64_t bytes = 0;              ///< lower bound on memory traffic: each array once per iteration
  std::uint64_t gathered = 0;           ///< contributions read: one per edge and iteration
  std::uint64_t planned_bytes = 0;      ///< predicted memory
  std::uint64_t peak_memory_bytes = 0;  ///< peak of the process so far

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_iterate; }
};

/// The report as one JSON object.
[[nodiscard]] std::string to_json(const pagerank_report& report);

/// Arrays are in host memory unless keep_on_device was set; then where() names the device and data() is a device address.
struct pagerank_result {
  array<double> scores;        ///< n scores, whose sum is 1; empty if single_result was set
  array<float> single_scores;  ///< the same in single precision, if single_result was set
  pagerank_report report;
};

/// Computes scores x with x = d (x A + s q) + (1 - d) p, where d is the damping. A is the transition matrix along out-edges, with
/// equal probabilities or in proportion to weights (parallel edges count separately). s is the total score of the dangling
/// vertices: those without an out-edge of positive weight. p is the personalization and q the dangling distribution. This is the
/// definition of NetworkX 3.6's nx.pagerank().
///
/// If max_iterations does not suffice, NetworkX throws; here the last scores are returned and report.converged is false. Scores are
/// identical, bit for bit, on any number of threads and in all runs on the same GPU. The relative rounding error of a score is
/// below 1e-13 if the tolerance requires it or `precision` is full, and below 4e-7 otherwise. Once a tolerance t is met, the errors
/// of all scores add up to at most about t d / (1 - d).
///
/// Throws error_category::usage for an option out of range; a personalization, dangling or start with other than n entries, with an
/// entry that is negative, infinite or NaN (naming the vertex), or without a positive entry; or a negative weight (naming the
/// edge). Throws ::memory, ::device, ::cancelled. A graph without vertices has no scores.
[[nodiscard]] pagerank_result pagerank(const graph& g, const pagerank_options& options = {});

/// The same in the vertex order of an existing layout of `g`. In degree order an iteration takes half the time on graphs with hubs;
/// preparing takes as long as five to ten iterations. Layouts have no weights: a weighted graph is read directly.
///
/// On a CUDA device, prepare the layout there with search_kind::pagerank: then calls share its arrays, nothing is copied to the
/// device, and single-precision iterations read edges grouped by target. Without a layout, each call prepares one.
///
/// Also throws error_category::usage for a layout of another graph, or in the memory of another device.
[[nodiscard]] pagerank_result pagerank(const graph& g, const layout& prepared, const pagerank_options& options = {});

/// Row i of the (k, n) array has the scores for seeds[i]. Arrays are where those of pagerank_result are.
struct personalized_pagerank_result {
  array<double> scores;        ///< each row adds up to 1; empty if single_result was set
  array<float> single_scores;  ///< the same in single precision, if single_result was set
  pagerank_report report;      ///< iterations of the batch with most, and the largest last change
};

/// Computes one vector of scores per seed, a vertex to which all jumps and all walks from dangling vertices lead. Iterations are
/// power iterations that begin at the seed. Adjacency rows are read once for a batch of seeds, 16 on a CPU and 32 on a CUDA device.
/// A batch ends when each of its seeds meets the tolerance. Scores are the same on any number of threads and in all runs on the
/// same GPU, but may differ within the tolerance if the seed is in another batch.
///
/// Throws as pagerank() does; error_category::usage for a seed outside the graph, for the options personalization, dangling and
/// start, and for Gauss-Seidel iterations.
[[nodiscard]] personalized_pagerank_result personalized_pagerank(const graph& g, std::span<const vertex_id> seeds,
                                                                 const pagerank_options& options = {});
[[nodiscard]] personalized_pagerank_result personalized_pagerank(const graph& g, const layout& prepared,
                                                                 std::span<const vertex_id> seeds,
                                                                 const pagerank_options& options = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const pagerank_report& r, Field&& field) {
  field("algorithm", std::string_view("pagerank"), "text", "pagerank");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order during the iterations, with the reason");
  field("device", r.where, "text", "device that iterated");
  field("threads", r.threads, "threads", "CPU threads");
  field("method", r.method, "text", "power or gauss-seidel");
  field("iterations", r.iterations, "iterations", "iterations run");
  field("single_iterations", r.single_iterations, "iterations", "those with single-precision contributions");
  field("converged", r.converged, "flag", "whether the last change is below the tolerance; false if that is 0");
  field("change", r.change, "score", "sum of |new - old| in the last iteration");
  field("seconds", r.seconds(), "s", "whole call: preparing and iterating");
  field("seconds_prepare", r.seconds_prepare, "s", "building missing in-edges, summing weights, mapping to the layout's ids");
  field("seconds_iterate", r.seconds_iterate, "s", "iterating and mapping back, including copies to and from a device");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_iterate: work on a CUDA device");
  field("bytes_moved", r.bytes, "bytes", "lower bound on memory traffic: each array once per iteration");
  field("neighbors_read", r.gathered, "edges", "contributions read: one per edge and iteration");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
