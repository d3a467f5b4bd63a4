#include "pagerank/rows.hpp"
#include "graph/build/transpose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t read_per_thread = 1u << 14;

void check_weight(const graph& g, vertex_id v, edge_offset e) {
  const adjacency_view& out = g.view().out;
  if (out.weight(e) >= 0) return;
  throw error(error_category::usage,
              fmt::format("the edge from {} to {} has the weight {}; use nonnegative weights, or ignore weights", g.name(v),
                          g.name(out.targets[e]), out.weight(e)));
}

array<double> sum_weights(const graph& g, int threads) {
  const adjacency_view& out = g.view().out;
  array<double> sums(g.num_vertices());
  exception_capture failure;
  const auto n = static_cast<std::int64_t>(g.num_vertices());
#pragma omp parallel for num_threads(useful_threads(g.num_vertices(), read_per_thread, threads)) schedule(dynamic, 4096)
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

template <class T>
array<T> borrowed(const array<T>& a) {
  return array<T>::adopt(const_cast<T*>(a.data()), a.size(), nullptr);  // a graph never writes to its arrays
}

}  // namespace

graph with_proportions(const graph& g, const run_control& control) {
  const std::uint64_t n = g.num_vertices();
  const adjacency_view &out = g.view().out, &in = g.view().in;
  const bool both = g.has_in_edges();
  require_host_memory((both ? 2 : 1) * g.num_edges() * sizeof(edge_weight) + n * sizeof(double),
                      fmt::format("proportions of the weights of {} edges", g.num_edges()));
  array<double> largest(n);
  for (std::uint64_t v = 0; v < n; ++v) {
    largest[v] = 0;
    for (edge_offset e = out.offsets[v]; e < out.offsets[v + 1]; ++e) {
      check_weight(g, static_cast<vertex_id>(v), e);
      largest[v] = std::max(largest[v], out.weight(e));
    }
  }
  const auto proportion = [&](double weight, std::uint64_t source) {
    return largest[source] > 0 ? static_cast<edge_weight>(weight / largest[source]) : edge_weight{0};
  };
  const graph_arrays& old = g.arrays();
  graph_arrays a;
  a.offsets = borrowed(old.offsets), a.targets = borrowed(old.targets), a.weights = array<edge_weight>(g.num_edges());
  a.original_ids = borrowed(old.original_ids), a.labels = {borrowed(old.labels.offsets), borrowed(old.labels.text)};
  a.properties = old.properties;
  if (both) {
    a.in_offsets = borrowed(g.directed() ? old.in_offsets : old.offsets);
    a.in_targets = borrowed(g.directed() ? old.in_targets : old.targets);
    a.in_weights = array<edge_weight>(g.num_edges());
    a.properties.directed = true;  // proportions differ in the two directions
  }
  const int threads = useful_threads(n, read_per_thread, thread_count(control));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4096)
  for (std::uint64_t v = 0; v < n; ++v) {
    for (edge_offset e = out.offsets[v]; e < out.offsets[v + 1]; ++e) a.weights[e] = proportion(out.weight(e), v);
    for (edge_offset e = both ? in.offsets[v] : 0; both && e < in.offsets[v + 1]; ++e) {
      a.in_weights[e] = proportion(in.weight(e), in.targets[e]);
    }
  }
  return graph(std::move(a));
}

bool pagerank_rows::allow_single_precision() const {
  constexpr double least = 0x1p-100, most = 0x1p60;  // scores range from 2^-64 to 1
  return std::all_of(strength.begin(), strength.end(), [](double s) { return s == 0 || (s >= least && s <= most); });
}

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
