// PageRank on the CPU's threads. Each vertex has a share, its rank by what goes out of it; a rank is gathered from the shares of
// in-neighbours. Vertices are cut into parts of about equal work, whatever the number of threads: every sum is made part by part in
// their order, so that results do not depend on it.
#pragma once

#include <cstdint>

#include "engine/pagerank/pagerank_request.hpp"

namespace fathom::pagerank_engine {

/// What it takes beyond the rows and ranks.
[[nodiscard]] std::uint64_t pagerank_bytes(vertex_id num_vertices);

/// Iterates; `ranks` has what to begin with, and then the ranks.
[[nodiscard]] pagerank_run pagerank_on_cpu(const pagerank_request& request, double* ranks);

}  // namespace fathom::pagerank_engine
