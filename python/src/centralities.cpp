// Bindings of the centrality measures: closeness, harmonic, betweenness, PageRank.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/closeness.hpp"
#include "fathom/pagerank.hpp"
#include "graphs.hpp"
#include "names.hpp"
#include "reports.hpp"
#include "search_options.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;
nb::tuple nearness(const held_graph& held, bool harmonic, const host_array_of<std::int64_t>& vertices, std::size_t samples,
                   std::uint64_t seed, bool improved, bool normalized, const std::string& device,
                   const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> wanted = held.vertices(vertices, "vertices");
  fathom::centrality_options options;
  options.vertices = wanted;
  options.samples = samples;
  options.seed = seed;
  options.improved = improved;
  options.normalized = normalized;
  fathom::centrality_result result = c.run([&] {
    const fathom::execution exec = place_on(device, devices, c.control);
    return harmonic ? fathom::harmonic(held.g, options, exec) : fathom::closeness(held.g, options, exec);
  });
  return nb::make_tuple(hand_over(std::move(result.values)), hand_over(std::move(result.samples)),
                        unread(std::move(result.report)));
}

nb::tuple betweenness(held_graph& held, const host_array_of<std::int64_t>& sources, std::size_t samples, std::uint64_t seed,
                      bool normalized, bool weighted, bool load, bool endpoints, bool vertices, bool edges, bool keep_on_device,
                      const std::string& device, const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::betweenness_options options;
  options.sources = from;
  options.samples = samples;
  options.seed = seed;
  options.normalized = normalized;
  options.weighted = weighted && held.g.weighted();
  options.load = load;
  options.endpoints = endpoints;
  options.vertices = vertices;
  options.edges = edges;
  fathom::betweenness_result result = c.run([&] {
    const std::string place = (options.weighted || load) && device == "auto" ? "cpu" : device;
    if (options.weighted || !devices.empty()) return fathom::betweenness(held.g, options, place_on(place, devices, c.control));
    const auto prepared = held.prepared(fathom::search_kind::single, fathom::choose_device(place), c.control);
    options.keep_on_device = keep_on_device && prepared->where.kind == fathom::device_kind::cuda;
    return fathom::betweenness(held.g, *prepared, options, {.where = prepared->where, .control = c.control});
  });
  return nb::make_tuple(vertices ? hand_over(std::move(result.vertices)) : nb::none(),
                        edges ? hand_over(std::move(result.edges)) : nb::none(), hand_over(std::move(result.samples)),
                        unread(std::move(result.report)));
}

nb::tuple pagerank(held_graph& held, double damping, double tolerance, int max_iterations, const optional_values& personalization,
                   const optional_values& dangling, const optional_values& start, bool weighted, const std::string& method,
                   bool full_precision, bool single_result, bool keep_on_device, bool use_prepared, const std::string& device,
                   int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::pagerank_options options =
      pagerank_options_of(damping, tolerance, max_iterations, personalization, dangling, start, weighted, method, full_precision);
  options.single_result = single_result;
  options.control = c.control;
  fathom::pagerank_result result = c.run([&] {
    options.where = fathom::choose_device(device);
    options.keep_on_device = keep_on_device && options.where.kind == fathom::device_kind::cuda;
    if (!use_prepared) return fathom::pagerank(held.g, options);
    return fathom::pagerank(held.g, *held.prepared(fathom::search_kind::pagerank, options.where, c.control), options);
  });
  return nb::make_tuple(single_result ? hand_over(std::move(result.single_scores)) : hand_over(std::move(result.scores)),
                        unread(std::move(result.report)));
}

// Scores of the graph partitioned over several devices.
nb::tuple pagerank_over(held_graph& held, double damping, double tolerance, int max_iterations,
                        const optional_values& personalization, const optional_values& dangling, const optional_values& start,
                        bool weighted, const std::string& method, bool full_precision, const std::vector<std::string>& devices,
                        int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const fathom::pagerank_options options =
      pagerank_options_of(damping, tolerance, max_iterations, personalization, dangling, start, weighted, method, full_precision);
  fathom::rank_pagerank_result result = c.run([&] {
    return held.over(devices, weighted, c.control,
                     [&](fathom::multi_device_graph& g) { return fathom::pagerank(g, options, c.control); });
  });
  return nb::make_tuple(hand_over(std::move(result.scores)), unread(std::move(result.report)));
}

nb::tuple personalized_pagerank(held_graph& held, const host_array_of<std::int64_t>& seeds, double damping, double tolerance,
                                int max_iterations, bool weighted, bool full_precision, bool single_result, bool keep_on_device,
                                bool use_prepared, const std::string& device, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(seeds, "seeds");
  fathom::pagerank_options options;
  options.damping = damping;
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  options.weighted = weighted;
  if (full_precision) options.precision = fathom::pagerank_precision::full;
  options.single_result = single_result;
  options.control = c.control;
  fathom::personalized_pagerank_result result = c.run([&] {
    options.where = fathom::choose_device(device);
    options.keep_on_device = keep_on_device && options.where.kind == fathom::device_kind::cuda;
    if (!use_prepared) return fathom::personalized_pagerank(held.g, from, options);
    return fathom::personalized_pagerank(held.g, *held.prepared(fathom::search_kind::single, options.where, c.control), from,
                                         options);
  });
  const std::size_t rows = from.size(), columns = held.g.num_vertices();
  return nb::make_tuple(single_result ? hand_over(std::move(result.single_scores), {rows, columns})
                                      : hand_over(std::move(result.scores), {rows, columns}),
                        unread(std::move(result.report)));
}

}  // namespace

const registered_bindings centralities_bindings{[](nb::module_& m) {
  define(m, "nearness", nearness, "graph", "harmonic", "vertices", "samples", "seed", "improved", "normalized", "device", "devices",
         "threads", progress);
  define(m, "betweenness", betweenness, "graph", "sources", "samples", "seed", "normalized", "weighted", "load", "endpoints",
         "vertices", "edges", "keep_on_device", "device", "devices", "threads", progress);
  define(m, "pagerank", pagerank, "graph", "alpha", "tol", "max_iter", or_none{"personalization"}, or_none{"dangling"},
         or_none{"start"}, "weighted", "method", "full_precision", "single_result", "keep_on_device", "use_prepared", "device",
         "threads", progress);
  define(m, "pagerank_over", pagerank_over, "graph", "alpha", "tol", "max_iter", or_none{"personalization"}, or_none{"dangling"},
         or_none{"start"}, "weighted", "method", "full_precision", "devices", "threads", progress);
  define(m, "personalized_pagerank", personalized_pagerank, "graph", "seeds", "alpha", "tol", "max_iter", "weighted",
         "full_precision", "single_result", "keep_on_device", "use_prepared", "device", "threads", progress);
  define(m, "sampling_error", fathom::sampling_error, "samples", "num_vertices", "failure");
}};

}  // namespace fathom_python
