// Methods compared by `fathom bench multi-search`; each is a call that runs all searches.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/suite/bench.hpp"
#include "fathom/layout.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom::program {

/// Device, layouts and sources of all methods.
struct compared_searches {
  device where;
  run_control control;
  layout on_host;  ///< for the searches on the CPU, whose distances are the reference
  layout prepared, for_joined;
  std::span<const vertex_id> sources;
};

/// Result of one call.
struct method_run {
  double seconds = 0;            ///< of all searches, including the host's part
  double seconds_on_device = 0;  ///< in kernels, if known
  std::uint64_t edges_traversed = 0;
  std::uint64_t edges_inspected = 0;     ///< 0 if not counted
  std::optional<edge_offset> threshold;  ///< of the hybrid method
  int threads = 1;                       ///< on the host
  std::string engine;
  std::vector<std::uint64_t> fingerprints;  ///< per search, of its distances; if requested
};

struct method {
  std::string name;
  std::function<method_run(bool with_fingerprints)> run;
};

// Names of the rows, which become columns of the tables.
namespace method_name {
inline constexpr const char *edge_parallel = "edge-parallel", *work_efficient = "work-efficient", *oracle = "oracle",
                            *warp_based = "warp-based", *hybrid = "hybrid", *either_end = "hybrid, both directions",
                            *by_hand = "hybrid by hand", *joined = "multi-source BFS", *on_cpu = "one search per thread";
}  // namespace method_name

/// The paper's T: a warp expands vertices with T or more out-edges. Our threshold is the largest out-degree that a thread expands.
[[nodiscard]] constexpr edge_offset paper_t(edge_offset threshold) { return threshold + 1; }

/// Searches on the CPU. Their fingerprints are the reference.
[[nodiscard]] method cpu_method(const compared_searches& c);
/// The paper's methods: top-down. T = 0 leaves the choice to the engine.
[[nodiscard]] method device_method(const compared_searches& c, const char* name, multi_search_method by, edge_offset t = 0);
/// multi_search() with default options.
[[nodiscard]] method default_method(const compared_searches& c);
/// The hand-written kernel. It does not count edges; the number is that of any method with the same result.
[[nodiscard]] method by_hand_method(const compared_searches& c, edge_offset t, std::uint64_t edges_traversed);
/// Multi-source BFS of all sources in groups (multi_bfs()), which also computes and discards distances.
[[nodiscard]] method joined_method(const compared_searches& c);

}  // namespace fathom::program
