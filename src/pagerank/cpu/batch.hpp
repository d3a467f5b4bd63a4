// Personalized PageRank of batches of seeds on the CPU: power iterations on rows of contributions with one column per seed.
#pragma once

#include <cstdint>
#include <span>

#include "pagerank/request.hpp"

namespace fathom::pagerank_engine {

/// Memory in addition to the adjacency rows and scores.
[[nodiscard]] std::uint64_t batch_bytes(vertex_id num_vertices);

/// Writes the scores of the `caller_vertices` vertices for each seed to `to`. `to_caller`: id in the rows -> caller's id; null if
/// equal. Ignores the request's distributions and method. Scores do not depend on the number of threads.
[[nodiscard]] pagerank_run personalized_pagerank_on_cpu(const pagerank_request& request, std::span<const pagerank_seed> seeds,
                                                        const vertex_id* to_caller, vertex_id caller_vertices,
                                                        const batch_output& to);

}  // namespace fathom::pagerank_engine
