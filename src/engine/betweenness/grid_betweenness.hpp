// Betweenness with a whole CUDA device for up to 32 searches at a time (Brandes' algorithm, joined searches). What multi_search()
// has for a program, this has for betweenness alone; every sum is added in an order of its own, so that runs do not differ.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/program/searches.hpp"

namespace fathom::betweenness_engine {

struct grid_request {
  std::span<const vertex_id> sources{};  ///< in the caller's ids, each once
  bool endpoints = false;                ///< a path counts for its two ends, too
  bool edges = false;                    ///< totals of edges, too
  bool wide = false;                     ///< numbers of paths as wide_numbers
  double most_paths = 0;                 ///< numbers of paths that are not wide have to be below
  int at_once = 0;                       ///< searches together; 0: as many as memory allows, up to 32
  std::uint64_t memory_bytes = 0;        ///< most to take; 0: three quarters of what is available
  device where{};
  run_control control{};
};

/// Totals as betweenness() has them before it scales them.
struct grid_result {
  bool overflows = false;  ///< a number of paths is too large, and the totals are missing
  array<double> vertices;  ///< in the caller's ids
  array<double> edges;     ///< in the order of the graph's edges; empty unless asked for
  multi_search_report report;
};

/// Why this cannot search; empty where it can. Throws error_category::device.
[[nodiscard]] std::string why_no_grid(const layout& prepared, const grid_request& request);

/// Throws error_category::usage where sources, layout or graph do not go together, and where the layout lacks in-edges; ::memory,
/// ::device and ::cancelled.
[[nodiscard]] grid_result search_by_grid(const graph& g, const layout& prepared, const grid_request& request);

}  // namespace fathom::betweenness_engine
