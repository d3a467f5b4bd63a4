// Study of a graph: its distributions, distances, and one search.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "commands/report/tail_fit.hpp"
#include "fathom/report.hpp"
#include "options/graph_argument.hpp"
#include "options/sources.hpp"
#include "output/distribution.hpp"

namespace fathom::program {

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

struct graph_study {
  loaded_graph loaded;
  std::string degree_kind;  ///< "degree" of an undirected graph, else "out-degree"
  value_distribution degrees, component_sizes, core_numbers;
  std::optional<tail_fit> tail;
  std::uint64_t largest_component = 0, components = 0, triangles = 0;  ///< components ignore directions, and so do triangles
  double average_clustering = 0, transitivity = 0;
  std::vector<clustering_bin> clustering;
  std::string sources;  ///< their description; empty if there is no vertex to search from
  std::optional<distance_statistics> distances;
  std::optional<run_report> search;                    ///< from the first source
  std::vector<std::pair<std::string, double>> phases;  ///< name and seconds
};

[[nodiscard]] distance_statistics distances_of(const std::vector<std::vector<std::uint64_t>>& histograms);

/// Makes the study of a loaded graph on a device. Throws what the algorithms throw.
void study(graph_study& s, const source_arguments& arguments, std::uint64_t seed, device where, const run_control& control);

/// Name and value of each number of the graph as a whole.
[[nodiscard]] text_table summary_table(const graph_study& s);
[[nodiscard]] std::string study_json(const graph_study& s);

}  // namespace fathom::program
