// with_random_weights(): weights that depend only on the seed and an edge's endpoints.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/random_weight.hpp"

namespace fathom {
namespace {

constexpr edge_offset weights_per_thread = 1u << 15;
constexpr int rows_per_chunk = 1024;

array<edge_weight> weights_of(const graph& g, const adjacency_view& rows, bool rows_lead_in, std::uint32_t low, std::uint32_t high,
                              const generate_options& options) {
  const vertex_id n = g.num_vertices();
  array<edge_weight> weights(rows.offsets[n]);
  const int threads = useful_threads(weights.size(), weights_per_thread, thread_count(options.control));
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_chunk)
  for (vertex_id u = 0; u < n; ++u) {
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
      const vertex_id from = rows_lead_in ? rows.targets[e] : u, to = rows_lead_in ? u : rows.targets[e];
      weights[e] = random_weight(options.seed, low, high, from, to, g.directed());
    }
  }
  return weights;
}

// Shares an unchanged array, keeping its owner alive.
template <class T>
array<T> shared(const graph& owner, const array<T>& a) {
  return array<T>::adopt(const_cast<T*>(a.data()), a.size(), std::make_shared<graph>(owner));
}

}  // namespace

void check_weight_range(std::uint32_t low, std::uint32_t high) {
  if (low <= high && high <= largest_random_weight) return;
  throw error(error_category::usage, fmt::format("random weights from {} to {} are not a valid range; use low <= high <= {}", low,
                                                 high, largest_random_weight));
}

graph with_random_weights(const graph& g, std::uint32_t low, std::uint32_t high, const generate_options& options) {
  check_weight_range(low, high);
  check_stop(options.control);
  const bool both = g.directed() && g.has_in_edges();
  require_host_memory((both ? 2 : 1) * g.num_edges() * sizeof(edge_weight), fmt::format("weights of {} edges", g.num_edges()));
  graph_arrays a;
  const graph_arrays& old = g.arrays();
  if (g.num_vertices() > 0) {
    a.weights = weights_of(g, g.view().out, false, low, high, options);
    if (both) a.in_weights = weights_of(g, g.view().in, true, low, high, options);
  }
  a.offsets = shared(g, old.offsets), a.targets = shared(g, old.targets);
  a.in_offsets = shared(g, old.in_offsets), a.in_targets = shared(g, old.in_targets);
  a.original_ids = shared(g, old.original_ids);
  a.labels = {shared(g, old.labels.offsets), shared(g, old.labels.text)};
  a.properties = old.properties;
  return graph(std::move(a));
}

}  // namespace fathom
