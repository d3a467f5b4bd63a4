// The graph of a command on ranks: each of them has its part.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "fathom/communicator.hpp"
#include "fathom/rank_bfs.hpp"
#include "fathom/rank_graph.hpp"
#include "graph_argument.hpp"

namespace fathom::program {

/// What commands on ranks are asked besides the graph.
struct rank_arguments {
  bool ranks = false;  ///< --ranks
  bool parts = false;  ///< --parts
  std::string grid;
  std::string delegates = "auto";  ///< --delegates
};

/// Adds --ranks, --grid and --delegates; `what` says what all ranks do together.
void add_rank_options(CLI::App& command, rank_arguments& arguments, const std::string& what);
/// Adds --delegates.
void add_delegates_option(CLI::App& command, std::string& delegates);
/// Adds --parts, to the options for output.
void add_parts_option(CLI::App& command, rank_arguments& arguments);

/// Where the ranks of a command can work.
enum class rank_places { cpu, any };

/// Throws error_category::usage for what one process has and ranks have not, and for --grid and --parts without --ranks.
void check_ranks(const rank_arguments& arguments, const graph_arguments& graph, const std::string& output,
                 rank_places places = rank_places::cpu);
/// Collective: throws error_category::usage on all ranks where one of them runs another build of this program.
void require_same_build(communicator& ranks);
/// "2x3" into rows and columns; 0 and 0 for "". Throws error_category::usage.
void parse_grid(const std::string& text, int& rows, int& columns);

/// "auto", "none", or a number of edges, as a delegate_degree. Throws error_category::usage.
[[nodiscard]] std::uint64_t parse_delegates(const std::string& text);

struct graph_in_parts {
  /// Its graph are the vertices alone, with their names, where every rank has read its part alone.
  loaded_graph loaded;
  std::optional<rank_graph> g;
  std::shared_ptr<const edge_share> share;  ///< of this rank, where it was wanted
  std::string why_whole;                    ///< why every rank has read the whole graph; empty where none has
};

/// Of a graph's edges.
struct wanted_edges {
  bool weights = false;
  bool share = false;  ///< each rank keeps its share of them as they were read
};

/// Collective: reads or generates the graph.
[[nodiscard]] graph_in_parts load_in_parts(const graph_arguments& arguments, const rank_arguments& ranking, wanted_edges wanted,
                                           communicator& ranks, const run_control& control);

/// The receipt of it.
[[nodiscard]] std::string receipt_text(const graph_in_parts& loaded);
/// What a search's levels have cost, as a table: what was sent, and milliseconds, of the slowest rank and in the mean of all. Of a
/// long search the levels that took longest.
[[nodiscard]] std::string rank_levels_text(std::span<const rank_level_report> levels);
/// What each rank has done, as a table, and a line for all.
[[nodiscard]] std::string ranks_text(std::span<const rank_work> by_rank);

}  // namespace fathom::program
