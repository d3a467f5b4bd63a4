#include "algorithm/pagerank_rows.hpp"

#include <fmt/format.h>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_a_thread = 1u << 14;

void check_weight(const graph& g, vertex_id v, edge_offset e) {
  const adjacency_view& out = g.view().out;
  if (out.weights[e] >= 0) return;
  throw error(error_category::usage,
              fmt::format("the edge from {} to {} has the weight {}; pagerank takes weights from 0 on, or all edges alike",
                          g.name(v), g.name(out.targets[e]), out.weights[e]));
}

array<double> sum_weights(const graph& g, int threads) {
  const adjacency_view& out = g.view().out;
  array<double> sums(g.num_vertices());
  exception_keeper failure;
  const auto n = static_cast<std::int64_t>(g.num_vertices());
#pragma omp parallel for num_threads(useful_threads(g.num_vertices(), vertices_a_thread, threads)) schedule(dynamic, 4096)
  for (std::int64_t i = 0; i < n; ++i) {
    failure.run([&] {
      const auto v = static_cast<vertex_id>(i);
      double sum = 0;
      for (edge_offset e = out.offsets[v]; e < out.offsets[v + 1]; ++e) {
        check_weight(g, v, e);
        sum += out.weights[e];
      }
      sums[v] = sum;
    });
  }
  failure.rethrow();
  return sums;
}

rows in_rows(const graph& g, bool weighted, const run_control& control) {
  const graph_arrays& a = g.arrays();
  require_host_memory(predicted_row_bytes(g.num_vertices(), g.num_edges(), weighted),
                      fmt::format("the in-edges of a graph of {} vertices and {} directed edges", g.num_vertices(), g.num_edges()));
  return weighted ? transpose(g.num_vertices(), a.offsets, a.targets, a.weights, control)
                  : transpose(g.num_vertices(), a.offsets, a.targets, {}, control);
}

}  // namespace

pagerank_rows find_pagerank_rows(const graph& g, const layout* prepared, bool weighted, const run_control& control,
                                 pagerank_engine::pagerank_request& request) {
  pagerank_rows found;
  request.num_vertices = prepared ? prepared->num_vertices : g.num_vertices();
  request.num_edges = g.num_edges();
  if (prepared) {
    request.in_offsets = prepared->in.offsets, request.in_sources = prepared->in.targets;
    request.out_offsets = prepared->out.offsets;
    return found;
  }
  if (weighted) {
    found.strength = sum_weights(g, thread_count(control));
    request.out_strength = found.strength.data();
  } else {
    request.out_offsets = g.view().out.offsets;
  }
  if (g.has_in_edges()) {
    const adjacency_view& in = g.view().in;
    request.in_offsets = in.offsets, request.in_sources = in.targets, request.in_weights = weighted ? in.weights : nullptr;
  } else {
    found.reversed = in_rows(g, weighted, control);
    request.in_offsets = found.reversed.offsets.data(), request.in_sources = found.reversed.targets.data();
    request.in_weights = weighted ? found.reversed.weights.data() : nullptr;
  }
  return found;
}

}  // namespace fathom
