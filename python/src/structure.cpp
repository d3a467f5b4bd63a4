// Bindings of components, eccentricity, diameter and radius, triangles, and cores.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <span>
#include <vector>

#include "bindings.hpp"
#include "call.hpp"
#include "component_arrays.hpp"
#include "fathom/components.hpp"
#include "fathom/cores.hpp"
#include "fathom/diameter.hpp"
#include "fathom/reversed.hpp"
#include "fathom/triangles.hpp"
#include "fathom/truss.hpp"
#include "graphs.hpp"
#include "names.hpp"
#include "reports.hpp"
#include "search_options.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;

using components_function = fathom::components_result (*)(const fathom::graph&, const fathom::components_options&);

constexpr named<components_function> kinds[] = {{"connected", fathom::connected_components},
                                                {"weak", fathom::weakly_connected_components},
                                                {"strong", fathom::strongly_connected_components}};

nb::tuple components(held_graph& held, const std::string& kind, bool keep_on_device, const std::string& device, int threads,
                     nb::object progress) {
  call c(threads, std::move(progress));
  const components_function find = value_named("kind", kind, kinds);
  fathom::array<vertex_id> roots, sizes;
  fathom::components_result result = c.run([&] {
    fathom::components_options options;
    options.where = fathom::choose_device(device);
    options.keep_on_device = keep_on_device && options.where.kind == fathom::device_kind::cuda;
    options.control = c.control;
    // The CPU finds strong components of a graph without in-edges.
    const bool reads_host = kind == "strong" && !held.g.has_in_edges();
    fathom::components_result found = find(reads_host ? held.g : held.on(options.where), options);
    if (options.keep_on_device) found.components = fathom::to_host(found.components);
    roots = fathom::array<vertex_id>(found.components.size());
    sizes = fathom::array<vertex_id>(found.components.size());
    for (std::size_t i = 0; i < found.components.size(); ++i) {
      roots[i] = found.components[i].label;
      sizes[i] = found.components[i].size;
    }
    return found;
  });
  return nb::make_tuple(hand_over(std::move(result.labels)), hand_over(std::move(roots)), hand_over(std::move(sizes)),
                        unread(std::move(result.report)));
}

// Components of the graph partitioned over several devices.
nb::tuple components_over(held_graph& held, const std::string& kind, const std::vector<std::string>& devices, int threads,
                          nb::object progress) {
  call c(threads, std::move(progress));
  component_arrays arrays;
  fathom::rank_components_result found = c.run([&] {
    check_components(kind, held.g.directed(), held.g.num_vertices());
    fathom::rank_components_result all = held.over(devices, false, c.control, [&](fathom::multi_device_graph& g) {
      return kind == "strong" ? fathom::strongly_connected_components(g, {}, c.control)
                              : fathom::weakly_connected_components(g, {}, c.control);
    });
    arrays = component_arrays(all);
    return all;
  });
  return nb::make_tuple(hand_over(std::move(arrays.labels)), hand_over(std::move(arrays.roots)), hand_over(std::move(arrays.sizes)),
                        unread(std::move(found.report)));
}

nb::tuple eccentricity(const held_graph& held, const host_array_of<std::int64_t>& vertices, const std::string& device,
                       const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> wanted = held.vertices(vertices, "vertices");
  fathom::eccentricity_result result =
      c.run([&] { return fathom::eccentricity(held.g, {.vertices = wanted}, place_on(device, devices, c.control)); });
  return nb::make_tuple(hand_over(std::move(result.values)), unread(std::move(result.report)));
}

nb::tuple diameter(const held_graph& held, const std::string& device, const std::vector<std::string>& devices, int threads,
                   nb::object progress) {
  call c(threads, std::move(progress));
  fathom::diameter_result r = c.run([&] { return fathom::diameter(held.g, place_on(device, devices, c.control)); });
  nb::dict found;
  found["connected"] = r.connected;
  found["components"] = r.components;
  found["radius_vertices"] = r.radius_vertices;
  found["diameter"] = r.diameter;
  found["radius"] = r.radius;
  found["ends"] = r.from == fathom::no_vertex ? nb::object(nb::none()) : nb::object(nb::make_tuple(r.from, r.to));
  nb::list centre;
  for (const vertex_id v : r.centre) centre.append(v);
  found["centre"] = centre;
  return nb::make_tuple(found, unread(std::move(r.report)));
}

nb::tuple triangles(held_graph& held, const std::optional<std::string>& directions, bool keep_on_device, const std::string& device,
                    const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  std::optional<fathom::triangle_directions> role;
  if (directions) role = value_named("directions", *directions, directions_named);
  fathom::triangles_result r = c.run([&] {
    const fathom::execution place = place_on(device, devices, c.control);
    const bool keep = keep_on_device && place.where.kind == fathom::device_kind::cuda;
    // A directed graph is counted in another graph, made of it on the CPU.
    return fathom::count_triangles(held.g.directed() || !devices.empty() ? held.g : held.on(place.where),
                                   {.directions = role, .keep_on_device = keep}, place);
  });
  return nb::make_tuple(hand_over(as_signed(std::move(r.triangles))), hand_over(std::move(r.degrees)),
                        hand_over(std::move(r.mutual)), r.count, r.wedges, unread(std::move(r.report)));
}

anything core_numbers(held_graph& held, bool keep_on_device, const std::string& device, const std::vector<std::string>& devices,
                      int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::array<vertex_id> numbers = c.run([&] {
    if (!devices.empty())
      return held.over(devices, false, c.control, [&](fathom::multi_device_graph& g) {
        return std::move(fathom::core_numbers(g, {}, c.control).core_numbers);
      });
    const fathom::device where = fathom::choose_device(device);
    const bool keep = keep_on_device && where.kind == fathom::device_kind::cuda;
    return std::move(
        fathom::core_numbers(held.on(where), {.keep_on_device = keep, .where = where, .control = c.control}).core_numbers);
  });
  return hand_over(std::move(numbers));
}

std::unique_ptr<held_graph> k_core(const held_graph& held, vertex_id k, const host_array_of<std::int32_t>& core_numbers,
                                   int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::span numbers(reinterpret_cast<const vertex_id*>(core_numbers.data()), core_numbers.size());
  return c.run([&] {
    return std::make_unique<held_graph>(fathom::build_result{fathom::k_core(held.g, k, numbers, c.control), held.what});
  });
}

anything onion_layers(const held_graph& held, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::onion_result r = c.run([&] { return fathom::onion_layers(held.g, c.control); });
  return hand_over(std::move(r.layers));
}

// Numbers of the stored edges.
nb::tuple truss_numbers(const held_graph& held, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::truss_result r = c.run([&] { return fathom::truss_numbers(held.g, {c.control}); });
  return nb::make_tuple(hand_over(std::move(r.truss_numbers)), r.largest, unread(std::move(r.report)));
}

std::unique_ptr<held_graph> k_truss(const held_graph& held, vertex_id k, const host_array_of<std::int32_t>& truss_numbers,
                                    int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::span numbers(reinterpret_cast<const vertex_id*>(truss_numbers.data()), truss_numbers.size());
  return c.run([&] {
    return std::make_unique<held_graph>(fathom::build_result{fathom::k_truss(held.g, k, numbers, c.control), held.what});
  });
}

// `vertices` are ascending positions.
std::unique_ptr<held_graph> subgraph(const held_graph& held, const host_array_of<std::int64_t>& vertices, int threads,
                                     nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> kept = held.vertices(vertices, "vertices");
  return c.run([&] {
    return std::make_unique<held_graph>(fathom::build_result{fathom::induced_subgraph(held.g, kept, c.control), held.what});
  });
}

std::unique_ptr<held_graph> reversed(const held_graph& held, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  return c.run([&] { return std::make_unique<held_graph>(fathom::build_result{fathom::reversed(held.g, c.control), held.what}); });
}

}  // namespace

const registered_bindings structure_bindings{[](nb::module_& m) {
  define(m, "components", components, "graph", "kind", "keep_on_device", "device", "threads", progress);
  define(m, "components_over", components_over, "graph", "kind", "devices", "threads", progress);
  define(m, "eccentricity", eccentricity, "graph", "vertices", "device", "devices", "threads", progress);
  define(m, "diameter", diameter, "graph", "device", "devices", "threads", progress);
  define(m, "triangles", triangles, "graph", or_none{"directions"}, "keep_on_device", "device", "devices", "threads", progress);
  define(m, "core_numbers", core_numbers, "graph", "keep_on_device", "device", "devices", "threads", progress);
  define(m, "k_core", k_core, "graph", "k", "core_numbers", "threads", progress);
  define(m, "onion_layers", onion_layers, "graph", "threads", progress);
  define(m, "truss_numbers", truss_numbers, "graph", "threads", progress);
  define(m, "k_truss", k_truss, "graph", "k", "truss_numbers", "threads", progress);
  define(m, "subgraph", subgraph, "graph", "vertices", "threads", progress);
  define(m, "reversed", reversed, "graph", "threads", progress);
}};

}  // namespace fathom_python
