// Bindings of k-hop neighborhoods: counts, lists, and the reachability index.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/neighbors.hpp"
#include "fathom/reachability.hpp"
#include "graphs.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

using fathom::hop_count;
using fathom::vertex_id;

nb::tuple k_hop_neighbors(held_graph& held, const host_array_of<std::int64_t>& sources, hop_count hops, const std::string& device,
                          const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::k_hop_neighbors_result r = c.run([&] {
    const auto [place, prepared] = held.joined(from.size(), device, devices, c.control);
    return fathom::k_hop_neighbors(*prepared, from, hops, {}, place);
  });
  return nb::make_tuple(hand_over(std::move(r.offsets)), hand_over(std::move(r.vertices)), hand_over(std::move(r.distances)),
                        unread(std::move(r.report)));
}

// Row i counts the vertices at exactly 0, 1, ... hops from source i, padded with zeros to the longest row.
nb::tuple k_hop_counts(held_graph& held, const host_array_of<std::int64_t>& sources, hop_count hops, const std::string& device,
                       const std::vector<std::string>& devices, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::array<std::int64_t> counts;
  std::size_t width = 0;
  const fathom::multi_bfs_report report = c.run([&] {
    const auto [place, prepared] = held.joined(from.size(), device, devices, c.control);
    fathom::k_hop_counts_result r = fathom::k_hop_counts(*prepared, from, hops, {}, place);
    for (const auto& row : r.at) width = std::max(width, row.size());
    counts = fathom::array<std::int64_t>(r.at.size() * width);
    std::fill(counts.begin(), counts.end(), 0);
    for (std::size_t i = 0; i < r.at.size(); ++i) std::copy(r.at[i].begin(), r.at[i].end(), counts.begin() + i * width);
    return std::move(r.report);
  });
  return nb::make_tuple(hand_over(std::move(counts), {from.size(), width}), unread(report));
}

std::unique_ptr<fathom::reach_index> build_reach_index(held_graph& held, const host_array_of<std::int64_t>& vertices, hop_count k,
                                                       const std::string& device, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> selected = held.vertices(vertices, "vertices");
  return c.run([&] {
    fathom::reach_options options;
    const auto prepared = held.prepared(fathom::search_kind::joined, fathom::choose_device(device), c.control);
    options.prepared = prepared.get();
    return std::make_unique<fathom::reach_index>(
        fathom::build_reach_index(held.g, selected, k, options, {.where = prepared->where, .control = c.control}));
  });
}

std::unique_ptr<fathom::reach_index> load_reach_index(const std::string& path, const held_graph* of, bool trust) {
  call c(0, nb::none());
  return c.run([&] {
    fathom::reach_load_options options;
    options.trust = trust;
    options.of = of ? &of->g : nullptr;
    options.control = c.control;
    return std::make_unique<fathom::reach_index>(fathom::reach_index::load(path, options));
  });
}

vertex_id vertex_of(const fathom::reach_index& index, std::int64_t v, const char* argument) {
  if (v >= 0 && v < static_cast<std::int64_t>(index.num_vertices())) return static_cast<vertex_id>(v);
  throw nb::index_error((std::string(argument) + " is " + std::to_string(v) + ", outside the graph of " +
                         std::to_string(index.num_vertices()) + " vertices")
                            .c_str());
}

anything hops_of_pairs(const fathom::reach_index& index, const host_array_of<std::int64_t>& from,
                       const host_array_of<std::int64_t>& to) {
  if (from.size() != to.size()) throw nb::value_error("source and target have different lengths; pass arrays of equal length");
  fathom::array<hop_count> hops(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    hops[i] = index.hops(vertex_of(index, from.data()[i], "source"), vertex_of(index, to.data()[i], "target"));
  }
  return hand_over(std::move(hops));
}

}  // namespace

const registered_bindings neighbors_bindings{[](nb::module_& m) {
  define(m, "k_hop_neighbors", k_hop_neighbors, "graph", "sources", "hops", "device", "devices", "threads", progress);
  define(m, "k_hop_counts", k_hop_counts, "graph", "sources", "hops", "device", "devices", "threads", progress);
  nb::class_<fathom::reach_index>(m, "ReachIndex", "Implementation of fathom.ReachIndex.")
      .def_prop_ro("k", &fathom::reach_index::k)
      .def_prop_ro("num_vertices", &fathom::reach_index::num_vertices)
      .def_prop_ro("nbytes", &fathom::reach_index::bytes)
      .def_prop_ro("pairs", &fathom::reach_index::pairs)
      .def_prop_ro("selected",
                   [](nb::handle self) -> anything {
                     const auto all = nb::cast<const fathom::reach_index&>(self).selected();
                     return view_of(all.data(), {all.size()}, self);
                   })
      .def("hops", [](const fathom::reach_index& index, std::int64_t s,
                      std::int64_t t) { return index.hops(vertex_of(index, s, "source"), vertex_of(index, t, "target")); })
      .def("hops_of_pairs", hops_of_pairs)
      .def("check_graph", [](const fathom::reach_index& index, const held_graph& g) { index.check_graph(g.g); })
      .def("save", [](const fathom::reach_index& index, const std::string& path) {
        call c(0, nb::none());
        c.run([&] { index.save(path, c.control); });
      });
  define(m, "build_reach_index", build_reach_index, "graph", "vertices", "k", "device", "threads", progress);
  define(m, "load_reach_index", load_reach_index, "path", or_none{"graph"}, "trust");
}};

}  // namespace fathom_python
