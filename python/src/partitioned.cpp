// Bindings of graphs partitioned over the processes of an mpi4py communicator, and of the algorithms on them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "call.hpp"
#include "component_arrays.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/distributed/cores.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/distributed/io.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/distributed/pagerank.hpp"
#include "fathom/distributed/sssp.hpp"
#include "fathom/distributed/triangles.hpp"
#include "fathom/error.hpp"
#include "fathom/matrix_file.hpp"
#include "graphs.hpp"
#include "mpi4py.hpp"
#include "names.hpp"
#include "reports.hpp"
#include "search_matrices.hpp"
#include "search_options.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;

/// This process's part of a graph, with the communicator that it is partitioned over.
struct held_partition {
  std::unique_ptr<fathom::communicator> ranks;  // outlives the graph
  fathom::rank_graph g;
  mutable bool agreed = false;  // the processes have agreed on whether all can begin the current call

  [[nodiscard]] vertex_id vertex(std::int64_t v, const char* argument) const { return vertex_below(g.num_vertices(), v, argument); }
  [[nodiscard]] std::vector<vertex_id> vertices(const host_array_of<std::int64_t>& list, const char* argument) const {
    return vertices_below(g.num_vertices(), list, argument);
  }

  /// Collective: this process can begin the call. Throws a rank_error if another one cannot. Without the GIL.
  void accept() const {
    const std::vector<std::string> failures = agree("");
    for (std::size_t r = 0; r < failures.size(); ++r) {
      if (!failures[r].empty()) {
        throw fathom::rank_error(fathom::error_category::usage, "rank " + std::to_string(r) + ": " + failures[r],
                                 static_cast<int>(r));
      }
    }
  }
  /// Collective: this process cannot, for the reason `failure`, which is not empty.
  std::vector<std::string> agree(const std::string& failure) const {
    agreed = true;
    std::vector<std::string> failures;
    for (const std::vector<std::byte>& text : ranks->all_gather(std::as_bytes(std::span(failure))))
      failures.emplace_back(reinterpret_cast<const char*>(text.data()), text.size());
    return failures;
  }
};

// A call begins, of which the processes have agreed on nothing.
void begin_call(held_partition& held) { held.agreed = false; }

// Without it, the others would wait for a process that has raised an exception before it could take part.
void refuse_call(const held_partition& held, const std::string& failure) {
  if (held.agreed) return;
  call c(0, nb::none());
  c.run([&] { held.agree(failure); });
}

fathom::rank_graph_options options_of(int rows, int columns, bool weights, const fathom::run_control& control) {
  fathom::rank_graph_options options;
  options.grid_rows = rows, options.grid_columns = columns;
  options.weights = weights;
  options.control = control;
  return options;
}

std::unique_ptr<held_partition> partition(const held_graph& held, nb::object ranks, int rows, int columns, int threads,
                                          nb::object progress) {
  call c(threads, std::move(progress));
  std::unique_ptr<fathom::communicator> over = communicator_over(std::move(ranks));
  return c.run([&] {
    fathom::rank_graph g(*over, held.g, options_of(rows, columns, true, c.control));
    return std::make_unique<held_partition>(std::move(over), std::move(g));
  });
}

// Also returns a graph of all vertices without edges, which has their names.
nb::tuple read_partition(const std::string& path, nb::object ranks, const std::string& format, const std::string& direction,
                         bool symmetrize, bool weights, int rows, int columns, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::read_options options;
  if (!format.empty()) options.format = fathom::format_named(format);
  if (direction == "directed") options.direction = fathom::stated_direction::directed;
  if (direction == "undirected") options.direction = fathom::stated_direction::undirected;
  options.build.symmetrize = symmetrize;
  options.build.keep_weights = weights;
  options.build.control = c.control;
  std::unique_ptr<fathom::communicator> over = communicator_over(std::move(ranks));
  std::unique_ptr<held_graph> vertices;
  auto part = c.run([&] {
    fathom::rank_read_result found = fathom::read_rank_graph(*over, path, options, options_of(rows, columns, weights, c.control));
    fathom::receipt what;
    what.edges_read = found.edges_read;
    what.notes = std::move(found.notes);
    vertices = std::make_unique<held_graph>(fathom::build_result{std::move(found.vertices), std::move(what)});
    return std::make_unique<held_partition>(std::move(over), std::move(found.g));
  });
  return nb::make_tuple(nb::cast(std::move(part)), nb::cast(std::move(vertices)));
}

// Triangles run on CPUs, and shortest paths on CUDA devices have smaller sums of whole weights: "auto" selects the CPU for them.
fathom::execution place_of(const std::string& device, bool only_cpus, const fathom::run_control& control) {
  return {.where = only_cpus && device == "auto" ? fathom::device{} : fathom::choose_device(device), .control = control};
}

nb::tuple bfs(const held_partition& held, std::int64_t source, std::int64_t depth_limit, std::int64_t target, bool return_distances,
              bool return_predecessors, bool deterministic, const std::string& strategy, bool report_levels,
              const std::string& device, nb::object progress) {
  call c(0, std::move(progress));
  fathom::bfs_options options =
      bfs_options_of(depth_limit, return_distances, return_predecessors, deterministic, strategy, report_levels);
  const vertex_id from = held.vertex(source, "source");
  if (target >= 0) options.target = held.vertex(target, "target");
  const fathom::execution place = place_of(device, false, c.control);
  fathom::bfs_result result = c.run([&] {
    held.accept();
    return fathom::bfs(held.g, from, options, place);
  });
  return nb::make_tuple(return_distances ? hand_over(std::move(result.distances)) : nb::none(),
                        return_predecessors ? hand_over(std::move(result.predecessors)) : nb::none(),
                        unread(std::move(result.report)));
}

nb::tuple multi_bfs(const held_partition& held, const host_array_of<std::int64_t>& sources, std::int64_t depth_limit,
                    int distance_bits, int width, const std::string& device, nb::object progress) {
  call c(0, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  search_matrices results(distance_bits);
  const fathom::execution place = place_of(device, false, c.control);
  auto report = c.run([&] {
    held.accept();
    // An empty list, which the library refuses, has no rows. All processes must have it.
    std::uint64_t longest = from.size();
    held.ranks->all_reduce(fathom::reduction::max, {&longest, 1});
    if (longest == 0) return fathom::rank_multi_bfs_report{};
    return fathom::rank_multi_bfs(held.g, from, results.used, options_of_parts(depth_limit, width), place);
  });
  return nb::make_tuple(results.distances(), unread(std::move(report)));
}

// Process 0 writes the file.
anything distances_to_file(const held_partition& held, const host_array_of<std::int64_t>& sources, const std::string& path,
                           int bits, std::int64_t depth_limit, const std::string& device, nb::object progress) {
  call c(0, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::matrix_file file(path, content_of(bits));
  fathom::multi_bfs_sink* const sink = &file;
  const std::span<fathom::multi_bfs_sink* const> sinks(&sink, held.ranks->rank() == 0 ? 1 : 0);
  const fathom::execution place = place_of(device, false, c.control);
  return unread(c.run([&] {
    held.accept();
    return fathom::rank_multi_bfs(held.g, from, sinks, options_of_parts(depth_limit, 0), place);
  }));
}

nb::tuple pagerank(const held_partition& held, double damping, double tolerance, int max_iterations,
                   const optional_values& personalization, const optional_values& dangling, const optional_values& start,
                   bool weighted, const std::string& method, bool full_precision, const std::string& device, nb::object progress) {
  call c(0, std::move(progress));
  fathom::rank_pagerank_options options{.ranking = pagerank_options_of(damping, tolerance, max_iterations, personalization,
                                                                       dangling, start, weighted, method, full_precision)};
  options.ranking.control = c.control;
  options.ranking.where = fathom::choose_device(device);
  fathom::rank_pagerank_result result = c.run([&] {
    held.accept();
    return fathom::rank_pagerank(held.g, options);
  });
  return nb::make_tuple(hand_over(std::move(result.scores)), unread(std::move(result.report)));
}

nb::tuple components(const held_partition& held, const std::string& kind, const std::string& device, nb::object progress) {
  call c(0, std::move(progress));
  const bool strong = kind == "strong";
  component_arrays arrays;
  check_components(kind, held.g.directed(), held.g.num_vertices());
  const fathom::execution place = place_of(device, false, c.control);
  fathom::rank_components_result found = c.run([&] {
    held.accept();
    fathom::rank_components_result all =
        strong ? fathom::strongly_connected_components(held.g, {}, place) : fathom::weakly_connected_components(held.g, {}, place);
    arrays = component_arrays(all);
    return all;
  });
  return nb::make_tuple(hand_over(std::move(arrays.labels)), hand_over(std::move(arrays.roots)), hand_over(std::move(arrays.sizes)),
                        unread(std::move(found.report)));
}

nb::tuple sssp(const held_partition& held, std::int64_t source, double cutoff, std::int64_t target, bool return_predecessors,
               double delta, const std::string& device, nb::object progress) {
  call c(0, std::move(progress));
  const vertex_id from = held.vertex(source, "source");
  fathom::sssp_options options;
  options.cutoff = cutoff;
  if (target >= 0) options.target = held.vertex(target, "target");
  options.return_predecessors = return_predecessors;
  options.delta = delta;
  const fathom::execution place = place_of(device, true, c.control);
  fathom::sssp_result result = c.run([&] {
    held.accept();
    return fathom::sssp(held.g, from, options, place);
  });
  return nb::make_tuple(hand_over(std::move(result.distances)),
                        return_predecessors ? hand_over(std::move(result.predecessors)) : nb::none(),
                        unread(std::move(result.report)));
}

anything core_numbers(const held_partition& held, const std::string& device, nb::object progress) {
  call c(0, std::move(progress));
  const fathom::execution place = place_of(device, false, c.control);
  fathom::rank_cores_result found = c.run([&] {
    held.accept();
    return fathom::core_numbers(held.g, {}, place);
  });
  return hand_over(std::move(found.core_numbers));
}

nb::tuple triangles(const held_partition& held, const std::optional<std::string>& directions, const std::string& device,
                    nb::object progress) {
  call c(0, std::move(progress));
  fathom::triangles_options options;
  if (directions) options.directions = value_named("directions", *directions, directions_named);
  const fathom::execution place = place_of(device, true, c.control);
  fathom::rank_triangles_result r = c.run([&] {
    held.accept();
    return fathom::count_triangles(held.g, options, place);
  });
  return nb::make_tuple(hand_over(std::move(r.triangles)), hand_over(std::move(r.degrees)), hand_over(std::move(r.mutual)), r.count,
                        r.wedges, unread(std::move(r.report)));
}

}  // namespace

const registered_bindings partitioned_bindings{[](nb::module_& m) {
  nb::class_<held_partition>(m, "Partition", "Implementation of fathom.PartitionedGraph.")
      .def_prop_ro("num_vertices", [](const held_partition& p) { return p.g.num_vertices(); })
      .def_prop_ro("num_edges", [](const held_partition& p) { return p.g.num_edges(); })
      .def_prop_ro("directed", [](const held_partition& p) { return p.g.directed(); })
      .def_prop_ro("weighted", [](const held_partition& p) { return p.g.weighted(); })
      .def_prop_ro("first", [](const held_partition& p) { return p.g.first_vertex(); })
      .def_prop_ro("last", [](const held_partition& p) { return p.g.last_vertex(); })
      .def_prop_ro("grid", [](const held_partition& p) { return nb::make_tuple(p.g.grid_rows(), p.g.grid_columns()); });
  define(m, "begin_call", begin_call, "graph");
  define(m, "refuse_call", refuse_call, "graph", "failure");
  define(m, "partition", partition, "graph", "ranks", "rows", "columns", "threads", progress);
  define(m, "read_partition", read_partition, "path", "ranks", "format", "direction", "symmetrize", "weights", "rows", "columns",
         "threads", progress);
  define(m, "partitioned_bfs", bfs, "graph", "source", "depth_limit", "target", "return_distances", "return_predecessors",
         "deterministic", "strategy", "report_levels", "device", progress);
  define(m, "partitioned_multi_bfs", multi_bfs, "graph", "sources", "depth_limit", "distance_bits", "width", "device", progress);
  define(m, "partitioned_distances_to_file", distances_to_file, "graph", "sources", "path", "bits", "depth_limit", "device",
         progress);
  define(m, "partitioned_pagerank", pagerank, "graph", "damping", "tolerance", "max_iterations", or_none{"personalization"},
         or_none{"dangling"}, or_none{"start"}, "weighted", "method", "full_precision", "device", progress);
  define(m, "partitioned_components", components, "graph", "kind", "device", progress);
  define(m, "partitioned_sssp", sssp, "graph", "source", "cutoff", "target", "return_predecessors", "delta", "device", progress);
  define(m, "partitioned_core_numbers", core_numbers, "graph", "device", progress);
  define(m, "partitioned_triangles", triangles, "graph", or_none{"directions"}, "device", progress);
}};

}  // namespace fathom_python
