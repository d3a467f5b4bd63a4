// Multithreaded PageRank on the CPU. Each vertex has a contribution, its score divided by its out-strength; a score is gathered
// from the contributions of in-neighbors. Vertices are partitioned into parts of about equal work, independent of the number of
// threads, and sums are formed part by part in order, so that results do not depend on the number of threads.
#pragma once

#include <cstdint>

#include "pagerank/request.hpp"

namespace fathom::pagerank_engine {

/// Memory in addition to the adjacency rows and scores.
[[nodiscard]] std::uint64_t pagerank_bytes(vertex_id num_vertices);

/// Runs the iterations; `ranks` holds the initial scores and receives the result.
[[nodiscard]] pagerank_run pagerank_on_cpu(const pagerank_request& request, double* ranks);

}  // namespace fathom::pagerank_engine
