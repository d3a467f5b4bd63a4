// Study of a graph: its distributions, distances and one search; and a page about it with charts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/energy.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Distribution of an integer: value to number of vertices, or of other things.
using value_distribution = std::map<std::uint64_t, std::uint64_t>;

/// Power law fitted to the tail of a distribution of positive integers (Clauset, Shalizi, Newman, "Power-Law Distributions in
/// Empirical Data", SIAM Review 51(4), 2009): the fraction of the values of `from` and above that is k or more is
/// ((k - 1/2) / (from - 1/2))^(1 - exponent), the paper's approximation for integers (equation 3.7).
struct tail_fit {
  std::uint64_t from = 0;
  double exponent = 0;
  std::uint64_t values = 0;  ///< number of values in the tail
  double distance = 0;       ///< Kolmogorov-Smirnov: largest difference between the fit and the data, as fractions

  /// Fitted fraction of the tail's values that are k or more.
  [[nodiscard]] double at_least(double k) const;
  /// Fitted number of values k.
  [[nodiscard]] double count_at(double k) const;
};

/// The start is the one with the smallest distance (section 3.3), the exponent that of maximum likelihood. Nothing without a start
/// that leaves 50 values, of which ten differ. A fit is not a test: other distributions may fit as well or better.
[[nodiscard]] std::optional<tail_fit> fit_tail(const value_distribution& all);

/// Mean local clustering coefficient of the vertices of degrees in one range.
struct clustering_bin {
  std::uint64_t from = 0, to = 0;  ///< degrees, a power of two to below the next
  std::uint64_t vertices = 0;
  double mean = 0;
};

struct distance_statistics {
  std::vector<std::uint64_t> pairs;  ///< pairs[d]: pairs of a source and another vertex at distance d
  double mean = 0;
  /// Distance within which 90 % of the connected pairs are, interpolated between whole distances (Leskovec, Kleinberg, Faloutsos,
  /// KDD 2005).
  double effective_diameter = 0;
  std::size_t sources = 0;
};

/// Largest speeds of the CPU for the parts of a search, measured on memory that exceeds the caches of most machines.
struct cpu_ceilings {
  int threads = 0;
  double bytes_per_second = 0;   ///< reading memory in order
  double reads_per_second = 0;   ///< independent reads at random places
  double seconds_per_level = 0;  ///< starting and joining all threads once: the shortest possible level
};

/// Measures the ceilings in some tenths of a second. Throws error_category::memory.
[[nodiscard]] cpu_ceilings measure_ceilings(const run_control& control = {});

/// Energy of the device while it repeats one search for about a second.
struct repeated_search_energy {
  energy_reading window;
  std::uint64_t searches = 0;
};

struct study_options {
  /// Of the distances, where repeated ones count once; the first one is that of the search. Empty: no distances and no search.
  std::vector<vertex_id> sources;
  std::string sources_text;          ///< their description, for the page
  const layout* prepared = nullptr;  ///< layout to search on; null: prepare() one
  device where{};
  run_control control{};
};

struct graph_study {
  graph g;
  std::string degree_kind;  ///< "degree" of an undirected graph, else "out-degree"
  value_distribution degrees, component_sizes, core_numbers;
  std::optional<tail_fit> tail;
  std::uint64_t largest_component = 0, components = 0, triangles = 0;  ///< components ignore directions, and so do triangles
  double average_clustering = 0, transitivity = 0;
  std::vector<clustering_bin> clustering;
  std::string sources;  ///< their description; empty if there is no vertex to search from
  std::optional<distance_statistics> distances;
  std::optional<run_report> search;                    ///< from the first source, with its levels
  std::optional<repeated_search_energy> energy;        ///< of the same search, with its results in the caller's ids
  std::string why_no_energy;                           ///< why a search has no energy; empty if it has, or if there is no search
  std::optional<cpu_ceilings> ceilings;                ///< of a search on the CPU
  std::vector<std::pair<std::string, double>> phases;  ///< name and seconds, in the order of the work
};

/// Studies a graph on a device. Throws what the algorithms throw.
[[nodiscard]] graph_study study_graph(const graph& g, const study_options& options = {});

/// Facts that a page states besides the study.
struct study_origin {
  std::string name;                                        ///< of the graph
  receipt what;                                            ///< of its construction
  std::string call;                                        ///< command or call that repeats the study
  std::vector<std::pair<std::string, std::string>> facts;  ///< name and value: machine, versions, seed
};

/// A self-contained HTML page with charts, each with its numbers in a table. It loads nothing from a network and runs no script.
[[nodiscard]] std::string study_page(const graph_study& s, const study_origin& origin);

// Fields of the ceilings; see report_fields.hpp.
template <class Field>
void describe_fields(const cpu_ceilings& c, Field&& field) {
  field("threads", c.threads, "threads", "number of CPU threads");
  field("bytes_per_second", c.bytes_per_second, "bytes/s", "reading memory in order");
  field("reads_per_second", c.reads_per_second, "reads/s", "independent reads at random places in memory");
  field("seconds_per_level", c.seconds_per_level, "s", "starting and joining all threads once");
}

}  // namespace fathom
