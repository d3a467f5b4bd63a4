// Connected, weakly connected and strongly connected components of a distributed graph.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/components.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"

namespace fathom {

/// Component in the ids of the whole graph, which may not fit 32 bits.
struct rank_component {
  std::uint64_t label = 0;  ///< smallest vertex of the component
  std::uint64_t size = 0;   ///< number of vertices

  friend bool operator==(const rank_component&, const rank_component&) = default;
};

struct rank_components_report {
  std::string engine;
  device where;                  ///< of this process
  int threads = 0;               ///< per process
  int rounds = 0;                ///< rounds of communication; for weak components on devices, mergers of forests
  double seconds_search = 0;     ///< finding each vertex's component, slowest process
  double seconds_on_device = 0;  ///< part of seconds_search: from edges in device memory to labels in device memory
  double seconds_count = 0;      ///< computing sizes
  double seconds_gather = 0;     ///< gathering labels on all processes
  std::vector<rank_work> by_rank;

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_count + seconds_gather; }
};

struct rank_components_result {
  array<std::uint64_t> labels;  ///< the smallest vertex of each vertex's component: for all n vertices, or for this process's own
  std::uint64_t count = 0;      ///< number of components
  /// In the order that components_options::most_components selects; empty without sizes. Identical on all processes.
  std::vector<rank_component> components;
  rank_component largest;  ///< on ties the one with the smallest label; 0 and 0 without vertices or sizes
  rank_components_report report;
};

/// Collective: connected components, ignoring the directions of edges (the weakly connected components of a directed graph). Labels
/// equal those of connected_components() and weakly_connected_components() for any number of processes.
///
/// Each process first joins the endpoints of its own edges. Then all processes together hook and shortcut trees of vertices
/// (FastSV: Zhang, Azad, Buluc, "Parallel algorithms for finding connected components using linear algebra", JPDC 144, 2020), in a
/// number of rounds that grows with the logarithm of the diameter. On devices, each has a forest over all vertices, 4 bytes per
/// vertex, and forests are merged in pairs.
///
/// Throws error_category::usage if options differ between processes, for keep_on_device, for `where` and `control` in the options,
/// whose place is `exec`, for a transport other than automatic, for most_components without sizes and, on devices, for 2^32 or more
/// vertices with edges; ::memory, ::device, ::cancelled.
[[nodiscard]] rank_components_result weakly_connected_components(const rank_graph& g, const components_options& options = {},
                                                                 const execution& exec = {});

/// Collective: strongly connected components. Labels equal those of strongly_connected_components() for any number of
/// processes and any grid.
///
/// Trimming, one search along the edges and one against them for the giant component, then coloring (Slota, Rajamanickam, Madduri,
/// IPDPS 2014) until at most as many edges remain as a process has on average, or 2^20, whose components process 0 finds by itself.
///
/// Throws error_category::usage as above, also for a directed graph with delegates and, on devices, with 2^31 or more vertices;
/// ::memory, ::device, ::cancelled.
[[nodiscard]] rank_components_result strongly_connected_components(const rank_graph& g, const components_options& options = {},
                                                                   const execution& exec = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const rank_components_report& r, Field&& field) {
  field("algorithm", std::string_view("components"), "text", "components");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device of this process");
  field("threads", r.threads, "threads", "CPU threads per process");
  field("rounds", r.rounds, "rounds", "rounds of communication; for weak components on devices, mergers of forests");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_search", r.seconds_search, "s", "finding each vertex's component, slowest process");
  field("seconds_count", r.seconds_count, "s", "computing the components' sizes");
  field("seconds_gather", r.seconds_gather, "s", "gathering labels on all processes");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_search: from edges to labels in device memory");
  field("by_rank", r.by_rank, "list", "size and work of each process");
}

}  // namespace fathom
