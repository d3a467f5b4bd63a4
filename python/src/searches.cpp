// Bindings of breadth-first searches, single-source and multi-source.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/bfs.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/distributed/multi_device_graph.hpp"
#include "fathom/error.hpp"
#include "fathom/matrix_file.hpp"
#include "fathom/multi_bfs.hpp"
#include "graphs.hpp"
#include "names.hpp"
#include "reports.hpp"
#include "search_matrices.hpp"
#include "search_options.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;

constexpr named<fathom::multi_bfs_method> methods[] = {
    {"auto", fathom::multi_bfs_method::automatic},    {"sequential", fathom::multi_bfs_method::sequential},
    {"separate", fathom::multi_bfs_method::separate}, {"joint", fathom::multi_bfs_method::joint},
    {"bitwise", fathom::multi_bfs_method::bitwise},   {"ms-bfs", fathom::multi_bfs_method::ms_bfs},
    {"ibfs", fathom::multi_bfs_method::ibfs}};

nb::tuple bfs(held_graph& held, std::int64_t source, std::int64_t depth_limit, std::int64_t target, bool return_distances,
              bool return_predecessors, bool deterministic, const std::string& strategy, bool report_levels, bool keep_on_device,
              const std::string& device, const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::bfs_options options =
      bfs_options_of(depth_limit, return_distances, return_predecessors, deterministic, strategy, report_levels);
  const vertex_id from = held.vertex(source, "source");
  if (target >= 0) options.target = held.vertex(target, "target");
  fathom::bfs_result result = c.run([&] {
    if (devices.size() > 1) {
      return held.over(devices, false, c.control,
                       [&](fathom::multi_device_graph& g) { return fathom::bfs(g, from, options, c.control); });
    }
    const fathom::device where = fathom::choose_device(device);
    options.keep_on_device = keep_on_device && where.kind == fathom::device_kind::cuda;
    const auto prepared = held.prepared_for(1, fathom::search_kind::single, where, c.control);
    return fathom::bfs(*prepared, from, options, {.where = prepared->where, .control = c.control});
  });
  return nb::make_tuple(return_distances ? hand_over(std::move(result.distances)) : nb::none(),
                        return_predecessors ? hand_over(std::move(result.predecessors)) : nb::none(),
                        unread(std::move(result.report)));
}

// Copies of the graph, and the state of searches on them, do not fit the memory of several devices.
struct copies_do_not_fit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns search(prepared, place) on the devices of these names, which have copies of the graph, or on the one named `device`.
// Throws copies_do_not_fit for several devices if parts of the graph might fit.
template <class Search>
fathom::multi_bfs_report on_copies(held_graph& held, std::size_t sources, const std::string& device,
                                   const std::vector<std::string>& devices, const search_matrices& results,
                                   const fathom::run_control& control, const Search& search) {
  try {
    const auto [place, prepared] = held.joined(sources, device, devices, control);
    return search(*prepared, place);
  } catch (const fathom::error& e) {
    if (devices.size() < 2 || e.category() != fathom::error_category::memory || results.lack_memory()) throw;
    throw copies_do_not_fit(e.what());
  }
}

nb::tuple multi_bfs(held_graph& held, const host_array_of<std::int64_t>& sources, std::int64_t depth_limit, int distance_bits,
                    bool return_predecessors, bool deterministic, const std::string& method, int width, bool report_levels,
                    bool keep_on_device, const std::string& device, const std::vector<std::string>& devices, int threads,
                    nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::multi_bfs_options options;
  if (depth_limit >= 0) options.depth_limit = limit_of(depth_limit);
  options.method = value_named("method", method, methods);
  options.width = width;
  options.deterministic = deterministic;
  options.report_levels = report_levels;
  search_matrices results(distance_bits, return_predecessors);
  const fathom::multi_bfs_report report = c.run([&] {
    return on_copies(held, from.size(), device, devices, results, c.control,
                     [&](const fathom::layout& prepared, const fathom::execution& place) {
                       if (keep_on_device) results.keep_on(prepared.where);
                       return fathom::multi_bfs(prepared, from, results.used, options, place);
                     });
  });
  return nb::make_tuple(results.distances(), results.predecessors(), unread(report));
}

// Writes distances to a .npy file, which may be larger than memory.
anything distances_to_file(held_graph& held, const host_array_of<std::int64_t>& sources, const std::string& path, int bits,
                           std::int64_t depth_limit, bool resume, const std::string& device,
                           const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::multi_bfs_options options;
  if (depth_limit >= 0) options.depth_limit = limit_of(depth_limit);
  return unread(c.run([&] {
    return on_copies(held, from.size(), device, devices, search_matrices(0), c.control,
                     [&](const fathom::layout& prepared, const fathom::execution& place) {
                       fathom::matrix_file file(path, content_of(bits), resume);
                       return fathom::multi_bfs(prepared, from, file, options, place);
                     });
  }));
}

// Searches from many sources, with the graph partitioned over these devices. `why`: why they have no copies.
fathom::rank_multi_bfs_report on_parts(held_graph& held, std::span<const vertex_id> from,
                                       std::span<fathom::multi_bfs_sink* const> sinks,
                                       const fathom::rank_multi_bfs_options& options, const std::string& why,
                                       const std::vector<std::string>& devices, const fathom::run_control& control) {
  return held.over(devices, false, control, [&](fathom::multi_device_graph& g) {
    fathom::rank_multi_bfs_report report = fathom::multi_bfs(g, from, sinks, options, control);
    report.engine += ", partitioned: a copy does not fit each device (" + why + ")";
    return report;
  });
}

nb::tuple multi_bfs_on_parts(held_graph& held, const host_array_of<std::int64_t>& sources, std::int64_t depth_limit,
                             int distance_bits, int width, const std::string& why, const std::vector<std::string>& devices,
                             int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  search_matrices results(distance_bits);
  auto report =
      c.run([&] { return on_parts(held, from, results.used, options_of_parts(depth_limit, width), why, devices, c.control); });
  return nb::make_tuple(results.distances(), unread(std::move(report)));
}

anything distances_to_file_on_parts(held_graph& held, const host_array_of<std::int64_t>& sources, const std::string& path, int bits,
                                    std::int64_t depth_limit, const std::string& why, const std::vector<std::string>& devices,
                                    int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::matrix_file file(path, content_of(bits));
  fathom::multi_bfs_sink* const sink = &file;
  return unread(c.run([&] { return on_parts(held, from, {&sink, 1}, options_of_parts(depth_limit, 0), why, devices, c.control); }));
}

}  // namespace

const registered_bindings searches_bindings{[](nb::module_& m) {
  define(m, "bfs", bfs, "graph", "source", "depth_limit", "target", "return_distances", "return_predecessors", "deterministic",
         "strategy", "report_levels", "keep_on_device", "device", "devices", "threads", progress);
  define(m, "multi_bfs", multi_bfs, "graph", "sources", "depth_limit", "distance_bits", "return_predecessors", "deterministic",
         "method", "width", "report_levels", "keep_on_device", "device", "devices", "threads", progress);
  define(m, "distances_to_file", distances_to_file, "graph", "sources", "path", "bits", "depth_limit", "resume", "device",
         "devices", "threads", progress);
  nb::exception<copies_do_not_fit>(m, "CopiesDoNotFit", PyExc_MemoryError);
  define(m, "multi_bfs_on_parts", multi_bfs_on_parts, "graph", "sources", "depth_limit", "distance_bits", "width", "why", "devices",
         "threads", progress);
  define(m, "distances_to_file_on_parts", distances_to_file_on_parts, "graph", "sources", "path", "bits", "depth_limit", "why",
         "devices", "threads", progress);
}};

}  // namespace fathom_python
