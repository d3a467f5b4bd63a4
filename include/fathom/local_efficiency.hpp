// Local efficiency: how well the neighbors of a vertex are connected without it. Latora, Marchiori, "Efficient Behavior of
// Small-World Networks", Physical Review Letters 87, 2001.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct local_efficiency_options {
  run_control control{};
};

struct local_efficiency_report {
  std::string engine;                 ///< name of the implementation that ran
  device where;                       ///< the CPU
  int threads = 1;                    ///< CPU threads that ran
  double mean_efficiency = 0;         ///< of the values of all vertices; 0 for a graph without vertices
  std::uint64_t edges_inspected = 0;  ///< adjacency entries read to build the subgraphs
  double seconds_search = 0;
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search; }
};

struct local_efficiency_result {
  array<double> values;  ///< n values from 0 to 1
  local_efficiency_report report;
};

/// Computes, for each vertex of an undirected graph, the mean of 1/distance over all ordered pairs of its neighbors, with distances
/// in the subgraph that the neighbors induce; a pair without a path counts 0, and a vertex with fewer than two neighbors has the
/// value 0. Weights and parallel edges are ignored, and a self-loop makes a vertex its own neighbor. The mean of all values is
/// NetworkX's `local_efficiency`. Results do not depend on the number of threads.
///
/// The time is the sum of the degrees of all neighbors of each vertex, and searches from its neighbors, 64 at once. Throws
/// error_category::usage for a directed graph; ::memory, ::cancelled.
[[nodiscard]] local_efficiency_result local_efficiency(const graph& g, const local_efficiency_options& options = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const local_efficiency_report& r, Field&& field) {
  field("algorithm", std::string_view("local efficiency"), "text", "local efficiency");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads that ran");
  field("mean_efficiency", r.mean_efficiency, "efficiency", "mean of the values of all vertices");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_search", r.seconds_search, "s", "building and searching the subgraphs of neighbors");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries read to build the subgraphs");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
