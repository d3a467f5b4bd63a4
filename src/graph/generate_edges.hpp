// What all generators share: an edge list of known size, checked and allocated, whose edge i is a function of i alone.
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

/// a * b, or the largest value where that overflows: sizes that nothing can hold stay too large instead of wrapping to small ones.
[[nodiscard]] constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) noexcept {
  return b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b ? std::numeric_limits<std::uint64_t>::max() : a * b;
}

/// Room for `edges` edges among `vertices` vertices; `what` names the generator in messages.
/// Throws error_category::usage for too many vertices, error_category::memory where the edges do not fit.
[[nodiscard]] edge_list new_edge_list(std::string_view what, std::uint64_t vertices, std::uint64_t edges, bool directed);

/// Throws error_category::usage for a scale whose 2^scale vertices are too many, or a negative one.
void require_scale(std::string_view what, int scale);
/// Throws error_category::usage for a negative one.
void require_edge_factor(std::string_view what, int edge_factor);

/// Edges between two looks at the caller's wish to stop: well under a second of work for one thread.
inline constexpr std::uint64_t edges_per_step = std::uint64_t{1} << 23;

/// Calls work(begin, end) for consecutive parts of [0, total), from the calling thread, with progress and a check for a stop
/// between them.
template <class Work>
void in_steps(const run_control& control, std::uint64_t total, std::uint64_t step, Work work) {
  for (std::uint64_t begin = 0; begin < total; begin += step) {
    report_progress(control, "generating", begin, total);
    work(begin, std::min(total, begin + step));
  }
  report_progress(control, "generating", total, total);
}

/// Makes edge i from edge_at(i), in parallel. Because it depends on i alone, the list is the same on any number of threads.
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
