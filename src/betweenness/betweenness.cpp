#include "fathom/betweenness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "betweenness/choose_engine.hpp"
#include "betweenness/run_program.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "graph/sources/vertex_list.hpp"

namespace fathom {
namespace {

void check_call(const graph& g, const betweenness_options& options) {
  const std::span<const vertex_id> sources = options.sources;
  if (!sources.empty() && options.samples > 0) {
    throw error(error_category::usage, "sources and samples exclude each other; give one");
  }
  if (options.method != betweenness_method::automatic && options.where.kind == device_kind::cpu) {
    throw error(error_category::usage,
                fmt::format("method {} requires a CUDA device; leave the method automatic on the cpu", to_string(options.method)));
  }
  if (options.edges && !g.properties().sorted) {
    throw error(error_category::usage, "edge betweenness requires a graph with sorted adjacency rows; use build() to make one");
  }
  check_vertices(g, sources);
  std::vector<bool> seen(g.num_vertices());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (seen[sources[i]]) {
      throw error(error_category::usage, fmt::format("source {} is given twice (again as number {} of {}); give it once",
                                                     sources[i], i + 1, sources.size()));
    }
    seen[sources[i]] = true;
  }
}

// Scale factors as in networkx.algorithms.centrality.betweenness._rescale() of version 3.6.
struct scaling {
  double of_sources = 1, of_others = 1;
};

scaling scaling_of(const graph& g, std::size_t sources, bool endpoints, bool normalized) {
  const double n = g.num_vertices(), most = endpoints ? n : n - 1;
  if (most < 2) return {};
  const bool all = sources == g.num_vertices();
  const double k = all ? most : static_cast<double>(sources);
  const double halved = g.directed() ? 1 : 2;
  const auto scale = [&](double searches) {
    if (searches <= 0) return std::numeric_limits<double>::quiet_NaN();  // the only sample yields no value for itself
    return normalized ? 1 / (searches * (most - 1)) : most / (searches * halved);
  };
  return {scale(all || endpoints ? k : k - 1), scale(k)};
}

// Adds the values of the two directions of each undirected edge. Adjacency rows are sorted, so the reverse edges to lower vertices
// come first in each row, in the order in which this loop needs them; parallel edges are paired in order.
void join_directions(const graph& g, double* values) {
  const adjacency_view& rows = g.view().out;
  std::vector<edge_offset> next(rows.offsets, rows.offsets + g.num_vertices());
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
      const vertex_id v = rows.targets[e];
      if (v <= u) continue;
      edge_offset& back = next[v];
      while (back < rows.offsets[v + 1] && rows.targets[back] < u) ++back;
      if (back == rows.offsets[v + 1] || rows.targets[back] != u)
        continue;  // more parallel edges in this direction than in reverse
      values[e] = values[back] = values[e] + values[back];
      ++back;
    }
  }
}

bool run_grid(const graph& g, const layout& prepared, const betweenness_engine::grid_request& request,
              const betweenness_options& options, betweenness_result& result) {
  betweenness_engine::grid_result found = gpu(request.where).grid_betweenness(g, prepared, request);
  found.report.engine += request.wide ? in_wide_format : "";
  result.report = std::move(found.report);
  if (found.overflows) return false;
  if (options.vertices) result.vertices = std::move(found.vertices);
  if (options.edges) result.edges = std::move(found.edges);
  return true;
}

// Computes the unscaled sums. Returns false if path counts overflow a double and `wide` is false.
bool compute(const graph& g, const layout& prepared, std::span<const vertex_id> sources, const betweenness_options& options,
             bool wide, betweenness_result& result) {
  betweenness_choice choice;
  if (options.where.kind == device_kind::cuda) {
    using program = betweenness_program<double, false>;
    const betweenness_engine::grid_request request{.sources = sources,
                                                   .endpoints = options.endpoints,
                                                   .edges = options.edges,
                                                   .wide = wide,
                                                   .most_paths = program::most_paths,
                                                   .at_once = options.at_once,
                                                   .memory_bytes = options.memory_bytes,
                                                   .where = options.where,
                                                   .control = options.control};
    choice = choose_betweenness(prepared, request, options.method);
    if (choice.method == betweenness_method::grid) {
      const bool done = run_grid(g, prepared, request, options, result);
      result.report.engine += fmt::format(" ({})", choice.reason);
      return done;
    }
  }
  const bool done = options.where.kind == device_kind::cuda
                        ? gpu(options.where).block_betweenness(g, prepared, sources, options, wide, result)
                        : run_betweenness(g, prepared, sources, options, wide, result,
                                          [](const auto&... arguments) { return multi_search(arguments...); });
  if (!choice.reason.empty()) result.report.engine += fmt::format(" ({})", choice.reason);
  return done;
}

void multiply(array<double>& values, double by, const run_control& control) {
  constexpr std::uint64_t values_per_thread = 1u << 16;
  const int threads = useful_threads(values.size(), values_per_thread, thread_count(control));
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= by;
}

void scale_vertices(const graph& g, std::span<const vertex_id> sources, const betweenness_options& options, array<double>& values) {
  const scaling by = scaling_of(g, sources.size(), options.endpoints, options.normalized);
  std::vector<double> at_source(by.of_sources == by.of_others ? 0 : sources.size());
  for (std::size_t i = 0; i < at_source.size(); ++i) at_source[i] = values[sources[i]] * by.of_sources;
  multiply(values, by.of_others, options.control);
  for (std::size_t i = 0; i < at_source.size(); ++i) values[sources[i]] = at_source[i];
}

void scale_edges(const graph& g, std::size_t sources, const betweenness_options& options, array<double>& values) {
  if (!g.directed()) join_directions(g, values.data());
  multiply(values, scaling_of(g, sources, true, options.normalized).of_others, options.control);
}

}  // namespace

betweenness_result betweenness(const graph& g, const layout& prepared, const betweenness_options& options) {
  check_call(g, options);
  betweenness_result result;
  if (g.num_vertices() == 0) return result;
  std::vector<vertex_id> sources =
      options.samples > 0 ? random_vertices(g, options.samples, options.seed) : given_or_all(g, options.sources);
  if (!compute(g, prepared, sources, options, false, result)) {
    const multi_search_report first = result.report;
    compute(g, prepared, sources, options, true, result);
    result.report.seconds_search += first.seconds();
  }
  const timer clock;
  if (options.vertices) scale_vertices(g, sources, options, result.vertices);
  if (options.edges) scale_edges(g, sources.size(), options, result.edges);
  result.report.seconds_combine += clock.seconds();
  if (sources.size() < g.num_vertices()) result.samples = std::move(sources);
  return result;
}

betweenness_result betweenness(const graph& g, const betweenness_options& options) {
  const timer clock;
  const layout prepared = prepare(g, {.where = options.where, .control = options.control});
  const double seconds = clock.seconds();
  betweenness_result result = betweenness(g, prepared, options);
  result.report.seconds_prepare = seconds;
  return result;
}

}  // namespace fathom
