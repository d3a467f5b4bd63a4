// run_report: why a search took the time it took. Filled by every engine, printed by to_json() and to_table().
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/device.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class direction { top_down, bottom_up };

[[nodiscard]] std::string_view to_string(direction d);

struct level_report {
  hop_count level = 0;  ///< distance of the frontier's vertices; the vertices found are at level + 1
  direction way = direction::top_down;
  std::uint64_t frontier = 0;         ///< vertices
  std::uint64_t edges_inspected = 0;  ///< adjacency entries looked at; an upper bound where an engine does not count each
  std::uint64_t found = 0;            ///< vertices
  double seconds = 0;
  std::string reason;  ///< why the direction changed at this level; empty where it did not
};

/// What Enterprise's hub cache has done in the bottom-up levels of one search, which is counted where levels are reported. (The
/// other methods of Enterprise save nothing.)
struct hub_cache_report {
  std::uint64_t status_reads = 0;        ///< looks at a neighbour's status in the device's memory
  std::uint64_t status_reads_saved = 0;  ///< more of them that there would have been without the cache

  /// Of all reads that there would have been; 0 where there were none (Figure 12).
  [[nodiscard]] double share_saved() const noexcept {
    const auto all = static_cast<double>(status_reads + status_reads_saved);
    return all > 0 ? static_cast<double>(status_reads_saved) / all : 0;
  }
};

struct run_report {
  std::string algorithm;  ///< "bfs", ...
  std::string engine;     ///< which implementation ran, and with what choices
  device where;
  int threads = 0;
  vertex_id source = no_vertex;           ///< in the graph's ids
  std::uint64_t reached = 0;              ///< vertices, the source among them
  hop_count depth = 0;                    ///< largest distance
  std::uint64_t edges_traversed = 0;      ///< directed edges, as stored, out of the reached vertices (the papers' counting)
  double seconds_search = 0;              ///< in the layout's ids, initialising included
  double seconds_map_back = 0;            ///< writing the results in the caller's ids
  std::uint64_t peak_memory_bytes = 0;    ///< of the process, so far
  std::uint64_t device_memory_bytes = 0;  ///< planned for the searches before the first one; 0 on the CPU
  std::string order;                      ///< of the layout, with its reason
  std::vector<level_report> levels;       ///< empty where they were not asked for
  hub_cache_report hub_cache;             ///< likewise all 0

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_map_back; }
  /// Traversed directed edges a second, mapping back included.
  [[nodiscard]] double teps() const noexcept { return seconds() > 0 ? static_cast<double>(edges_traversed) / seconds() : 0; }
  /// Graph500's counting: an undirected input edge once.
  [[nodiscard]] double teps_graph500() const noexcept { return teps() / 2; }
};

/// One JSON object.
[[nodiscard]] std::string to_json(const run_report& report);
/// The levels as a table for people, one line each, with a heading.
[[nodiscard]] std::string to_table(const run_report& report);

/// Order statistics of many runs.
struct summary_statistics {
  double min = 0, first_quartile = 0, median = 0, third_quartile = 0, max = 0, mean = 0, harmonic_mean = 0;
};
/// Quartiles by linear interpolation between order statistics. All zero for no values; harmonic_mean 0 where a value is not
/// positive.
[[nodiscard]] summary_statistics summarize(std::span<const double> values);

/// Peak resident memory of this process in bytes.
[[nodiscard]] std::uint64_t peak_memory_bytes();

}  // namespace fathom
