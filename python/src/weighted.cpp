// Bindings of weighted shortest paths and their validation.
#include <nanobind/stl/optional.h>
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
    return fathom::sssp(*held.prepared_weighted(exec.where, c.control), from, options, exec);
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
    const auto prepared = held.prepared_weighted(exec.where, c.control);
    fathom::sssp(*prepared, from, options, exec, [&](std::size_t i, fathom::sssp_result& row) {
      std::copy(row.distances.begin(), row.distances.end(), distances.begin() + i * n);
      if (return_predecessors) std::copy(row.predecessors.begin(), row.predecessors.end(), predecessors.begin() + i * n);
    });
  });
  return nb::make_tuple(hand_over(std::move(distances), {from.size(), n}),
                        return_predecessors ? hand_over(std::move(predecessors), {from.size(), n}) : nb::none());
}

nb::dict validate_sssp(const held_graph& held, std::int64_t source, const host_array_of<double>& distances,
                       const std::optional<host_array_of<std::int32_t>>& predecessors, double cutoff, int threads) {
  call c(threads, nb::none());
  const vertex_id from = held.vertex(source, "source");
  std::span<const vertex_id> p;
  if (predecessors) p = {reinterpret_cast<const vertex_id*>(predecessors->data()), predecessors->size()};
  const fathom::sssp_validation verdict = c.run([&] {
    return fathom::validate_sssp(held.g, from, {distances.data(), distances.size()}, p, {.cutoff = cutoff, .control = c.control});
  });
  nb::dict result;
  result["valid"] = verdict.valid;
  result["rule"] = std::string(to_string(verdict.violated));
  result["message"] = verdict.message;
  result["reached"] = verdict.reached;
  result["edges_traversed"] = verdict.edges_traversed;
  result["seconds"] = verdict.seconds;
  return result;
}

}  // namespace

const registered_bindings weighted_bindings{[](nb::module_& m) {
  m.def("sssp", sssp, nb::arg("graph"), nb::arg("source"), nb::arg("cutoff"), nb::arg("target"), nb::arg("return_predecessors"),
        nb::arg("delta"), nb::arg("keep_on_device"), nb::arg("device"), nb::arg("devices"), nb::arg("threads"),
        nb::arg("progress").none());
  m.def("multi_sssp", multi_sssp, nb::arg("graph"), nb::arg("sources"), nb::arg("cutoff"), nb::arg("return_predecessors"),
        nb::arg("device"), nb::arg("threads"), nb::arg("progress").none());
  m.def("validate_sssp", validate_sssp, nb::arg("graph"), nb::arg("source"), nb::arg("distances"), nb::arg("predecessors").none(),
        nb::arg("cutoff"), nb::arg("threads"));
}};

}  // namespace fathom_python
