// Request and result of grid betweenness, with a whole GPU for up to 32 concurrent searches.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom::betweenness_engine {

struct grid_request {
  std::span<const vertex_id> sources{};  ///< in the caller's ids, distinct
  bool endpoints = false;                ///< a path also counts for its two endpoints
  bool edges = false;                    ///< compute edge totals as well
  bool wide = false;                     ///< store path counts as wide_numbers
  bool keep_on_device = false;           ///< leave the totals of vertices in device memory
  double most_paths = 0;                 ///< exclusive upper bound on path counts that are not wide
  int at_once = 0;                       ///< concurrent searches; 0: as many as fit in memory, up to 32
  std::uint64_t memory_bytes = 0;        ///< memory limit; 0: three quarters of the available memory
  device where{};
  run_control control{};
};

/// Totals before scaling by betweenness().
struct grid_result {
  bool overflows = false;  ///< a path count is too large, and the totals are missing
  array<double> vertices;  ///< in the caller's ids, in host or device memory
  array<double> edges;     ///< in the order of the graph's edges; empty unless requested
  multi_search_report report;
};

}  // namespace fathom::betweenness_engine
