#include "fathom/betweenness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "betweenness/choose_engine.hpp"
#include "betweenness/cpu/weighted.hpp"
#include "betweenness/run_program.hpp"
#include "comm/exchange.hpp"
#include "comm/shared_call.hpp"
#include "fathom/distributed/over_devices.hpp"
#include "fathom/error.hpp"
#include "fathom/visitor/shared_searches.hpp"
#include "gpu/backend.hpp"
#include "graph/sampled_hash.hpp"
#include "graph/sources/vertex_list.hpp"

namespace fathom {
namespace {

// Input of the searches: a weighted layout if they follow weights, else a layout.
struct search_rows {
  const layout* hops = nullptr;
  const weighted_layout* weights = nullptr;
};

bool follows_weights(const graph& g, const betweenness_options& options) { return options.weighted && g.weighted(); }

void check_call(const graph& g, const betweenness_options& options, const shared_call& call) {
  const std::span<const vertex_id> sources = options.sources;
  if (!sources.empty() && options.samples > 0) {
    throw error(error_category::usage, "sources and samples exclude each other; give one");
  }
  if (options.method != betweenness_method::automatic && call.where().kind == device_kind::cpu) {
    throw error(error_category::usage,
                fmt::format("method {} requires a CUDA device; leave the method automatic on the cpu", to_string(options.method)));
  }
  if (follows_weights(g, options) && call.where().kind != device_kind::cpu) {
    throw error(error_category::usage,
                fmt::format("betweenness along weights runs on the cpu, not on {}; choose the cpu, or leave weighted out",
                            to_string(call.where())));
  }
  if (options.load && (options.edges || options.endpoints || options.weighted)) {
    throw error(error_category::usage,
                fmt::format("load does not have {}; leave it out, or compute betweenness", options.edges       ? "values of edges"
                                                                                           : options.endpoints ? "endpoints"
                                                                                                               : "weights"));
  }
  if (options.load && call.where().kind != device_kind::cpu) {
    throw error(error_category::usage, fmt::format("load is computed on the cpu, not on {}; choose the cpu, or compute betweenness",
                                                   to_string(call.where())));
  }
  if (options.keep_on_device && call.where().kind == device_kind::cpu) {
    throw error(error_category::usage,
                "keep_on_device requires a CUDA device, but these searches run on the cpu; leave it out, or choose a device");
  }
  if (options.keep_on_device && call.is_shared()) {
    throw error(error_category::usage, "keep_on_device requires a single process and device; leave it out, or use one of each");
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

void require_same_call(const graph& g, const betweenness_options& options, const shared_call& call) {
  if (!call.is_shared()) return;  // skips hashing the graph
  const argument arguments[] = {
      {"number of vertices", g.num_vertices()},
      {"number of edges", g.num_edges()},
      {"edges", hash_of(g)},
      {"sources", hash_of(options.sources)},
      {"number of samples", options.samples},
      {"seed", options.seed},
      {"scale", std::uint64_t{options.normalized} | std::uint64_t{options.endpoints} << 1},
      {"results", std::uint64_t{options.vertices} | std::uint64_t{options.edges} << 1},
      {"weights", options.weighted},
      {"load", options.load},
      {"method", static_cast<std::uint64_t>(options.method)},
      {"kind of device", static_cast<std::uint64_t>(call.where().kind)},
  };
  call.require_same(arguments);
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

// Computes the unscaled sums over some of the sources. Returns false if path counts overflow a double and `wide` is false.
bool compute(const graph& g, const search_rows& rows, std::span<const vertex_id> sources, const betweenness_options& options,
             const execution& exec, bool wide, betweenness_result& result) {
  if (rows.weights != nullptr) return run_weighted_betweenness(g, *rows.weights, sources, options, exec, wide, result);
  const layout& prepared = *rows.hops;
  const auto search_each = [](const auto&... arguments) { return multi_search(arguments...); };
  if (options.load) return run_betweenness_program<double, false, true>(g, prepared, sources, options, exec, result, search_each);
  betweenness_choice choice;
  if (exec.where.kind == device_kind::cuda) {
    using program = betweenness_program<double, false>;
    const betweenness_engine::grid_request request{.sources = sources,
                                                   .endpoints = options.endpoints,
                                                   .edges = options.edges,
                                                   .wide = wide,
                                                   .keep_on_device = options.keep_on_device,
                                                   .most_paths = program::most_paths,
                                                   .at_once = options.at_once,
                                                   .memory_bytes = options.memory_bytes,
                                                   .where = exec.where,
                                                   .control = exec.control};
    choice = choose_betweenness(prepared, request, options.method);
    if (choice.method == betweenness_method::grid) {
      const bool done = run_grid(g, prepared, request, options, result);
      result.report.engine += fmt::format(" ({})", choice.reason);
      return done;
    }
  }
  const bool done = exec.where.kind == device_kind::cuda
                        ? gpu(exec.where).block_betweenness(g, prepared, sources, options, exec, wide, result)
                        : run_betweenness(g, prepared, sources, options, exec, wide, result, search_each);
  if (!choice.reason.empty()) result.report.engine += fmt::format(" ({})", choice.reason);
  return done;
}

void multiply(array<double>& values, double by, const run_control& control) {
  constexpr std::uint64_t values_per_thread = 1u << 16;
  const int threads = useful_threads(values.size(), values_per_thread, thread_count(control));
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= by;
}

void scale_vertices(const graph& g, std::span<const vertex_id> sources, const betweenness_options& options,
                    const run_control& control, array<double>& values) {
  const scaling by = scaling_of(g, sources.size(), options.endpoints, options.normalized);
  if (values.where().kind == device_kind::cuda)
    return gpu(values.where()).scale_betweenness(values, sources, by.of_sources, by.of_others);
  std::vector<double> at_source(by.of_sources == by.of_others ? 0 : sources.size());
  for (std::size_t i = 0; i < at_source.size(); ++i) at_source[i] = values[sources[i]] * by.of_sources;
  multiply(values, by.of_others, control);
  for (std::size_t i = 0; i < at_source.size(); ++i) values[sources[i]] = at_source[i];
}

void scale_edges(const graph& g, std::size_t sources, const betweenness_options& options, const run_control& control,
                 array<double>& values) {
  if (!g.directed()) join_directions(g, values.data());
  multiply(values, scaling_of(g, sources, true, options.normalized).of_others, control);
}

// Sums of no searches: a process of more than there are sources has none.
void add_nothing(const graph& g, const betweenness_options& options, const execution& exec, betweenness_result& result) {
  if (options.vertices) result.vertices = array<double>(g.num_vertices());
  if (options.edges) result.edges = array<double>(g.num_edges());
  std::fill(result.vertices.begin(), result.vertices.end(), 0.0);
  std::fill(result.edges.begin(), result.edges.end(), 0.0);
  result.report.engine = "no searches on this process";
  result.report.where = exec.where;
}

// Computes the unscaled sums over all sources, of which each process searches from its part. Returns false if path counts overflow
// on any of them.
bool compute_together(const graph& g, const search_rows& rows, std::span<const vertex_id> sources,
                      const betweenness_options& options, shared_call& call, bool wide, betweenness_result& result) {
  bool overflows = false;
  std::size_t searches = 0;
  call.run([&] {
    betweenness_options mine = options;
    mine.memory_bytes = call.memory_bytes(options.memory_bytes);
    const execution here{.where = call.where(), .control = call.control()};
    const std::vector<vertex_id> own = call.own_part(sources);
    searches = own.size();
    if (own.empty())
      add_nothing(g, mine, here, result);
    else
      overflows = !compute(g, rows, own, mine, here, wide, result);
  });
  call.count_searches(searches);
  call.combine([&](communicator& ranks) {
    overflows = largest_of(ranks, overflows) > 0;
    if (!overflows) {
      const timer clock;
      sum_by_rank(ranks, result.vertices.view());
      sum_by_rank(ranks, result.edges.view());
      result.report.seconds_combine += clock.seconds();
    }
    multi_search_engine::join_reports(ranks, result.report);
  });
  return !overflows;
}

// Moves the arrays that are still in host memory: values of edges, and those of searches by thread blocks.
void move_to_device(betweenness_result& result, device where) {
  for (array<double>* values : {&result.vertices, &result.edges}) {
    if (!values->empty() && values->where().kind == device_kind::cpu)
      *values = to_device(std::span<const double>(values->view()), where);
  }
}

// The layout is prepared if none is given.
betweenness_result betweenness_on(const graph& g, const layout* given, const betweenness_options& options, const execution& exec) {
  shared_call call(exec);
  call.run([&] { check_call(g, options, call); });
  require_same_call(g, options, call);
  betweenness_result result;
  if (g.num_vertices() == 0) return result;
  layout own;
  weighted_layout weighted;
  search_rows rows;
  std::vector<vertex_id> sources;
  const timer preparing;
  double seconds_prepare = 0;
  call.run([&] {
    if (follows_weights(g, options)) {
      weighted = prepare_positive_weights(g, call.control());
      rows.weights = &weighted;
    } else if (given == nullptr) {
      own = prepare(g, {.where = call.where(), .control = call.control()});
      rows.hops = &own;
    } else {
      rows.hops = given;
    }
    seconds_prepare = rows.hops != nullptr && rows.hops == given ? 0 : preparing.seconds();
    sources = options.samples > 0 ? random_vertices(g, options.samples, options.seed) : given_or_all(g, options.sources);
  });
  if (!compute_together(g, rows, sources, options, call, false, result)) {
    const multi_search_report first = result.report;
    compute_together(g, rows, sources, options, call, true, result);
    result.report.seconds_search += first.seconds();
  }
  const timer clock;
  call.run([&] {
    if (options.vertices) scale_vertices(g, sources, options, call.control(), result.vertices);
    if (options.edges) scale_edges(g, sources.size(), options, call.control(), result.edges);
    if (options.keep_on_device) move_to_device(result, call.where());
  });
  result.report.seconds_combine += clock.seconds();
  result.report.seconds_prepare = seconds_prepare;
  result.report.by_rank = call.work_of_all();
  if (sources.size() < g.num_vertices()) result.samples = std::move(sources);
  return result;
}

}  // namespace

betweenness_result betweenness(const graph& g, const layout& prepared, const betweenness_options& options, const execution& exec) {
  return over_devices(exec, [&](const execution& here) { return betweenness_on(g, &prepared, options, here); });
}

betweenness_result betweenness(const graph& g, const betweenness_options& options, const execution& exec) {
  return over_devices(exec, [&](const execution& here) { return betweenness_on(g, nullptr, options, here); });
}

}  // namespace fathom
