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

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const level_report& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontier's vertices from the source");
  field("direction", l.way, "text", "top-down or bottom-up");
  field("frontier", l.frontier, "vertices", "vertices in the frontier");
  field("edges_inspected", l.edges_inspected, "edges", "adjacency entries inspected; an upper bound where they are not counted");
  field("found", l.found, "vertices", "discovered vertices");
  field("seconds", l.seconds, "s", "time of the level");
  field("reason", l.reason, "text", "why the direction changed; empty if it did not");
}

template <class Field>
void describe_fields(const hub_cache_report& h, Field&& field) {
  field("status_reads", h.status_reads, "reads", "reads of a neighbor's status from device memory");
  field("status_reads_saved", h.status_reads_saved, "reads", "additional reads that would have been needed without the cache");
  field("share_saved", h.share_saved(), "fraction", "reads saved, of all that would have been needed");
}

template <class Field>
void describe_fields(const run_report& r, Field&& field) {
  field("algorithm", r.algorithm, "text", "bfs");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("threads", r.threads, "threads", "CPU threads of the search");
  field("source", r.source, "vertex", "source of the search");
  field("reached", r.reached, "vertices", "reached vertices, including the source");
  field("depth", r.depth, "hops", "largest distance");
  field("edges_traversed", r.edges_traversed, "edges", "stored directed edges out of the reached vertices");
  field("seconds", r.seconds(), "s", "whole search: the sum of search, map_back and host");
  field("seconds_search", r.seconds_search, "s", "searching in the layout's ids, including initialization");
  field("seconds_map_back", r.seconds_map_back, "s", "writing the results in the caller's ids");
  field("seconds_host", r.seconds_host, "s", "with a CUDA device: launching, waiting, copying results; else 0");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("teps", r.teps(), "edges/s", "edges_traversed per second of seconds_search and seconds_map_back");
  field("teps_graph500", r.teps_graph500(), "edges/s", "the same as Graph500 counts: each undirected edge once");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
  field("device_memory_bytes", r.device_memory_bytes, "bytes", "predicted device memory of the searches; 0 on the CPU");
  field("levels", r.levels, "list", "reports of the levels; empty unless requested");
  field("hub_cache", r.hub_cache.status_reads_saved > 0 ? &r.hub_cache : nullptr, "object",
        "effect of Enterprise's hub cache, if levels were requested");
}

template <class Field>
void describe_fields(const summary_statistics& s, Field&& field) {
  constexpr const char* same = "as the values";
  field("min", s.min, same, "smallest value");
  field("first_quartile", s.first_quartile, same, "first quartile, interpolated");
  field("median", s.median, same, "median, interpolated");
  field("third_quartile", s.third_quartile, same, "third quartile, interpolated");
  field("max", s.max, same, "largest value");
  field("mean", s.mean, same, "arithmetic mean");
  field("harmonic_mean", s.harmonic_mean, same, "harmonic mean; 0 if a value is not positive");
}

}  // namespace fathom
