// The measurements of `fathom bench`: each takes a graph and gives rows; the harness is measure() and bench_row.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/timer.hpp"
#include "fathom/energy.hpp"
#include "graph_argument.hpp"
#include "json.hpp"

namespace fathom::program {

/// Before a device's idle power is measured, and for how long: some report the average of the last second; clocks fall within it,
/// too.
inline constexpr auto settling = std::chrono::milliseconds(1500);
inline constexpr double idle_seconds = 0.5;

struct bench_settings {
  graph_arguments graph;  ///< how to read; the seed
  int trials = 64;        ///< sources of a search
  int joined = 0;         ///< sources of joined searches; 0: several groups of the widest rows that pay
  int sources = 0;        ///< of multi-search; 0: the paper's 1,024, on a CPU fewer
  int repeats = 5;        ///< runs of everything else
  double window = 5;      ///< seconds through which energy is measured, at least
};

/// What searches in one window consumed.
struct bench_energy {
  energy_reading reading;
  idle_power idle;
  double edges = 0;  ///< traversed in the window, directed
  bool directed = false;
  double searching_seconds = 0;  ///< device time of the searches; the rest of the window is the host's, and the device waits
  std::size_t searches = 0;

  [[nodiscard]] double joules_above_idle() const { return reading.joules - idle.watts * reading.seconds; }
  [[nodiscard]] double uncertainty_above_idle() const { return reading.uncertainty_joules + idle.spread_watts * reading.seconds; }
  /// 0 where it is no more than its uncertainty: nothing is to be divided by it then.
  [[nodiscard]] double sure_joules_above_idle() const {
    return joules_above_idle() > uncertainty_above_idle() ? joules_above_idle() : 0;
  }
  [[nodiscard]] double searching_share() const { return reading.seconds > 0 ? searching_seconds / reading.seconds : 0; }
};

/// One thing measured on one graph.
struct bench_row {
  std::string bench;  ///< "bfs", "read", "build", "open"
  std::string graph;
  std::string what;  ///< "caller's ids, predecessors"
  int threads = 1;
  std::vector<double> seconds;                            ///< one for each run
  std::vector<double> amounts;                            ///< of work in each run, in `unit`; empty where a rate would mean nothing
  std::string unit;                                       ///< "edges", "bytes"
  std::string note;                                       ///< what else was seen: "peak memory 1.9 times the edge list"
  std::vector<std::pair<std::string, double>> figures{};  ///< numbers of the note, for programs
  std::optional<bench_energy> energy{};
};

/// Seconds of `runs` calls of `work`, after one call that is not counted: it warms caches and maps memory.
template <class Work>
[[nodiscard]] std::vector<double> measure(int runs, Work&& work) {
  std::vector<double> seconds;
  for (int run = -1; run < runs; ++run) {
    timer watch;
    work();
    if (run >= 0) seconds.push_back(watch.seconds());
  }
  return seconds;
}

/// Of the graph that a row is about: vertices, directed edges as stored, and 1 or 0 for directed and weighted.
[[nodiscard]] std::vector<std::pair<std::string, double>> graph_figures(const graph& g);

/// One thread, and all (--threads, else what OpenMP offers), where that is more.
[[nodiscard]] std::vector<int> bench_threads(const bench_settings& settings);
/// The same on the CPU; on another device all threads, which serve it.
[[nodiscard]] std::vector<int> bench_teams(const bench_settings& settings, device where);

/// Searches: in the caller's ids and in the layout's, predecessors alone (what GAP's bfs returns) and both arrays.
[[nodiscard]] std::vector<bench_row> bench_bfs(const std::string& graph, const bench_settings& settings, const session& s);
/// Parsing of text: the graph as an edge list and as Matrix Market, in a temporary folder.
[[nodiscard]] std::vector<bench_row> bench_read(const std::string& graph, const bench_settings& settings, const session& s);
/// Building rows from an edge list, and the peak of memory while it lasts.
[[nodiscard]] std::vector<bench_row> bench_build(const std::string& graph, const bench_settings& settings, const session& s);
/// Opening a .fathom file, trusted and checked.
[[nodiscard]] std::vector<bench_row> bench_open(const std::string& graph, const bench_settings& settings, const session& s);
/// Searches on a CUDA device, repeated through one window: what they consume. Throws error_category::device where that cannot be
/// read.
[[nodiscard]] std::vector<bench_row> bench_energy_use(const std::string& graph, const bench_settings& settings, const session& s);

/// Throws what bench_energy_use() would throw for its device, before any work.
void require_energy(const bench_settings& settings);

/// The energy of those rows that have it as a table, a column each; empty where none has.
[[nodiscard]] std::string energy_text(const std::vector<bench_row>& rows);
/// null where the row has none.
[[nodiscard]] json energy_json(const bench_row& row);

/// The CUDA device that --device names, else the first. Throws error_category::usage where it names the CPU, ::device where none is
/// there, both with `why` one is needed.
[[nodiscard]] device cuda_device_of(const bench_settings& settings, std::string_view why);

/// Enterprise's techniques one after another, as in its Figure 13, and Fathom's own engine; on a CUDA device. Throws
/// error_category::device where there is none.
[[nodiscard]] std::vector<bench_row> bench_enterprise(const std::string& graph, const bench_settings& settings, const session& s);
/// Throws that where there is none, before any work.
void require_cuda_for_enterprise(const bench_settings& settings);

/// iBFS's techniques one after another, as in its Figure 15, by random groups and GroupBy, in groups of several sizes.
[[nodiscard]] std::vector<bench_row> bench_ibfs(const std::string& graph, const bench_settings& settings, const session& s);

/// The methods of the multi-search paper, its Tables II and III, and its Figure 1 (the threshold T); on a CPU the one method there.
/// Every method's distances are compared with those of the CPU.
[[nodiscard]] std::vector<bench_row> bench_multi_search(const std::string& graph, const bench_settings& settings, const session& s);
/// Those tables, a line a graph, and that figure; empty where the rows have none of it.
[[nodiscard]] std::string multi_search_text(const std::vector<bench_row>& rows, const bench_settings& settings);

/// The programs of the edge-vertex paper's Figures 7 to 9 in all ways that it compares, and without the framework. Every way's
/// values are compared with those of the first.
[[nodiscard]] std::vector<bench_row> bench_edge_vertex(const std::string& graph, const bench_settings& settings, const session& s);
/// Its Figures 7 to 14 and Tables 4 and 6; empty where the rows have none of it.
[[nodiscard]] std::string edge_vertex_text(const std::vector<bench_row>& rows, const bench_settings& settings);

}  // namespace fathom::program
