#include "pagerank/cpu/degree_start.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "base/thread_team.hpp"

namespace fathom::pagerank_engine {
namespace {

constexpr edge_offset fewest_edges = 1u << 16;  // below, the walks cost as much as the sweeps that they save
constexpr edge_offset edges_per_walk = 64;      // so that walks take a fraction of a sweep
constexpr edge_offset most_walks = 8192;
constexpr std::size_t steps = 8;         // two sweeps leave about the eighth power of an eigenvalue of a squared error
constexpr double most_correlation = 4;   // in standard errors of that of independent values, 1 / sqrt(walks)
constexpr double least_variation = 0.1;  // if degrees hardly vary, uniform scores are as good
constexpr std::uint64_t seed = 27491095;

edge_offset degree(const pagerank_request& r, vertex_id v) { return r.in_offsets[v + 1] - r.in_offsets[v]; }

double mean(const std::vector<double>& a) { return std::accumulate(a.begin(), a.end(), 0.0) / static_cast<double>(a.size()); }

double covariance(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0) / static_cast<double>(a.size()) - mean(a) * mean(b);
}

// Whether 1 / degree varies, and its value at the end of a walk hardly depends on that at the beginning. Walks begin in their
// stationary distribution, that of the targets of random edges.
bool walks_forget(const pagerank_request& r) {
  const std::size_t walks = std::min(r.num_edges / edges_per_walk, most_walks);
  std::vector<vertex_id> at(walks);
  const auto values = [&] {
    std::vector<double> inverse(walks);
    for (std::size_t i = 0; i < walks; ++i) inverse[i] = 1 / static_cast<double>(degree(r, at[i]));
    return inverse;
  };
  for (std::size_t i = 0; i < walks; ++i) at[i] = r.in_sources[bounded(random_bits(seed, i), r.num_edges)];
  const std::vector<double> begin = values();
  for (std::size_t step = 1; step <= steps; ++step) {
    for (std::size_t i = 0; i < walks; ++i) {
      at[i] = r.in_sources[r.in_offsets[at[i]] + bounded(random_bits(seed, step * walks + i), degree(r, at[i]))];
    }
  }
  const double variance = covariance(begin, begin), least = least_variation * mean(begin);
  return variance > least * least &&
         covariance(begin, values()) < most_correlation * variance / std::sqrt(static_cast<double>(walks));
}

// A component of two vertices, or of one with a loop: its scores are those of its jumps.
bool is_pair(const pagerank_request& r, vertex_id v) { return degree(r, v) == 1 && degree(r, r.in_sources[r.in_offsets[v]]) == 1; }

void write_start(const pagerank_request& r, int threads, double* ranks) {
  // Scores of pairs do not depend on those of other vertices with edges.
  std::atomic<std::uint64_t> vertices{0}, edges{0};
  for_parts(r.num_vertices, threads, [&](std::uint64_t first, std::uint64_t last) {
    std::uint64_t my_vertices = 0, my_edges = 0;
    for (auto v = static_cast<vertex_id>(first); v < last; ++v) {
      if (degree(r, v) > 0 && !is_pair(r, v)) ++my_vertices, my_edges += degree(r, v);
    }
    vertices += my_vertices, edges += my_edges;
  });
  const double per_edge = r.damping * r.jump * static_cast<double>(vertices) / static_cast<double>(edges);
  for_parts(r.num_vertices, threads, [&](std::uint64_t first, std::uint64_t last) {
    for (auto v = static_cast<vertex_id>(first); v < last; ++v) {
      ranks[v] = is_pair(r, v) ? r.jump : (1 - r.damping) * r.jump + per_edge * static_cast<double>(degree(r, v));
    }
  });
}

}  // namespace

bool start_by_degree(const pagerank_request& request, int threads, double* ranks) {
  if (request.num_edges < fewest_edges || !walks_forget(request)) return false;
  write_start(request, threads, ranks);
  return true;
}

}  // namespace fathom::pagerank_engine
