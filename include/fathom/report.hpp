// run_report: statistics of a search, filled by every engine and formatted by to_json() and to_table().
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

/// "top-down", "bottom-up".
[[nodiscard]] std::string_view to_string(direction d);

struct level_report {
  hop_count level = 0;  ///< distance of the frontier's vertices; discovered vertices are at level + 1
  direction way = direction::top_down;
  std::uint64_t frontier = 0;         ///< vertices in the frontier
  std::uint64_t edges_inspected = 0;  ///< adjacency entries inspected; an upper bound for engines that do not count each
  std::uint64_t found = 0;            ///< discovered vertices
  double seconds = 0;
  std::string reason;  ///< why the direction changed at this level; empty if it did not
};

/// Effect of Enterprise's hub cache in the bottom-up levels of one search. Counted only if levels are reported; the other methods
/// of Enterprise save no reads.
struct hub_cache_report {
  std::uint64_t status_reads = 0;        ///< reads of a neighbor's status from device memory
  std::uint64_t status_reads_saved = 0;  ///< additional reads that would have been needed without the cache

  /// Fraction of reads saved, of all that would have been needed; 0 if there were none (Figure 12).
  [[nodiscard]] double share_saved() const noexcept {
    const auto all = static_cast<double>(status_reads + status_reads_saved);
    return all > 0 ? static_cast<double>(status_reads_saved) / all : 0;
  }
};

struct run_report {
  std::string algorithm;  ///< "bfs", ...
  std::string engine;     ///< implementation that ran, with its choices
  device where;
  int threads = 0;
  vertex_id source = no_vertex;           ///< in the graph's ids
  std::uint64_t reached = 0;              ///< reached vertices, including the source
  hop_count depth = 0;                    ///< largest distance, in hops
  std::uint64_t edges_traversed = 0;      ///< stored directed edges out of the reached vertices, as the papers count
  double seconds_search = 0;              ///< search in the layout's ids, including initialization; on a CUDA device its own time
  double seconds_map_back = 0;            ///< writing the results in the caller's ids; on a CUDA device its own time
  double seconds_host = 0;                ///< rest of a call that uses a CUDA device: launching, waiting, copying results
  double seconds_on_device = 0;           ///< work on a CUDA device, if it was measured
  std::uint64_t peak_memory_bytes = 0;    ///< peak of the process so far
  std::uint64_t device_memory_bytes = 0;  ///< predicted memory of the searches; 0 on the CPU
  std::string order;                      ///< vertex order of the layout, with its reason
  std::vector<level_report> levels;       ///< empty unless report_levels was set
  hub_cache_report hub_cache;             ///< all 0 unless report_levels was set

  /// The whole call.
  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_map_back + seconds_host; }
  /// The call without seconds_host: the time that teps() and benchmarks count.
  [[nodiscard]] double seconds_searching() const noexcept { return seconds_search + seconds_map_back; }
  /// Traversed directed edges per second of searching and mapping back.
  [[nodiscard]] double teps() const noexcept {
    return seconds_searching() > 0 ? static_cast<double>(edges_traversed) / seconds_searching() : 0;
  }
  /// The same as Graph500 counts: each undirected input edge once.
  [[nodiscard]] double teps_graph500() const noexcept { return teps() / 2; }
};

/// The report as one JSON object.
[[nodiscard]] std::string to_json(const run_report& report);
/// The levels as a text table with a heading, one line per level.
[[nodiscard]] std::string to_table(const run_report& report);

/// Summary of repeated measurements.
struct summary_statistics {
  double min = 0, first_quartile = 0, median = 0, third_quartile = 0, max = 0, mean = 0, harmonic_mean = 0;
};
/// Summarizes values. Quartiles are linearly interpolated between order statistics (R's type 7, NumPy's default). All fields are 0
/// if there are no values; harmonic_mean is 0 if a value is not positive.
[[nodiscard]] summary_statistics summarize(std::span<const double> values);

/// Peak resident memory of this process so far, in bytes.
[[nodiscard]] std::uint64_t peak_memory_bytes();

}  // namespace fathom
