// Measurements of `fathom bench`: each function takes a graph and returns rows. measure() and bench_row are the harness.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/transport.hpp"
#include "fathom/energy.hpp"
#include "options/loaded_graph.hpp"
#include "output/json.hpp"

namespace fathom::program {

/// Pause before the idle power of a device is measured, and the duration of that measurement. Some devices report the average power
/// of the last second, and clocks drop within that time.
inline constexpr auto settling = std::chrono::milliseconds(1500);
inline constexpr double idle_seconds = 0.5;

struct bench_settings {
  graph_arguments graph;               ///< options for reading, and the seed
  int trials = 64;                     ///< random sources of single searches
  int joined = 0;                      ///< sources of multi-source BFS; 0: several groups of the widest useful rows
  int sources = 0;                     ///< sources of multi-search; 0: the paper's 1,024, fewer on a CPU
  int repeats = 5;                     ///< runs of everything else
  double window = 5;                   ///< minimum seconds of an energy measurement
  std::vector<std::string> methods{};  ///< of energy measurements: "auto", "enterprise-bl", ...; empty: auto with both kinds of ids
  rank_transport transport = rank_transport::automatic;  ///< between the GPUs of scaling
  communicator* ranks = nullptr;                         ///< all processes of an MPI job; null in a single process
};

/// Energy consumed by searches in one window.
struct bench_energy {
  energy_reading reading;
  idle_power idle;
  double edges = 0;  ///< directed edges traversed in the window
  bool directed = false;
  double searching_seconds = 0;  ///< device time of the searches; during the rest of the window the device waits for the host
  std::size_t searches = 0;

  [[nodiscard]] double joules_above_idle() const { return reading.joules - idle.watts * reading.seconds; }
  [[nodiscard]] double uncertainty_above_idle() const { return reading.uncertainty_joules + idle.spread_watts * reading.seconds; }
  /// The joules above idle, or 0 if they do not exceed their uncertainty; then nothing may be divided by them.
  [[nodiscard]] double sure_joules_above_idle() const {
    return joules_above_idle() > uncertainty_above_idle() ? joules_above_idle() : 0;
  }
  [[nodiscard]] double searching_share() const { return reading.seconds > 0 ? searching_seconds / reading.seconds : 0; }
};

/// Values of a chart: one per x, or a sample without order if `x` is empty.
struct bench_series {
  std::string name;
  std::vector<double> x, y;
};

/// One measurement on one graph.
struct bench_row {
  std::string bench;  ///< "bfs", "read", "build", "open"
  std::string graph;
  std::string what;  ///< "caller's ids, predecessors"
  int threads = 1;
  std::vector<double> seconds;                            ///< one per run
  std::vector<double> amounts;                            ///< work of each run, in `unit`; empty if a rate would be meaningless
  std::string unit;                                       ///< "edges", "bytes"
  std::string note;                                       ///< further observations: "peak memory 1.9 times the edge list"
  std::vector<std::pair<std::string, double>> figures{};  ///< the numbers of the note, for JSON
  std::optional<bench_energy> energy{};
  std::string transport{};                  ///< between processes or devices; empty if the benchmark has none
  std::vector<rank_level_report> levels{};  ///< of the slowest search, over all processes; empty if the benchmark has none
  std::vector<bench_series> series{};       ///< for charts; empty if the benchmark has none
};

/// Seconds of each of `runs` calls of `work`. An uncounted first call warms caches and maps memory.
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

/// Figures of the measured graph: vertices, directed edges as stored, and 1 or 0 for directed and weighted.
[[nodiscard]] std::vector<std::pair<std::string, double>> graph_figures(const graph& g);

/// Numbers of threads to measure: one, and all (--threads, else OpenMP's number) if that is more.
[[nodiscard]] std::vector<int> bench_threads(const bench_settings& settings);
/// On the CPU the same; on another device only all threads, which run the host's part.
[[nodiscard]] std::vector<int> bench_thread_counts(const bench_settings& settings, device where);

/// Searches in the caller's ids and in internal ids, with predecessors only (as in GAP's bfs) and with both arrays.
[[nodiscard]] std::vector<bench_row> bench_bfs(const std::string& graph, const bench_settings& settings, const session& s);
/// Parsing of text files: the graph as an edge list and as Matrix Market, in a temporary folder.
[[nodiscard]] std::vector<bench_row> bench_read(const std::string& graph, const bench_settings& settings, const session& s);
/// Building CSR rows from an edge list, with the peak memory.
[[nodiscard]] std::vector<bench_row> bench_build(const std::string& graph, const bench_settings& settings, const session& s);
/// Opening a .fathom file, with and without --trust.
[[nodiscard]] std::vector<bench_row> bench_open(const std::string& graph, const bench_settings& settings, const session& s);
/// Energy of searches on a CUDA device, repeated through one window. Throws error_category::device if the energy cannot be read.
[[nodiscard]] std::vector<bench_row> bench_energy_use(const std::string& graph, const bench_settings& settings, const session& s);

/// Makes the checks of bench_energy_use() before any work. Throws as it does.
void require_energy(const bench_settings& settings);

/// Table of energies, one column per row that has one; empty if none has.
[[nodiscard]] std::string energy_text(const std::vector<bench_row>& rows);
/// The row's energy; null if it has none.
[[nodiscard]] json energy_json(const bench_row& row);

/// The CUDA device named by --device, else the first one. Throws error_category::usage if --device names the CPU and
/// error_category::device if there is no CUDA device; `why` explains in the message why one is needed.
[[nodiscard]] device cuda_device_of(const bench_settings& settings, std::string_view why);

/// Enterprise's frontiers and out-degrees (Figures 4 to 6), and on a CUDA device its techniques, added one by one as in its Figures
/// 8, 12, 13 and 16, beside Fathom's own engine.
[[nodiscard]] std::vector<bench_row> bench_enterprise(const std::string& graph, const bench_settings& settings, const session& s);

/// iBFS's techniques, added one by one as in its Figure 15, with random groups and GroupBy, in groups of several sizes.
[[nodiscard]] std::vector<bench_row> bench_ibfs(const std::string& graph, const bench_settings& settings, const session& s);

/// The methods of the multi-search paper, for its Tables II and III and its Figure 1 (the threshold T); on a CPU, its only method.
/// The distances of every method are compared with those of the CPU.
[[nodiscard]] std::vector<bench_row> bench_multi_search(const std::string& graph, const bench_settings& settings, const session& s);
/// These tables and this figure as text, one line per graph; empty if the rows contain none of them.
[[nodiscard]] std::string multi_search_text(const std::vector<bench_row>& rows, const bench_settings& settings);

/// Strong and weak scaling of Graph500 searches over the threads of one process, or over the processes of an MPI job with a device
/// each. Collective if there are several processes; all of them get the rows. `graph` is kron:SCALE[:EDGE_FACTOR], of one worker.
[[nodiscard]] std::vector<bench_row> bench_scaling(const std::string& graph, const bench_settings& settings, const session& s);
/// Makes the checks of bench_scaling() before any work. Throws error_category::usage for another graph, and for a GPU in a single
/// process.
void require_scaling(const std::string& graph, const bench_settings& settings);
/// Tables of scaling and of the bytes per level; empty if the rows contain none of them.
[[nodiscard]] std::string scaling_text(const std::vector<bench_row>& rows);

/// The programs of the edge-vertex paper's Figures 7 to 9, with every method that the paper compares and without the framework. The
/// values of every method are compared with those of the first one.
[[nodiscard]] std::vector<bench_row> bench_edge_vertex(const std::string& graph, const bench_settings& settings, const session& s);
/// The paper's Figures 7 to 14 and Tables 4 to 7 as text; empty if the rows contain none of them.
[[nodiscard]] std::string edge_vertex_text(const std::vector<bench_row>& rows, const bench_settings& settings);

}  // namespace fathom::program
