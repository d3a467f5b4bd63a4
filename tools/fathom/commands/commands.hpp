// Command registry: each function adds one command to the program and returns the action that runs it.
#pragma once

#include <functional>

#include "session.hpp"

namespace CLI {
class App;
}

namespace fathom::program {

/// Whether several processes of an MPI job may run a command.
enum class distribution {
  none,           ///< one process only
  by_ranks_flag,  ///< only with --ranks
  always,
};

struct command_action {
  CLI::App* command = nullptr;
  std::function<int(const session&)> run;  ///< returns an exit code
  distribution distributed = distribution::none;
};

[[nodiscard]] command_action add_info_command(CLI::App& program);
[[nodiscard]] command_action add_convert_command(CLI::App& program);
[[nodiscard]] command_action add_generate_command(CLI::App& program);
[[nodiscard]] command_action add_bfs_command(CLI::App& program);
[[nodiscard]] command_action add_distances_command(CLI::App& program);
[[nodiscard]] command_action add_closeness_command(CLI::App& program);
[[nodiscard]] command_action add_harmonic_command(CLI::App& program);
[[nodiscard]] command_action add_betweenness_command(CLI::App& program);
[[nodiscard]] command_action add_pagerank_command(CLI::App& program);
[[nodiscard]] command_action add_eccentricity_command(CLI::App& program);
[[nodiscard]] command_action add_diameter_command(CLI::App& program);
[[nodiscard]] command_action add_sssp_command(CLI::App& program);
[[nodiscard]] command_action add_components_command(CLI::App& program);
[[nodiscard]] command_action add_triangles_command(CLI::App& program);
[[nodiscard]] command_action add_validate_command(CLI::App& program);
[[nodiscard]] command_action add_neighbors_command(CLI::App& program);
[[nodiscard]] command_action add_reach_command(CLI::App& program);
[[nodiscard]] command_action add_graph500_command(CLI::App& program);
[[nodiscard]] command_action add_bench_command(CLI::App& program);
[[nodiscard]] command_action add_doctor_command(CLI::App& program);

}  // namespace fathom::program
