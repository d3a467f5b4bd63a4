// Common parts of all generators: argument checks, allocation of an edge list of known size, and a parallel loop that computes
// edge i from i alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "fathom/build.hpp"
#include "fathom/control.hpp"

namespace fathom {

struct edge_ends {
  std::uint64_t source, target;
};

/// a * b, or the largest value on overflow, so that impossible sizes stay too large instead of wrapping around to small ones.
[[nodiscard]] constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) noexcept {
  return b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b ? std::numeric_limits<std::uint64_t>::max() : a * b;
}

/// Allocates `edges` edges among `vertices` vertices; `what` names the generator in messages.
/// Throws error_category::usage for too many vertices and error_category::memory if the edges do not fit.
[[nodiscard]] edge_list new_edge_list(std::string_view what, std::uint64_t vertices, std::uint64_t edges, bool directed);

/// Throws error_category::usage for a negative scale or one whose 2^scale vertices are too many.
void require_scale(std::string_view what, int scale);
/// Throws error_category::usage for a negative edge factor.
void require_edge_factor(std::string_view what, int edge_factor);

/// Edges between polls of the stop token: well under a second of work for one thread.
inline constexpr std::uint64_t edges_per_step = std::uint64_t{1} << 23;

/// Calls work(begin, end) on the calling thread for consecutive parts of [0, total); reports progress and polls the stop token
/// between parts.
template <class Work>
void in_steps(const run_control& control, std::uint64_t total, std::uint64_t step, Work work) {
  for (std::uint64_t begin = 0; begin < total; begin += step) {
    report_progress(control, "generating", begin, total);
    work(begin, std::min(total, begin + step));
  }
  report_progress(control, "generating", total, total);
}

/// Sets edge i to edge_at(i), in parallel. Each edge depends on i alone, so the list does not depend on the number of threads.
template <class EdgeAt>
void fill_edges(edge_list& edges, const run_control& control, const EdgeAt& edge_at) {
  const int threads = thread_count(control);
  vertex_id* const sources = edges.sources.data();
  vertex_id* const targets = edges.targets.data();
  in_steps(control, edges.size(), edges_per_step, [&](std::uint64_t begin, std::uint64_t end) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::uint64_t i = begin; i < end; ++i) {
      const edge_ends e = edge_at(i);
      sources[i] = static_cast<vertex_id>(e.source);
      targets[i] = static_cast<vertex_id>(e.target);
    }
  });
}

}  // namespace fathom
