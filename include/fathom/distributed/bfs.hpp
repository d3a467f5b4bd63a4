// Distributed single-source breadth-first search (BFS): all processes search one graph, each in its own part.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// One level of one search, over all processes. Times are in seconds.
struct rank_level_report {
  hop_count level = 0;
  direction way = direction::top_down;
  std::uint64_t frontier = 0;    ///< vertices in the frontier
  std::uint64_t inspected = 0;   ///< edges inspected
  std::uint64_t bytes_sent = 0;  ///< to other processes
  /// Parts of bytes_sent: vertex sets by their encoding, which processes choose by size. CPUs send gaps between ids or bitmaps,
  /// GPUs short lists of ids, gaps or bitmaps. 0 for multi-source searches, which do not count them.
  std::uint64_t bytes_as_lists = 0, bytes_as_gaps = 0, bytes_as_bitmaps = 0;
  double seconds = 0;           ///< of the slowest process
  double seconds_search = 0;    ///< searching the process's own part, mean over processes
  double seconds_exchange = 0;  ///< exchanging data, mean over processes
  double seconds_wait = 0;      ///< waiting for the slowest process, mean over processes
  double imbalance = 0;         ///< largest seconds_search divided by the mean
};

/// Distributed breadth-first search of one graph; any number of searches, one at a time.
class rank_bfs {
 public:
  /// Collective; `g` must outlive this object. Throws error_category::usage for options that are out of range, that a distributed
  /// graph does not support, or that differ between processes; ::device, ::memory, ::cancelled.
  explicit rank_bfs(const rank_graph& g, const bfs_options& options = {}, const execution& exec = {});
  ~rank_bfs();
  rank_bfs(rank_bfs&&) noexcept;
  rank_bfs& operator=(rank_bfs&&) noexcept;

  /// Collective: searches from `source`, which must be the same on all processes. Returns the results of all vertices, or without
  /// `gather` those of the process's own vertices. Distances equal those of bfs(); the report's times are those of the slowest
  /// process. Throws error_category::usage for a source outside the graph; ::device, ::cancelled.
  [[nodiscard]] bfs_result search(vertex_id source);

  /// Collective: per-level statistics of the last search.
  [[nodiscard]] std::vector<rank_level_report> last_levels() const;
  /// Collective: work of each process over all searches so far, by rank.
  [[nodiscard]] std::vector<rank_work> by_rank() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Collective: searches once. For several searches, make a rank_bfs.
[[nodiscard]] bfs_result bfs(const rank_graph& g, vertex_id source, const bfs_options& options = {}, const execution& exec = {});

/// Collective: the vertices that random_sources() would draw from the whole graph. Throws error_category::usage if no vertex has an
/// out-edge.
[[nodiscard]] std::vector<vertex_id> random_sources(const rank_graph& g, std::size_t count, std::uint64_t seed);

// Fields of the reports; see report_fields.hpp.

/// Fields that levels of single searches and of batches share.
template <class Level, class Field>
void describe_exchange(const Level& l, Field&& field) {
  field("bytes_sent", l.bytes_sent, "bytes", "sent to other processes");
  field("seconds", l.seconds, "s", "time of the level in the slowest process");
  field("seconds_own_part", l.seconds_search, "s", "searching the process's own part, mean over processes");
  field("seconds_exchange", l.seconds_exchange, "s", "exchanging data, mean over processes");
  field("seconds_wait", l.seconds_wait, "s", "waiting for the slowest process, mean over processes");
  field("imbalance", l.imbalance, "ratio", "largest seconds_own_part divided by the mean");
}

/// Encodings of the vertex sets that a level sent: "list", "gaps", "bitmap", several of them, or "none".
[[nodiscard]] inline std::string encodings_of(const rank_level_report& l) {
  std::string all;
  const auto add = [&](std::uint64_t bytes, const char* name) {
    if (bytes > 0) all += (all.empty() ? "" : ", ") + std::string(name);
  };
  add(l.bytes_as_lists, "list"), add(l.bytes_as_gaps, "gaps"), add(l.bytes_as_bitmaps, "bitmap");
  return all.empty() ? "none" : all;
}

template <class Field>
void describe_fields(const rank_level_report& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontier's vertices from the source");
  field("direction", l.way, "text", "top-down or bottom-up");
  field("frontier", l.frontier, "vertices", "vertices in the frontier");
  field("edges_inspected", l.inspected, "edges", "adjacency entries inspected");
  field("encodings", encodings_of(l), "text", "of the vertex sets sent, by size: list, gaps, bitmap; none without other processes");
  field("bytes_as_lists", l.bytes_as_lists, "bytes", "sent as lists of ids");
  field("bytes_as_gaps", l.bytes_as_gaps, "bytes", "sent as gaps between ids");
  field("bytes_as_bitmaps", l.bytes_as_bitmaps, "bytes", "sent as bitmaps");
  describe_exchange(l, field);
}

}  // namespace fathom
