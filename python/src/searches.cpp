// Bindings of breadth-first searches, single-source and multi-source.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/bfs.hpp"
#include "fathom/distributed/multi_device_graph.hpp"
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
    const auto [place, prepared] = held.joined(from.size(), device, devices, c.control);
    if (keep_on_device) results.keep_on(prepared->where);
    return fathom::multi_bfs(*prepared, from, results.used, options, place);
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
    const auto [place, prepared] = held.joined(from.size(), device, devices, c.control);
    fathom::matrix_file file(path, content_of(bits), resume);
    return fathom::multi_bfs(*prepared, from, file, options, place);
  }));
}

}  // namespace

const registered_bindings searches_bindings{[](nb::module_& m) {
  define(m, "bfs", bfs, "graph", "source", "depth_limit", "target", "return_distances", "return_predecessors", "deterministic",
         "strategy", "report_levels", "keep_on_device", "device", "devices", "threads", progress);
  define(m, "multi_bfs", multi_bfs, "graph", "sources", "depth_limit", "distance_bits", "return_predecessors", "deterministic",
         "method", "width", "report_levels", "keep_on_device", "device", "devices", "threads", progress);
  define(m, "distances_to_file", distances_to_file, "graph", "sources", "path", "bits", "depth_limit", "resume", "device",
         "devices", "threads", progress);
}};

}  // namespace fathom_python
