// Bindings of weighted shortest paths.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/sssp.hpp"
#include "graphs.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;

fathom::sssp_options options_of(const held_graph& held, double cutoff, std::int64_t target, bool return_predecessors,
                                double delta) {
  fathom::sssp_options options;
  options.cutoff = cutoff;
  if (target >= 0) options.target = held.vertex(target, "target");
  options.return_predecessors = return_predecessors;
  options.delta = delta;
  return options;
}

nb::tuple sssp(held_graph& held, std::int64_t source, double cutoff, std::int64_t target, bool return_predecessors, double delta,
               bool keep_on_device, const std::string& device, const std::vector<std::string>& devices, int threads,
               nb::object progress) {
  call c(threads, std::move(progress));
  const vertex_id from = held.vertex(source, "source");
  fathom::sssp_options options = options_of(held, cutoff, target, return_predecessors, delta);
  fathom::sssp_result result = c.run([&] {
    if (!devices.empty()) {
      return held.over(devices, true, c.control,
                       [&](fathom::multi_device_graph& g) { return fathom::sssp(g, from, options, c.control); });
    }
    const fathom::execution exec{.where = fathom::choose_device(device), .control = c.control};
    options.keep_on_device = keep_on_device && exec.where.kind == fathom::device_kind::cuda;
    return fathom::sssp(*held.prepared_weighted(1, exec.where, c.control), from, options, exec);
  });
  return nb::make_tuple(hand_over(std::move(result.distances)),
                        return_predecessors ? hand_over(std::move(result.predecessors)) : nb::none(),
                        unread(std::move(result.report)));
}

// Searches from each source in turn; distances and predecessors have shape (k, n).
nb::tuple multi_sssp(held_graph& held, const host_array_of<std::int64_t>& sources, double cutoff, bool return_predecessors,
                     const std::string& device, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  const fathom::sssp_options options = options_of(held, cutoff, -1, return_predecessors, 0);
  const std::size_t n = held.g.num_vertices();
  fathom::array<double> distances;
  fathom::array<vertex_id> predecessors;
  c.run([&] {
    distances = fathom::array<double>(from.size() * n);
    if (return_predecessors) predecessors = fathom::array<vertex_id>(from.size() * n);
    const fathom::execution exec{.where = fathom::choose_device(device), .control = c.control};
    const auto prepared = held.prepared_weighted(from.size(), exec.where, c.control);
    fathom::sssp(*prepared, from, options, exec, [&](std::size_t i, fathom::sssp_result& row) {
      std::copy(row.distances.begin(), row.distances.end(), distances.begin() + i * n);
      if (return_predecessors) std::copy(row.predecessors.begin(), row.predecessors.end(), predecessors.begin() + i * n);
    });
  });
  return nb::make_tuple(hand_over(std::move(distances), {from.size(), n}),
                        return_predecessors ? hand_over(std::move(predecessors), {from.size(), n}) : nb::none());
}

}  // namespace

const registered_bindings weighted_bindings{[](nb::module_& m) {
  define(m, "sssp", sssp, "graph", "source", "cutoff", "target", "return_predecessors", "delta", "keep_on_device", "device",
         "devices", "threads", progress);
  define(m, "multi_sssp", multi_sssp, "graph", "sources", "cutoff", "return_predecessors", "device", "threads", progress);
}};

}  // namespace fathom_python
