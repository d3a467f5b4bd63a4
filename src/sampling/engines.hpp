// Engines of random walks and neighbor sampling.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/graph.hpp"
#include "fathom/sampling.hpp"
#include "sampling/cpu/alias_table.hpp"

namespace fathom::sampling_engine {

/// Fills result.vertices, which has the right size, and the counts of the report. Sources and options are in range. `alias` is of
/// the rows of `g`; without slots, edges are chosen uniformly.
void walk(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options, const alias_table& alias,
          random_walk_result& result, const run_control& control);

/// The same on the CUDA device exec.where. Makes result.vertices, on the device if the options say so. Returns the seconds to copy
/// what the walks read. Throws error_category::memory if the device has too little memory, before allocating anything there;
/// ::device, ::cancelled.
double walk_cuda(const graph& g, std::span<const vertex_id> sources, const random_walk_options& options, const alias_table& alias,
                 random_walk_result& result, const execution& exec);

/// Whether walks of these options need the weights' sums of the alias table.
[[nodiscard]] bool needs_totals(const random_walk_options& options);

/// Fills all of `result` but the report, and returns the largest number of threads of a hop, at most `threads`. Sources and fanouts
/// are in range. Throws error_category::usage for a source that occurs twice; ::memory, ::cancelled.
int sample(const graph& g, std::span<const vertex_id> sources, std::span<const std::int64_t> fanouts,
           const neighbor_sampling_options& options, sampled_neighbors_result& result, int threads, const run_control& control);

/// The same on the CUDA device exec.where. The arrays are on the device if the options say so. Throws error_category::memory,
/// ::device, ::cancelled.
void sample_cuda(const graph& g, std::span<const vertex_id> sources, std::span<const std::int64_t> fanouts,
                 const neighbor_sampling_options& options, sampled_neighbors_result& result, const execution& exec);

}  // namespace fathom::sampling_engine
