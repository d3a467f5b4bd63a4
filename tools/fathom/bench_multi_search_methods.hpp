// The methods that `fathom bench multi-search` compares: each is a call that runs all searches.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench.hpp"
#include "fathom/layout.hpp"
#include "fathom/program/searches.hpp"

namespace fathom::program {

/// Where and from where all methods search.
struct compared_searches {
  device where;
  run_control control;
  layout on_host;  ///< for the CPU's searches, which the others' distances are compared with
  layout prepared, for_joined;
  std::span<const vertex_id> sources;
};

/// What one call has found.
struct method_run {
  double seconds = 0;            ///< until all is searched, the host's part included
  double seconds_on_device = 0;  ///< in kernels, where that is known
  std::uint64_t edges_traversed = 0;
  std::uint64_t edges_inspected = 0;     ///< 0 where they are not counted
  std::optional<edge_offset> threshold;  ///< of the hybrid method
  int threads = 1;                       ///< of the host
  std::string engine;
  std::vector<std::uint64_t> fingerprints;  ///< of each search's distances, where they were asked for
};

struct method {
  std::string name;
  std::function<method_run(bool with_fingerprints)> run;
};

// The names of the rows, which are columns of the tables.
namespace method_name {
inline constexpr const char *edge_parallel = "edge-parallel", *work_efficient = "work-efficient", *oracle = "oracle",
                            *warp_based = "warp-based", *hybrid = "hybrid", *either_end = "hybrid, from either end",
                            *by_hand = "hybrid by hand", *joined = "joined", *on_cpu = "a search a thread";
}  // namespace method_name

/// T is the paper's: a warp for vertices with T edges out and more. Our threshold is the largest out-degree of a thread's vertex.
[[nodiscard]] constexpr edge_offset paper_t(edge_offset threshold) { return threshold + 1; }

/// On the CPU; its fingerprints are what others have to find.
[[nodiscard]] method cpu_method(const compared_searches& c);
/// The paper's: top-down. 0 for T: the engine's choice.
[[nodiscard]] method device_method(const compared_searches& c, const char* name, multi_search_method by, edge_offset t = 0);
/// As multi_search() runs it unless told otherwise.
[[nodiscard]] method default_method(const compared_searches& c);
/// It does not count the edges: they are those of any method that finds the same.
[[nodiscard]] method by_hand_method(const compared_searches& c, edge_offset t, std::uint64_t edges_traversed);
/// All in one traversal of groups (multi_bfs()), where distances are computed and left, too.
[[nodiscard]] method joined_method(const compared_searches& c);

}  // namespace fathom::program
